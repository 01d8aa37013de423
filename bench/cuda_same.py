"""Whether games on a GPU are those of the CPU, to the byte."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from cuda_report import Report, alone

import stramash
from stramash.games import find

MILLION, THOUSAND = 1_000_000, 1_000


def identity(name: str, games: int, number: int, processes: int) -> Callable[[Report], None]:
    """Return a part that compares games of every variant; it takes its share of the variants.

    Of the first thousand it keeps what the GPU says, for tests to compare with where there is none. Batches
    of the usual variants are compared step by step as well: every variant takes the compiler half a minute.
    """

    def compare(report: Report) -> None:
        from stramash.lab import deals
        from stramash.lab.cuda import program

        for variant in find(name).variants[number::processes]:
            options = variant.arguments
            game, times, found = stramash.load(name, **options), {}, {}
            program(game, "play_out")  # compiles it, before others have to wait
            for device in ("cuda", "cpu"):
                with alone() if device == "cuda" else contextlib.nullcontext():
                    start = time.perf_counter()
                    found[device] = deals(game, games, device=device, digests=True)
                    times[device] = round(time.perf_counter() - start, 2)
            here, there = found["cpu"], found["cuda"]
            report.add(
                game=name,
                options=options,
                games=games,
                moves=int(here.lengths.sum()),
                identical=bool((here.digests == there.digests).all()),
                games_that_differ=int((here.digests != there.digests).sum()),
                same_results=bool(
                    (here.winners == there.winners).all()
                    and (here.scores == there.scores).all()
                    and (here.lengths == there.lengths).all()
                ),
                same_batches=same_batches(game, 1000, 150) if variant.usual else "not compared",
                digest=digest(here.digests),
                first_thousand=digest(there.digests[:, :THOUSAND]),
                seconds=times,
            )

    return compare


def digest(digests: npt.NDArray[np.uint64]) -> str:
    """Return a short digest of digests."""
    return hashlib.sha256(digests.tobytes()).hexdigest()[:16]


def same_batches(game: stramash.Game, size: int, steps: int) -> bool:
    """Play a batch on both, and compare all that it shows after every step."""
    from stramash.lab import BatchGame

    here, there = BatchGame(game, size), BatchGame(game, size, device="cuda")
    for batch in (here, there):
        batch.reset(seeds=range(size))
    for _ in range(steps):
        here.step(here.sample())
        there.step(there.sample(), check=True)
        for ours, theirs in (
            (here.legal_mask(), there.legal_mask()),
            (here.observe(), there.observe()),
            (here.rewards, there.rewards),
            (here.over, there.over),
            (here.player, there.player),
            (here.scores, there.scores),
            (here.states, there.states),
        ):
            if ours.tobytes() != theirs.get().tobytes():
                return False
    return True
