"""Games end alike on every engine: the interpreter plays a few, the CPU many, a GPU a million.

What the interpreter says comes from another process, `python -m tests.lab.test_batch_identity GAME`. A GPU's
part is `bench/cuda_batch.py`, since there is none where tests run; what it said of the first thousand games
of every variant is in `bench/results/`. If a change of the rules makes other games of them, run it again with
`--part identity --part thousand`, and `--keep` what it finds.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import stramash
from stramash.core.rule import INTERPRETED
from stramash.lab import BatchGame, deals, threads
from stramash.lab.cuda_device import NoDevice, has_gpu
from tests.conformance import Variant, variants

ROOT = Path(__file__).parent.parent.parent
#: How many games of a variant the interpreter plays to their end, and how many steps of a batch
FEW, STEPS = 4, 40
#: What a GPU played, by variant: the first thousand of the games that were compared there
ON_A_GPU = json.loads((ROOT / "bench" / "results" / "cuda_thousand.json").read_text())["rows"]

each_game = pytest.mark.parametrize("name", stramash.games())


def final_digests(variant: Variant, games: int) -> list[int]:
    """Return the digests of the final states of random games."""
    found: list[int] = deals(variant.load(), games, seed=2**64 - 1, digests=True).digests[0].tolist()
    return found


def batch_digest(variant: Variant) -> str:
    """Return a digest of all that a small batch shows while it is played."""
    batch = BatchGame(variant.load(), 2)
    batch.reset(seeds=[5, 2**100])
    digest = hashlib.sha256()
    for _ in range(STEPS):
        batch.step(batch.sample())
        shown = (batch.legal_mask(), batch.observe(), batch.rewards, batch.over, batch.player, batch.scores)
        for array in (*shown, batch.states):
            digest.update(array.tobytes())
    return digest.hexdigest()


@each_game
def test_the_interpreter_and_the_cpu_play_the_same_games(name: str) -> None:
    interpreted = subprocess.run(
        [sys.executable, "-m", "tests.lab.test_batch_identity", name],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for line, variant in zip(interpreted.stdout.splitlines(), variants(name), strict=True):
        digests, batch = json.loads(line)
        assert digests == final_digests(variant, FEW), variant
        assert batch == batch_digest(variant), variant


def test_games_do_not_depend_on_how_they_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stramash.load("lords-of-scotland", players=3)
    monkeypatch.setattr(threads, "LEAST_SHARE", 10**6)
    alone = deals(game, 1000, seed=9, digests=True)
    monkeypatch.setattr(threads, "LEAST_SHARE", 1)
    together = deals(game, 1000, seed=9, digests=True)
    assert (alone.digests == together.digests).all()
    assert (alone.scores == together.scores).all()


@pytest.mark.parametrize("row", ON_A_GPU, ids=lambda row: json.dumps(row["options"]))
def test_a_gpu_played_the_same_games(row: dict[str, Any]) -> None:
    game = stramash.load(row["game"], **row["options"])
    digests = deals(game, 1000, digests=True).digests
    assert hashlib.sha256(digests.tobytes()).hexdigest()[:16] == row["first_thousand"]


@pytest.mark.skipif(has_gpu(), reason="there is a GPU here")
def test_where_there_is_no_gpu_it_is_said() -> None:
    with pytest.raises(NoDevice, match="use device='cpu'"):
        BatchGame(stramash.load("schotten-totten"), 1, device="cuda")
    with pytest.raises(NoDevice, match="use device='cpu'"):
        deals(stramash.load("schotten-totten"), 1, device="cuda")


if __name__ == "__main__":
    assert INTERPRETED, "this is for comparing the interpreter with compiled rules"
    for chosen in variants(sys.argv[1]):
        print(json.dumps([final_digests(chosen, FEW), batch_digest(chosen)]))  # noqa: T201
