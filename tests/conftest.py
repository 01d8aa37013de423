"""What takes long: tests that start servers, browsers and tournaments run with `./test --all`."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
LONG = (TESTS / "table",)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(item.path.is_relative_to(place) for place in LONG):
            item.add_marker(pytest.mark.soak)
