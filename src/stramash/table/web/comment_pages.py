"""A bot that comments on what its opponent plays: for the first games of a newcomer."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from markupsafe import Markup

from stramash.bots.comments import comment_on
from stramash.bots.compiled import bots_are_compiled
from stramash.bots.search import Budget
from stramash.core.position import View
from stramash.draw.portraits import PORTRAITS, portrait
from stramash.table.domain.decide import acting_seat
from stramash.table.domain.seats import BOT
from stramash.table.domain.state import TableState
from stramash.table.http.dependencies import Served, TheLimits, TheRoom, TheSender
from stramash.table.http.models import SeatSelector
from stramash.table.web.contexts import LocalSeats
from stramash.table.web.visitor import Visitor

__all__ = ["Commentator", "commentator_of", "router"]

router = APIRouter()


@dataclass(frozen=True)
class Commentator:
    """The bot that comments: its name and its portrait."""

    name: str
    portrait: Markup


def commentator_of(state: TableState, local: LocalSeats) -> Commentator | None:
    """Return the bot that can comment at a table, None if comments are not possible.

    A comment helps as a hint does: one person plays against bots, and the table allows hints.
    """
    if local.seat is None or not state.setup.hints or state.setup.shared:
        return None
    bot = next((seat for seat in state.seats if seat.kind == BOT), None)
    if bot is None:
        return None
    return Commentator(bot.name, Markup(portrait(bot.bot)) if bot.bot in PORTRAITS else Markup())


@router.post("/t/{table_id}/comment")
async def comment(
    body: SeatSelector,
    room: TheRoom,
    request: Request,
    sender: TheSender,
    services: Served,
    limits: TheLimits,
) -> Response:
    """Return the adviser's comment on the sender's last turn; empty in the middle of a turn."""
    state, locale = room.state, Visitor.of(request).locale
    seat = acting_seat(state, sender.holder, body.seat)
    turn = _last_turn(state, seat)
    allowed = commentator_of(state, LocalSeats(seat)) is not None
    if not (allowed and turn and bots_are_compiled(state.the_position().game)):
        return JSONResponse({"say": ""})
    limits.count_hint(sender.address, services.pool.waiting(sender.address))
    budget = Budget.read(services.settings.hint_budget)

    def say() -> str:
        return comment_on([_decision(state, seat, ply) for ply in turn], locale, budget)

    return JSONResponse({"say": await services.pool.run(say, sender.address)})


def _last_turn(state: TableState, seat: int) -> range:
    """Return the plies of a seat's last turn; none while the turn goes on."""
    actors = [actor for actor, _ in state.the_position().history]
    if state.player == seat and actors and actors[-1] == seat:
        return range(0)
    end = max((ply for ply, actor in enumerate(actors, 1) if actor == seat), default=0)
    start = end
    while start and actors[start - 1] == seat:
        start -= 1
    return range(start, end)


def _decision(state: TableState, seat: int, ply: int) -> tuple[View, int]:
    """Return what a seat saw after `ply` actions, and what it played then."""
    action = state.the_position().history[ply][1]
    return state.position_at(ply).view(seat).named(state.speaking_names), action
