"""The pages of a table, for its players and spectators, and what they do there."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, RedirectResponse, Response

from stramash.games import find, names
from stramash.table.domain.state import OVER, PLAYING, WAITING, TableState
from stramash.table.http import commands
from stramash.table.http.dependencies import (
    Form,
    Ply,
    Seat,
    Sender,
    Served,
    TheLimits,
    TheRoom,
    TheSender,
    client_id_of,
    greet,
    remember,
)
from stramash.table.http.models import AnswerUndoRequest, CommandRequest, MoveRequest, PageAck, SeatSelector
from stramash.table.http.sse import EventStream, Feed, last_seen
from stramash.table.web.chat_pages import ChatFeed
from stramash.table.web.comment_pages import commentator_of
from stramash.table.web.contexts import (
    archived_context,
    facts,
    has_company,
    length,
    local_seats,
    shown_names,
)
from stramash.table.web.invitations import invite_to
from stramash.table.web.parts import Parts, PartsRenderer, Viewer
from stramash.table.web.perspective import OPEN, Hands, Side, perspective_of, review_moment
from stramash.table.web.renderer import PageRenderer
from stramash.table.web.updates import PageFeed
from stramash.table.web.visitor import Visitor, keep_name

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
    hands: Hands = OPEN,
    side: Side = None,
) -> Response:
    """Show a table as its players see it, or as a spectator does."""
    state, page = room.state, PageRenderer(request)
    if state.archived:
        context = archived_context(state, title_of(state), sender.holder, page._)
        return page.page("archived.html", **context)
    review = await services.reviewer.kept(state) if state.status == OVER else None
    viewer = replace(
        _viewer(state, sender, page.visitor, seat), perspective=perspective_of(state, hands, side)
    )
    here = str(request.base_url).rstrip("/")
    invited = None
    if invite := state.invite_for(sender.holder) if state.status == WAITING else None:
        everywhere: bool = request.app.state.listens_everywhere
        invited = invite_to(request.url, f"/t/{state.id}/join/{invite}", everywhere)

    def render() -> Response:
        parts = _parts_renderer(request).parts(state, viewer, ply)
        context = _page_context(state, page, viewer, parts, ply=ply, seat=seat)
        return page.page(
            "table.html",
            sealed=invited is not None,
            late=late and not viewer.local.mine,
            here=here,
            reviewed=review is not None,
            moment_review=review_moment(review, state, context["shown"], context["names"], page._),
            invited=invited,
            **context,
        )

    return await run_in_threadpool(render)


def _parts_renderer(request: Request) -> PartsRenderer:
    renderer: PartsRenderer = request.app.state.parts
    return renderer


def _viewer(state: TableState, sender: Sender, visitor: Visitor, seat: int | None) -> Viewer:
    return Viewer(
        local=local_seats(state, state.seats_of(sender.holder), seat),
        locale=visitor.locale,
        routine=visitor.routine,
        narrow=visitor.narrow,
        low=visitor.low,
    )


def _page_context(
    state: TableState,
    page: PageRenderer,
    viewer: Viewer,
    parts: Parts,
    *,
    ply: int | None,
    seat: int | None,
) -> dict[str, Any]:
    """Return what the page of a table shows around its parts."""
    game, over = state.the_position().game, state.status == OVER
    shown = ply if ply is not None and ply <= state.ply else state.ply
    names = shown_names(state, page._)
    outcome = ""
    if over:
        outcome = state.view(viewer.local.seat, shown).outcome(viewer.locale, names)
    asked = "" if seat is None else f"&seat={seat}"
    return {
        "table": state,
        "local": viewer.local,
        "names": names,
        "parts": parts,
        "company": state.setup.shared and has_company(state, viewer.local.mine),
        "arrangement": viewer.arrangement,
        "perspective": viewer.perspective,
        "hidden_hands": over and "hands" in state.the_position().to_dict(),
        "events_url": f"/t/{state.id}/events?after={state.version}{asked}",
        "facts_url": f"/t/{state.id}/facts?{asked.removeprefix('&')}",
        "now": time.time(),
        "clock": None if state.setup.terms.clock is None else length(state.setup.terms.clock, page._),
        "routine_name": game.name_routine(game.translator(viewer.locale)),
        "shown": shown,
        "last": state.ply,
        "over": over,
        "outcome": outcome,
        "commentator": commentator_of(state, viewer.local) if state.status == PLAYING else None,
    }


@router.get("/t/{table_id}/events")
async def updates(
    room: TheRoom,
    request: Request,
    sender: TheSender,
    services: Served,
    seat: Seat = None,
    after: Annotated[int | None, Query()] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Stream updates of a table's page: the parts that change."""
    renderer, visitor = _parts_renderer(request), Visitor.of(request)

    def render(state: TableState) -> Parts:
        return renderer.parts(state, _viewer(state, sender, visitor, seat))

    feed = PageFeed(room.state, last_seen(after, last_event_id), render)
    feed.arrangement = _viewer(room.state, sender, visitor, seat).arrangement
    holder = sender.holder if room.state.seats_of(sender.holder) else None
    # first of all, so that the room stays in memory: another one of the same table would not wake this stream
    subscription = services.pubsub.subscribe(room.id, sender.address, holder)
    with_chat: Feed = feed
    if holder is not None:
        try:
            await services.chat.load(room.id)
        except BaseException:
            subscription.close()
            raise
        with_chat = ChatFeed(feed, services.chat, holder, lambda: services.pubsub.holders(room.id))
    return EventStream(room, subscription, services.pubsub, with_chat, services.settings.heartbeat)


@router.get("/t/{table_id}/facts")
async def describe_facts(room: TheRoom, request: Request, sender: TheSender, seat: Seat = None) -> Response:
    """Return what the rules say about things on the table, by handle, to the player who looks."""
    state, locale = room.state, Visitor.of(request).locale
    local = local_seats(state, state.seats_of(sender.holder), seat)
    if local.seat is None or state.status != PLAYING:
        return JSONResponse({"version": state.version, "facts": {}})
    found = await run_in_threadpool(lambda: facts(state.view(local.seat), locale))
    return JSONResponse({"version": state.version, "facts": found})


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
async def record(room: TheRoom) -> Response:
    """Return the record of a finished game."""
    text = str(room.state.record())
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
    response = PageRenderer(request).page("join.html", sealed=True, table=state, invite=invite)
    greet(response, sender, services.settings)
    return response


@router.post("/t/{table_id}/join/{invite}")
async def join(
    room: TheRoom, invite: str, form: Form, request: Request, sender: TheSender, services: Served
) -> Response:
    """Sit down at an open seat."""
    secret, page = sender.browser_secret(), PageRenderer(request)
    given = form.get("name", "").strip()
    name = given or page.visitor.name or page._("Guest")
    await commands.join(
        services, room, sender, secret, invite=invite, name=name, client_id=client_id_of(form)
    )
    response = RedirectResponse(f"/t/{room.id}", 303)
    remember(response, secret, services.settings)
    keep_name(response, given)
    return response


@router.post("/t/{table_id}/move")
async def move(wanted: MoveRequest, room: TheRoom, sender: TheSender) -> PageAck:
    """Play an action. `http.moves` answers all moves that are well-formed."""
    return PageAck.of(await commands.play(room, sender, wanted))


@router.post("/t/{table_id}/undo")
async def undo(body: CommandRequest, room: TheRoom, sender: TheSender) -> PageAck:
    """Take the last action back."""
    return PageAck.of(await commands.undo(room, sender, body))


@router.post("/t/{table_id}/ask-undo")
async def ask_undo(body: CommandRequest, room: TheRoom, sender: TheSender) -> PageAck:
    """Ask the other players whether the last action may be taken back."""
    return PageAck.of(await commands.ask_undo(room, sender, body))


@router.post("/t/{table_id}/answer-undo")
async def answer_undo(body: AnswerUndoRequest, room: TheRoom, sender: TheSender) -> PageAck:
    """Agree to an undo that a player asks for, or refuse it."""
    return PageAck.of(await commands.answer_undo(room, sender, body))


@router.post("/t/{table_id}/resign")
async def resign(body: CommandRequest, room: TheRoom, sender: TheSender, services: Served) -> Response:
    """Give up."""
    await commands.resign(services, room, sender, body)
    return JSONResponse({})


@router.post("/t/{table_id}/leave")
async def leave(body: CommandRequest, room: TheRoom, sender: TheSender, services: Served) -> Response:
    """Get up from every seat that is played from this screen."""
    await commands.leave_all(services, room, sender, body)
    return JSONResponse({"go": "/"})


@router.post("/t/{table_id}/close")
async def close(room: TheRoom, sender: TheSender) -> Response:
    """Close a table from an older version, so that its record can be read."""
    await commands.close_archived(room, sender)
    return RedirectResponse(f"/t/{room.id}", 303)


@router.post("/t/{table_id}/rematch")
async def rematch(
    body: CommandRequest, room: TheRoom, sender: TheSender, services: Served, limits: TheLimits
) -> Response:
    """Play again, with the seats moved on."""
    return JSONResponse({"go": f"/t/{await commands.rematch(services, limits, room, sender, body)}"})


@router.post("/t/{table_id}/hint")
async def hint(
    body: SeatSelector,
    room: TheRoom,
    request: Request,
    sender: TheSender,
    services: Served,
    limits: TheLimits,
) -> Response:
    """Return the action that the adviser prefers, with the reason."""
    page = PageRenderer(request)
    idea = await commands.hint(services, limits, room, sender, body, page.visitor.locale)
    said = page._("Hint: {idea}. {reason}", idea=idea.sentence, reason=idea.reason)
    game = room.state.the_position().game
    return JSONResponse({"hint": game.handles(idea.action), "say": said})
