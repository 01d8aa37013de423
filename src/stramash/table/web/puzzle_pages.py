"""The pages of puzzles: today's, all by grade, and one to solve. Progress is kept in the browser."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, RedirectResponse, Response

from stramash.arena.puzzles import Puzzle, puzzle_of_the_day, puzzles_of
from stramash.core.position import Position, View
from stramash.core.puzzle import BEST, GRADES
from stramash.core.words import Translate
from stramash.games import load, names
from stramash.table.http.dependencies import Served
from stramash.table.http.models import MoveRequest
from stramash.table.server.errors import NoTable
from stramash.table.web.contexts import choices, facts, handle_names, pictures
from stramash.table.web.learning_pages import find_game
from stramash.table.web.renderer import PageRenderer
from stramash.table.web.review_chart import describe_line

__all__ = ["router"]

router = APIRouter()

#: How many gains a solution names
_GAINS = 4

PuzzleId = Annotated[str, Path(max_length=16)]


@router.get("/puzzles")
async def index(request: Request) -> Response:
    """Show today's puzzles, and all of them by grade."""
    page = PageRenderer(request)
    return await run_in_threadpool(
        lambda: page.page("puzzles.html", **_index_context(page._, datetime.now(UTC).date()))
    )


def _index_context(_: Translate, today: date) -> dict[str, Any]:
    games = sorted((load(name) for name in names() if puzzles_of(name)), key=lambda game: game.minutes)
    return {
        "games": games,
        "daily": {game.name: puzzle_of_the_day(game.name, today) for game in games},
        "grades": grade_names(_),
        "ids": {game.name: _ids_by_grade(game.name) for game in games},
    }


def _ids_by_grade(game: str) -> dict[int, list[str]]:
    known = puzzles_of(game)
    return {grade: [key for key, puzzle in known.items() if puzzle.grade == grade] for grade in GRADES}


def grade_names(_: Translate) -> dict[int, str]:
    """Return the names of the grades."""
    return dict(zip(GRADES, (_("easy"), _("tricky"), _("hard")), strict=True))


@router.get("/puzzles/{game}")
async def any_puzzle(game: str, grade: Annotated[int | None, Query(ge=1, le=GRADES[-1])] = None) -> Response:
    """Lead to a puzzle: the first of a grade, or today's."""
    find_game(game)
    chosen = puzzle_of_the_day(game, datetime.now(UTC).date())
    if grade is not None:
        chosen = next((one for one in puzzles_of(game).values() if one.grade == grade), chosen)
    if chosen is None:
        raise NoTable(f"{game} has no puzzles")
    return RedirectResponse(f"/puzzles/{game}/{chosen.id}", 303)


@router.get("/puzzles/{game}/{puzzle_id}")
async def puzzle(
    game: str, puzzle_id: PuzzleId, request: Request, services: Served, solution: bool = False
) -> Response:
    """Show a puzzle, or its solution."""
    found = _find(game, puzzle_id)
    services.warm_up.hurry(game)
    page = PageRenderer(request)
    return await run_in_threadpool(
        lambda: page.page("puzzle.html", **_puzzle_context(page, found, solution=solution))
    )


def _find(game: str, puzzle_id: str) -> Puzzle:
    find_game(game)
    found = puzzles_of(game).get(puzzle_id)
    if found is None:
        raise NoTable(f"there is no puzzle {puzzle_id!r} of {game}")
    return found


@lru_cache(maxsize=512)
def _position(puzzle: str, game: str) -> Position:
    return puzzles_of(game)[puzzle].position()


def _view(found: Puzzle, _: Translate) -> View:
    position = _position(found.id, found.game)
    called = [
        _("You") if seat == position.player else _other(position, seat, _) for seat in range(found.players)
    ]
    return position.view(position.player).named(called)


def _other(position: Position, seat: int, _: Translate) -> str:
    return _("The other") if position.game.players == 2 else _("Player {number}", number=seat + 1)


def _puzzle_context(page: PageRenderer, found: Puzzle, *, solution: bool) -> dict[str, Any]:
    _, locale = page._, page.visitor.locale
    view = _view(found, _)
    same = _ids_by_grade(found.game)[found.grade]
    following = same[(same.index(found.id) + 1) % len(same)]
    words = view.game.translator(locale)
    return {
        "game": view.game,
        "puzzle": found,
        "grade": grade_names(_)[found.grade],
        "question": view.game.ask_puzzle(found.kind, words),
        "next_id": following,
        "same_grade": same,
        "daily": found == puzzle_of_the_day(found.game, datetime.now(UTC).date()),
        "pieces": pictures(view, list(view.names), locale, narrow=page.visitor.narrow, low=page.visitor.low),
        "choices": choices(view, locale, [] if solution else found.offered(view)),
        "handle_names": handle_names(view, locale),
        # what the rules say about a stone would be the answer
        "facts": facts(view, locale) if found.kind == BEST else {},
        "solution": _solution(found, view, locale) if solution else None,
        "standing": [(view.names[seat], view.standing(seat, locale)) for seat in range(found.players)],
    }


def _solution(found: Puzzle, view: View, locale: str) -> dict[str, Any]:
    """Return what a page says and draws of the answer, and why it is right."""
    chances = dict(found.chances)
    percentages = [
        {"text": view.describe(view.parse(action), locale), "chance": chance, "right": action == found.answer}
        for action, chance in sorted(chances.items(), key=lambda one: -one[1])
    ]
    answer = view.parse(found.answer)
    position = _position(found.id, found.game).named(view.names)
    return {
        "text": view.describe(answer, locale),
        "reasons": [_explain(view, choice, locale) for choice in found.choices],
        "gains": view.gains(found.turn(view), locale)[:_GAINS],
        "chances": percentages,
        "line": describe_line(found.line, position, locale, reader=position.player),
        "arrows": [{"path": view.game.handles(answer), "kind": "better"}],
    }


def _explain(view: View, choice: str, locale: str) -> str:
    """Return what the rules say about a choice; empty where the game explains nothing."""
    return view.explain(choice, locale) if view.game.explained else ""


@router.post("/puzzles/{game}/{puzzle_id}")
async def answer(game: str, puzzle_id: PuzzleId, wanted: MoveRequest, request: Request) -> Response:
    """Check an answer; say why a wrong one is wrong."""
    found, page = _find(game, puzzle_id), PageRenderer(request)
    if wanted.action == found.answer:
        return JSONResponse({"next": f"/puzzles/{game}/{puzzle_id}?solution=true"})
    message = await run_in_threadpool(_refuse, found, wanted.action, page)
    return JSONResponse({"message": message}, 422)


def _refuse(found: Puzzle, action: str, page: PageRenderer) -> str:
    _, locale = page._, page.visitor.locale
    view = _view(found, _)
    if found.choices:
        reason = _explain(view, action, locale) if action in found.choices else ""
        return reason or _("The rules do not allow that. Choose something that is highlighted.")
    chance, best = dict(found.chances).get(action), dict(found.chances).get(found.answer)
    if chance is None or best is None:
        return _("Not this one. Try another.")
    return _("“{action}” wins {chance}% of the time. One move wins {best}%.",
             action=view.describe(view.parse(action), locale), chance=chance, best=best)  # fmt: skip
