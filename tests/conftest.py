"""What holds for all tests."""

from __future__ import annotations

import signal

import pytest


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
