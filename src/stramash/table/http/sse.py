"""Server-sent events: what happens at a table, numbered, so that nobody misses anything.

The id of an event is its version. A client that comes back says the last id it saw (`Last-Event-ID`, as
browsers do by themselves, or `?after=`) and gets what it missed. Every event carries the digest of the public
position: a client that has another one loads the table again.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from stramash.table.server.pubsub import PubSub, Subscription
from stramash.table.server.room import Room

__all__ = ["EventStream"]

#: Milliseconds after which a browser that lost the connection tries again
_RETRY = 1000


class EventStream(StreamingResponse):
    """The events of a table after a version, then those to come; it frees its subscription at the end."""

    media_type = "text/event-stream"

    def __init__(
        self,
        room: Room,
        subscription: Subscription,
        pubsub: PubSub,
        *,
        holder: str | None,
        after: int | None,
        heartbeat: float,
    ) -> None:
        self._subscription = subscription
        super().__init__(
            _lines(room, subscription, pubsub, holder, after, heartbeat),
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._subscription.close()


async def _lines(
    room: Room,
    subscription: Subscription,
    pubsub: PubSub,
    holder: str | None,
    after: int | None,
    heartbeat: float,
) -> AsyncIterator[str]:
    yield f"retry: {_RETRY}\n\n"
    state = room.state
    seen = state.version if after is None else after
    if seen > state.version:  # the client knows events that this log does not have: it starts again
        yield _event("reset", state.version, {"version": state.version, "digest": state.digest})
        seen = state.version
    while not pubsub.closing:
        state = room.state
        for event in state.since(seen):
            yield _event("update", event.version, state.told(event, state.seats_of(holder)))
            seen = event.version
        if not await subscription.changed(heartbeat):
            yield ": still here\n\n"


def _event(kind: str, number: int, content: dict[str, Any]) -> str:
    return f"id: {number}\nevent: {kind}\ndata: {json.dumps(content, separators=(',', ':'))}\n\n"
