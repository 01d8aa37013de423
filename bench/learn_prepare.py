"""Compile the GPU kernels that a training needs, all variants at a time.

python bench/learn_prepare.py [GAME…]
"""

from __future__ import annotations

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

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


def main() -> None:
    """Compile for the games named on the command line, or for all."""
    jobs = [
        (name, dict(variant))
        for name in sys.argv[1:] or stramash.games()
        for variant in network_of(stramash.load(name)).variants
    ]
    with ProcessPoolExecutor(len(jobs), multiprocessing.get_context("spawn")) as pool:
        for done in pool.map(prepare, *zip(*jobs, strict=True)):
            print(done, flush=True)


if __name__ == "__main__":
    main()
