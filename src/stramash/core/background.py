"""Compiling in the background: a child process compiles while its parent plays interpreted.

While Numba compiles, it holds the GIL and a global lock for many seconds. So a child process of low priority
(`stramash.core.compiler`) compiles and writes machine code to the cache folder. It reports each finished part
to the parent, whose calls then load that code. The child ends with its parent.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from stramash.core.machine_code import Allowed
from stramash.core.rule import allow_calls, home_of, ready_mark

if TYPE_CHECKING:
    from stramash.core.game import Game

__all__ = ["RULES", "Compiler", "CompilerFailed", "Part", "Report", "can_compile", "speed_up"]

_log = logging.getLogger("stramash")

#: A part to compile: the address `module:name` of the function that compiles it. It is called with a game and
#: a `Progress`
Part: TypeAlias = str
RULES: Part = "stramash.core.rules:compile_rules"

#: report(part, done, total): called while a part is compiled; `done == total` when it is there
Report: TypeAlias = Callable[[Part, int, int], None]


class CompilerFailed(RuntimeError):
    """The child process ended before everything was compiled."""


class Compiler:
    """Starts child processes that compile, and ends them."""

    def __init__(self, niceness: int = 10) -> None:
        """By default a server that people use has priority; 0 is for those who wait for the compiler."""
        self._niceness = niceness
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._closed = False

    def compile(self, game: Game, parts: Sequence[Part], report: Report | None = None) -> None:
        """Compile parts of a game to the disk, in this order, and wait for it."""
        process = self._start(game, parts)
        with process:
            assert process.stdout is not None
            for line in process.stdout:
                part, done, total = line.split()
                if report is not None:
                    report(part, int(done), int(total))
        with self._lock:
            self._running.discard(process)
        if process.returncode:
            raise CompilerFailed(f"the compiler of {game.name} ended with {process.returncode}")

    def _start(self, game: Game, parts: Sequence[Part]) -> subprocess.Popen[str]:
        with self._lock:
            if self._closed:
                raise CompilerFailed("no compilation is started: this process ends")
            process = subprocess.Popen(
                [sys.executable, "-m", "stramash.core.compiler", str(self._niceness), _address(game), *parts],
                stdin=subprocess.PIPE,  # closed when this process ends, however it ends
                stdout=subprocess.PIPE,
                text=True,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                start_new_session=True,  # Ctrl+C interrupts only this process
            )
            self._running.add(process)
        return process

    def close(self) -> None:
        """End the child processes and start no more; what they finished stays on the disk."""
        with self._lock:
            self._closed = True
            for process in self._running:
                process.terminate()


def can_compile(game: Game) -> bool:
    """Return whether a child process can compile a game: whether it can import the class of the game.

    It cannot if the class was defined at a prompt, in a function, or by a call of `type`.
    `STRAMASH_BACKGROUND=0` forbids child processes.
    """
    if os.environ.get("STRAMASH_BACKGROUND") == "0":
        return False
    kind = type(game)
    found: object = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    return home_of(game.rules.deal) is not None and kind.__module__ != "__main__" and found is kind


def _address(game: Game) -> str:
    return f"{type(game).__module__}:{type(game).__qualname__}"


_lock = threading.Lock()
#: The parts that this process has started to compile: (home, part)
_begun: set[tuple[str, Part]] = set()


def speed_up(game: Game, part: Part = RULES, mark: Path | None = None) -> None:
    """Switch a game to machine code, as soon as it is in the cache.

    If it is missing, a child process compiles it. `mark` is the marker file of the part.
    """
    home = home_of(game.rules.deal)
    if home is None:
        return
    mark = mark or ready_mark(game.rules.deal, game.name)
    if mark.exists():
        with contextlib.suppress(OSError):  # a new time stamp keeps the code; the cache may be another user's
            mark.touch()
        allow_calls(game.rules.deal, Allowed.LOAD)
        return
    with _lock:
        if (home, part) in _begun or not can_compile(game):
            return
        _begun.add((home, part))
    threading.Thread(target=_compile, args=(game, part), name=f"compiler of {game.name}", daemon=True).start()


def _compile(game: Game, part: Part) -> None:
    try:
        Compiler().compile(game, [part])
    except (CompilerFailed, OSError) as error:
        _log.warning("%s stays interpreted: %s", game.name, error)
        return
    allow_calls(game.rules.deal, Allowed.LOAD)
