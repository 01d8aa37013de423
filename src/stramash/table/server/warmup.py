"""Warming up: the rules of every game are compiled in the background, then the searches of the bots.

The server answers from its first second. Machine code stays on the disk, so this happens once on a machine;
servers that start at the same time wait for each other. The rules of all games come before the first search,
because a game can be played without one. A game that somebody asks for comes before the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass

from stramash import bots
from stramash.bots.search import grow_here
from stramash.core.game import Game
from stramash.games import load, names
from stramash.table.server.compiler import RULES, SEARCH, Compiler
from stramash.table.server.errors import BotNotReady, NotReady

__all__ = ["Progress", "WarmUp", "set_soon"]

_log = logging.getLogger("stramash.table")

#: How many games are prepared at a time, where there are cores for it
_WORKERS = 2


@dataclass
class Progress:
    """The progress of a game: `done` of `total` rules, whether bots can search, and a problem if any."""

    done: int = 0
    total: int = 1
    ready: bool = False
    search_ready: bool = False
    problem: str = ""


class WarmUp:
    """Prepares every game in threads of its own."""

    def __init__(self, *, start: bool = True) -> None:
        self._lock = threading.Condition()
        self._progress = {name: Progress() for name in names()}
        self._waiting = {RULES: names(), SEARCH: names()}
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
        for number in range(min(_WORKERS, os.cpu_count() or 1)):
            threading.Thread(target=self._work, name=f"warm-up-{number}", daemon=True).start()

    def close(self) -> None:
        """Start no more compilations."""
        with self._lock:
            self._closed = True
            self._lock.notify_all()
        self._compiler.close()

    # --- asking ----------------------------------------------------------------------------------

    def progress(self) -> dict[str, Progress]:
        """Return the progress of each game."""
        with self._lock:
            return {name: Progress(**vars(progress)) for name, progress in self._progress.items()}

    def ready(self, name: str) -> bool:
        """Return whether a game can be played now."""
        return self._progress[name].ready

    def search_ready(self, name: str) -> bool:
        """Return whether bots can search in a game now."""
        return self._progress[name].search_ready

    def search_awaited(self, name: str) -> bool:
        """Return whether the search of a game is still to be compiled."""
        return not self._progress[name].search_ready and not self._progress[name].problem

    def ask(self, name: str) -> None:
        """Move this game to the front of the queue; raise NotReady unless its rules are compiled."""
        progress = self._progress[name]
        if progress.ready:
            return
        self._hurry(name)
        if progress.problem:
            raise NotReady(f"the rules of {name} cannot be compiled here: {progress.problem}")
        raise NotReady(
            f"the rules of {name} are being compiled, once on this machine "
            f"({progress.done} of {progress.total}): try again in a few seconds"
        )

    def ask_search(self, name: str) -> None:
        """Move this game to the front of the queue; raise BotNotReady unless its search is compiled."""
        progress = self._progress[name]
        if progress.search_ready:
            return
        self._hurry(name)
        if progress.problem:
            raise BotNotReady(f"bots cannot think about {name} here: {progress.problem}")
        raise BotNotReady(
            f"the bot is getting ready: how to think about {name} is being compiled, once on this machine; "
            "try again in a minute"
        )

    def after_search(self, name: str, act: Callable[[], None]) -> None:
        """Call `act` when the search of a game is compiled or failed: now, or later from another thread."""
        with self._lock:
            if self.search_awaited(name):
                self._afterwards[name].append(act)
                act = _nothing
        self._hurry(name)
        act()

    def wait(self, name: str, timeout: float | None = None) -> bool:
        """Wait until the rules of a game are compiled; return whether they are."""
        with contextlib.suppress(NotReady):
            self.ask(name)
        with self._lock:
            self._lock.wait_for(lambda: self._progress[name].ready or self._progress[name].problem, timeout)
        return self._progress[name].ready

    def _hurry(self, name: str) -> None:
        self.start()
        with self._lock:
            for waiting in self._waiting.values():
                if name in waiting:
                    waiting.remove(name)
                    waiting.insert(0, name)

    # --- working ---------------------------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._next()) is not None:
            part, name = job
            progress = self._progress[name]
            try:
                self._prepare(load(name), part, progress)
            except Exception as error:  # one game that does not compile must not keep the others from it
                if not self._closed:
                    _log.exception("the %s of %s cannot be prepared", part, name)
                    progress.problem = f"{type(error).__name__}, see the server's log"
            self._tell(name)

    def _tell(self, name: str) -> None:
        """Wake everybody who waits for a game or for its search."""
        acts: list[Callable[[], None]] = []
        with self._lock:
            if not self.search_awaited(name):
                acts, self._afterwards[name] = self._afterwards[name], acts
            self._lock.notify_all()
        for act in acts:
            act()

    def _next(self) -> tuple[str, str] | None:
        """Return the next job: rules before searches, and a search only after its rules; None at the end."""
        with self._lock:
            while not self._closed:
                if self._waiting[RULES]:
                    return RULES, self._waiting[RULES].pop(0)
                given_up = {name for name, progress in self._progress.items() if progress.problem}
                self._waiting[SEARCH] = [name for name in self._waiting[SEARCH] if name not in given_up]
                for name in self._waiting[SEARCH]:
                    if self._progress[name].ready:
                        self._waiting[SEARCH].remove(name)
                        return SEARCH, name
                if not self._waiting[SEARCH]:
                    return None
                self._lock.wait()
        return None

    def _prepare(self, game: Game, part: str, progress: Progress) -> None:
        def tell(done: int, total: int) -> None:
            # the last step is a first game, in which bots and pages touch what else they need
            if part == RULES:
                progress.done, progress.total = done, total + 1

        self._compiler.compile(game, part, tell)
        if part == RULES:
            _touch(game)
            progress.done = progress.total
            progress.ready = True
            return
        grow_here(game)
        progress.search_ready = True


def _nothing() -> None:
    """Do nothing."""


def _touch(game: Game) -> None:
    """Load from the disk what a first page, move and simple bot need."""
    game.prepare()
    position = game.deal(seed=1)
    names = [str(seat) for seat in range(game.players)]
    for _ in range(4):
        if position.player is None:
            return
        view = position.view(position.player)
        for seen in (view, position.view(None)):
            seen.pieces(names)
            seen.tell_facts()
        _ = view.tensor, position.undoable, position.winners, position.scores
        position.log(None)
        position.play(bots.make("greedy", seed=1).choose(view))


def set_soon(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    """Set an event of an event loop from another thread; do nothing if the loop has ended."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(event.set)
