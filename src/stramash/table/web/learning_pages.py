"""The pages that teach: lessons, and the rules in our own words."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response

from stramash.core.game import Game
from stramash.core.lesson import Step
from stramash.core.position import Position, View
from stramash.core.words import Translate
from stramash.games import find, load, names
from stramash.table.http.dependencies import Served
from stramash.table.http.models import MoveRequest
from stramash.table.server.errors import NoTable
from stramash.table.web import lessons
from stramash.table.web.contexts import choices, facts, handle_names, pictures
from stramash.table.web.renderer import PageRenderer, as_list
from stramash.table.web.visitor import Visitor

__all__ = ["find_game", "router"]

router = APIRouter()

#: The others of a lesson with more than two players
_OTHERS = ("Ailsa", "Callum", "Morag", "Ewan")


def find_game(name: str) -> type[Game]:
    """Return the game of an address."""
    if name not in names():
        raise NoTable(f"there is no game {name!r}: the games are {', '.join(names())}")
    return find(name)


@router.get("/learn/{game}")
async def learn(
    game: str,
    request: Request,
    services: Served,
    step: Annotated[int, Query(ge=0)] = 0,
    did: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """Show a step of a game's lesson, or what followed from what the learner did in it."""
    services.warm_up.hurry(find_game(game).name)
    page = PageRenderer(request)
    return await run_in_threadpool(lambda: page.page("learn.html", **_lesson_context(page, game, step, did)))


def _lesson_context(page: PageRenderer, game: str, step: int, did: str) -> dict[str, Any]:
    lesson, locale = lessons.lesson_of(game, page.visitor.locale), page.visitor.locale
    at = min(step, len(lesson))
    shown: dict[str, Any] = {"game": find(game), "lesson": lesson, "at": at, "did": ""}
    if at == len(lesson):
        return shown
    if did and lesson[at].fits(did):
        return shown | _done_context(page, lesson[at], did)
    view = lesson[at].view()
    view = view.named(_called(view.game.players, page._))
    return shown | {
        "step": lesson[at],
        "prompt": view.prompt(locale),
        "pieces": pictures(view, list(view.names), locale, narrow=page.visitor.narrow, low=page.visitor.low),
        "choices": choices(view, locale),
        "handle_names": handle_names(view, locale),
        "facts": facts(view, locale),
        "marks": [],
        # an arrow shows the first step; in later steps on request or after a mistake
        "arrows": [{"path": _where(lesson[at]), "kind": "better"}] if at == 0 else [],
    }


def _called(players: int, _: Translate) -> list[str]:
    """Return the names of the players of a lesson: the learner, and the others."""
    return [_("You"), *(_OTHERS[: players - 1] if players > 2 else [_("The other")])]


def _done_context(page: PageRenderer, step: Step, did: str) -> dict[str, Any]:
    """Return what to show after a right action: the board after it and after the replies of the others."""
    locale = page.visitor.locale
    moments = [step.make(), *step.played(did)]
    end = moments[-1]
    called = _called(end.game.players, page._)
    view: View = end.show(0).named(called)
    story = [_sentence(now, then, called, locale) for now, then in pairwise(moments)]
    return {
        "step": step,
        "did": did,
        "story": story,
        "prompt": view.outcome(locale, called) if end.over else story[-1],
        "pieces": pictures(view, called, locale, narrow=page.visitor.narrow, low=page.visitor.low),
        "choices": as_list(()),
        "handle_names": {},
        "facts": {},
        "marks": [mark for now, then in pairwise(moments) for mark in _marks(now, then)],
        "arrows": [],
    }


def _sentence(before: Position, after: Position, called: list[str], locale: str) -> str:
    """Return what somebody did, as the learner sees it."""
    seat, action = after.history[-1]
    game = after.game
    veiled = seat != 0 and game.veil(action) is not None
    words = game.translator(locale).naming(called, 0)
    return game.describe(before.state, action, words, called[seat], veiled=veiled)


def _marks(before: Position, after: Position) -> list[str]:
    """Return the things that another seat's action was about; none of the learner's own."""
    seat, action = after.history[-1]
    if seat == 0:
        return []
    return after.game.marks(before.state, action, veiled=after.game.veil(action) is not None)


@router.post("/learn/{game}/{step}")
async def try_step(game: str, step: int, wanted: MoveRequest, request: Request, services: Served) -> Response:
    """Check what a learner did."""
    services.warm_up.hurry(find_game(game).name)
    lesson = await run_in_threadpool(lessons.lesson_of, game, Visitor.of(request).locale)
    if not 0 <= step < len(lesson):
        raise NoTable("this lesson has no such step")
    if await run_in_threadpool(lesson[step].fits, wanted.action):
        did = urlencode({"step": step, "did": wanted.action})
        return JSONResponse({"next": f"/learn/{game}?{did}"})
    message, where = await run_in_threadpool(_correct, lesson[step], wanted.action, PageRenderer(request))
    return JSONResponse({"message": message, "hint": where}, 422)


def _correct(step: Step, action: str, page: PageRenderer) -> tuple[str, list[str]]:
    """Return what to say about a wrong action, and the things to touch in its place."""
    view = step.view()
    legal = {view.notation(number): number for number in view.legal}
    if action not in legal:
        return step.help, _where(step)
    did = view.describe(legal[action], page.visitor.locale)
    return page._(
        "“{action}” is allowed, but not what this step is about. {help}", action=did, help=step.help
    ), _where(step)


def _where(step: Step) -> list[str]:
    """Return the handles of a right action."""
    view = step.view()
    right = view.parse(step.right[0]) if step.right else view.legal[0]
    return view.game.handles(right)


@router.post("/learn/{game}/{step}/where")
async def show_where(game: str, step: int, request: Request) -> Response:
    """Return the things to touch in a step, and what to do with them."""
    find_game(game)
    lesson = await run_in_threadpool(lessons.lesson_of, game, Visitor.of(request).locale)
    if not 0 <= step < len(lesson):
        raise NoTable("this lesson has no such step")
    where = await run_in_threadpool(_where, lesson[step])
    return JSONResponse({"hint": where, "say": lesson[step].help})


@router.get("/rules/{game}")
async def rules(game: str, request: Request, services: Served) -> Response:
    """Show the rules of a game in our own words."""
    services.warm_up.hurry(find_game(game).name)
    page = PageRenderer(request)

    def render() -> Response:
        locale, chosen = page.visitor.locale, load(game)
        return page.page(
            "rules.html",
            game=chosen,
            translate=chosen.translator(locale),
            text=lessons.rules_of(game, locale),
            taught=bool(lessons.lesson_of(game, locale)),
        )

    return await run_in_threadpool(render)
