"""Batches of games on a GPU: how fast, and whether they are the games of the CPU, byte for byte.

    python bench/cuda_batch.py --part figures-base --part step … [--out FOLDER] [--limit SECONDS]

Needs an NVIDIA GPU and numba-cuda; nothing else of the package's dependencies is needed but NumPy and Numba.
Every part runs in a process of its own with a limit of time, and writes `FOLDER/cuda_PART.json` as it goes.
With `--together` the parts run side by side.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

import stramash

RESULTS = Path(__file__).parent / "results"
MILLION = 1_000_000
#: Variants whose batches are compared step by step as well: every variant takes the compiler half a minute
STEPPED = (
    {"tactics": False, "expert": False},
    {"tactics": True, "expert": False},
    {"players": 2, "bruce": False, "activation": "auto"},
    {"players": 4, "bruce": False, "activation": "auto"},
    {"players": 2, "die": "tiles"},
)
#: Glen More takes the CPU long: a million games of these variants, a quarter of that of others
GLEN_MILLIONS = ({"players": 2, "die": "tiles"}, {"players": 4, "die": "tiles"})

#: What is to be reached, in millions of moves a second
WANTED = {
    "schotten-totten": 2000,
    "schotten-totten tactics": 500,
    "lords-of-scotland": 300,
    "glen-more": 50,
    "step": 100,
}


def told(name: str, options: dict[str, Any]) -> str:
    """Return a variant in words."""
    return " ".join([name, *(f"{key}={value}" for key, value in options.items())])


class Report:
    """Rows that are on the disk as soon as they are there."""

    def __init__(self, part: str, out: Path) -> None:
        self._path = out / f"cuda_{part}.json"
        self.rows: list[dict[str, Any]] = []

    def add(self, **row: Any) -> None:
        """Add a row and show it."""
        self.rows.append(row)
        self._path.write_text(json.dumps(self.rows, indent=1) + "\n")
        print(json.dumps(row), flush=True)


# --- The parts -----------------------------------------------------------------------------------------


def compile_all(report: Report) -> None:
    """Compile every kernel of a game, in a process for each game."""
    from stramash.lab.cuda import program
    from stramash.lab.cuda_kernels import kernels

    for name in stramash.games():
        game = stramash.load(name)
        for kernel in kernels(game):
            start, busy = time.perf_counter(), time.process_time()
            found = program(game, kernel)
            report.add(
                game=name,
                kernel=kernel,
                seconds=round(time.perf_counter() - start, 1),
                processor_seconds=round(time.process_time() - busy, 1),
                **found.profile(),
            )


def playable() -> Iterator[tuple[str, dict[str, Any], int]]:
    """Yield what is measured: a game, its options, and how many games of it."""
    for options in ({}, {"expert": True}, {"tactics": True}, {"tactics": True, "expert": True}):
        yield "schotten-totten", options, 1 << 22
    for players in range(2, 6):
        yield "lords-of-scotland", {"players": players}, 1 << 20
    for players in range(2, 6):
        yield "glen-more", {"players": players}, 1 << 18


@dataclass(frozen=True)
class Playouts:
    """Random playouts from fresh deals, with everything left on the GPU."""

    game: stramash.Game
    count: int

    def seconds(self, run: Any, blocks: int, threads: int, times: int) -> tuple[list[float], int]:
        """Return how long each of several runs took, the first one left out, and how many moves were made."""
        from stramash.lab.cuda_device import DeviceArray, synchronize

        blank, seed = DeviceArray.of(self.game.blank()), DeviceArray.of(np.zeros(1, np.uint64))
        won, lengths = DeviceArray((self.count,), np.int32), DeviceArray((self.count,), np.int32)
        scores, none = DeviceArray((self.count, self.game.players), np.int32), DeviceArray((0,), np.uint64)
        spent = []
        for _ in range(times + 1):
            synchronize()
            start = time.perf_counter()
            run.start(blocks, threads, blank, self.count, True, 0, seed, won, scores, lengths, none)
            synchronize()
            spent.append(time.perf_counter() - start)
        return spent[1:], int(lengths.get().sum())


Design: TypeAlias = tuple[int | None, bool]  # registers a thread may take, whether short loops are unrolled


def designs(game: stramash.Game, chosen: list[Design]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield kernels that play a game out, compiled in several ways; in those chosen already, if there are."""
    from stramash.lab.cuda import options_of
    from stramash.lab.cuda_compile import compile_kernel
    from stramash.lab.cuda_device import Program, capability
    from stramash.lab.cuda_kernels import kernels

    kernel = kernels(game)["play_out"]
    for registers, unroll in chosen or [(None, True), (None, False), (96, True), (96, False)]:
        start = time.perf_counter()
        code = compile_kernel(
            kernel.function,
            kernel.signature,
            fixed=options_of(game),
            capability=capability(),
            registers=registers,
            unroll=unroll,
        )
        run = Program(code.name, code.cubin)
        row = {
            "registers_allowed": registers,
            "unroll": unroll,
            "compile_seconds": round(time.perf_counter() - start, 1),
            "machine_code_bytes": len(code.cubin),
        }
        yield row | run.profile(), run


def figures(name: str, *variants: dict[str, Any]) -> Callable[[Report], None]:
    """Return the part that measures random playouts: the best of several designs and launches."""

    def measure(report: Report) -> None:
        chosen: list[Design] = []
        for options in variants:
            count = next(count for other, _, count in playable() if other == name)
            game = stramash.load(name, **options)
            best: tuple[float, Any, dict[str, Any]] = (0.0, None, {})
            for design, run in designs(game, chosen):
                rates = launch_rates(run, Playouts(game, count >> 2))
                shape = max(rates, key=lambda one: rates[one])
                report.add(
                    what="tried",
                    game=name,
                    options=options,
                    moves_per_second=rates[shape],
                    rates={f"{threads} {kind}": rate for (threads, kind), rate in rates.items()},
                    **design,
                )
                if rates[shape] > best[0]:
                    best = rates[shape], run, design | {"threads": shape[0], "blocks": shape[1]}
            _, run, design = best
            chosen = [(design["registers_allowed"], design["unroll"])]
            blocks = shapes(run, count, design["threads"])[design["blocks"]]
            with alone():
                times, moves = Playouts(game, count).seconds(run, blocks, design["threads"], 5)
            middle = sorted(times)[2]
            report.add(
                what="figure",
                game=name,
                options=options,
                games=count,
                moves=moves,
                seconds=round(middle, 5),
                games_per_second=round(count / middle),
                moves_per_second=round(moves / middle),
                spread=round((max(times) - min(times)) / middle, 3),
                **design,
            )

    return measure


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Have the GPU for oneself: parts may run side by side, but not while one of them measures."""
    with Path(tempfile.gettempdir(), "stramash-gpu.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def shapes(run: Any, count: int, threads: int) -> dict[str, int]:
    """Return numbers of blocks to try: a thread for each game, or half of what there is room for."""
    return {"all": -(-count // threads), "half": run.resident(threads) // 2}


def launch_rates(run: Any, playouts: Playouts) -> dict[tuple[int, str], int]:
    """Return the moves a second for each size and number of blocks."""
    found = {}
    with alone():
        for threads in (128, 256):
            for kind, blocks in shapes(run, playouts.count, threads).items():
                spent, moves = playouts.seconds(run, blocks, threads, 2)
                found[threads, kind] = round(moves / min(spent))
    return found


def profile(report: Report) -> None:
    """Run each kernel of interest once, for a profiler to look at."""
    from stramash.lab import BatchGame
    from stramash.lab.cuda import PLAYOUT_THREADS, program

    game, count = stramash.load("schotten-totten"), 1 << 18
    blocks = -(-count // PLAYOUT_THREADS)
    Playouts(game, count).seconds(program(game, "play_out"), blocks, PLAYOUT_THREADS, 0)
    batch = BatchGame(game, count, device="cuda")
    batch.reset(seeds=0)
    for _ in range(4):
        batch.step(batch.sample())
    batch.legal_mask()
    batch.observe()
    batch.check()
    report.add(games=count)


def every_variant(name: str) -> Iterator[dict[str, Any]]:
    """Yield every way to play a game that its rules tell apart."""
    if name == "schotten-totten":
        for tactics, expert in itertools.product((False, True), repeat=2):
            yield {"tactics": tactics, "expert": expert}
        yield {"tactics": True, "proofs": "all"}
        yield {"tactics": True, "rounds": 3}
    elif name == "lords-of-scotland":
        for activation, bruce in itertools.product(("auto", "clan", "any"), (False, True)):
            for players in (2, 4, 3, 5):
                if activation != ("clan" if players > 3 else "any"):
                    yield {"players": players, "bruce": bruce, "activation": activation}
    else:
        for die in ("tiles", "spaces"):
            for players in (2, 4, 3, 5) if die == "tiles" else (2, 3):
                yield {"players": players, "die": die}


def identity(name: str) -> Callable[[Report], None]:
    """Return the part that compares a game: a million games of every variant, here and there."""

    def compare(report: Report) -> None:
        from stramash.lab import deals
        from stramash.lab.cuda import program

        for options in every_variant(name):
            game, times, found = stramash.load(name, **options), {}, {}
            count = MILLION if name != "glen-more" or options in GLEN_MILLIONS else MILLION // 4
            program(game, "play_out")  # compiles it, before others have to wait
            for device in ("cuda", "cpu"):
                with alone() if device == "cuda" else contextlib.nullcontext():
                    start = time.perf_counter()
                    found[device] = deals(game, count, device=device, digests=True)
                    times[device] = round(time.perf_counter() - start, 2)
            here, there = found["cpu"], found["cuda"]
            report.add(
                game=name,
                options=options,
                games=count,
                moves=int(here.lengths.sum()),
                identical=bool((here.digests == there.digests).all()),
                games_that_differ=int((here.digests != there.digests).sum()),
                same_results=bool(
                    (here.winners == there.winners).all()
                    and (here.scores == there.scores).all()
                    and (here.lengths == there.lengths).all()
                ),
                same_batches=same_batches(game, 1000, 150) if options in STEPPED else "not compared",
                digest=hashlib.sha256(here.digests.tobytes()).hexdigest()[:16],
                seconds=times,
            )

    return compare


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


def step(report: Report) -> None:
    """Measure the step interface: masks, observations, random choices and steps, all left on the GPU."""
    from stramash.lab import BatchGame
    from stramash.lab.cuda_device import synchronize

    cases: list[tuple[str, dict[str, Any], int]] = [
        ("schotten-totten", {}, 1 << 18),
        ("schotten-totten", {}, 1 << 20),
        ("schotten-totten", {"tactics": True}, 1 << 18),
        ("lords-of-scotland", {"players": 2}, 1 << 17),
        ("glen-more", {"players": 2}, 1 << 17),
    ]
    for name, options, size in cases:
        batch = BatchGame(stramash.load(name, **options), size, device="cuda")
        batch.reset(seeds=0)
        for _ in range(30):  # games in their middle
            batch.step(batch.sample())
        batch.check()

        def all_of_it(batch: BatchGame = batch, check: bool | None = None) -> None:
            batch.legal_mask()
            batch.observe()
            batch.step(batch.sample(), check=check)

        calls: dict[str, Callable[[], Any]] = {
            "legal_mask": batch.legal_mask,
            "observe": batch.observe,
            "sample": batch.sample,
            "sample and step": lambda batch=batch: batch.step(batch.sample()),  # type: ignore[misc]
            "all": all_of_it,
            "all unchecked": lambda every=all_of_it: every(check=False),  # type: ignore[misc]
        }
        for function in calls.values():  # which compiles what is needed
            function()
        rates = {}
        with alone():
            for call, function in calls.items():
                function()
                synchronize()
                start = time.perf_counter()
                for _ in range(20):
                    function()
                synchronize()
                rates[call] = round(20 * size / (time.perf_counter() - start))
        batch.check()
        width = batch.game.tensor_size * 4 + batch.game.num_actions
        report.add(
            game=name,
            options=options,
            batch=size,
            per_second=rates,
            written_gigabytes_per_second=round(width * rates["all"] / 1e9),
        )


def sharing(report: Report) -> None:
    """Check that PyTorch, CuPy and JAX see the very memory of a batch, and that their actions are taken."""
    from stramash.lab import BatchGame
    from stramash.lab.cuda_device import synchronize

    batch = BatchGame(stramash.load("schotten-totten"), 1000, device="cuda")
    batch.reset(seeds=0)
    arrays = {
        "mask": batch.legal_mask(),
        "tensor": batch.observe(),
        "rewards": batch.rewards,
        "over": batch.over,
        "player": batch.player,
    }
    synchronize()

    def check(library: str, how: str, convert: Callable[[Any], Any], pointer: Callable[[Any], int]) -> None:
        for name, array in arrays.items():
            row: dict[str, Any] = {"library": library, "how": how, "array": name}
            try:
                other = convert(array)
                row["shape"] = list(other.shape)
                row["no_copy"] = pointer(other) == array.pointer
                row["equal"] = bool((np.asarray(to_host(other)) == array.get()).all())
            except Exception as error:
                row["error"] = repr(error)[:300]
            report.add(**row)

    def to_host(values: Any) -> Any:
        return values.cpu() if hasattr(values, "cpu") else values.get() if hasattr(values, "get") else values

    try:
        import torch

        check("torch", "as_tensor", lambda a: torch.as_tensor(a, device="cuda"), lambda t: t.data_ptr())
        check("torch", "from_dlpack", torch.from_dlpack, lambda t: t.data_ptr())
        mask = torch.as_tensor(batch.legal_mask(), device="cuda")
        before = batch.player.get().copy()
        batch.step(mask.to(torch.float32).argmax(dim=1), check=True)
        report.add(library="torch", actions="int64", moved=bool((batch.player.get() != before).any()))
        wrong = torch.full((1000,), -1, device="cuda")
        states = batch.states.get()
        try:
            batch.step(wrong, check=True)
            report.add(library="torch", actions="illegal", raised=False)
        except stramash.IllegalAction as error:
            same = bool((batch.states.get() == states).all())
            report.add(library="torch", actions="illegal", raised=str(error), unchanged=same)
    except Exception as error:
        report.add(library="torch", error=repr(error)[:300])
    try:
        import cupy

        check("cupy", "asarray", cupy.asarray, lambda a: a.data.ptr)
        check("cupy", "from_dlpack", cupy.from_dlpack, lambda a: a.data.ptr)
        batch.step(cupy.asarray(batch.legal_mask()).argmax(axis=1), check=True)
        report.add(library="cupy", actions="int64", moved=True)
    except Exception as error:
        report.add(library="cupy", error=repr(error)[:300])
    try:
        os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
        import jax

        check("jax", "from_dlpack", jax.dlpack.from_dlpack, lambda a: a.unsafe_buffer_pointer())
        mask = jax.dlpack.from_dlpack(batch.legal_mask())
        actions = jax.block_until_ready(mask.argmax(axis=1))
        batch.step(actions, check=True)
        report.add(library="jax", actions=str(actions.dtype), moved=True)
    except Exception as error:
        report.add(library="jax", error=repr(error)[:300])


def statistics(report: Report) -> None:
    """Play ten million games of each variant, two of Glen More: who wins, by seat, and how long games are."""
    from stramash.lab import deals

    for name, options, _ in playable():
        game = stramash.load(name, **options)
        count, start = 2_000_000 if name == "glen-more" else 10_000_000, time.perf_counter()
        played = deals(game, count, seed=1 << 32, device="cuda")
        lengths = played.lengths[0]
        report.add(
            game=name,
            options=options,
            games=count,
            seconds=round(time.perf_counter() - start, 2),
            shares=[round(float(share), 6) for share in played.shares[0]],
            shared_wins=round(float((np.bitwise_count(played.winners[0]) > 1).mean()), 6),
            mean_length=round(float(lengths.mean()), 3),
            lengths={int(length): int(times) for length, times in enumerate(np.bincount(lengths)) if times},
            mean_scores=[round(float(score), 3) for score in played.scores[0].mean(axis=0)],
        )


PARTS: dict[str, Callable[[Report], None]] = {
    "compile": compile_all,
    "figures-base": figures("schotten-totten", {}, {"expert": True}),
    "figures-tactics": figures("schotten-totten", {"tactics": True}, {"tactics": True, "expert": True}),
    "figures-lords": figures("lords-of-scotland", *({"players": players} for players in (2, 4, 3, 5))),
    "figures-glen": figures("glen-more", *({"players": players} for players in (2, 4, 3, 5))),
    "profile": profile,
    "identity-schotten-totten": identity("schotten-totten"),
    "identity-lords-of-scotland": identity("lords-of-scotland"),
    "identity-glen-more": identity("glen-more"),
    "step": step,
    "sharing": sharing,
    "statistics": statistics,
}


def main() -> int:
    """Run the parts that were asked for, each in a process of its own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--part", action="append", choices=PARTS, help="what to do; may be given several times"
    )
    parser.add_argument("--out", type=Path, default=Path(os.environ.get("OUT", RESULTS)))
    parser.add_argument("--limit", type=float, default=540, help="seconds for each part")
    parser.add_argument("--together", action="store_true", help="run the parts side by side")
    parser.add_argument("--here", action="store_true", help="in this process")
    arguments = parser.parse_args()
    parts = arguments.part or list(PARTS)
    if arguments.here:
        for part in parts:
            PARTS[part](Report(part, arguments.out))
        return 0
    failed = 0
    running: list[tuple[str, float, subprocess.Popen[bytes]]] = []
    for part in parts:
        print(f"--- {part}", flush=True)
        command = [sys.executable, __file__, "--here", "--part", part, "--out", str(arguments.out)]
        running.append((part, time.perf_counter(), subprocess.Popen(command)))
        if not arguments.together:
            failed += wait(*running.pop(), arguments.limit)
    return 1 if failed + sum(wait(*one, arguments.limit) for one in running) else 0


def wait(part: str, start: float, process: subprocess.Popen[bytes], limit: float) -> bool:
    """Wait for a part to end, or end it; return whether it failed."""
    try:
        failed = process.wait(max(1, start + limit - time.perf_counter())) != 0
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        print(f"{part}: out of time after {limit:.0f} s", flush=True)
        failed = True
    print(f"--- {part}: {time.perf_counter() - start:.0f} s", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
