"""The compiler: `python -m stramash.table.server.compiler GAME rules` compiles in a process of its own.

Numba holds the interpreter for tens of seconds, in which a server would answer nobody. So rules are compiled
in another process, with low priority. It leaves the machine code on the disk, where the server finds it, and
ends when the server that started it has ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable

from stramash.bots.search import grow_here, search_mark
from stramash.core import rule as rule_layer
from stramash.core.game import Game
from stramash.games import load

__all__ = ["RULES", "SEARCH", "Compiler"]

#: What is compiled of a game
RULES, SEARCH = "rules", "search"

#: The niceness of the process
_POLITE = 5

Tell = Callable[[int, int], None]


class Compiler:
    """Starts compiling processes, and ends them when the server ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._closed = False

    def compile(self, game: Game, part: str, tell: Tell) -> None:
        """Compile the rules or the search of a game to the disk; call `tell(done, total)` on the way."""
        if rule_layer.INTERPRETED or _mark(game, part):
            return
        with self._lock:
            if self._closed:
                raise RuntimeError("the server ends")
            process = subprocess.Popen(
                [sys.executable, "-m", __name__, game.name, part],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,  # Ctrl+C is for the server, which ends this process
            )
            self._running.add(process)
        with process:
            assert process.stdout is not None
            for line in process.stdout:
                done, _, total = line.partition(" ")
                tell(int(done), int(total))
        with self._lock:
            self._running.discard(process)
        if process.returncode:
            raise RuntimeError(f"the compiler of {game.name} ended with {process.returncode}")

    def close(self) -> None:
        """End the processes; the next server starts them again."""
        with self._lock:
            self._closed = True
            for process in self._running:
                process.terminate()


def _mark(game: Game, part: str) -> bool:
    mark = rule_layer.ready_mark(game.rules.deal, game.name) if part == RULES else search_mark(game)
    return mark.exists()


def _end_with_parent() -> None:
    """End when the process that started this one has ended, however it ended."""
    sys.stdin.read()
    os._exit(1)


def _main(name: str, part: str) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    game = load(name)

    def tell(done: int, total: int, _rule: str) -> None:
        print(done, total, flush=True)  # noqa: T201

    game.prepare(tell)
    if part == SEARCH:
        grow_here(game)


if __name__ == "__main__":
    _main(*sys.argv[1:])
