"""A project to run pytest in."""

from pathlib import Path

import pytest

from tests.plugin.project import ENGINES, Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    made.write("engines.py", ENGINES)
    return made
