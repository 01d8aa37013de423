"""Server-sent events: everything that happens at a table, numbered, so that nobody misses anything.

The id of an event is the table's version after it. A client that comes back says the last id it saw
(`Last-Event-ID`, as browsers do by themselves, or `?after=`) and gets exactly what it missed. Every event
carries the digest of the public state. Nothing hidden is ever in one: a move is told as its seat may see it.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from typing import Any

from fastapi.concurrency import run_in_threadpool

from stramash.table.happenings import MOVE, Happening
from stramash.table.room import Room
from stramash.table.rooms import Rooms

__all__ = ["stream", "tell"]

#: Milliseconds after which a browser that lost the line tries again
_RETRY = 1000


def tell(room: Room, happening: Happening, seats: list[int]) -> dict[str, Any]:
    """Return a happening as those who hold these seats may know it."""
    told: dict[str, Any] = {
        "version": happening.version,
        "kind": happening.kind,
        "seat": happening.seat,
        "ply": happening.ply,
        "digest": happening.digest,
    }
    if happening.kind == MOVE and happening.action is not None:
        notation = room.game.notations[happening.action]
        veiled = None if happening.seat in seats else room.game.veil(happening.action)
        told["action"] = notation if veiled is None else veiled
    elif happening.content:
        told["content"] = happening.content
    return told


async def stream(
    rooms: Rooms, table_id: str, secret: str | None, after: int | None, address: str = ""
) -> AsyncIterator[str]:
    """Yield the events of a table after a version, then those to come, as the text of an event stream."""
    loop = asyncio.get_running_loop()
    changed = asyncio.Event()
    here = threading.get_ident()

    def wake() -> None:
        if threading.get_ident() == here:
            changed.set()
        else:
            loop.call_soon_threadsafe(changed.set)

    stop = rooms.listen(table_id, wake, address)  # a room with a listener is not forgotten
    try:
        room = await run_in_threadpool(rooms.get, table_id)
        yield f"retry: {_RETRY}\n\n"
        seen = room.version if after is None else after
        if seen > room.version:  # a client that knows a future this log does not have starts afresh
            yield _event("reset", room.version, {"version": room.version, "digest": room.digest})
            seen = room.version
        while not rooms.closing:
            changed.clear()
            for happening in room.since(seen):
                yield _event("update", happening.version, tell(room, happening, room.seats_of(secret)))
                seen = happening.version
            try:
                await asyncio.wait_for(changed.wait(), rooms.settings.heartbeat)
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        stop()


def _event(kind: str, number: int, content: dict[str, Any]) -> str:
    return f"id: {number}\nevent: {kind}\ndata: {json.dumps(content, separators=(',', ':'))}\n\n"
