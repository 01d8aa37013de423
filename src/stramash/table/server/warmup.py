"""Warming up: every game is compiled in the background, while people play it interpreted.

Machine code stays on the disk, so this happens once on a machine; servers that start at the same time wait
for each other. A child process compiles a game: its rules, then its bots, then what pages call. The games
that somebody plays come first.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from stramash.bots.compiled import BOTS, bots_are_compiled, bots_mark
from stramash.core.background import RULES, Compiler, Part
from stramash.core.game import Game
from stramash.core.machine_code import Allowed
from stramash.core.rule import allow_calls, home_of, ready_mark
from stramash.games import load, names
from stramash.table.server.rehearsal import REHEARSAL, rehearsal_mark

__all__ = ["Progress", "WarmUp", "set_soon"]

_log = logging.getLogger("stramash.table")

#: Threads for any game, and for games that somebody plays: those never wait for the others
_ANY, _ASKED_FOR = 1, 1


@dataclass(frozen=True)
class Progress:
    """How far a game is compiled: `done` of `total` rules, its rules, its bots, and a problem if any."""

    done: int = 0
    total: int = 1
    rules_ready: bool = False
    bots_ready: bool = False
    problem: str = ""

    @property
    def settled(self) -> bool:
        """Whether compilation has ended: the bots are compiled, or an error prevents it."""
        return self.bots_ready or bool(self.problem)


class WarmUp:
    """Compiles every game, in child processes; threads wait for them."""

    def __init__(self, *, start: bool = True) -> None:
        self._lock = threading.Condition()
        self._progress = {name: Progress() for name in names()}
        self._waiting, self._asked_for = names(), list[str]()
        self._afterwards: dict[str, list[Callable[[], None]]] = {name: [] for name in names()}
        self._compiler = Compiler()
        self._started = self._closed = False
        if start:
            self.start()

    def start(self) -> None:
        """Start the worker threads, once."""
        with self._lock:
            if self._started:
                return
            self._started = True
        for number in range(_ANY + _ASKED_FOR):
            threading.Thread(
                target=self._work, args=(number < _ANY,), name=f"warm-up-{number}", daemon=True
            ).start()

    def close(self) -> None:
        """Start no more compilations, and end those that run."""
        with self._lock:
            self._closed = True
            self._lock.notify_all()
        self._compiler.close()

    # --- Queries ----------------------------------------------------------------------------------

    def progress(self) -> dict[str, Progress]:
        """Return the progress of each game."""
        with self._lock:
            return dict(self._progress)

    def hurry(self, name: str) -> None:
        """Compile a game before games that nobody plays."""
        self.start()
        with self._lock:
            if name in self._waiting:
                self._waiting.remove(name)
                self._asked_for.append(name)
                self._lock.notify_all()

    def after_bots(self, name: str, act: Callable[[], None]) -> None:
        """Call `act` when the bots of a game are compiled or failed: now, or later from another thread."""
        self.hurry(name)
        with self._lock:
            if not self._progress[name].settled:
                self._afterwards[name].append(act)
                return
        act()

    def wait(self, name: str, timeout: float | None = None) -> bool:
        """Wait until the rules of a game are compiled; return whether they are."""
        self.hurry(name)
        with self._lock:
            self._lock.wait_for(lambda: self._has_rules(name) or self._progress[name].problem, timeout)
            return self._has_rules(name)

    def _has_rules(self, name: str) -> bool:
        return self._progress[name].rules_ready

    # --- Worker threads ---------------------------------------------------------------------------------

    def _work(self, any_game: bool) -> None:
        while (name := self._next(any_game)) is not None:
            try:
                self._prepare(load(name))
            except Exception as error:  # an error in one game must not stop the compilation of the others
                if not self._closed:
                    _log.exception("%s cannot be compiled", name)
                    self._report(name, problem=f"{type(error).__name__}, see the server's log")

    def _next(self, any_game: bool) -> str | None:
        """Return the next game to compile, None when there is no more."""
        with self._lock:
            while not self._closed and (self._asked_for or self._waiting):
                if self._asked_for:
                    return self._asked_for.pop(0)
                if any_game:
                    return self._waiting.pop(0)
                self._lock.wait()
            return None

    def _prepare(self, game: Game) -> None:
        parts = {RULES: ready_mark(game.rules.deal, game.name), BOTS: bots_mark(game)}
        parts[REHEARSAL] = rehearsal_mark(game)
        missing = [part for part, mark in parts.items() if not _exists(game, mark)]
        for part in parts:
            if part not in missing:
                self._use(game, part)
        if missing:
            self._compiler.compile(game, missing, lambda *progress: self._record(game, *progress))

    def _record(self, game: Game, part: Part, done: int, total: int) -> None:
        """Store the progress that the child process reports."""
        if done == total:
            self._use(game, part)
        elif part == RULES:
            self._report(game.name, done=done, total=total)

    def _use(self, game: Game, part: Part) -> None:
        """Use machine code from the next call on."""
        allow_calls(game.rules.deal, Allowed.LOAD)
        if part == RULES:
            total = self._progress[game.name].total
            self._report(game.name, done=total, rules_ready=True)
        if part == BOTS:
            self._report(game.name, bots_ready=bots_are_compiled(game))

    def _report(self, name: str, **news: int | bool | str) -> None:
        """Store the progress of a game and wake all who wait for it."""
        acts: list[Callable[[], None]] = []
        with self._lock:
            self._progress[name] = replace(self._progress[name], **news)  # type: ignore[arg-type]
            if self._progress[name].settled:
                acts, self._afterwards[name] = self._afterwards[name], acts
            self._lock.notify_all()
        for act in acts:
            act()


def _exists(game: Game, mark: Path) -> bool:
    """Return whether a part is compiled; rules that only run interpreted have nothing to compile."""
    return home_of(game.rules.deal) is None or mark.exists()


def set_soon(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    """Set an event of an event loop from another thread; do nothing if the loop has ended."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(event.set)
