"""The pages of a table: as its players see it, or one who watches; and what they do there."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from stramash.table.asking import Form, Ply, Seat, TheRoom, held_seat
from stramash.table.clients import ensure_secret, remember, rooms_of, secret_of
from stramash.table.happenings import OVER, PLAYING, WAITING
from stramash.table.models import Acting, Move
from stramash.table.paper import Paper
from stramash.table.room import Room
from stramash.table.showing import (
    choices,
    facts,
    farewells,
    handle_names,
    pictures,
    shown_names,
    story,
    take_chair,
)
from stramash.table.visitor import Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/t/{table_id}")
def table(
    room: TheRoom, request: Request, ply: Ply = None, seat: Seat = None, late: bool = False
) -> Response:
    """A table: as its players see it, or as one who watches."""
    with room.still():  # what a page says is true of one moment, or it would wait for news it has had
        return _show_table(room, request, ply, seat, late=late)


def _show_table(room: Room, request: Request, ply: int | None, seat: int | None, *, late: bool) -> Response:
    paper = Paper(request)
    visitor = paper.visitor
    chair = take_chair(room, room.seats_of(secret_of(request)), seat)
    last = room.ply
    if ply is not None and ply > last:
        ply = None
    shown = ply if ply is not None else last
    over = room.status == OVER
    view = room.view(chair.seat, shown)
    live = shown == last and room.status == PLAYING
    known = shown_names(room, paper)
    with_help = live and not (visitor.routine == "hand" and view.game.routine_kinds)
    return paper.page(
        "table.html",
        room=room,
        view=view,
        chair=chair,
        names=known,
        pieces=pictures(view, known, visitor),
        routine_name=view.game.name_routine(view.game.translator(visitor.locale)),
        choices=choices(view, visitor.locale) if live and chair.curtain is None else [],
        handle_names=handle_names(view, visitor.locale) if live and chair.curtain is None else {},
        facts=facts(view, visitor.locale) if with_help and chair.seat is not None else {},
        log=story(room, chair.seat, paper),
        late=late and not chair.mine,
        marks=_last_handles(room, shown),
        shown=shown,
        last=last,
        live=live,
        over=over,
        standing=[view.standing(number, visitor.locale) for number in range(room.game.players)],
        prompt=view.prompt(visitor.locale),
        undoable=live and chair.seat is not None and room.undoable(chair.seat),
        farewells=farewells(room, chair, paper),
        invite=room.invite_for(secret_of(request)) if room.status == WAITING else None,
        here=str(request.base_url).rstrip("/"),
        outcome=view.outcome(visitor.locale, known) if over else "",
        reviewed=over and rooms_of(request).reviews.kept(room) is not None,
    )


def _last_handles(room: Room, ply: int) -> list[str]:
    """Return the things that the action before this moment touched, as far as everybody saw them."""
    moves = [
        happening for happening in room.happenings if happening.action is not None and happening.ply == ply
    ]
    if not ply or not moves:
        return []
    action = moves[-1].action
    assert action is not None
    return [] if room.game.veil(action) else room.game.handles(action)


@router.get("/t/{table_id}/moment.svg")
def moment(room: TheRoom, request: Request, ply: Ply = None, seat: Seat = None) -> Response:
    """A moment of the game as a picture."""
    mine = room.seats_of(secret_of(request))
    chosen = seat if seat in mine else mine[0] if len(mine) == 1 else None
    picture = room.view(chosen, min(ply, room.ply) if ply is not None else None).svg(
        Visitor.of(request).locale
    )
    name = f"{room.game.name}-{room.id}-{room.ply if ply is None else ply}.svg"
    return _download(picture, "image/svg+xml", name)


@router.get("/t/{table_id}/record.txt")
def record(room: TheRoom) -> Response:
    """The record of a finished game."""
    return _download(str(room.record()), "text/plain; charset=utf-8", f"{room.game.name}-{room.id}.txt")


def _download(content: str, media_type: str, name: str) -> Response:
    return Response(
        content, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.get("/t/{table_id}/join/{invite}")
def invitation(room: TheRoom, invite: str, request: Request) -> Response:
    """An invitation to sit down: a page first, because a link may be followed by more than people."""
    if room.seats_of(secret_of(request)):
        return RedirectResponse(f"/t/{room.id}", 303)
    if room.status != WAITING:
        return RedirectResponse(f"/t/{room.id}?late=true", 303)
    return Paper(request).page("join.html", room=room, invite=invite)


@router.post("/t/{table_id}/join/{invite}")
def join(room: TheRoom, invite: str, form: Form, request: Request) -> Response:
    """Sit down at a free seat."""
    secret = ensure_secret(request)
    room.join(secret, form.get("name", "").strip() or Paper(request)._("Guest"), invite)
    response = RedirectResponse(f"/t/{room.id}", 303)
    remember(response, secret, rooms_of(request).settings)
    return response


@router.post("/t/{table_id}/move")
async def move(wanted: Move, room: TheRoom, request: Request) -> Response:
    """Play an action."""
    seat = held_seat(room, request, wanted.seat)
    done = await room.play_soon(seat, wanted.action, wanted.ply, wanted.client_id)
    return JSONResponse({"version": done.version, "ply": done.ply})


@router.post("/t/{table_id}/undo")
def undo(acting: Acting, room: TheRoom, request: Request) -> Response:
    """Take the last action back."""
    done = room.undo(held_seat(room, request, acting.seat))
    return JSONResponse({"version": done.version, "ply": done.ply})


@router.post("/t/{table_id}/resign")
def resign(acting: Acting, room: TheRoom, request: Request) -> Response:
    """Give up."""
    room.resign(held_seat(room, request, acting.seat))
    return JSONResponse({})


@router.post("/t/{table_id}/leave")
def leave(acting: Acting, room: TheRoom, request: Request) -> Response:
    """Get up from every seat that is played here."""
    held_seat(room, request, acting.seat)
    for seat in room.seats_of(secret_of(request)):
        if room.status != OVER:
            room.leave(seat)
    return JSONResponse({"go": "/"})


@router.post("/t/{table_id}/rematch")
def rematch(acting: Acting, room: TheRoom, request: Request) -> Response:
    """Play again, with the seats moved on."""
    return JSONResponse({"go": f"/t/{room.rematch(held_seat(room, request, acting.seat))}"})


@router.post("/t/{table_id}/hint")
def hint(acting: Acting, room: TheRoom, request: Request) -> Response:
    """Say what the search would do, and why."""
    paper = Paper(request)
    idea = room.hint(held_seat(room, request, acting.seat), paper.visitor.locale)
    said = paper._("An idea: {idea}. {reason}", idea=idea.sentence, reason=idea.reason)
    return JSONResponse({"hint": room.game.handles(idea.action), "say": said})
