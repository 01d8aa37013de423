"""The services of one server process, put together: store, lobby, pub/sub, bots, reviews, compiler."""

from __future__ import annotations

import asyncio
import gc
import logging

from stramash.table.server.bot_runner import BotRunner
from stramash.table.server.chat import Chat
from stramash.table.server.clocks import Clocks
from stramash.table.server.fair_pool import FairPool
from stramash.table.server.listener import PostgresListener
from stramash.table.server.lobby import Lobby
from stramash.table.server.pubsub import PubSub
from stramash.table.server.reviewer import Reviewer
from stramash.table.server.room import Room
from stramash.table.server.seating import check_bots
from stramash.table.server.store import Store
from stramash.table.server.warmup import WarmUp
from stramash.table.settings import ServerSettings

__all__ = ["Services"]

_log = logging.getLogger("stramash.table")

#: Seconds between two searches for expired tables, and between two checks of an unusable database
_PRUNE_EVERY, _LOOK_EVERY = 3600.0, 2.0


class Services:
    """Everything that requests share. It is made before the event loop runs, and started on it."""

    def __init__(self, settings: ServerSettings) -> None:
        check_bots(settings)
        self.settings = settings
        self.store = Store(settings.database, settings.tables_an_hour)
        self.warm_up = WarmUp(start=settings.warm_up)
        self.pubsub = PubSub(settings.streams_a_client)
        self.chat = Chat(self.store, self.pubsub.publish)
        self.pool = FairPool(settings.thinkers)
        self.bots = BotRunner(settings, self.pool)
        self.reviewer = Reviewer(self.store, self.warm_up, settings.review_budget)
        self.lobby = Lobby(
            settings,
            self.store,
            self.warm_up,
            publish=self.publish,
            in_use=self._in_use,
        )
        self.clocks = Clocks(settings, self.store, self.lobby.get)
        self._chores: list[asyncio.Task[None]] = []
        self._listener = (
            PostgresListener(self.store, self._resync, self.lobby.resync_all) if self.store.postgres else None
        )

    def start(self) -> None:
        """Begin what needs the running event loop."""
        if self._listener is not None:
            self._listener.start()
        chores = (self._prune(), self._watch_database(), self.clocks.watch())
        self._chores = [asyncio.create_task(chore) for chore in chores]

    async def _prune(self) -> None:
        """Delete expired tables and run a full garbage collection, once an hour."""
        while True:
            await asyncio.sleep(_PRUNE_EVERY)
            try:
                await self.store.prune(self.settings)
            except Exception as error:  # the next attempt may succeed
                _log.warning("expired tables were not deleted: %s", error)
            gc.collect()  # in between, the collector examines young objects only

    async def _watch_database(self) -> None:
        """Check an unusable database again until it is usable, so that no restart is needed."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            if self.store.problem:
                try:
                    await self.store.check()
                except Exception:
                    _log.exception("the database could not be looked at")

    async def _resync(self, table_id: str, version: int) -> None:
        """Read what another process stored: an event, or a message, which has no version."""
        if version:
            await self.lobby.resync(table_id, version)
        else:
            await self.chat.resync(table_id)

    def publish(self, room: Room) -> None:
        """Announce the new state of a room to its subscribers and to the bot runner."""
        self.pubsub.publish(room.id)
        self.bots.look(room)
        self.clocks.look(room)

    def _in_use(self, room: Room) -> bool:
        """Return whether a room must stay in memory: a second one for its table would miss events."""
        return room.busy or self.pubsub.is_followed(room.id) or self.bots.thinks_at(room.id)

    async def close(self) -> None:
        """Stop thinking and close the database."""
        self.warm_up.close()
        for chore in self._chores:
            chore.cancel()
        if self._listener is not None:
            await asyncio.to_thread(self._listener.close)
        await self.clocks.close()
        await self.bots.close()
        await self.reviewer.close()
        await asyncio.to_thread(self.pool.close)
        await asyncio.to_thread(self.store.close)
