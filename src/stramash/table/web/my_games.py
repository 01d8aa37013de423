"""A visitor's own games: a list, a way to remove from it, and results against each level of bot."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, RedirectResponse, Response

from stramash.bots import LEVELS
from stramash.games import load, names
from stramash.table.domain.errors import NotYet
from stramash.table.domain.seats import BOT
from stramash.table.domain.state import OVER, PLAYING, TableState
from stramash.table.http.dependencies import Served, TheRoom, TheSender
from stramash.table.web.renderer import PageRenderer
from stramash.table.web.table_pages import title_of

__all__ = ["router", "summary"]

router = APIRouter()

#: Seconds without an event after which a game against bots only counts as put aside
_ASIDE = 24 * 3600.0
#: How many games the list and the results go back
_LISTED, _COUNTED = 100, 1000


def summary(state: TableState, holder: str | None, now: float) -> dict[str, Any]:
    """Return what a list says about a table: with whom, since when, how it stands, what can be done."""
    mine = state.seats_of(holder)
    others = [seat for seat in state.seats if seat.seat not in mine]
    last = state.log[-1].at if state.log else state.setup.created
    aside = state.status == PLAYING and _only_bots(state, mine) and now - last > _ASIDE
    return {
        "table": state,
        "title": title_of(state),
        "others": [seat.name for seat in others if seat.name],
        "my_turn": state.player in mine and not aside,
        "aside": aside,
        "won": bool(set(state.winners) & set(mine)),
        "lost": bool(state.winners) and not set(state.winners) & set(mine),
        "when": _date(last),
        "opened": _date(state.setup.created),
        "removable": _removable(state, mine),
    }


def _only_bots(state: TableState, mine: list[int]) -> bool:
    return all(seat.kind == BOT for seat in state.seats if seat.seat not in mine)


def _removable(state: TableState, mine: list[int]) -> bool:
    """Return whether a table may be removed from the visitor's list: nobody else waits for them there."""
    return state.status == OVER or (state.status == PLAYING and _only_bots(state, mine))


def _date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@router.get("/mine")
async def my_games(request: Request, sender: TheSender, services: Served) -> Response:
    """Show the games and results of a visitor."""
    page, now = PageRenderer(request), time.time()
    mine = await services.lobby.tables_of(sender.holder, _LISTED)

    def render() -> Response:
        return page.page(
            "mine.html",
            my_tables=[summary(state, sender.holder, now) for state in mine],
            games={name: load(name).title for name in names()},
            levels={level.name: level.name.capitalize() for level in LEVELS},
        )

    return await run_in_threadpool(render)


@router.post("/mine/remove/{table_id}")
async def remove(room: TheRoom, sender: TheSender, services: Served) -> Response:
    """Take a table from a visitor's list. The table itself stays."""
    mine = room.state.seats_of(sender.holder)
    if mine and sender.holder is not None:
        if not _removable(room.state, mine):
            raise NotYet("others wait for you at this table: leave it, then it can be removed")
        await services.store.hide(room.id, sender.holder)
    return RedirectResponse("/mine", 303)


@router.get("/mine/results")
async def results(sender: TheSender, services: Served) -> Response:
    """Return how a visitor's games against bots ended, for the page that counts and keeps them."""
    found = [] if sender.holder is None else await services.store.results_of(sender.holder, _COUNTED)
    return JSONResponse([dict(vars(result)) for result in found])
