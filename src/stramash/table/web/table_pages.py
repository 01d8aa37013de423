"""The pages of a table, for its players and spectators, and what they do there."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, RedirectResponse, Response

from stramash.games import find, names
from stramash.table.domain.state import OVER, WAITING, TableState
from stramash.table.http import commands
from stramash.table.http.dependencies import (
    Form,
    Ply,
    Seat,
    Served,
    TheLimits,
    TheRoom,
    TheSender,
    client_id_of,
    greet,
    remember,
)
from stramash.table.http.models import Acting, Looking, Move
from stramash.table.web.contexts import archived_context, table_context
from stramash.table.web.renderer import PageRenderer
from stramash.table.web.visitor import Visitor

__all__ = ["router", "title_of"]

router = APIRouter()


@router.get("/t/{table_id}")
async def table(
    room: TheRoom,
    request: Request,
    sender: TheSender,
    services: Served,
    ply: Ply = None,
    seat: Seat = None,
    late: bool = False,
) -> Response:
    """Show a table as its players see it, or as a spectator does."""
    state, page = room.state, PageRenderer(request)
    if state.archived:
        return page.page("archived.html", **archived_context(state, page, title_of(state), sender.holder))
    reviewed = state.status == OVER and await services.reviewer.kept(state) is not None

    def render() -> Response:
        context = table_context(state, page, holder=sender.holder, ply=ply, seat=seat)
        more: dict[str, Any] = {
            "late": late and not context["chair"].mine,
            "here": str(request.base_url).rstrip("/"),
            "reviewed": reviewed,
        }
        return page.page("table.html", **context, **more)

    return await run_in_threadpool(render)


def title_of(state: TableState) -> str:
    """Return the title of a table's game; its name if this server does not know it."""
    return find(state.setup.game).title if state.setup.game in names() else state.setup.game


@router.get("/t/{table_id}/moment.svg")
async def moment(
    room: TheRoom, request: Request, sender: TheSender, ply: Ply = None, seat: Seat = None
) -> Response:
    """Return a moment of the game as a picture."""
    state = room.state
    mine = state.seats_of(sender.holder)
    chosen = seat if seat in mine else mine[0] if len(mine) == 1 else None
    at = None if ply is None else min(ply, state.ply)
    locale = Visitor.of(request).locale
    picture = await run_in_threadpool(lambda: state.view(chosen, at).svg(locale))
    name = f"{state.setup.game}-{room.id}-{state.ply if ply is None else ply}.svg"
    return _download(picture, "image/svg+xml", name)


@router.get("/t/{table_id}/record.txt")
async def record(room: TheRoom, services: Served) -> Response:
    """Return the record of a finished game."""
    text = await commands.record(services, room)
    return _download(text, "text/plain; charset=utf-8", f"{room.state.setup.game}-{room.id}.txt")


def _download(content: str, media_type: str, name: str) -> Response:
    return Response(
        content, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.get("/t/{table_id}/join/{invite}")
async def invitation(
    room: TheRoom, invite: str, request: Request, sender: TheSender, services: Served
) -> Response:
    """Show an invitation: a page first, because programs follow links too.

    The visitor gets their secret here, so that sitting down twice takes one seat.
    """
    state = room.state
    if state.seats_of(sender.holder):
        return RedirectResponse(f"/t/{room.id}", 303)
    if state.status != WAITING:
        return RedirectResponse(f"/t/{room.id}?late=true", 303)
    response = PageRenderer(request).page("join.html", table=state, invite=invite)
    greet(response, sender, services.settings)
    return response


@router.post("/t/{table_id}/join/{invite}")
async def join(
    room: TheRoom, invite: str, form: Form, request: Request, sender: TheSender, services: Served
) -> Response:
    """Sit down at an open seat."""
    secret = sender.browser_secret()
    name = form.get("name", "").strip() or PageRenderer(request)._("Guest")
    await commands.join(
        services, room, sender, secret, invite=invite, name=name, client_id=client_id_of(form)
    )
    response = RedirectResponse(f"/t/{room.id}", 303)
    remember(response, secret, services.settings)
    return response


@router.post("/t/{table_id}/move")
async def move(wanted: Move, room: TheRoom, sender: TheSender) -> Response:
    """Play an action."""
    event = await commands.play(room, sender, wanted)
    return JSONResponse({"version": event.version, "ply": event.ply})


@router.post("/t/{table_id}/undo")
async def undo(acting: Acting, room: TheRoom, sender: TheSender) -> Response:
    """Take the last action back."""
    event = await commands.undo(room, sender, acting)
    return JSONResponse({"version": event.version, "ply": event.ply})


@router.post("/t/{table_id}/resign")
async def resign(acting: Acting, room: TheRoom, sender: TheSender, services: Served) -> Response:
    """Give up."""
    await commands.resign(services, room, sender, acting)
    return JSONResponse({})


@router.post("/t/{table_id}/leave")
async def leave(acting: Acting, room: TheRoom, sender: TheSender, services: Served) -> Response:
    """Get up from every seat that is played from this screen."""
    await commands.leave_all(services, room, sender, acting)
    return JSONResponse({"go": "/"})


@router.post("/t/{table_id}/rematch")
async def rematch(
    acting: Acting, room: TheRoom, sender: TheSender, services: Served, limits: TheLimits
) -> Response:
    """Play again, with the seats moved on."""
    return JSONResponse({"go": f"/t/{await commands.rematch(services, limits, room, sender, acting)}"})


@router.post("/t/{table_id}/hint")
async def hint(
    looking: Looking,
    room: TheRoom,
    request: Request,
    sender: TheSender,
    services: Served,
    limits: TheLimits,
) -> Response:
    """Say what the search would do, and why."""
    page = PageRenderer(request)
    idea = await commands.hint(services, limits, room, sender, looking, page.visitor.locale)
    said = page._("An idea: {idea}. {reason}", idea=idea.sentence, reason=idea.reason)
    game = room.state.the_position().game
    return JSONResponse({"hint": game.handles(idea.action), "say": said})
