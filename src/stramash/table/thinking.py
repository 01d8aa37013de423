"""Thinking: bots choose in a few threads, as compiled rules release the GIL, at a pace people can follow."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from stramash import bots
from stramash.table.errors import TableError
from stramash.table.room import Room
from stramash.table.seats import BOT

if TYPE_CHECKING:
    from stramash.table.rooms import Rooms

__all__ = ["Thinkers"]

_log = logging.getLogger("stramash.table")

#: So many bots are remembered in the middle of their turns; the tree of one takes up to 12 MB
_MOST_KEPT = 24


class Thinkers:
    """Watches tables for a bot that is to act."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._pool = ThreadPoolExecutor(rooms.settings.thinkers, "thinker")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thinking: set[tuple[str, int]] = set()
        self._minds: OrderedDict[tuple[str, int], tuple[str, bots.Bot]] = OrderedDict()
        self._lock = threading.Lock()
        self._closed = False

    def pace_by(self, loop: asyncio.AbstractEventLoop) -> None:
        """Use this event loop to wait for the moment of a move."""
        self._loop = loop

    def close(self) -> None:
        """Let nobody begin to think any more."""
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)

    def look(self, room: Room) -> None:
        """Have a bot think about its move, if one is to act and none has been asked yet."""
        player = room.player
        if self._closed or player is None or room.seats[player].kind != BOT:
            return
        moment = (room.id, room.version)
        with self._lock:
            if moment in self._thinking:
                return
            self._thinking.add(moment)
        if room.getting_ready:
            self._rooms.warm_up.after_search(room.game.name, lambda: self._submit(room, moment))
            return
        happenings = room.since(room.version - 1)
        last = happenings[-1].at if happenings else time.time()
        delay = self._rooms.settings.pace - (time.time() - last)
        if delay <= 0 or self._loop is None:
            self._submit(room, moment)
        else:
            self._loop.call_soon_threadsafe(self._loop.call_later, delay, self._submit, room, moment)

    def _submit(self, room: Room, moment: tuple[str, int]) -> None:
        if not self._closed:
            self._pool.submit(self._move, room, moment)

    def _move(self, room: Room, moment: tuple[str, int]) -> None:
        try:
            player, ply, version = room.player, room.ply, room.version
            if player is None or (room.id, version) != moment:
                return
            seat = room.seats[player]
            if seat.kind != BOT or seat.bot is None:
                return
            view = room.view(player)
            able = self._rooms.able(room.game.name, seat.bot)
            bot = self._recall(room.id, player, able)
            action = bot.choose(view)
            # Before the move is made, since the next thought may begin as soon as that is heard of.
            self._remember(room.id, player, able, bot)
            # The id makes the move happen once, even if two processes think for the same bot.
            try:
                room.play(player, room.game.notations[action], ply, f"bot-{version}")
            finally:
                if room.player != player:
                    self._forget(room.id, player)
        except TableError as error:  # somebody else was faster: that change has asked for a look of its own
            _log.info("a bot's move at table %s came too late: %s", room.id, error)
        except Exception:
            _log.exception("a bot could not move at table %s", room.id)
        finally:
            with self._lock:
                self._thinking.discard(moment)

    def _recall(self, table_id: str, seat: int, spec: str) -> bots.Bot:
        """Return the bot that began this turn, with what it thought so far; else a new one.

        It is taken out while it thinks, so that no two threads ever have the same.
        """
        with self._lock:
            known, bot = self._minds.pop((table_id, seat), ("", None))
        return bot if bot is not None and known == spec else bots.make(spec)

    def _remember(self, table_id: str, seat: int, spec: str, bot: bots.Bot) -> None:
        with self._lock:
            self._minds[table_id, seat] = (spec, bot)
            while len(self._minds) > _MOST_KEPT:
                self._minds.popitem(last=False)

    def _forget(self, table_id: str, seat: int) -> None:
        """Drop a bot whose turn is over: what it thought is of no more use."""
        with self._lock:
            self._minds.pop((table_id, seat), None)
