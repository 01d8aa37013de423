"""The JSON API: for programs that play, watch or open tables. `/docs` lists it.

A program that takes a seat gets a secret and sends it as `Authorization: Bearer …`; a browser's cookie is
accepted too. A client without a secret is a spectator.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, StreamingResponse

from stramash import bots
from stramash.games import find, names
from stramash.table.domain.decide import acting_seat
from stramash.table.domain.setup import Terms
from stramash.table.domain.state import TableState
from stramash.table.domain.story import LogLine, log_lines
from stramash.table.http import commands
from stramash.table.http.dependencies import Sender, Served, TheLimits, TheRoom, TheSender
from stramash.table.http.models import (
    Ack,
    AnswerUndoRequest,
    CommandRequest,
    GameInfo,
    JoinRequest,
    LegalAction,
    LegalActions,
    MoveRequest,
    Problem,
    Rematch,
    SeatSelector,
    SeatToken,
    TableInfo,
    TableRequest,
    TableView,
    legal_of,
    view_of,
)
from stramash.table.http.sse import EventFeed, EventStream, last_seen
from stramash.table.server import lobby
from stramash.table.server.ids import new_secret
from stramash.table.server.seating import SeatRequest

__all__ = ["router"]

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
        503: "The rules are being compiled, or the database does not answer: try again, see Retry-After",
    }.items()
}

router = APIRouter(prefix="/api", responses=_REFUSALS)

Locale = Annotated[Literal["en", "es", "fr"], Query(description="the language of sentences")]
SeatQuery = Annotated[int | None, Query(description="which of your seats; by default the one to act")]


def _shown_seat(state: TableState, sender: Sender, seat: int | None) -> int | None:
    """Return whose view is shown: a seat of the sender's own, or None for a spectator."""
    if seat is None and not state.seats_of(sender.holder):
        return None
    return acting_seat(state, sender.holder, seat)


# --- moves: the first route, because routes are tried in this order --------------------------------------


@router.post("/tables/{table_id}/moves")
async def play(body: MoveRequest, room: TheRoom, sender: TheSender) -> Ack:
    """Play an action. The answer is sent when the action is stored."""
    # `http.moves` answers well-formed requests; this route documents them and refuses the others
    return Ack.of(await commands.play(room, sender, body))


# --- games and tables ----------------------------------------------------------------------------------


@router.get("/games")
async def list_games() -> list[GameInfo]:
    """List the games with their options and bots."""
    return [GameInfo.of(find(name), bots.names()) for name in names()]


@router.get("/tables")
async def list_tables(services: Served) -> list[TableInfo]:
    """List the tables that anybody may join."""
    return [TableInfo.of(state) for state in await services.lobby.open_tables()]


@router.post("/tables", status_code=201)
async def create_table(
    body: TableRequest, sender: TheSender, services: Served, limits: TheLimits
) -> SeatToken:
    """Open a table."""
    # Without an id a lost answer leaves a table that nobody knows: it expires and takes nobody's seat.
    secret = sender.program_secret("table", body.client_id or new_secret())
    seats = [SeatRequest(seat.kind, seat.name, seat.bot) for seat in body.seats]
    wanted = lobby.NewTable(
        body.game,
        seats,
        body.players,
        body.options,
        body.listed,
        shuffled=body.random_seats,
        terms=Terms(hints=body.hints, clock=body.clock),
    )
    table_id = await commands.open_table(services, limits, sender, secret, wanted, body.client_id)
    return await _seated(services, table_id, secret)


@router.post("/tables/{table_id}/join")
async def join_table(body: JoinRequest, room: TheRoom, sender: TheSender, services: Served) -> SeatToken:
    """Take an open seat."""
    secret = sender.program_secret(f"seat at {room.id}", body.client_id)
    await commands.join(
        services,
        room,
        sender,
        secret,
        invite=body.invite,
        name=body.name,
        seat=body.seat,
        bot=body.bot,
        client_id=body.client_id,
    )
    return await _seated(services, room.id, secret)


async def _seated(services: Served, table_id: str, secret: str) -> SeatToken:
    seats, invite = await services.lobby.place_of(table_id, secret)
    return SeatToken(id=table_id, seats=seats, secret=secret, invite=invite)


# --- read a table -----------------------------------------------------------------------------------------


@router.get("/tables/{table_id}")
async def view_table(
    room: TheRoom,
    sender: TheSender,
    seat: SeatQuery = None,
    ply: Annotated[int | None, Query(description="show the table at an earlier ply")] = None,
    locale: Locale = "en",
) -> TableView:
    """Return the table as your seat sees it; without a secret, as a spectator sees it."""
    shown = _shown_seat(room.state, sender, seat)
    return await run_in_threadpool(view_of, room.state, shown, sender.holder, ply, locale)


@router.get("/tables/{table_id}/legal")
async def legal_actions(
    room: TheRoom, sender: TheSender, seat: SeatQuery = None, locale: Locale = "en"
) -> LegalActions:
    """Return the legal actions of your seat."""
    state = room.state
    return await run_in_threadpool(legal_of, state, acting_seat(state, sender.holder, seat), locale)


@router.get("/tables/{table_id}/log")
async def log(
    room: TheRoom, sender: TheSender, seat: SeatQuery = None, locale: Locale = "en"
) -> list[LogLine]:
    """Return the log of the table, as your seat may see it."""
    state = room.state
    return await run_in_threadpool(log_lines, state, _shown_seat(state, sender, seat), locale)


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse)
async def record(room: TheRoom) -> str:
    """Return the record of a game that is over: a text that replays it."""
    return str(room.state.record())


@router.get(
    "/tables/{table_id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "a stream that does not end"}},
)
async def table_events(
    room: TheRoom,
    services: Served,
    sender: TheSender,
    after: Annotated[int | None, Query(description="send the events after this version")] = None,
    last_event_id: Annotated[
        str | None, Header(description="the same; browsers send it after a reconnect")
    ] = None,
) -> StreamingResponse:
    """Stream the events of a table as server-sent events: first those after a version, then new ones."""
    feed = EventFeed(room.state, sender.holder, last_seen(after, last_event_id))
    subscription = services.pubsub.subscribe(room.id, sender.address)
    return EventStream(room, subscription, services.pubsub, feed, services.settings.heartbeat)


# --- commands -------------------------------------------------------------------------------------------


@router.post("/tables/{table_id}/undo")
async def undo(body: CommandRequest, room: TheRoom, sender: TheSender) -> Ack:
    """Undo your last action, if your turn is not over and nothing hidden was revealed since."""
    return Ack.of(await commands.undo(room, sender, body))


@router.post("/tables/{table_id}/ask-undo")
async def ask_undo(body: CommandRequest, room: TheRoom, sender: TheSender) -> Ack:
    """Ask the other people to undo your last action, if it was the last and revealed nothing of others."""
    return Ack.of(await commands.ask_undo(room, sender, body))


@router.post("/tables/{table_id}/answer-undo")
async def answer_undo(body: AnswerUndoRequest, room: TheRoom, sender: TheSender) -> Ack:
    """Agree to an undo that a player asks for, or refuse it; it is done when all have agreed."""
    return Ack.of(await commands.answer_undo(room, sender, body))


@router.post("/tables/{table_id}/resign")
async def resign(body: CommandRequest, room: TheRoom, sender: TheSender, services: Served) -> Ack:
    """Give up and lose the game. With more than two players this is the same as leaving."""
    return Ack.of(await commands.resign(services, room, sender, body))


@router.post("/tables/{table_id}/leave")
async def leave(body: CommandRequest, room: TheRoom, sender: TheSender, services: Served) -> Ack:
    """Leave the table. A bot plays on for you; the game ends if no other person plays."""
    return Ack.of(await commands.leave(services, room, sender, body))


@router.post("/tables/{table_id}/close")
async def close(room: TheRoom, sender: TheSender) -> Ack:
    """Close a table from an older version at which you hold a seat, so that its record can be read."""
    return Ack.of(await commands.close_archived(room, sender))


@router.post("/tables/{table_id}/rematch")
async def rematch(
    body: CommandRequest, room: TheRoom, sender: TheSender, services: Served, limits: TheLimits
) -> Rematch:
    """Open a table for the same players, each one seat further."""
    return Rematch(id=await commands.rematch(services, limits, room, sender, body))


@router.post("/tables/{table_id}/hint")
async def hint(
    body: SeatSelector,
    room: TheRoom,
    sender: TheSender,
    services: Served,
    limits: TheLimits,
    locale: Locale = "en",
) -> LegalAction:
    """Return the action that a bot recommends for your seat, and the reason."""
    idea = await commands.hint(services, limits, room, sender, body, locale)
    path = room.state.the_position().game.handles(idea.action)
    return LegalAction(action=idea.notation, path=path, text=f"{idea.sentence}. {idea.reason}")
