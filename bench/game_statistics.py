"""Statistics of the games themselves: how docs/statistics.md and its plots are made, in three steps.

    python bench/game_statistics.py play --device cuda --random 10000000 --minutes 8 --out FOLDER
    python bench/game_statistics.py count --from FOLDER [FOLDER …]
    python bench/game_statistics.py page [--out docs]

`play` plays random games in batches and counts them, and lets bots play themselves on many processes; it
stops in time, and keeps `random.json` and `games.npz`. `count` plays the kept games of the bots again and
writes what it counts, with the random games, into bench/results. `page` makes the page of that. Only the page
needs more than NumPy and Numba: Matplotlib.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import sys
import threading
import time
import traceback
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from functools import reduce
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

import numpy as np
from statistics_play import (
    PLAYERS,
    VARIANTS,
    BadWish,
    Kept,
    Level,
    count_kept,
    count_random,
    play_bots,
    read_variants,
)
from statistics_watch import Counts, added

from stramash.core.errors import StramashError
from stramash.lab import cuda_device

RESULTS = Path(__file__).parent / "results"
RANDOM, GAMES = "random.json", "games.npz"
#: What is kept for the page: counts by variant and by who played
KEPT = "statistics_random.json", "statistics_bots.json"
#: Seconds between two times that the games so far are written
OFTEN = 60


def main() -> int:
    """Do one of the three steps."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    steps = parser.add_subparsers(dest="step", required=True)
    play = steps.add_parser("play", help="play games, and keep them")
    play.add_argument(
        "--device", choices=("cpu", "cuda"), default="cpu", help="where random games are played"
    )
    play.add_argument("--random", type=int, default=0, help="random games of each variant")
    play.add_argument(
        "--levels",
        default="",
        help="who plays how many games, and of games with more than two players: bairn:1000:200,laird:100",
    )
    play.add_argument("--variants", default=",".join(VARIANTS), help=f"of {', '.join(VARIANTS)}")
    play.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    play.add_argument("--minutes", type=float, default=8.0)
    play.add_argument(
        "--first-deal", type=int, default=1, help="another one for other games of the same bots"
    )
    play.add_argument("--out", type=Path, default=Path(os.environ.get("OUT", "statistics")))
    count = steps.add_parser("count", help="count what was kept")
    count.add_argument("--from", dest="folders", type=Path, nargs="+", required=True)
    count.add_argument("--out", type=Path, default=RESULTS)
    page = steps.add_parser("page", help="write the page")
    page.add_argument("--from", dest="folder", type=Path, default=RESULTS)
    page.add_argument("--out", type=Path, default=Path("docs"))
    chosen = parser.parse_args()
    try:
        return do(chosen)
    except StramashError as error:
        print(error, file=sys.stderr)
        return 2


def do(chosen: argparse.Namespace) -> int:
    """Do the step that was chosen; return 1 if some of it failed."""
    if chosen.step == "play":
        return play_all(chosen)
    if chosen.step == "count":
        count_all(chosen.folders, chosen.out)
        return 0
    from statistics_page import write_page

    write_page({name: read(chosen.folder / name) for name in KEPT}, chosen.out)
    return 0


# --- Play ----------------------------------------------------------------------------------------------


def play_all(chosen: argparse.Namespace) -> int:
    """Play random games and games of bots side by side; return 1 if some random ones failed."""
    end = time.time() + 60 * chosen.minutes
    variants = read_variants(chosen.variants)
    levels = [Level.read(text) for text in chosen.levels.split(",") if text]
    if not chosen.random and not levels:
        raise BadWish("nothing to play: say --random 1000, or --levels bairn:100, or both")
    made_on = machine(chosen.device)
    chosen.out.mkdir(parents=True, exist_ok=True)
    context = multiprocessing.get_context("spawn")
    with ExitStack() as pools:
        # on a GPU a process for each, to compile side by side; on the CPU one after the other, on all cores
        at_random = variants if chosen.random else []
        pool = [pools.enter_context(ProcessPoolExecutor(1, context)) for _ in at_random]
        counting = RandomCounts(chosen.out / RANDOM, made_on, end)
        for place, variant in enumerate(at_random):
            beside = pool[place if chosen.device == "cuda" else 0]
            counting.wait_for(
                variant, beside.submit(count_random, variant, chosen.random, chosen.device, end)
            )
        if levels:
            keep_bots(chosen, variants, levels, end)
    return 1 if counting.failed else 0


class RandomCounts:
    """Counts of random games, on the disk as soon as they are there."""

    def __init__(self, file: Path, made_on: dict[str, Any], end: float) -> None:
        self._file, self._machine, self._end = file, made_on, end
        self._counts: dict[str, dict[str, Counts]] = {}
        self._lock = threading.Lock()
        self.failed = False

    def wait_for(self, variant: str, counting: Future[Counts]) -> None:
        """Keep the counts of a variant when they come."""
        counting.add_done_callback(lambda done: self._add(variant, done))

    def _add(self, variant: str, done: Future[Counts]) -> None:
        error = done.exception()
        with self._lock:
            if error is None:
                self._counts[variant] = {"random": done.result()}
                ordered = {variant: self._counts[variant] for variant in VARIANTS if variant in self._counts}
                write(self._file, self._machine, ordered)
                what = f"{done.result()['games']:,} random games"
            else:
                self.failed = True
                what = "failed\n" + "".join(traceback.format_exception(error))
            print(f"{variant}: {what}, {self._end - time.time():.0f} s before the end", flush=True)


def keep_bots(chosen: argparse.Namespace, variants: list[str], levels: list[Level], end: float) -> None:
    """Let bots play, and keep their games."""
    kept, saved = Kept(), time.time()
    for game in play_bots(variants, levels, chosen.workers, chosen.first_deal, end):
        kept.add(*game)
        if time.time() > saved + OFTEN:
            kept.save(chosen.out / GAMES)
            saved = time.time()
    kept.save(chosen.out / GAMES)
    for (variant, level), games in kept.games.items():
        print(f"{variant}: {len(games)} games of {level}", flush=True)


def machine(device: str) -> dict[str, Any]:
    """Return where the games are played; raise NoDevice if a GPU is wanted and missing."""
    found: dict[str, Any] = {"python": platform.python_version(), "numpy": np.__version__}
    if device == "cuda":
        cuda_device.device()
        try:
            import cupy
        except ImportError as error:
            raise cuda_device.NoDevice(
                "to count games on a GPU the package cupy is needed: install it, or use --device cpu"
            ) from error
        properties = cupy.cuda.runtime.getDeviceProperties(0)
        found |= {"gpu": properties["name"].decode(), "cupy": cupy.__version__}
    return found | {"cores": os.cpu_count(), "date": time.strftime("%Y-%m-%d")}


# --- Count ---------------------------------------------------------------------------------------------


def count_all(folders: list[Path], out: Path) -> None:
    """Count the games of all folders, and write what was found of that which the page is made of."""
    for folder in folders:
        if not any((folder / name).is_file() for name in (RANDOM, GAMES)):
            raise BadWish(
                f"nothing to count in {folder}: there is neither {RANDOM} nor {GAMES}, as play writes them"
            )
    out.mkdir(parents=True, exist_ok=True)
    batches = [read(folder / RANDOM) for folder in folders if (folder / RANDOM).is_file()]
    if batches:
        random = {
            variant: {"random": reduce(added, [one[variant]["random"] for one in several])}
            for variant in VARIANTS
            if (several := [batch["counts"] for batch in batches if variant in batch["counts"]])
        }
        write(out / KEPT[0], batches[-1]["machine"], random)
    kept = Kept()
    for folder in folders:
        if (folder / GAMES).is_file():
            kept.read(folder / GAMES)
    counts: dict[str, dict[str, Counts]] = {}
    for variant in VARIANTS:
        for level in PLAYERS:
            if (variant, level) in kept.games:
                found = count_kept(variant, kept.games[variant, level])
                counts.setdefault(variant, {})[level] = found
    if counts:
        write(out / KEPT[1], {}, counts)
    elif not batches:
        raise BadWish(f"nothing to count: no game was finished that {GAMES} could hold")


def write(file: Path, made_on: dict[str, Any], counts: dict[str, dict[str, Counts]]) -> None:
    """Write counts, a line for each variant and who played it."""
    lines = [
        f"  {json.dumps(variant)}: {{\n"
        + ",\n".join(f"   {json.dumps(who)}: {json.dumps(found)}" for who, found in by_who.items())
        + "\n  }"
        for variant, by_who in counts.items()
    ]
    text = f'{{\n "machine": {json.dumps(made_on)},\n "counts": {{\n' + ",\n".join(lines) + "\n }\n}\n"
    file.write_text(text, encoding="utf-8")


def read(file: Path) -> dict[str, Any]:
    """Read counts."""
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    sys.exit(main())
