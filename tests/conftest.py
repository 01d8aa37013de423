"""What takes long: tests that drive browsers and play tournaments run with `./test --all`."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
LONG = (
    TESTS / "table" / "browser",
    TESTS / "arena",
    TESTS / "bots" / "test_every_game.py",
    TESTS / "bots" / "test_search.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(item.path.is_relative_to(place) for place in LONG):
            item.add_marker(pytest.mark.soak)
