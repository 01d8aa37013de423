"""The example that learns trains, and writes what its docstring says."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples import learn_small

from stramash.core.weights import read_weights
from stramash.learn.run import Run


def test_the_example_trains_and_writes_weights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(learn_small, "Run", lambda out, minutes, against: Run(out, minutes))
    learn_small.main(0.001)
    _, about = read_weights(learn_small.OUT / "network.npz", learn_small.GAME)
    assert (about.network, about.decisions > 0) == ("plain", True)
    assert (learn_small.OUT / "metrics.jsonl").read_text().count("\n") >= 1
