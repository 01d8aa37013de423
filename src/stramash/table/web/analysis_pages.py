"""The analysis board: any moment of a finished game, other moves from there, and an evaluation by search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response

from stramash.bots.advice import make_adviser
from stramash.bots.compiled import bots_are_compiled
from stramash.bots.search import Budget, Thought
from stramash.core.errors import StramashError
from stramash.core.position import Position
from stramash.table.domain.errors import BadRequest, NotYet
from stramash.table.domain.state import OVER, TableState
from stramash.table.http.dependencies import Served, TheLimits, TheRoom, TheSender
from stramash.table.http.models import MoveRequest
from stramash.table.web.contexts import choices, handle_names, pictures, shown_names
from stramash.table.web.renderer import PageRenderer
from stramash.table.web.review_chart import describe_line

__all__ = ["router"]

router = APIRouter()

#: How many actions may be tried one after another, and how long their notation may be
_LONGEST, _LETTERS = 200, 4000
#: How many actions of the search are listed, and how many are drawn
_LISTED, _DRAWN = 6, 3
#: Actions that were tried in fewer of a hundred simulations are not listed
_SERIOUS = 1


@dataclass(frozen=True)
class Study:
    """A moment of a finished game, and the moves that are tried from there."""

    table: str
    ply: int
    line: tuple[str, ...] = ()
    #: whether the search evaluates the position
    bot: bool = False

    @property
    def address(self) -> str:
        """The address of this study."""
        values = {"ply": str(self.ply), "line": " ".join(self.line), "bot": "true" if self.bot else ""}
        return f"/t/{self.table}/analysis?" + urlencode(
            {key: value for key, value in values.items() if value}
        )

    def position(self, state: TableState) -> Position:
        """Return the position after the moves that are tried; raise BadRequest if one is not legal."""
        position = state.position_at(self.ply)
        for action in self.line:
            try:
                position.play(action)
            except StramashError as error:
                raise BadRequest(f"the line cannot be played: {error}") from None
        return position


def study_of(
    room: TheRoom,
    ply: Annotated[int | None, Query(ge=0)] = None,
    line: Annotated[str, Query(max_length=_LETTERS)] = "",
    *,
    bot: bool = False,
) -> Study:
    """Return the study that an address asks for; raise NotYet while the game goes on."""
    if room.state.status != OVER:
        raise NotYet("a game is analysed when it is over")
    tried = tuple(line.split())
    if len(tried) > _LONGEST:
        raise BadRequest(f"a line has {_LONGEST} moves at most")
    return Study(room.id, room.state.ply if ply is None else min(ply, room.state.ply), tried, bot=bot)


@router.get("/t/{table_id}/analysis")
async def analysis(
    room: TheRoom,
    request: Request,
    sender: TheSender,
    services: Served,
    limits: TheLimits,
    ply: Annotated[int | None, Query(ge=0)] = None,
    line: Annotated[str, Query(max_length=_LETTERS)] = "",
    *,
    bot: bool = False,
) -> Response:
    """Show a moment of a finished game as a board to try moves on."""
    study, page = study_of(room, ply, line, bot=bot), PageRenderer(request)
    position = await run_in_threadpool(study.position, room.state)
    thought = None
    if bot and not position.over and bots_are_compiled(position.game):
        limits.count_hint(sender.address, services.pool.waiting(sender.address))
        budget = Budget.read(services.settings.hint_budget)
        thought = await services.pool.run(partial(_think, position, budget), sender.address)
    else:
        services.warm_up.hurry(position.game.name)
    context = await run_in_threadpool(_context, room.state, study, position, thought, page)
    return page.page("analysis.html", **context)


def _think(position: Position, budget: Budget) -> Thought | None:
    """Return the adviser's result from the view of the player to act; None if there is no choice."""
    if len(position.legal) < 2:
        return None
    return make_adviser(position.game, None, budget).think(position.view(position.player))


def _context(
    state: TableState, study: Study, position: Position, thought: Thought | None, page: PageRenderer
) -> dict[str, Any]:
    _, locale = page._, page.visitor.locale
    names = shown_names(state, _)
    position = position.named(names)
    view = position.show(position.player, reveal=True).named(names)
    played = state.the_position().history[study.ply :][:1] if not study.line else []
    sentences = position.log(None, locale, names)
    return {
        "game": position.game,
        "table": state,
        "names": names,
        "study": study,
        "last": state.ply,
        "prompt": view.outcome(locale, names) if position.over else view.prompt(locale),
        "player": None if position.player is None else names[position.player],
        "standing": [(name, view.standing(seat, locale)) for seat, name in enumerate(names)],
        "pieces": pictures(view, names, locale, narrow=page.visitor.narrow, low=page.visitor.low),
        "choices": choices(view, locale),
        "handle_names": handle_names(view, locale),
        "line": sentences[study.ply :],
        "played": [position.describe(action, locale) for _seat, action in played],
        "back": replace(study, line=study.line[:-1]).address if study.line else "",
        "before": replace(study, ply=study.ply - 1, line=()).address if study.ply else "",
        "after": replace(study, ply=study.ply + 1, line=()).address if study.ply < state.ply else "",
        "other_bot": replace(study, bot=not study.bot).address,
        "thought": None if thought is None else _describe(thought, position, locale),
    }


def _describe(thought: Thought, position: Position, locale: str) -> dict[str, Any]:
    """Return the best actions with their chances, the line that the search expects, and what to draw."""
    game = position.game
    least = max(2, _SERIOUS * thought.simulations // 100)
    listed = [one for one in thought.considered if one.visits >= least][:_LISTED] or [thought.best]
    best, *others = [(one.action, round(100 * one.chance)) for one in listed]
    shares = [best, *sorted(others, key=lambda one: -one[1])]
    line = [(seat, game.notations[action]) for seat, action in thought.line]
    return {
        "chances": [
            {"text": position.describe(action, locale), "chance": chance} for action, chance in shares
        ],
        "line": describe_line(line, position, locale),
        "arrows": [
            {"path": game.handles(action), "kind": "other" if number else "better", "text": f"{chance}%"}
            for number, (action, chance) in enumerate(shares[:_DRAWN])
        ],
    }


@router.post("/t/{table_id}/analysis")
async def try_move(
    wanted: MoveRequest,
    room: TheRoom,
    ply: Annotated[int | None, Query(ge=0)] = None,
    line: Annotated[str, Query(max_length=_LETTERS)] = "",
    *,
    bot: bool = False,
) -> Response:
    """Try a move: lead to the board after it."""
    study = study_of(room, ply, line, bot=bot)
    further = replace(study, line=(*study.line, wanted.action))
    await run_in_threadpool(further.position, room.state)
    return JSONResponse({"next": further.address})
