"""What holds for all tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def pytest_configure() -> None:
    """Let interrupts reach what tests start: the background jobs of a shell inherit that they do not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process: Playwright cannot be started a second time beside it."""
    from playwright.sync_api import sync_playwright

    from tests.table.browser.hands import CHROMIUM, QUIET, chromium

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(CHROMIUM), args=QUIET)
        yield started
        started.close()
