"""Train the networks of several games side by side on one GPU, and measure them, within a given time.

python bench/learn_games.py schotten-totten lords-of-scotland --minutes 9 --out learned

First the GPU kernels of all variants are compiled, all at a time. Then each game has a process of its own
that trains, saves checkpoints to `learned/GAME` and lets the network play `--against` bots on cores that are
idle. While one process starts kernels, those of another run. The same command goes on where it stopped, as
long as `--whole`, the minutes of the whole training, are not over. Without `--whole` a training is one run.
`--start` begins with the weights that are shipped. Other options are passed on to `python -m stramash.learn`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from learn_prepare import prepare_all

import stramash
from stramash.core.weights import shipped_weights

#: Seconds that a process needs before it learns
STARTING = 15.0


def command(game: str, chosen: argparse.Namespace, minutes: float, more: list[str]) -> list[str]:
    """Return the command that trains one game for some minutes."""
    out = chosen.out / game
    found = [sys.executable, "-m", "stramash.learn", game, "--device", chosen.device, "--out", str(out)]
    found += ["--minutes", f"{minutes:.3f}", "--new-games"]
    if chosen.whole:
        found += ["--whole", str(chosen.whole)]
    cores = (os.cpu_count() or 1) - len(chosen.games)
    found += ["--jobs", str(max(1, cores // len(chosen.games))), "--deals", str(chosen.deals)]
    found += [text for bot in chosen.against for text in ("--against", bot)]
    if (out / "progress.json").exists():
        found += ["--resume", str(out)]
    elif chosen.start:
        found += ["--from", str(shipped_weights(stramash.load(game)))]
    return found + more


def main() -> None:
    """Compile, then train all games at the same time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="+", choices=stramash.games(), metavar="GAME")
    parser.add_argument("--minutes", type=float, default=9.0, help="for all of it, by the clock")
    parser.add_argument("--whole", type=float, help="minutes of each whole training, all runs together")
    parser.add_argument("--measuring", type=float, default=0.5, help="minutes kept for the last matches")
    parser.add_argument("--out", type=Path, default=Path("learned"))
    parser.add_argument("--start", action="store_true", help="begin with the shipped weights")
    parser.add_argument("--against", action="append", default=[])
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--device", default="cuda", choices=("cpu", "cuda"))
    chosen, more = parser.parse_known_args()
    begin = time.monotonic()
    if chosen.device == "cuda":
        prepare_all(chosen.games)
    say(f"kernels are ready after {time.monotonic() - begin:.0f} s")
    minutes = chosen.minutes - chosen.measuring - (time.monotonic() - begin + STARTING) / 60
    source = str(Path(stramash.__file__).parent.parent)
    environment = os.environ | {"PYTHONPATH": source, "PYTHONUNBUFFERED": "1", "OMP_NUM_THREADS": "1"}
    running = {}
    for game in chosen.games:
        (chosen.out / game).mkdir(parents=True, exist_ok=True)
        with (chosen.out / game / "log.txt").open("a") as log:
            running[game] = subprocess.Popen(
                command(game, chosen, minutes, more), env=environment, stdout=log, stderr=subprocess.STDOUT
            )
    for game, process in running.items():
        status = process.wait()
        lines = (chosen.out / game / "log.txt").read_text().splitlines()
        say(f"--- {game}: ended with status {status} after {time.monotonic() - begin:.0f} s")
        say("\n".join(lines[:: max(1, len(lines) // 25)][-25:] + lines[-15:]))


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


if __name__ == "__main__":
    main()
