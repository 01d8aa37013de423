"""The page of a review: chances move by move, and the moves that cost most."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response

from stramash.games import replay
from stramash.table.domain.state import OVER
from stramash.table.http.dependencies import Served, TheRoom, TheSender
from stramash.table.web.contexts import shown_names
from stramash.table.web.renderer import PageRenderer
from stramash.table.web.review_chart import costly_moves, describe_moves, draw_chart

__all__ = ["router"]

router = APIRouter()


@router.get("/t/{table_id}/review")
async def review(room: TheRoom, request: Request, services: Served) -> Response:
    """Show what the review of a game found, or its progress."""
    state, page = room.state, PageRenderer(request)
    state.the_position()
    over = state.status == OVER
    kept = await services.reviewer.kept(state) if over else None
    progress = services.reviewer.progress(state.id)

    def render() -> Response:
        names = shown_names(state, page._)
        found: dict[str, Any] = {"review": kept, "progress": progress}
        if kept is not None:
            positions = list(replay(state.record()))
            found["chart"] = draw_chart(kept, len(positions) - 1)
            found["costly"] = costly_moves(kept)
            found["moves"] = describe_moves(kept, positions, names, page.visitor.locale)
        return page.page("review.html", table=state, names=names, over=over, **found)

    return await run_in_threadpool(render)


@router.post("/t/{table_id}/review")
async def ask_for_review(room: TheRoom, sender: TheSender, services: Served) -> Response:
    """Start a review of a finished game."""
    await services.reviewer.ask(room.state, sender.address)
    return RedirectResponse(f"/t/{room.id}/review", 303)
