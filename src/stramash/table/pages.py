"""The pages: HTML for people. What a table can do is in `room`; here it is only asked and shown."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from stramash.bots import LEVELS
from stramash.core.errors import BadOption
from stramash.core.game import Game, OptionValue
from stramash.games import load, names
from stramash.table import learning_pages, review_pages, table_pages
from stramash.table.asking import Form, find_game
from stramash.table.clients import ensure_secret, remember, rooms_of, secret_of
from stramash.table.errors import BadRequest, TableError
from stramash.table.paper import Paper, picture_style
from stramash.table.room import Room
from stramash.table.rooms import Wish
from stramash.table.seats import BOT, LOCAL, OPEN, PERSON
from stramash.table.visitor import prefer

__all__ = ["error_page", "router"]

router = APIRouter()
for pages in (table_pages, review_pages, learning_pages):
    router.include_router(pages.router)


# --- Home and set-up ---------------------------------------------------------------------------------


@router.get("/")
def home(request: Request) -> Response:
    """The games, the tables to join, and one's own."""
    rooms = rooms_of(request)
    paper = Paper(request)
    return paper.page(
        "home.html",
        games=[load(name) for name in names()],
        covers={name: paper.cover(name) for name in names()},
        progress=rooms.warm_up.progress(),
        open_tables=[room for room in rooms.open_tables(8) if not room.seats_of(secret_of(request))],
        my_tables=[_summary(room, request) for room in rooms.tables_of(secret_of(request), 12)],
    )


def _summary(room: Room, request: Request) -> dict[str, Any]:
    mine = room.seats_of(secret_of(request))
    others = [name for seat, name in enumerate(room.names) if seat not in mine]
    return {
        "room": room,
        "others": others,
        "my_turn": room.player in mine,
        "won": bool(set(room.winners) & set(mine)),
    }


@router.post("/play/{game}")
def play_now(game: str, request: Request) -> Response:
    """Sit down against bots, with everything as it usually is."""
    fewest = find_game(game).player_counts.start
    name = Paper(request)._("Guest")
    return _open_table(request, game, [Wish(PERSON, name)], fewest, {}, listed=False)


@router.get("/new/{game}")
def set_up(game: str, request: Request, players: Annotated[int | None, Query()] = None) -> Response:
    """Choose the options and who sits where."""
    chosen = find_game(game)
    count = players if players in chosen.player_counts else max(2, chosen.player_counts.start)
    filled = dict(request.query_params)
    return Paper(request).page(
        "set_up.html",
        game=chosen,
        players=count,
        levels=LEVELS,
        # what was chosen before the number of players changed; all of it is sent if anything is
        filled=filled if "seat0" in filled else None,
        usual=rooms_of(request).settings.takeover_bot,
    )


@router.post("/tables")
def open_table(form: Form, request: Request) -> Response:
    """Open a table as the set-up says."""
    game = find_game(form.get("game", ""))
    counts = {str(count): count for count in game.player_counts}
    players = counts.get(form.get("players", "2"))
    if players is None:
        raise BadRequest(f"the number of players is one of {', '.join(counts)}")
    options = _options(game, form)
    _ = Paper(request)._
    wishes = [
        _wish(
            form.get(f"seat{seat}", ""),
            form.get(f"name{seat}", "").strip() or _("Player {number}", number=seat + 1),
        )
        for seat in range(players)
    ]
    return _open_table(request, game.name, wishes, players, options, listed=form.get("listed") == "on")


def _options(game: type[Game], form: dict[str, str]) -> dict[str, OptionValue]:
    """Read the options of a set-up; a box that is not ticked is not sent."""
    options: dict[str, OptionValue] = {}
    for option in game.option_specs:
        boolean = isinstance(option.default, bool)
        text = form.get(option.name, "false" if boolean else "")
        try:
            if text:
                options[option.name] = option.read("true" if boolean and text == "on" else text)
        except BadOption as error:
            raise BadRequest(str(error)) from None
    return options


def _wish(kind: str, name: str) -> Wish:
    if kind.startswith("bot:"):
        return Wish(BOT, bot=kind.removeprefix("bot:"))
    kinds = {"me": PERSON, "here": LOCAL, "link": OPEN}
    if kind not in kinds:
        raise BadRequest(f"nobody can be {kind!r} at a seat: choose {', '.join(kinds)} or bot:name")
    return Wish(kinds[kind], name)


def _open_table(
    request: Request,
    game: str,
    wishes: list[Wish],
    players: int,
    options: dict[str, OptionValue],
    *,
    listed: bool,
) -> Response:
    secret = ensure_secret(request)
    rooms = rooms_of(request)
    table_id = rooms.create(game, wishes, secret, players=players, options=options, listed=listed)
    response = RedirectResponse(f"/t/{table_id}", 303)
    remember(response, secret, rooms.settings)
    return response


# --- Everything else -----------------------------------------------------------------------------------


@router.get("/pictures.css")
def style() -> Response:
    """The style of pictures, in the colours that a page chooses."""
    headers = {"Cache-Control": "public, max-age=3600"}
    return PlainTextResponse(picture_style(), media_type="text/css", headers=headers)


@router.post("/settings")
def settle(form: Form) -> Response:
    """Remember what a visitor prefers, and go back."""
    back = form.get("back", "/")
    inside = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    response = RedirectResponse(back if inside else "/", 303)
    for name, value in form.items():
        prefer(response, name, value)
    return response


async def error_page(request: Request, error: TableError) -> Response:
    """Say to a person what was refused and what to do; in the status line if a script asked."""
    paper = Paper(request)
    if "application/json" in request.headers.get("content-type", ""):
        told = {"error": error.code, "message": paper.refusal(error)}
        return JSONResponse(told, error.status)
    table_id = request.path_params.get("table_id")
    watch = f"/t/{table_id}" if table_id and error.status in (403, 409) else None
    warming = [
        (load(name).title, progress)
        for name, progress in rooms_of(request).warm_up.progress().items()
        if not progress.ready
    ]
    said = {"message": paper.refusal(error), "watch": watch, "warming": warming}
    return paper.page("error.html", status=error.status, error=error, **said)
