"""Chromium without a window, for pages that are files."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = shutil.which("chromium")
# A fresh profile comes with each start. Nothing here may ask the network for anything.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass
class Noticed:
    """What a page did that a page that is whole in itself does not do."""

    told: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("console", lambda message: self.told.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.told.append(f"error: {error}"))
        page.on("dialog", self._dialog)
        page.on("request", self._request)

    def _dialog(self, dialog: Any) -> None:
        self.told.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Any) -> None:
        if not request.url.startswith(("file:", "data:")):
            self.told.append(f"request: {request.url}")


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


@contextmanager
def opened(browser: Browser, file: Path, **given: Any) -> Iterator[Page]:
    """The page in a context of its own; it must not ask for anything, nor complain."""
    noticed = Noticed()
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | given)
    page = context.new_page()
    noticed.watch(page)
    page.goto(file.as_uri())
    yield page
    context.close()
    assert noticed.told == []
