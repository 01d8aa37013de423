"""The bot runner: when a bot is to act, it thinks in a thread, and its move is submitted like any other.

A move that fails is tried again, with growing pauses, for as long as the bot is to act: while the database is
away, and after an error in the bot. A bot that fails again and again, or does not come to an end, is replaced
by a simpler one. While the machine code of a bot is being compiled, a quick bot decides in its place.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from functools import partial

from stramash import bots
from stramash.core.position import View
from stramash.table.domain.commands import SERVER, BotChoice, Play, ReplaceBot
from stramash.table.domain.events import Moved
from stramash.table.domain.seats import BOT, LOCAL, PERSON, Seat
from stramash.table.domain.state import TableState
from stramash.table.server.errors import NoTable, StoreUnavailable
from stramash.table.server.fair_pool import FairPool
from stramash.table.server.room import Room
from stramash.table.server.seating import choose_bot
from stramash.table.settings import ServerSettings

__all__ = ["BotRunner"]

_log = logging.getLogger("stramash.table")

#: Seconds before the first and the longest pause between two attempts
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
#: How often a bot may fail at one decision before a simpler one takes its seat
_FAILURES = 3
#: The most bots kept in the middle of their turns; the tree of each takes up to 12 MB
MOST_KEPT = 24


class BotRunner:
    """Runs the turns of bots. Only the event loop uses it."""

    def __init__(self, settings: ServerSettings, pool: FairPool) -> None:
        self._settings = settings
        self._pool = pool
        self._turns: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._tables: Counter[str] = Counter()
        self._minds: OrderedDict[tuple[str, int | None], tuple[str, bots.Bot]] = OrderedDict()
        self._closed = False

    async def close(self) -> None:
        """Start no more turns, and end those that run."""
        self._closed = True
        turns = list(self._turns.values())
        for task in turns:
            task.cancel()
        await asyncio.gather(*turns, return_exceptions=True)

    def look(self, room: Room) -> None:
        """Start the turn of the bot that is to act, if there is one and its turn has not started."""
        state = room.state
        moment = (room.id, state.version)
        if self._closed or moment in self._turns or _bot_to_act(state) is None:
            return
        task = self._turns[moment] = asyncio.create_task(self._take_turn(room, state))
        self._tables[room.id] += 1
        task.add_done_callback(lambda _: self._end(moment))

    def _end(self, moment: tuple[str, int]) -> None:
        del self._turns[moment]
        self._tables[moment[0]] -= 1
        if not self._tables[moment[0]]:
            del self._tables[moment[0]]

    def thinks_at(self, table_id: str) -> bool:
        """Return whether a turn of a bot has begun at a table."""
        return table_id in self._tables

    async def _take_turn(self, room: Room, state: TableState) -> None:
        """Think and submit the move; try again after a failure, until the table has moved on."""
        pause, failures = _FIRST_PAUSE, 0
        await self._wait_for_pace(room, state)
        while room.state is state:
            try:
                if failures < _FAILURES or not await self._replaced(room, state):
                    await self._move(room, state)
                return
            except StoreUnavailable as error:
                _log.warning("a bot's move at table %s could not be stored: %s", room.id, error)
            except NoTable as error:
                _log.info("a bot has nowhere to move: %s", error)
                return
            except Exception as error:
                if room.state is not state:  # another event was stored first; it has started another turn
                    _log.info("a bot's move at table %s came too late: %s", room.id, error)
                    return
                # one that does not end is not asked again: each time takes a thread
                failures = _FAILURES if isinstance(error, TimeoutError) else failures + 1
                self._minds.pop((room.id, state.player), None)
                _log.exception("a bot failed at table %s, for the %d. time", room.id, failures)
                if failures == _FAILURES:
                    continue
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _wait_for_pace(self, room: Room, state: TableState) -> None:
        """Wait until people have seen the last change for a moment; a monotonic clock measures it.

        The actions of one turn follow each other without a pause.
        """
        goes_on = bool(state.log) and isinstance(state.log[-1], Moved) and state.log[-1].seat == state.player
        if room.changed_at is None or goes_on:
            return
        since = asyncio.get_running_loop().time() - room.changed_at
        if since < self._settings.pace:
            await asyncio.sleep(self._settings.pace - since)

    async def _move(self, room: Room, state: TableState) -> None:
        seat = _bot_to_act(state)
        assert seat is not None
        spec = str(seat.bot)
        bot = self._recall(room.id, seat.seat, spec)
        view = state.view(seat.seat)
        action = await self._pool.run(
            partial(_choose, bots.fallback_for(bot, view.game), view),
            _owner(room),
            patient=not _has_people(state),
        )
        # Before the move is submitted, because the next decision may start as soon as it is stored.
        self._remember(room.id, seat.seat, spec, bot)
        command = Play(
            # The same in every process: if two processes think for the same bot, one move is stored.
            id=f"bot-{state.version}",
            by=SERVER,
            version=state.version,
            at=time.time(),
            seat=seat.seat,
            action=action,
            ply=state.ply,
        )
        try:
            await room.submit(command)
        finally:
            if room.state.player != seat.seat:
                self._minds.pop((room.id, seat.seat), None)

    async def _replaced(self, room: Room, state: TableState) -> bool:
        """Replace the bot by a simpler one; return whether it was replaced."""
        seat = _bot_to_act(state)
        assert seat is not None
        simpler = self._simpler(str(seat.bot))
        if simpler is None:
            return False
        command = ReplaceBot(
            id=f"replace-{state.version}",
            by=SERVER,
            version=state.version,
            at=time.time(),
            seat=seat.seat,
            bot=simpler,
        )
        await room.submit(command)
        return True

    def _simpler(self, spec: str) -> BotChoice | None:
        """Return the bot that replaces one that fails: the one that takes over empty seats, then random."""
        takeover = self._settings.takeover_bot
        if spec not in (takeover, "random"):
            return choose_bot(takeover, self._settings)
        return choose_bot("random", self._settings) if spec != "random" else None

    def _recall(self, table_id: str, seat: int, spec: str) -> bots.Bot:
        """Return the bot that began this turn, with its search tree, else a new one.

        It is removed from the cache while it thinks, so that two threads never share a bot.
        """
        known, bot = self._minds.pop((table_id, seat), ("", None))
        return bot if bot is not None and known == spec else bots.make(spec)

    def _remember(self, table_id: str, seat: int, spec: str, bot: bots.Bot) -> None:
        self._minds[table_id, seat] = (spec, bot)
        while len(self._minds) > MOST_KEPT:
            self._minds.popitem(last=False)


def _choose(bot: bots.Bot, view: View) -> str:
    return view.notation(bot.choose(view))


def _bot_to_act(state: TableState) -> Seat | None:
    player = state.player
    if player is None or state.seats[player].kind != BOT:
        return None
    return state.seats[player]


def _has_people(state: TableState) -> bool:
    return any(seat.kind in (PERSON, LOCAL) for seat in state.seats)


def _owner(room: Room) -> str:
    """Return the owner of a job in the fair pool: the address of the last player, else the creator."""
    return room.origin or room.state.setup.creator or room.id
