from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.table.server import Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do it no harm."""
    folder = tmp_path_factory.mktemp("table")
    with serving(f"sqlite:///{folder / 'table.db'}") as server:
        yield server
