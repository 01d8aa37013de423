"""Whether games on a GPU are those of the CPU, to the byte."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from cuda_report import Report, alone

import stramash

MILLION, THOUSAND = 1_000_000, 1_000
#: Variants whose batches are compared step by step as well: every variant takes the compiler half a minute
STEPPED = (
    {"tactics": False, "expert": False},
    {"tactics": True, "expert": False},
    {"players": 2, "bruce": False, "activation": "auto"},
    {"players": 4, "bruce": False, "activation": "auto"},
    {"players": 2, "die": "tiles"},
    {"players": 4, "die": "tiles"},
)


def every_variant(name: str) -> Iterator[dict[str, Any]]:
    """Yield every way to play a game that its rules tell apart."""
    if name == "schotten-totten":
        for tactics, expert in itertools.product((False, True), repeat=2):
            yield {"tactics": tactics, "expert": expert}
        yield {"tactics": True, "proofs": "all"}
        yield {"tactics": True, "rounds": 3}
        yield {"stones": 3, "clans": 3, "strengths": 6, "hand": 4, "formation": 2}
    elif name == "lords-of-scotland":
        for activation, bruce in itertools.product(("auto", "clan", "any"), (False, True)):
            for players in (2, 4, 3, 5):
                if activation != ("clan" if players > 3 else "any"):
                    yield {"players": players, "bruce": bruce, "activation": activation}
    elif name == "glen-more":
        for die in ("tiles", "spaces"):
            for players in (2, 4, 3, 5) if die == "tiles" else (2, 3):
                yield {"players": players, "die": die}


def identity(name: str, games: int, number: int, processes: int) -> Callable[[Report], None]:
    """Return a part that compares so many games of every variant of a game, of which it takes its share.

    Of the first thousand it keeps what the GPU says, for tests to compare with where there is none.
    """

    def compare(report: Report) -> None:
        from stramash.lab import deals
        from stramash.lab.cuda import program

        for options in list(every_variant(name))[number::processes]:
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
                same_batches=same_batches(game, 1000, 150) if options in STEPPED else "not compared",
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
