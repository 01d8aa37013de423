"""Chat at a table: send and receive messages.

Only players who hold a seat may send and receive messages and see who is present; spectators may not.
A message is text: the page writes it as text, never as HTML.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from stramash.table.domain.decide import acting_seat
from stramash.table.domain.errors import BadRequest
from stramash.table.domain.seats import clean_name, fingerprint
from stramash.table.domain.state import TableState
from stramash.table.http.dependencies import Served, TheLimits, TheRoom, TheSender
from stramash.table.http.models import ClientId, SeatSelector
from stramash.table.http.sse import Feed
from stramash.table.server.chat import LONGEST, Chat, Message, check_gesture

__all__ = ["ChatFeed", "router"]

router = APIRouter()


class NewMessage(SeatSelector):
    """A message of a player: a text or a gesture."""

    client_id: ClientId
    text: Annotated[str, Field(max_length=4 * LONGEST)] = ""
    gesture: Annotated[str, Field(max_length=32)] = ""


@router.post("/t/{table_id}/chat")
async def say(
    saying: NewMessage, room: TheRoom, sender: TheSender, services: Served, limits: TheLimits
) -> Response:
    """Send a message to the other players of a table."""
    seat = acting_seat(room.state, sender.holder, saying.seat)
    if not room.state.setup.shared:
        raise BadRequest("nobody else sits at this table: messages are for tables of several people")
    text = check_gesture(saying.gesture) if saying.gesture else clean_name(saying.text, LONGEST)
    if not text:
        raise BadRequest("a message has at least one character that can be seen")
    limits.count_message(sender.address)
    message = Message(
        number=0,
        seat=seat,
        name=room.state.seats[seat].name,
        text=text,
        gesture=bool(saying.gesture),
        command=fingerprint(f"{sender.holder}:{saying.client_id}")[:32],
        at=time.time(),
    )
    return JSONResponse({"number": (await services.chat.say(room.id, message)).number})


class ChatFeed:
    """A feed that also sends a player the messages of others, and who of them is present."""

    def __init__(self, feed: Feed, chat: Chat, holder: str, present: Callable[[], set[str]]) -> None:
        self._feed = feed
        self._chat = chat
        self._holder = holder
        self._present = present
        self._last = 0
        self._seen: list[int] | None = None

    def news(self, state: TableState) -> Iterator[str]:
        """Yield the messages of the feed, then new messages of players and changes of presence."""
        yield from self._feed.news(state)
        if not state.seats_of(self._holder):
            return
        said = self._chat.after(state.id, self._last)
        if said:
            self._last = said[-1].number
            yield _message("chat", [_as_json(one) for one in said])
        present = self._present()
        seats = [seat.seat for seat in state.seats if seat.holder in present]
        if seats != self._seen:
            self._seen = seats
            yield _message("present", seats)


def _as_json(message: Message) -> dict[str, Any]:
    content = dict(vars(message))
    del content["command"]
    return content


def _message(kind: str, content: Any) -> str:
    """Return an event without an id: the id of a stream is the version of the table."""
    return f"event: {kind}\ndata: {json.dumps(content, ensure_ascii=False)}\n\n"
