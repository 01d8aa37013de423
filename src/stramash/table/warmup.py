"""Warming up: the rules compile in the background, the game somebody asked for first.

A server answers from its first second. What is compiled stays on the disk, so this happens once on a
machine; servers that start at the same time wait for each other instead of compiling the same twice.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from dataclasses import dataclass

from stramash import bots
from stramash.core.game import Game
from stramash.games import load, names
from stramash.table.errors import NotReady

__all__ = ["Progress", "WarmUp"]


@dataclass
class Progress:
    """How far a game is: `done` of `total` rules, and what went wrong if it did."""

    done: int = 0
    total: int = 1
    ready: bool = False
    problem: str = ""


class WarmUp:
    """Prepares every game, one after the other, in a thread of its own."""

    def __init__(self, *, start: bool = True) -> None:
        self._lock = threading.Condition()
        self._progress = {name: Progress() for name in names()}
        self._waiting = names()
        self._thread: threading.Thread | None = None
        if start:
            self.start()

    def start(self) -> None:
        """Begin, if it has not begun."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="warm-up", daemon=True)
                self._thread.start()

    def progress(self) -> dict[str, Progress]:
        """Return how far each game is."""
        with self._lock:
            return {name: Progress(**vars(progress)) for name, progress in self._progress.items()}

    def ready(self, name: str) -> bool:
        """Say whether a game can be played at once."""
        return self._progress[name].ready

    def ask(self, name: str) -> None:
        """Prepare this game before the others that still wait; raise NotReady unless it is prepared."""
        progress = self._progress[name]
        if progress.ready:
            return
        self.start()
        with self._lock:
            if name in self._waiting:
                self._waiting.remove(name)
                self._waiting.insert(0, name)
        if progress.problem:
            raise NotReady(f"the rules of {name} cannot be compiled here: {progress.problem}")
        raise NotReady(
            f"the rules of {name} are being compiled, once on this machine "
            f"({progress.done} of {progress.total}): try again in a few seconds"
        )

    def wait(self, name: str, timeout: float | None = None) -> bool:
        """Wait until a game is ready; say whether it is."""
        with contextlib.suppress(NotReady):
            self.ask(name)
        with self._lock:
            self._lock.wait_for(lambda: self._progress[name].ready or self._progress[name].problem, timeout)
        return self._progress[name].ready

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    return
                name = self._waiting.pop(0)
            progress = self._progress[name]
            try:
                self._prepare(name, progress)
            except Exception as error:  # one game that does not compile must not keep the others from it
                print(f"stramash: {name} cannot be prepared: {error!r}", file=sys.stderr)  # noqa: T201
                progress.problem = f"{type(error).__name__}, see the server's log"
            else:
                progress.ready = True
            with self._lock:
                self._lock.notify_all()

    def _prepare(self, name: str, progress: Progress) -> None:
        game = load(name)

        def note(done: int, total: int, _rule: str) -> None:
            # the last step is a first game, in which bots and pages touch what else they need
            progress.done, progress.total = done, total + 1

        game.prepare(note)
        _first_touch(game)
        progress.done = progress.total


def _first_touch(game: Game) -> None:
    """Load everything from the disk that a first move, a bot and a view will need."""
    position = game.deal(seed=1)
    for _ in range(4):
        if position.player is None:
            return
        view = position.view(position.player)
        position.view(None)
        for bot in bots.names():
            action = bots.make(bot, seed=1).choose(view)
        position.play(action)
    _ = position.winners, position.scores
