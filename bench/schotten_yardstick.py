"""Schotten Totten beside a sketch of it that was made for speed: run both in one go and compare.

    python bench/schotten_yardstick.py PATH/TO/schotten_sketch.py [--seconds 1] [--rounds 5] [--json]

Machines are noisy and shared, so only processor time counts, the two take turns, and the median of the
rounds' ratios is compared. Also measured: what a copy of a position costs, compiled, and how long a fresh
process takes to import and deal.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import stramash
from stramash.core.playout import random_games
from stramash.core.rule import rule
from stramash.core.state import new_states

#: The least that the engine promises: its games a second by those of the sketch
WANTED = {"base": 0.8, "tactics": 0.15}

BATCH = 2000
START = "import stramash; stramash.load('schotten-totten').deal(seed=7)"


def load_sketch(path: Path) -> ModuleType:
    """Import the sketch from where it lies."""
    spec = importlib.util.spec_from_file_location("sketch", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is no Python module: give the path of schotten_sketch.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["sketch"] = module  # its compiled functions are looked up by this name
    spec.loader.exec_module(module)
    return module


def sketch_runner(sketch: ModuleType) -> Callable[[int], None]:
    """Return a function that plays random games of the sketch."""
    state, dice = np.zeros(1, sketch.STATE), np.array([88172645463325252], np.uint64)
    out = np.zeros(100, np.int64)
    return lambda count: sketch.bench(state, dice, count, out)


def engine_runner(game: stramash.Game) -> Callable[[int], None]:
    """Return a function that plays random games of the engine."""
    game.prepare()
    play_games, states = random_games(game.rules), new_states(game.rules.state, 2)
    states[:1] = game.blank()
    actions, dice = np.zeros(game.num_actions, np.int32), np.array([88172645463325252], np.uint64)

    def run(count: int) -> None:
        play_games(states, actions, dice, count)

    return run


def speed(run: Callable[[int], None], seconds: float) -> float:
    """Return games a second of processor time, on one core."""
    games, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        run(BATCH)
        games += BATCH
    return games / (time.process_time() - start)


@rule
def copy_often(states: Any, times: int) -> None:
    """Copy one state onto the other, back and forth, each time changed a little."""
    for _ in range(times):
        states[1] = states[0]
        states[1].draws += 1
        states[0] = states[1]


def nanoseconds_a_copy() -> float:
    """Return what a compiled copy of a position costs."""
    states = new_states(stramash.load("schotten-totten").rules.state, 2)
    copy_often(states, 1)
    times, start = 2_000_000, time.process_time()
    copy_often(states, times)
    return (time.process_time() - start) * 1e9 / (2 * times)


def seconds_to_start() -> float:
    """Return the processor time a fresh process needs to import and deal, its rules compiled before."""
    subprocess.run([sys.executable, "-c", START], check=True)
    before = os.times()
    subprocess.run([sys.executable, "-c", START], check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sketch", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    sketch = load_sketch(arguments.sketch)
    base, tactics = stramash.load("schotten-totten"), stramash.load("schotten-totten", tactics=True)
    runners = {
        "sketch": sketch_runner(sketch),
        "base": engine_runner(base),
        "tactics": engine_runner(tactics),
    }
    for run in runners.values():
        run(1)  # compile and link
    speeds: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(arguments.rounds):
        for name, run in runners.items():
            speeds[name].append(speed(run, arguments.seconds))
    medians = {name: statistics.median(found) for name, found in speeds.items()}
    ratios = {name: statistics.median(np.array(speeds[name]) / np.array(speeds["sketch"])) for name in WANTED}
    costs = {"copy_ns": nanoseconds_a_copy(), "start_s": seconds_to_start()}
    if arguments.json:
        print(json.dumps({"games_per_second": medians, "ratios": ratios, **costs}, indent=2))
        return
    for name, median in medians.items():
        ratio = f"{ratios[name]:6.2f} of the sketch (wanted: {WANTED[name]})" if name in ratios else ""
        print(f"{name:8} {median:10,.0f} games/s {ratio}")
    print(f"copy     {costs['copy_ns']:10.1f} ns (wanted: under 1000)")
    print(f"start    {costs['start_s']:10.2f} s (wanted: under 2)")


if __name__ == "__main__":
    main()
