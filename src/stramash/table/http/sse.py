"""Server-sent events of a table, numbered so that a client can resume without a gap.

The id of an event is its version. A client that comes back says the last id it saw (`Last-Event-ID`, as
browsers do by themselves, or `?after=`) and gets what it missed. Every event carries the digest of the public
position: a client that has another one loads the table again.

A `Feed` says what a stream sends: `EventFeed` is that of the API; pages have their own.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any, Protocol

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from stramash.table.domain.state import TableState
from stramash.table.server.pubsub import PubSub, Subscription
from stramash.table.server.room import Room

__all__ = ["EventFeed", "EventStream", "Feed", "last_seen", "message"]

#: Milliseconds after which a browser that lost the connection tries again
_RETRY = 1000
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
#: Digits of the largest version that a client may name
_DIGITS = 9


class Feed(Protocol):
    """What one stream sends."""

    def news(self, state: TableState) -> Iterator[str]:
        """Yield a message for everything that happened since the last call."""


class EventFeed:
    """The events of a table after a version, as the holder of some seats may know them."""

    def __init__(self, state: TableState, holder: str | None, after: int | None) -> None:
        self._holder = holder
        self._seen = state.version if after is None else after

    def news(self, state: TableState) -> Iterator[str]:
        """Yield each event; `reset` to a client that knows events which this log does not have."""
        if self._seen > state.version:
            yield message("reset", state.version, {"version": state.version, "digest": state.digest})
            self._seen = state.version
        for event in state.since(self._seen):
            self._seen = event.version
            yield message("update", event.version, state.content_for(event, state.seats_of(self._holder)))


class EventStream(StreamingResponse):
    """A streaming response that sends the messages of its feed and closes its subscription at the end."""

    media_type = "text/event-stream"

    def __init__(
        self, room: Room, subscription: Subscription, pubsub: PubSub, feed: Feed, heartbeat: float
    ) -> None:
        self._subscription = subscription
        super().__init__(
            _lines(room, subscription, pubsub, feed, heartbeat),
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._subscription.close()


async def _lines(
    room: Room, subscription: Subscription, pubsub: PubSub, feed: Feed, heartbeat: float
) -> AsyncIterator[str]:
    yield f"retry: {_RETRY}\n\n"
    while not pubsub.closing:
        for news in feed.news(room.state):
            yield news
        if not await subscription.changed(heartbeat):
            yield ": still here\n\n"


def message(kind: str, number: int, content: dict[str, Any]) -> str:
    """Return an event as it is sent."""
    return f"id: {number}\nevent: {kind}\ndata: {_encode(content)}\n\n"


def last_seen(after: int | None, last_event_id: str | None) -> int | None:
    """Return the last version that a client saw: the header `Last-Event-ID` has priority over `?after=`."""
    if last_event_id is not None and last_event_id.isdecimal() and len(last_event_id) <= _DIGITS:
        return int(last_event_id)
    return after
