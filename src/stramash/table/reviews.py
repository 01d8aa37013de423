"""Reviews: finished games looked at again, one at a time, in a thread of its own, and kept with the game."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from stramash.arena.review import Review, judge_moves, mark_of_reviews
from stramash.bots.search import Budget
from stramash.games import replay
from stramash.table.errors import NotYet, TooMuch
from stramash.table.happenings import OVER
from stramash.table.room import Room
from stramash.table.store import Store
from stramash.table.warmup import WarmUp

__all__ = ["Reviewing", "Reviews"]

_log = logging.getLogger("stramash.table")

#: So many games may wait for their review
_MOST_WAITING = 100
#: Of so many it is remembered that their review broke off
_MOST_FAILED = 100


@dataclass
class Reviewing:
    """How far a review is: `done` of `total` actions; whether it broke off."""

    done: int
    total: int
    failed: bool = False


class Reviews:
    """Computes reviews in the background. The search releases the GIL, so nobody waits for it."""

    def __init__(self, store: Store, warm_up: WarmUp, budget: str) -> None:
        self._store = store
        self._warm_up = warm_up
        self._budget = Budget.read(budget)
        self._pool = ThreadPoolExecutor(1, "reviewer")
        self._running: dict[str, Reviewing] = {}
        self._lock = threading.Lock()
        self._closed = False

    def close(self) -> None:
        """Stop after the action that is being looked at; what is not finished can be asked for again."""
        with self._lock:
            self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def kept(self, room: Room) -> dict[str, Any] | None:
        """Return the review of a game, None if there is none yet, or only one by other bots or rules."""
        found = self._store.review(room.id)
        return found if found is not None and found.get("mark") == mark_of_reviews(room.game) else None

    def progress(self, table_id: str) -> Reviewing | None:
        """Return how far a review is that was asked for here."""
        with self._lock:
            return self._running.get(table_id)

    def ask(self, room: Room) -> None:
        """Have a finished game reviewed, unless it is or is being."""
        if room.status != OVER:
            raise NotYet("a game is reviewed when it is over")
        if self.kept(room) is not None:
            return
        with self._lock:
            running = self._running.get(room.id)
            if self._closed or (running is not None and not running.failed):
                return
            failed = [table_id for table_id, one in self._running.items() if one.failed]
            if len(self._running) - len(failed) >= _MOST_WAITING:
                raise TooMuch("many games wait for their review: ask again in a few minutes")
            for table_id in failed[:-_MOST_FAILED]:
                del self._running[table_id]
            self._running[room.id] = Reviewing(0, room.ply)
        self._warm_up.after_search(room.game.name, lambda: self._begin(room))

    def _begin(self, room: Room) -> None:
        with self._lock:
            if not self._closed:
                self._pool.submit(self._review, room)

    def _review(self, room: Room) -> None:
        progress = self._running[room.id]
        try:
            positions = list(replay(room.record()))
            judged = []
            for move in judge_moves(positions, self._budget):
                if self._closed:
                    return
                judged += [] if move is None else [move]
                progress.done += 1
            found = Review(room.game, tuple(judged), tuple(room.winners))
            self._store.keep_review(room.id, found.to_dict() | {"mark": mark_of_reviews(room.game)})
        except Exception:
            _log.exception("the review of table %s broke off", room.id)
            progress.failed = True
        else:
            with self._lock:
                del self._running[room.id]
