"""Compile the GPU kernels that a training needs, all variants at a time.

python bench/learn_prepare.py [GAME…]
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

import stramash
from stramash.core.weights import network_of
from stramash.lab import BatchGame


def prepare(name: str, variant: dict[str, Any]) -> str:
    """Use every kernel of a variant once."""
    batch = BatchGame(stramash.load(name, **variant), 128, "cuda")
    batch.observe()
    batch.legal_mask()
    batch.step(batch.sample(), check=False)
    return f"{name} {variant}"


def prepare_all(games: Sequence[str]) -> None:
    """Compile for all variants that the networks of these games are trained on."""
    jobs = [(name, dict(variant)) for name in games for variant in network_of(stramash.load(name)).variants]
    with ProcessPoolExecutor(len(jobs), multiprocessing.get_context("spawn")) as pool:
        for done in pool.map(prepare, *zip(*jobs, strict=True)):
            print(done, flush=True)


if __name__ == "__main__":
    prepare_all(sys.argv[1:] or stramash.games())
