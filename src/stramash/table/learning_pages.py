"""The pages that teach: lessons, and the rules in our own words."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

from stramash.games import find
from stramash.table import lessons
from stramash.table.asking import find_game
from stramash.table.clients import rooms_of
from stramash.table.errors import NoTable
from stramash.table.models import Move
from stramash.table.paper import Paper
from stramash.table.showing import choices, facts, handle_names, pictures
from stramash.table.visitor import Visitor

__all__ = ["router"]

router = APIRouter()


@router.get("/learn/{game}")
def learn(game: str, request: Request, step: Annotated[int, Query(ge=0)] = 0) -> Response:
    """A step of a game's lesson."""
    rooms_of(request).warm_up.ask(find_game(game).name)
    paper = Paper(request)
    lesson = lessons.lesson_of(game, paper.visitor.locale)
    at = min(step, len(lesson))
    shown: dict[str, Any] = {"game": find(game), "lesson": lesson, "at": at}
    if at < len(lesson):
        view = lesson[at].view()
        names = [paper._("You"), *[paper._("The other")] * (view.game.players - 1)]
        view = view.named(names)
        shown |= {
            "step": lesson[at],
            "view": view,
            "pieces": pictures(view, names, paper.visitor),
            "choices": choices(view, paper.visitor.locale),
            "handle_names": handle_names(view, paper.visitor.locale),
            "facts": facts(view, paper.visitor.locale),
        }
    return paper.page("learn.html", **shown)


@router.post("/learn/{game}/{step}")
def try_step(game: str, step: int, wanted: Move, request: Request) -> Response:
    """Check what a learner did."""
    rooms_of(request).warm_up.ask(find_game(game).name)
    lesson = lessons.lesson_of(game, Visitor.of(request).locale)
    if not 0 <= step < len(lesson):
        raise NoTable("this lesson has no such step")
    if not lesson[step].fits(wanted.action):
        return JSONResponse({"message": lesson[step].help}, 422)
    return JSONResponse({"next": f"/learn/{game}?step={step + 1}"})


@router.get("/rules/{game}")
def rules(game: str, request: Request) -> Response:
    """The rules of a game in our own words."""
    paper = Paper(request)
    rooms_of(request).warm_up.ask(find_game(game).name)
    return paper.page("rules.html", game=find(game), text=lessons.rules_of(game, paper.visitor.locale))
