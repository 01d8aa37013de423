"""The PostgreSQL listener: processes that share a database notify each other with LISTEN/NOTIFY."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial

from stramash.table.server.database import CONNECTING
from stramash.table.server.errors import StoreUnavailable
from stramash.table.server.store import CHANNEL, Store

__all__ = ["PostgresListener"]

_log = logging.getLogger("stramash.table")

#: Seconds to wait for a notice before looking whether the server is closing
_PATIENCE = 1.0
#: Seconds between two attempts to read what a notice announced
_PAUSE = 1.0


class PostgresListener:
    """A thread that receives the notifications of other processes and starts a resync on the event loop.

    `resync(table, version)` reads one table; `resync_all()` reads all, after the connection was lost. One
    that fails because the database is away is tried again: nobody announces those events a second time.
    """

    def __init__(
        self,
        store: Store,
        resync: Callable[[str, int], Awaitable[None]],
        resync_all: Callable[[], Awaitable[None]],
    ) -> None:
        self._store = store
        self._resync = resync
        self._resync_all = resync_all
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._work, name="postgres-listener", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to listen, for the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join()

    def _work(self) -> None:
        while not self._closed.is_set():
            try:
                for table_id, version in self._notices():
                    self._call(partial(self._resync, table_id, version))
            except Exception as error:  # the database may be away for a while
                _log.warning("the connection for notices is lost (%s): trying again", error)
                self._closed.wait(_PATIENCE)

    def _call(self, resync: Callable[[], Awaitable[None]]) -> None:
        assert self._loop is not None
        with suppress(RuntimeError):  # the loop is closed: the server ends
            self._loop.call_soon_threadsafe(self._start_task, resync)

    def _start_task(self, resync: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.ensure_future(self._until_read(resync))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _until_read(self, resync: Callable[[], Awaitable[None]]) -> None:
        while not self._closed.is_set():
            try:
                await resync()
                break
            except StoreUnavailable as error:
                _log.warning("what another process did could not be read: %s", error)
            except Exception:
                _log.exception("what another process did could not be read")
                break
            await asyncio.sleep(_PAUSE)

    def _notices(self) -> Iterator[tuple[str, int]]:
        """Yield the notifications of other processes until the server closes."""
        import psycopg

        url = self._store.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        with psycopg.connect(address, autocommit=True, **CONNECTING) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._call(self._resync_all)  # for events before this connection listened
            while not self._closed.is_set():
                for notice in connection.notifies(timeout=_PATIENCE):
                    table_id, _, version = str(notice.payload).partition(" ")
                    yield table_id, int(version)
