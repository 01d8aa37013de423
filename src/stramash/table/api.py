"""The JSON API: for programs that play, watch or open tables. `/docs` lists it.

A program that sits down gets a secret and sends it as `Authorization: Bearer …`; a browser's cookie does as
well. Without one you watch, and see what everybody sees.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, StreamingResponse

from stramash import bots
from stramash.games import find, names
from stramash.table import events
from stramash.table.clients import rooms_of, secret_of
from stramash.table.errors import TooMuch, WrongSeat
from stramash.table.models import (
    Ack,
    Acting,
    Choice,
    GameInfo,
    Joining,
    LegalActions,
    LogLine,
    Move,
    NewTable,
    Problem,
    Rematch,
    Seated,
    TableInfo,
    TableView,
    legal_of,
    view_of,
)
from stramash.table.room import Room
from stramash.table.rooms import Rooms, Wish
from stramash.table.seats import new_secret

__all__ = ["page_events", "router"]

_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": description}
    for status, description in {
        400: "The request cannot be read",
        403: "Not your seat, or not your turn",
        404: "No such table",
        409: "Too late, too early, or the table is full",
        413: "The request is too long",
        422: "Not possible, or not legal",
        429: "Too much at once",
        503: "The rules are still being compiled: try again in a few seconds",
    }.items()
}

router = APIRouter(prefix="/api", responses=_REFUSALS)

TableId = Annotated[str, Path(max_length=32, description="the address of a table")]
Locale = Annotated[Literal["en", "es", "fr"], Query(description="the language of sentences")]
SeatQuery = Annotated[int | None, Query(description="which of your seats; by default the one to act")]


# These are coroutines because FastAPI gives every plain function a thread, which takes longer than they do.


async def _rooms_here(request: Request) -> Rooms:
    return rooms_of(request)


async def _secret_sent(request: Request) -> str | None:
    return secret_of(request)


RoomsHere = Annotated[Rooms, Depends(_rooms_here)]
Secret = Annotated[str | None, Depends(_secret_sent)]


async def _the_room(table_id: TableId, rooms: RoomsHere) -> Room:
    room = rooms.at_hand(table_id)
    return room if room is not None else await run_in_threadpool(rooms.get, table_id)


TheRoom = Annotated[Room, Depends(_the_room)]


def _held(room: Room, secret: str | None, seat: int | None) -> int:
    """Return the seat that acts: one that this secret holds."""
    held = room.seats_of(secret)
    if not held:
        raise WrongSeat(
            "you hold no seat at this table: send your secret as 'Authorization: Bearer …', or join"
        )
    if seat is None:
        return room.player if room.player in held else held[0]
    if seat not in held:
        raise WrongSeat(f"seat {seat} is not yours: you hold {', '.join(map(str, held))}")
    return seat


def _watching(room: Room, secret: str | None, seat: int | None) -> int | None:
    """Return whose view is shown: a seat of one's own, or nobody's for one who watches."""
    return None if seat is None and not room.seats_of(secret) else _held(room, secret, seat)


# --- games and tables ----------------------------------------------------------------------------------


@router.get("/games")
def list_games(rooms: RoomsHere) -> list[GameInfo]:
    """List the games, what can be chosen about them, and who can be played against."""
    return [GameInfo.of(find(name), bots.names(), rooms.warm_up.ready(name)) for name in names()]


@router.get("/tables")
def list_tables(rooms: RoomsHere) -> list[TableInfo]:
    """List the tables that anybody may join."""
    return [TableInfo.of(room) for room in rooms.open_tables()]


@router.post("/tables", status_code=201)
def create_table(new: NewTable, request: Request, rooms: RoomsHere) -> Seated:
    """Open a table."""
    secret = _program_secret(request)
    wishes = [Wish(seat.kind, seat.name, seat.bot) for seat in new.seats]
    table_id = rooms.create(
        new.game, wishes, secret, players=new.players, options=new.options, listed=new.listed
    )
    return _seated(rooms, table_id, secret)


@router.post("/tables/{table_id}/join")
def join_table(joining: Joining, request: Request, room: TheRoom, rooms: RoomsHere) -> Seated:
    """Sit down at an open seat."""
    secret = _program_secret(request)
    invite = joining.invite or room.invite_for(secret) or ""
    room.join(secret, joining.name, invite, joining.seat, joining.bot)
    return _seated(rooms, room.id, secret)


def _program_secret(request: Request) -> str:
    """Return the secret a program sent, or a new one; never a browser's, which no script may read."""
    sent = secret_of(request) if "authorization" in request.headers else None
    return sent or new_secret()


def _seated(rooms: Rooms, table_id: str, secret: str) -> Seated:
    seats, invite = rooms.place_of(table_id, secret)
    return Seated(id=table_id, seats=seats, secret=secret, invite=invite)


# --- looking -----------------------------------------------------------------------------------------


@router.get("/tables/{table_id}")
def view_table(
    room: TheRoom,
    secret: Secret,
    seat: SeatQuery = None,
    ply: Annotated[int | None, Query(description="an earlier moment")] = None,
    locale: Locale = "en",
) -> TableView:
    """Return the table as your seat sees it; without a secret, as everybody does."""
    return view_of(room, _watching(room, secret, seat), room.seats_of(secret), ply, locale, secret)


@router.get("/tables/{table_id}/legal")
def legal_actions(
    room: TheRoom, secret: Secret, seat: SeatQuery = None, locale: Locale = "en"
) -> LegalActions:
    """Return what your seat may do now."""
    return legal_of(room, _held(room, secret, seat), locale)


@router.get("/tables/{table_id}/log")
def log(room: TheRoom, secret: Secret, seat: SeatQuery = None, locale: Locale = "en") -> list[LogLine]:
    """Tell the game so far, as your seat saw it."""
    told = room.log(_watching(room, secret, seat), locale)
    return [LogLine(ply=ply, text=text) for ply, text in told]


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse)
def record(room: TheRoom) -> str:
    """Return the record of a game that is over: a text that replays it."""
    return str(room.record())


@router.get(
    "/tables/{table_id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "events without end"}},
)
async def table_events(
    room: TheRoom,
    rooms: RoomsHere,
    secret: Secret,
    request: Request,
    after: Annotated[int | None, Query(description="the last version you know")] = None,
    last_event_id: Annotated[str | None, Header(description="the same, as browsers send it")] = None,
) -> StreamingResponse:
    """Stream what happens: everything after the version you know, then whatever comes."""
    address = request.client.host if request.client else ""
    if rooms.streams(address) >= rooms.settings.streams_a_client:
        raise TooMuch(f"{rooms.settings.streams_a_client} streams at once are enough: close one first")
    if last_event_id is not None and last_event_id.isdecimal() and len(last_event_id) < 10:
        after = int(last_event_id)
    return StreamingResponse(
        events.stream(rooms, room.id, secret, after, address),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


#: The same stream, where the pages look for it
page_events = APIRouter()
page_events.add_api_route("/t/{table_id}/events", table_events, response_class=StreamingResponse)


# --- doing -------------------------------------------------------------------------------------------


@router.post("/tables/{table_id}/moves")
async def play(move: Move, room: TheRoom, secret: Secret) -> Ack:
    """Play an action; it is acknowledged when it is on the disk."""
    seat = _held(room, secret, move.seat)
    return Ack.of(await room.play_soon(seat, move.action, move.ply, move.client_id))


@router.post("/tables/{table_id}/undo")
def undo(acting: Acting, room: TheRoom, secret: Secret) -> Ack:
    """Take your last action back, while your turn goes on and nothing came to light."""
    return Ack.of(room.undo(_held(room, secret, acting.seat)))


@router.post("/tables/{table_id}/resign")
def resign(acting: Acting, room: TheRoom, secret: Secret) -> Ack:
    """Give up and lose; with more than two players it is the same as to leave."""
    return Ack.of(room.resign(_held(room, secret, acting.seat)))


@router.post("/tables/{table_id}/leave")
def leave(acting: Acting, room: TheRoom, secret: Secret) -> Ack:
    """Get up: a bot plays on for you; the game ends if no other person plays; an unbegun one waits."""
    return Ack.of(room.leave(_held(room, secret, acting.seat)))


@router.post("/tables/{table_id}/rematch")
def rematch(acting: Acting, room: TheRoom, secret: Secret) -> Rematch:
    """Play again with the same people, everybody one seat further."""
    return Rematch(id=room.rematch(_held(room, secret, acting.seat)))


@router.post("/tables/{table_id}/hint")
def hint(acting: Acting, room: TheRoom, secret: Secret, locale: Locale = "en") -> Choice:
    """Return what the search would do in your place, and why."""
    hint = room.hint(_held(room, secret, acting.seat), locale)
    text = f"{hint.sentence}. {hint.reason}"
    return Choice(action=hint.notation, path=room.game.handles(hint.action), text=text)
