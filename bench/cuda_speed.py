"""How fast batches of games are on a GPU: whole games at random, and step by step."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from cuda_report import Report, alone

import stramash

#: The number of random games in one measurement
GAMES = {"schotten-totten": 1 << 22, "lords-of-scotland": 1 << 20, "glen-more": 1 << 18}


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
            run.start(blocks, threads, blank, self.count, True, seed, 0, won, scores, lengths, none)
            synchronize()
            spent.append(time.perf_counter() - start)
        return spent[1:], int(lengths.get().sum())


def figures(name: str, *variants: dict[str, Any]) -> Callable[[Report], None]:
    """Return the part that measures random playouts, as `playouts` starts them."""

    def measure(report: Report) -> None:
        from stramash.lab.cuda import launch_for, program

        for options in variants:
            count = GAMES[name]
            game = stramash.load(name, **options)
            run = program(game, "play_out")
            blocks, threads = launch_for(game, run, count)
            with alone():
                times, moves = Playouts(game, count).seconds(run, blocks, threads, 5)
            middle = sorted(times)[2]
            report.add(
                game=name,
                options=options,
                games=count,
                moves=moves,
                seconds=round(middle, 5),
                games_per_second=round(count / middle),
                moves_per_second=round(moves / middle),
                spread=round((max(times) - min(times)) / middle, 3),
                blocks=blocks,
                threads=threads,
                **run.profile(),
            )

    return measure


def designs(name: str, options: dict[str, Any]) -> Callable[[Report], None]:
    """Return the part that compiles playouts in several ways and starts them in several.

    By these the package's own were chosen.
    """

    def measure(report: Report) -> None:
        game = stramash.load(name, **options)
        count = GAMES[name] >> 2
        for registers, unroll in ((None, True), (None, False), (96, True), (96, False)):
            run, row = design(game, registers, unroll)
            rates = launch_rates(run, Playouts(game, count))
            report.add(game=name, options=options, **row, moves_per_second=rates)

    return measure


def design(game: stramash.Game, registers: int | None, unroll: bool) -> tuple[Any, dict[str, Any]]:
    """Compile the playouts of a game with these parameters; return the program and its figures."""
    from stramash.lab.cuda_compile import compile_kernel
    from stramash.lab.cuda_contract import options_of
    from stramash.lab.cuda_device import Program, capability
    from stramash.lab.cuda_kernels import kernels

    kernel, start = kernels(game)["play_out"], time.perf_counter()
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
    return run, row | run.profile()


def launch_rates(run: Any, playouts: Playouts) -> dict[str, int]:
    """Return the moves a second with a thread for each game, and with half of those there is room for."""
    found = {}
    with alone():
        for threads in (128, 256):
            shapes = {"all": -(-playouts.count // threads), "half": run.resident(threads) // 2}
            for kind, blocks in shapes.items():
                spent, moves = playouts.seconds(run, blocks, threads, 2)
                found[f"{threads} {kind}"] = round(moves / min(spent))
    return found


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
