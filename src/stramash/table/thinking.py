"""Thinking: bots choose in a few threads, as compiled rules release the GIL, at a pace people can follow."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
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


class Thinkers:
    """Watches tables for a bot that is to act."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._pool = ThreadPoolExecutor(rooms.settings.thinkers, "thinker")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thinking: set[tuple[str, int]] = set()
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
            spec = room.seats[player].bot
            if spec is None:
                return
            view = room.view(player)
            action = bots.make(self._rooms.able(room.game.name, spec)).choose(view)
            # The id makes the move happen once, even if two processes think for the same bot.
            room.play(player, room.game.notations[action], ply, f"bot-{version}")
        except TableError as error:  # somebody else was faster: that change has asked for a look of its own
            _log.info("a bot's move at table %s came too late: %s", room.id, error)
        except Exception:
            _log.exception("a bot could not move at table %s", room.id)
        finally:
            with self._lock:
                self._thinking.discard(moment)
