"""Listening: processes that share a PostgreSQL database hear of each other's events by LISTEN/NOTIFY."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from stramash.table.store import CHANNEL

if TYPE_CHECKING:
    from stramash.table.rooms import Rooms

__all__ = ["Ear"]

_log = logging.getLogger("stramash.table")

#: Seconds to wait for a notice before looking whether the server is closing
_PATIENCE = 1.0


class Ear:
    """A thread that hears what other processes did, and tells the rooms of this one."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._work, name="ear", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._closed.is_set():
            try:
                for table_id, version in self._notices():
                    self._rooms.heard(table_id, version)
            except Exception:  # the database may be away for a while: the rooms still answer what they know
                _log.exception("the line to the other processes is cut: trying again")
                self._closed.wait(_PATIENCE)

    def _notices(self) -> Iterator[tuple[str, int]]:
        """Yield what others announce, until the server closes."""
        import psycopg

        url = self._rooms.store.engine.url.set(drivername="postgresql")
        with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._rooms.heard_nothing()  # whatever happened before we listened
            while not self._closed.is_set():
                for notice in connection.notifies(timeout=_PATIENCE):
                    yield _read(notice)


def _read(notice: Any) -> tuple[str, int]:
    table_id, _, version = str(notice.payload).partition(" ")
    return table_id, int(version)
