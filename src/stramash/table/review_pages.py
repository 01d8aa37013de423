"""The page of a review: chances move by move, and the moves that cost most."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from stramash.games import replay
from stramash.table.asking import TheRoom
from stramash.table.clients import rooms_of
from stramash.table.happenings import OVER
from stramash.table.paper import Paper
from stramash.table.review_chart import costly_moves, draw_chart, tell_moves
from stramash.table.showing import shown_names

__all__ = ["router"]

router = APIRouter()


@router.get("/t/{table_id}/review")
def review(room: TheRoom, request: Request) -> Response:
    """What the review of a game found, or how far it is."""
    paper, reviews = Paper(request), rooms_of(request).reviews
    kept = reviews.kept(room) if room.status == OVER else None
    names = shown_names(room, paper)
    found: dict[str, Any] = {"review": kept, "progress": reviews.progress(room.id)}
    if kept is not None:
        positions = list(replay(room.record()))
        found["chart"] = draw_chart(kept, len(positions) - 1)
        found["costly"] = costly_moves(kept)
        found["moves"] = tell_moves(kept, positions, names, paper.visitor.locale)
    return paper.page("review.html", room=room, names=names, over=room.status == OVER, **found)


@router.post("/t/{table_id}/review")
def ask_for_review(room: TheRoom, request: Request) -> Response:
    """Have a finished game looked at again."""
    rooms_of(request).reviews.ask(room)
    return RedirectResponse(f"/t/{room.id}/review", 303)
