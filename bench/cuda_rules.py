"""Play the same random games on the CPU and in a CUDA kernel, with the same rule functions, and compare.

    python bench/cuda_rules.py [--games 262144] [--json FILE]

Each thread of the kernel calls `deal`, `legal` and `play` exactly as the interpreter and the CPU do. The
final states are compared byte for byte. Needs a CUDA device and numba-cuda; without one it says so.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))
setattr(np, "row_stack", np.vstack)  # noqa: B010  (numba-cuda asks for a name that NumPy dropped)

import numba  # noqa: E402

import stramash  # noqa: E402
from stramash.core.game import Rules  # noqa: E402
from stramash.core.playout import toss  # noqa: E402
from stramash.core.state import NOBODY  # noqa: E402

VARIANTS: tuple[dict[str, bool], ...] = (
    {},
    {"expert": True},
    {"tactics": True},
    {"tactics": True, "expert": True},
)
THREADS = 128
MOST_ACTIONS = 1024


def blank_states(game: stramash.Game, count: int) -> npt.NDArray[np.record]:
    """Return states that carry the options and a seed each."""
    states = np.repeat(game.blank(), count)
    states["seed"][:, 0] = np.arange(count)
    return states


def dice_for(count: int) -> npt.NDArray[np.uint64]:
    """Return the players' dice, one for each game."""
    return (np.arange(count, dtype=np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)


def play_on_cpu(game: stramash.Game, count: int) -> tuple[npt.NDArray[np.record], int, float]:
    """Return final states, actions played and seconds, on one core."""
    deal, legal, play = game.rules.deal, game.rules.legal, game.rules.play

    @numba.njit(nogil=True)  # type: ignore[untyped-decorator]
    def play_all(states: Any, dice: Any, actions: Any) -> int:
        plies = 0
        for index in range(states.size):
            state, mine = states[index], dice[index : index + 1]
            deal(state)
            while state.player != NOBODY:
                choices = legal(state, actions)
                play(state, actions[toss(mine, choices)])
                plies += 1
        return plies

    actions = np.zeros(game.num_actions, np.int32)
    play_all(blank_states(game, 1), dice_for(1), actions)
    states, dice = blank_states(game, count), dice_for(count)
    start = time.perf_counter()
    plies = play_all(states, dice, actions)
    return states, plies, time.perf_counter() - start


@cache
def kernel_for(rules: Rules) -> Any:
    """Return a kernel in which every thread plays one game. The options are in the state, so one is enough.

    Link-time optimisation is off: it inlines the rules into each other for many minutes.
    """
    from numba import cuda

    deal, legal, play = rules.deal, rules.legal, rules.play

    @cuda.jit(lto=False)  # type: ignore[untyped-decorator]
    def kernel(states: Any, dice: Any, plies: Any) -> None:
        index = cuda.grid(1)
        if index >= states.size:
            return
        actions = cuda.local.array(MOST_ACTIONS, numba.int32)
        state, mine = states[index], dice[index : index + 1]
        count = 0
        deal(state)
        while state.player != NOBODY:
            choices = legal(state, actions)
            play(state, actions[toss(mine, choices)])
            count += 1
        plies[index] = count

    return kernel


def play_on_gpu(game: stramash.Game, count: int) -> tuple[npt.NDArray[np.record], int, float]:
    """Return final states, actions played and seconds, a thread a game."""
    from numba import cuda

    kernel = kernel_for(game.rules)

    def run(number: int) -> tuple[Any, int, float]:
        states, dice = cuda.to_device(blank_states(game, number)), cuda.to_device(dice_for(number))
        plies = cuda.to_device(np.zeros(number, np.int32))
        cuda.synchronize()
        start = time.perf_counter()
        kernel[(number + THREADS - 1) // THREADS, THREADS](states, dice, plies)
        cuda.synchronize()
        return states, int(plies.copy_to_host().sum()), time.perf_counter() - start

    start = time.perf_counter()
    run(THREADS)
    print(f"first kernel after {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)
    states, plies, seconds = run(count)
    return states.copy_to_host(), plies, seconds


def compare(name: str, options: dict[str, bool], count: int) -> dict[str, object]:
    """Play the same games on both and say whether they ended alike."""
    game = stramash.load(name, **options)
    gpu_states, gpu_plies, gpu_seconds = play_on_gpu(game, count)
    cpu_count = min(count, 65536)
    cpu_states, cpu_plies, cpu_seconds = play_on_cpu(game, cpu_count)
    same = gpu_states[:cpu_count].tobytes() == cpu_states.tobytes()
    row: dict[str, object] = {
        "game": name,
        "options": options,
        "games": count,
        "compared": cpu_count,
        "identical": same,
        "digest": hashlib.sha256(cpu_states.tobytes()).hexdigest()[:16],
        "gpu_moves_per_second": round(gpu_plies / gpu_seconds),
        "cpu_moves_per_second": round(cpu_plies / cpu_seconds),
    }
    print(json.dumps(row), flush=True)
    return row


def main() -> int:
    """Compare all variants of Schotten Totten."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=262_144)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    from numba import cuda

    if not cuda.is_available():
        print("no CUDA device here: this comparison needs one", file=sys.stderr)
        return 1
    rows = [compare("schotten-totten", options, arguments.games) for options in VARIANTS]
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    return 0 if all(row["identical"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
