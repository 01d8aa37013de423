from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.table.server import Server

#: One touch makes a choice, unless a test says otherwise: most tests are not about that
ONE_TOUCH = "localStorage.getItem('stramash-taps') || localStorage.setItem('stramash-taps', 'one')"


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open pages, each as a new visitor, or as one with a secret; what goes wrong in one fails the test."""
    problems: list[str] = []
    contexts = []

    def note(said: ConsoleMessage) -> None:
        if "Content Security" in said.text:
            problems.append(said.text)

    def open_page(path: str = "/", secret: str | None = None, **context: Any) -> Page:
        settings = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce"}
        contexts.append(browser.new_context(base_url=server.url, **(settings | context)))
        if secret is not None:
            contexts[-1].add_cookies([{"name": "stramash", "value": secret, "url": server.url}])
        if context.get("has_touch"):
            contexts[-1].add_init_script(ONE_TOUCH)
        page = contexts[-1].new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
        page.on("console", note)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not problems, problems
