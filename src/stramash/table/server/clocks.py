"""Clocks: when a player's time runs out, the server submits a command to the table.

A table in memory has a timer for the person who is to act. Tables that are not in memory, and those whose
clock runs for days, are looked for in the database from time to time. If several processes submit the
command, the log stores one event. While a table is in memory, its time is measured on the monotonic clock of
the event loop: a system clock that jumps, or a computer that sleeps, ends no game.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary

from stramash.table.domain.commands import SERVER, RunOut
from stramash.table.domain.errors import TableError
from stramash.table.server.errors import StoreUnavailable
from stramash.table.server.room import Room
from stramash.table.server.seating import choose_bot
from stramash.table.server.store import Store
from stramash.table.settings import ServerSettings

__all__ = ["Clocks"]

_log = logging.getLogger("stramash.table")

#: Seconds between two queries of the database
_LOOK_EVERY = 30.0
#: Tables that one query returns at most
_AT_ONCE = 500
#: A timer is set for the last minutes only; the query finds clocks that run longer
_AHEAD = 600.0
#: Seconds that a move may arrive late after the time has run out
_ALLOWANCE = 1.0
#: Seconds until the next attempt while the database does not answer
_PAUSE = 2.0


class Clocks:
    """Watches the clocks of all tables. Only the event loop uses it."""

    def __init__(
        self, settings: ServerSettings, store: Store, find_room: Callable[[str], Awaitable[Room]]
    ) -> None:
        self._settings = settings
        self._store = store
        self._find_room = find_room
        self._timers: dict[str, asyncio.TimerHandle] = {}
        #: for each room in memory: when its time runs out, as recorded and on the monotonic clock
        self._ends: WeakKeyDictionary[Room, tuple[float, float]] = WeakKeyDictionary()
        #: tables that cannot be replayed here: nobody is to act there
        self._archived: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def look(self, room: Room) -> None:
        """Set the timer of a room to the player who is to act now."""
        if timer := self._timers.pop(room.id, None):
            timer.cancel()
        due, clock = room.state.due, room.state.setup.terms.clock
        if due is None or clock is None:
            return
        left = self._left(room, due, clock)
        if left <= _AHEAD:
            self._set(room.id, due, max(left, 0.0))

    def _left(self, room: Room, due: float, clock: int) -> float:
        """Return how many seconds the player to act has left."""
        now = asyncio.get_running_loop().time()
        known, end = self._ends.get(room, (None, 0.0))
        if known != due:
            left = min(due - time.time(), clock) + _ALLOWANCE
            if room.changed_at is None:  # it was just loaded: perhaps the server was down
                left = max(left, min(self._settings.clock_grace, clock))
            end = now + left
            self._ends[room] = due, end
        return end - now

    def _set(self, table_id: str, due: float, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timers[table_id] = loop.call_later(seconds, self._begin, table_id, due)

    def _begin(self, table_id: str, due: float) -> None:
        self._timers.pop(table_id, None)
        task = asyncio.create_task(self._run_out(table_id, due))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run_out(self, table_id: str, due: float) -> None:
        try:
            room = await self._find_room(table_id)
            state = room.state
            if state.due != due or state.player is None:
                self.look(room)  # another process had stored an action
                return
            await room.submit(
                RunOut(
                    id=f"clock-{state.version}",
                    by=SERVER,
                    version=state.version,
                    at=max(time.time(), due),  # the timer is monotonic: the wall clock may have jumped back
                    seat=state.player,
                    takeover=choose_bot(self._settings.takeover_bot, self._settings),
                )
            )
        except StoreUnavailable as error:
            _log.warning("the time at table %s ran out, and that could not be stored: %s", table_id, error)
            self._set(table_id, due, _PAUSE)
        except TableError as error:  # another command was stored first
            _log.info("the time at table %s did not run out: %s", table_id, error)

    async def watch(self) -> None:
        """Query the database for tables that are not in memory, until the task is cancelled."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            try:
                await self.find_overdue()
            except StoreUnavailable as error:
                _log.warning("clocks could not be looked at: %s", error)
            except Exception:
                _log.exception("clocks could not be looked at")

    async def find_overdue(self) -> None:
        """Set the timers of the tables whose time has run out by the database."""
        last = ""
        while found := await self._store.overdue(time.time(), _AT_ONCE, after=last):
            last = found[-1]
            for table_id in found:
                if table_id not in self._timers and table_id not in self._archived:
                    await self._find(table_id)

    async def _find(self, table_id: str) -> None:
        try:
            room = await self._find_room(table_id)
        except StoreUnavailable:
            raise
        except Exception as error:  # it was deleted meanwhile, or it is damaged: the others are found
            _log.warning("the clock of table %s could not be looked at: %s", table_id, error)
            return
        if room.state.archived:
            self._archived.add(table_id)
        self.look(room)

    async def close(self) -> None:
        """Stop all timers."""
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
