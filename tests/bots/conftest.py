"""A clock for bots with a budget in seconds."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from stramash.bots.search import _Tree

#: The simulations in one second of the clock
PACE = 100


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that only simulations move on: so a budget of seconds leads to the same choice every time."""
    seconds, run = [0.0], _Tree._run

    def run_by_the_clock(tree: _Tree, simulations: int) -> None:
        seconds[0] += simulations / PACE
        run(tree, simulations)

    monkeypatch.setattr(_Tree, "_run", run_by_the_clock)
    monkeypatch.setattr("stramash.bots.search.time", SimpleNamespace(perf_counter=lambda: seconds[0]))
    return seconds
