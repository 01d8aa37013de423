"""The pages for people. They call the functions of `http.commands` and show the results."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from markupsafe import Markup

from stramash.bots import LEVELS
from stramash.core.errors import BadOption
from stramash.core.game import Game, OptionValue
from stramash.draw.portraits import PORTRAITS, portrait
from stramash.games import load, names
from stramash.table.domain.errors import BadRequest, TableError
from stramash.table.domain.seats import BOT, LOCAL, OPEN, PERSON
from stramash.table.domain.setup import Terms
from stramash.table.domain.state import OVER
from stramash.table.http import commands
from stramash.table.http.dependencies import (
    Form,
    Sender,
    Served,
    TheLimits,
    TheSender,
    client_id_of,
    greet,
    remember,
)
from stramash.table.http.limits import Limits
from stramash.table.server.lobby import NewTable
from stramash.table.server.seating import SeatRequest
from stramash.table.server.services import Services
from stramash.table.web import (
    analysis_pages,
    chat_pages,
    comment_pages,
    learning_pages,
    my_games,
    puzzle_pages,
    review_pages,
    score_sheets,
    table_pages,
)
from stramash.table.web.compression import compress
from stramash.table.web.contexts import length
from stramash.table.web.learning_pages import find_game
from stramash.table.web.lessons import lesson_of
from stramash.table.web.my_games import summary
from stramash.table.web.renderer import STATIC, PageRenderer, picture_style
from stramash.table.web.showcase import draw_table_in_play
from stramash.table.web.table_pages import title_of
from stramash.table.web.visitor import Visitor, keep_name, prefer

__all__ = ["error_page", "router"]

router = APIRouter()
for pages in (
    table_pages,
    chat_pages,
    comment_pages,
    score_sheets,
    my_games,
    review_pages,
    learning_pages,
    puzzle_pages,
    analysis_pages,
):
    router.include_router(pages.router)


#: Tables that the home page lists: open ones, and of one's own how many are looked at and shown
_OPEN, _RECENT, _SHOWN = 30, 24, 6
#: Seconds for each action that people can choose: for a live game, and at leisure
_DAY = 24 * 3600
CLOCKS = (30, 60, 180, 600, _DAY, 3 * _DAY, 7 * _DAY)


# --- Home and set-up ---------------------------------------------------------------------------------


@router.get("/")
async def home(
    request: Request,
    sender: TheSender,
    services: Served,
    only: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """Show the games, the tables to join, perhaps of one game only, and one's own."""
    page, lobby, now = PageRenderer(request), services.lobby, time.time()
    opened = [state for state in await lobby.open_tables(_OPEN) if not state.seats_of(sender.holder)]
    mine = [summary(state, sender.holder, now) for state in await lobby.tables_of(sender.holder, _RECENT)]
    # games that wait for the visitor come first, then those that are over or put aside
    mine.sort(key=lambda entry: entry["table"].status == OVER or entry["aside"])

    def render() -> Response:
        return page.page(
            "home.html",
            games=sorted((load(name) for name in names()), key=lambda game: game.minutes),
            covers={name: page.cover(name) for name in names()},
            taught={name for name in names() if lesson_of(name, page.visitor.locale)},
            opponent=page.visitor.opponent or services.settings.takeover_bot,
            levels=LEVELS,
            portraits=_portraits(),
            open_tables=[
                summary(state, sender.holder, now) for state in opened if only in ("", state.setup.game)
            ],
            open_games=sorted({state.setup.game: title_of(state) for state in opened}.items()),
            only=only,
            my_tables=mine[:_SHOWN],
            describe_length=lambda seconds: length(seconds, page._),
        )

    response = await run_in_threadpool(render)
    greet(response, sender, services.settings)
    return response


@router.get("/table-in-play/{game}-{theme}.svg")
async def table_in_play(game: str, theme: Literal["dark", "light"], request: Request) -> Response:
    """Return the picture of a table in play that the home page shows."""
    if game not in names():
        return Response(status_code=404)
    locale = Visitor.of(request).locale
    picture = await run_in_threadpool(draw_table_in_play, game, locale, light=theme == "light")
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=86400"})


@router.get("/portraits/{level}.svg")
async def portrait_of(level: str) -> Response:
    """Return the portrait of the bots of a level."""
    if level not in PORTRAITS:
        return Response(status_code=404)
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(portrait(level), media_type="image/svg+xml", headers=headers)


def _portraits() -> dict[str, Markup]:
    return {level.name: Markup(portrait(level.name)) for level in LEVELS if level.name in PORTRAITS}


@router.post("/play/{game}")
async def play_now(
    game: str, form: Form, request: Request, sender: TheSender, services: Served, limits: TheLimits
) -> Response:
    """Open a table against the bot that was named, else against the visitor's usual one; no options."""
    fewest = find_game(game).player_counts.start
    page = PageRenderer(request)
    name = page.visitor.name or page._("Guest")
    with_comments = form.get("comments") == "on"
    named = form.get("opponent", page.visitor.opponent)
    bot = LEVELS[0].name if with_comments else named or services.settings.takeover_bot
    bots = [SeatRequest(BOT, bot=bot)] * (fewest - 1)
    new = NewTable(game=game, seats=[SeatRequest(PERSON, name), *bots], players=fewest)
    response = await _open_table(new, client_id_of(form), sender, services, limits)
    if with_comments:
        response.headers["location"] += "?comments=on"
    elif "opponent" in form:
        prefer(response, "opponent", named)
    return response


@router.get("/new/{game}")
async def set_up(
    game: str,
    request: Request,
    sender: TheSender,
    services: Served,
    players: Annotated[int | None, Query()] = None,
) -> Response:
    """Show a form for the options and who sits where."""
    chosen = find_game(game)
    count = players if players in chosen.player_counts else max(2, chosen.player_counts.start)
    filled = dict(request.query_params)
    page = PageRenderer(request)
    response = page.page(
        "set_up.html",
        game=chosen,
        players=count,
        levels=LEVELS,
        portraits=_portraits(),
        # the choices before the number of players changed; the form sends all or none
        filled=filled if "seat0" in filled else None,
        usual=services.settings.takeover_bot,
        cover=page.cover(chosen.name),
        clocks={seconds: length(seconds, page._) for seconds in CLOCKS},
        capital=lambda text: text[:1].upper() + text[1:],
    )
    greet(response, sender, services.settings)
    return response


@router.post("/tables")
async def open_table(
    form: Form, request: Request, sender: TheSender, services: Served, limits: TheLimits
) -> Response:
    """Open a table as the set-up says."""
    game = find_game(form.get("game", ""))
    counts = {str(count): count for count in game.player_counts}
    players = counts.get(form.get("players", "2"))
    if players is None:
        raise BadRequest(f"the number of players is one of {', '.join(counts)}")
    _ = PageRenderer(request)._
    seats = [
        _seat_request(
            form.get(f"seat{seat}", ""),
            form.get(f"name{seat}", "").strip() or _("Player {number}", number=seat + 1),
        )
        for seat in range(players)
    ]
    new = NewTable(
        game=game.name,
        players=players,
        options=_options(game, form),
        seats=seats,
        listed=form.get("listed") == "on",
        shuffled=form.get("order") == "lot",
        terms=_terms(form),
    )
    response = await _open_table(new, client_id_of(form), sender, services, limits)
    mine = (form.get(f"name{seat}", "") for seat in range(players) if form.get(f"seat{seat}") == "me")
    keep_name(response, next(mine, "").strip())
    return response


def _terms(form: dict[str, str]) -> Terms:
    """Read the terms besides the rules."""
    clock = form.get("clock", "0")
    if clock not in ("0", *map(str, CLOCKS)):
        raise BadRequest(f"the clock gives one of {', '.join(map(str, CLOCKS))} seconds, or 0 for none")
    return Terms(hints={"on": True, "off": False}.get(form.get("hints", "")), clock=int(clock) or None)


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


def _seat_request(kind: str, name: str) -> SeatRequest:
    if kind.startswith("bot:"):
        return SeatRequest(BOT, bot=kind.removeprefix("bot:")[:64])
    if kind == "me":
        return SeatRequest(PERSON, name)
    if kind == "here":
        return SeatRequest(LOCAL, name)
    if kind == "link":
        return SeatRequest(OPEN)
    raise BadRequest(f"nobody can be {kind!r} at a seat: choose me, here, link or bot:name")


async def _open_table(
    new: NewTable, client_id: str | None, sender: Sender, services: Services, limits: Limits
) -> Response:
    secret = sender.browser_secret()
    table_id = await commands.open_table(services, limits, sender, secret, new, client_id)
    response = RedirectResponse(f"/t/{table_id}", 303)
    remember(response, secret, services.settings)
    return response


# --- Everything else -----------------------------------------------------------------------------------


@router.get("/pictures.css")
async def style(request: Request) -> Response:
    """Return the style of pictures, in the colours that a page chooses."""
    headers = {"Cache-Control": "public, max-age=3600"}
    return compress(request, PlainTextResponse(picture_style(), media_type="text/css", headers=headers))


@router.get("/service_worker.js")
async def service_worker() -> Response:
    """Return the service worker: it may serve the whole site only from the root."""
    return FileResponse(STATIC / "service_worker.js", media_type="text/javascript")


@router.post("/settings")
async def settle(form: Form) -> Response:
    """Store a preference of the visitor in a cookie, and go back."""
    back = form.get("back", "/")
    inside = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    response = RedirectResponse(back if inside else "/", 303)
    for name, value in form.items():
        prefer(response, name, value)
    return response


async def error_page(request: Request, error: TableError, status: int) -> Response:
    """Return the page for an error with what to do next; a script gets the same as JSON."""
    page = PageRenderer(request)
    message = page.refusal(error)
    if "application/json" in request.headers.get("content-type", ""):
        return JSONResponse({"error": error.code, "message": message}, status)
    table_id = request.path_params.get("table_id")
    watch = f"/t/{table_id}" if table_id and status in (403, 409) else None
    return page.page("error.html", status=status, error_status=status, message=message, watch=watch)
