"""Processor time to compile each game with an empty cache: its rules, then its bots, then what pages call.

    .venv/bin/python bench/compile_time.py [--games GAME…] [--json]

The same work by the background compiler takes as long, in a child process.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile

import stramash

SCRIPT = """
import json, sys, time
import stramash
from stramash.bots.compiled import compile_bots
from stramash.table.server.rehearsal import rehearse
game, times = stramash.load(sys.argv[1]), {}
for part, work in (("rules", game.compile_rules), ("bots", lambda p: compile_bots(game, p)),
                   ("pages", lambda p: rehearse(game, p))):
    begin = time.process_time()
    work(lambda *told: None)
    times[part] = round(time.process_time() - begin, 1)
print(json.dumps(times))
"""


def main() -> None:
    """Compile, and print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=stramash.games())
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    rows = []
    for game in chosen.games:
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run(
                [sys.executable, "-c", SCRIPT, game],
                env=os.environ | {"STRAMASH_CACHE": cache},
                capture_output=True,
                text=True,
                check=True,
            )
        row = {"game": game, **json.loads(done.stdout), "load": round(os.getloadavg()[0], 1)}
        rows.append(row)
        if not chosen.json:
            print(", ".join(f"{name} {value}" for name, value in row.items()), flush=True)
    if chosen.json:
        print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
