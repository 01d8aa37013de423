"""What holds for all tests."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Let interrupts reach what tests start: the background jobs of a shell inherit that they do not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
