"""The reviewer: evaluates the moves of finished games in its own thread and stores the reviews.

Addresses take turns, so that a visitor with many games delays another visitor by one game at most.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from typing import Any

from stramash.arena.review import Review, evaluate_moves, mark_of_reviews
from stramash.bots.compiled import bots_are_compiled
from stramash.bots.search import Budget
from stramash.games import replay
from stramash.table.domain.errors import NotYet
from stramash.table.domain.state import OVER, TableState
from stramash.table.server.errors import TooMuch
from stramash.table.server.fair_pool import FairPool
from stramash.table.server.store import Store
from stramash.table.server.warmup import WarmUp, set_soon

__all__ = ["Reviewer", "Reviewing"]

_log = logging.getLogger("stramash.table")

#: How many games may wait for their review, of everybody and of one address
_MOST_WAITING, _MOST_FOR_ONE = 100, 10
#: How many failed reviews are kept
_MOST_FAILED = 100
#: Seconds that a review may take for each action, far more than one that works
_LONGEST_ACTION = 30.0


@dataclass
class Reviewing:
    """The progress of a review: the address that wants it, `done` of `total` actions, whether it failed."""

    owner: str
    done: int
    total: int
    failed: bool = False


class Reviewer:
    """Computes reviews in the background. The search releases the GIL, so other threads go on."""

    def __init__(self, store: Store, warm_up: WarmUp, budget: str) -> None:
        self._store = store
        self._warm_up = warm_up
        self._budget = Budget.read(budget)
        self._pool = FairPool(1)
        self._running: dict[str, Reviewing] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def close(self) -> None:
        """Stop after the action that is being evaluated; an unfinished review can be asked for again."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._pool.close)

    async def kept(self, state: TableState) -> dict[str, Any] | None:
        """Return the stored review, None if there is none, or only one by other bots or rules."""
        if state.game is None or state.position is None:
            return None
        found = await self._store.review(state.id)
        return found if found is not None and found.get("mark") == mark_of_reviews(state.game) else None

    def progress(self, table_id: str) -> Reviewing | None:
        """Return the progress of a review that was asked for here."""
        return self._running.get(table_id)

    async def ask(self, state: TableState, owner: str) -> None:
        """Review a finished game for the visitors of an address, unless that is done or under way."""
        if state.status != OVER:
            raise NotYet("a game is reviewed when it is over")
        state.the_position()
        if await self.kept(state) is not None or self._closed:
            return
        running = self._running.get(state.id)
        if running is not None and not running.failed:
            return
        failed = [table_id for table_id, one in self._running.items() if one.failed]
        waiting = [one.owner for one in self._running.values() if not one.failed]
        if len(waiting) >= _MOST_WAITING or waiting.count(owner) >= _MOST_FOR_ONE:
            raise TooMuch("many games wait for their review: ask again in a few minutes")
        for table_id in failed[:-_MOST_FAILED]:
            del self._running[table_id]
        self._running[state.id] = Reviewing(owner, 0, state.ply)
        task = asyncio.create_task(self._review(state))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _review(self, state: TableState) -> None:
        progress, loop = self._running[state.id], asyncio.get_running_loop()
        ready = asyncio.Event()
        self._warm_up.after_bots(state.setup.game, lambda: set_soon(loop, ready))
        await ready.wait()
        try:
            if not bots_are_compiled(state.the_position().game):
                raise RuntimeError("reviews need compiled bots, and they could not be compiled")
            limit = _LONGEST_ACTION * (state.ply + 1)
            found = await self._pool.run(
                partial(self._evaluate, state, progress), progress.owner, limit=limit
            )
            if found is not None:
                await self._store.keep_review(state.id, found)
        except Exception:
            _log.exception("the review of table %s failed", state.id)
            progress.failed = True
        else:
            self._running.pop(state.id, None)

    def _evaluate(self, state: TableState, progress: Reviewing) -> dict[str, Any] | None:
        """Evaluate every action; None if the server ends meanwhile."""
        assert state.game is not None
        evaluated = []
        for move in evaluate_moves(list(replay(state.record())), self._budget):
            if self._closed:
                return None
            evaluated += [] if move is None else [move]
            progress.done += 1
        review = Review(state.game, tuple(evaluated), tuple(state.winners))
        return review.to_dict() | {"mark": mark_of_reviews(state.game)}
