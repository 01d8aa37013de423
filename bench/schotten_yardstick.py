"""Schotten Totten beside a sketch of it that was made for speed: run both in one go and compare.

    python bench/schotten_yardstick.py PATH/TO/schotten_sketch.py [--seconds 1] [--rounds 5] [--json]

Machines are noisy, ratios are not: the two take turns, and the median of each is compared. Also measured:
what a copy of a position costs, compiled, and how long a fresh process takes to import and deal.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
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
from stramash.cli.bench import measure
from stramash.core.rule import rule
from stramash.core.state import new_states

#: The least that the engine promises: its games a second by those of the sketch
WANTED = {"base": 0.8, "tactics": 0.15}

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


def sketch_speed(sketch: ModuleType, seconds: float) -> float:
    """Return the sketch's games a second on one core."""
    state, dice = np.zeros(1, sketch.STATE), np.array([88172645463325252], np.uint64)
    out, games, start = np.zeros(100, np.int64), 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        sketch.bench(state, dice, 5000, out)
        games += 5000
    return games / (time.perf_counter() - start)


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
    times, start = 2_000_000, time.perf_counter()
    copy_often(states, times)
    return (time.perf_counter() - start) * 1e9 / (2 * times)


def seconds_to_start() -> float:
    """Return how long a fresh process takes to import and deal, its rules compiled before."""
    subprocess.run([sys.executable, "-c", START], check=True)
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", START], check=True)
    return time.perf_counter() - start


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
    runners: dict[str, Callable[[float], float]] = {
        "sketch": lambda seconds: sketch_speed(sketch, seconds),
        "base": lambda seconds: measure(base, 1, seconds).games_per_second,
        "tactics": lambda seconds: measure(tactics, 1, seconds).games_per_second,
    }
    for run in runners.values():
        run(0.01)  # compile and link
    speeds: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(arguments.rounds):
        for name, run in runners.items():
            speeds[name].append(run(arguments.seconds))
    medians = {name: statistics.median(found) for name, found in speeds.items()}
    ratios = {name: medians[name] / medians["sketch"] for name in WANTED}
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
