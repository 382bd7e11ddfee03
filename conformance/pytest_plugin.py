"""The pytest plugin (``docs/pytest.md``). Nothing else of the suite is loaded until it is used."""

from typing import TYPE_CHECKING, Any

import pytest

from conformance.plugin import NODE

if TYPE_CHECKING:
    from conformance.plugin.engines import Certify, CheckedScenario

_OPTIONS = {
    "adapter": ("COMMAND", "The command of an adapter: the scenarios are collected and run."),
    "python": ("MODULE:FACTORY", "The same for an engine in Python, without a process."),
    "timeout": ("SECONDS", "Wait so long for each reply. [default: 5]"),
    "scoring": ("MODE", "Run in this scoring mode alone: full or simplified."),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("cjack", "California Jack conformance")
    for name, (metavar, text) in _OPTIONS.items():
        group.addoption(f"--cjack-{name}", metavar=metavar, help=text)
        parser.addini(f"cjack_{name}", f"{text} (--cjack-{name})", default="")


def pytest_configure(config: pytest.Config) -> None:
    named = any(argument.startswith(f"{NODE}::") for argument in config.args)
    if named or any(_given(config, name) for name in ("adapter", "python")):
        from conformance.plugin.collecting import Collecting  # noqa: PLC0415 - loads the suite

        config.pluginmanager.register(Collecting.configured(config), "cjack-collecting")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "cjack_scenario" in metafunc.fixturenames:
        from conformance.plugin.engines import parametrize  # noqa: PLC0415 - loads the suite

        parametrize(metafunc)


@pytest.fixture
def cjack_scenario(request: pytest.FixtureRequest) -> "CheckedScenario":
    """Each shipped scenario in each scoring mode: ``cjack_scenario.check(engine)``."""
    scenario: CheckedScenario = request.param
    return scenario


@pytest.fixture
def cjack_certify() -> "Certify":
    """``cjack_certify(engine)`` runs the whole suite, and fails unless the engine conforms."""
    from conformance.plugin.engines import certify  # noqa: PLC0415 - loads the suite

    return certify


def _given(config: pytest.Config, name: str) -> Any:
    return config.getoption(f"cjack_{name}") or config.getini(f"cjack_{name}")
