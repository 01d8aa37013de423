"""What holds for all tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.programs import QUIET, chromium


def pytest_configure() -> None:
    """Let interrupts reach what tests start: the background jobs of a shell inherit that they do not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests in the browser's folder."""
    for item in items:
        if "table/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests for a GPU where there is none."""
    if item.get_closest_marker("gpu") is not None:
        from stramash.lab.cuda_device import NoDevice, device

        try:
            device()
        except NoDevice as error:
            pytest.skip(str(error))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all pages; Playwright allows one in a process."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        yield browser
        browser.close()
