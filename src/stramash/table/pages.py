"""The pages: HTML for people. What a table can do is in `room`; here it is only asked and shown."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from stramash import bots
from stramash.core.game import Game, OptionValue
from stramash.games import find, load, names
from stramash.table import lessons
from stramash.table.clients import ensure_secret, remember, rooms_of, secret_of
from stramash.table.errors import BadRequest, NoTable, TableError, WrongSeat
from stramash.table.models import Acting, Move
from stramash.table.paper import Paper, picture_style
from stramash.table.room import OVER, PLAYING, WAITING, Room
from stramash.table.rooms import Wish
from stramash.table.seats import BOT, LOCAL, OPEN, PERSON
from stramash.table.showing import choices, facts, pictures, take_chair
from stramash.table.visitor import Visitor, prefer

__all__ = ["error_page", "router"]

router = APIRouter()

Ply = Annotated[int | None, Query(ge=0)]
Seat = Annotated[int | None, Query(ge=0)]


def the_room(table_id: str, request: Request) -> Room:
    """Return the room that an address means."""
    return rooms_of(request).get(table_id)


async def the_form(request: Request) -> dict[str, str]:
    """Return the fields of a form."""
    return {name: value for name, value in (await request.form()).items() if isinstance(value, str)}


TheRoom = Annotated[Room, Depends(the_room)]
Form = Annotated[dict[str, str], Depends(the_form)]


def _game(name: str) -> type[Game]:
    if name not in names():
        raise NoTable(f"there is no game {name!r}: the games are {', '.join(names())}")
    return find(name)


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
    fewest = _game(game).player_counts.start
    name = Paper(request)._("Guest")
    return _open_table(request, game, [Wish(PERSON, name)], fewest, {}, listed=False)


@router.get("/new/{game}")
def set_up(game: str, request: Request, players: Annotated[int | None, Query()] = None) -> Response:
    """Choose the options and who sits where."""
    chosen = _game(game)
    count = players if players in chosen.player_counts else max(2, chosen.player_counts.start)
    return Paper(request).page("set_up.html", game=chosen, players=count, bots=_levels())


def _levels() -> list[str]:
    """The bots, the best known first."""
    return sorted(bots.names(), key=lambda name: (name == "random", name))


@router.post("/tables")
def open_table(form: Form, request: Request) -> Response:
    """Open a table as the set-up says."""
    game = _game(form.get("game", ""))
    try:
        players = int(form.get("players", "2"))
    except ValueError:
        raise BadRequest("the number of players is a number") from None
    options: dict[str, OptionValue] = {}
    for option in game.option_specs:
        boolean = isinstance(option.default, bool)
        text = form.get(option.name, "false" if boolean else "")
        if text:
            options[option.name] = option.read("true" if boolean and text == "on" else text)
    wishes = [_wish(form.get(f"seat{seat}", ""), form.get(f"name{seat}", "")) for seat in range(players)]
    return _open_table(request, game.name, wishes, players, options, listed=form.get("listed") == "on")


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


# --- The table -----------------------------------------------------------------------------------------


@router.get("/t/{table_id}")
def table(room: TheRoom, request: Request, ply: Ply = None, seat: Seat = None) -> Response:
    """A table: as its players see it, or as one who watches."""
    paper = Paper(request)
    visitor = paper.visitor
    chair = take_chair(room, room.seats_of(secret_of(request)), seat)
    last = room.ply
    if ply is not None and ply > last:
        ply = None
    shown = ply if ply is not None else last
    over = room.status == OVER
    view = room.view(chair.seat, shown)
    live = shown == last and room.status == PLAYING
    log = room.log(chair.seat, visitor.locale)
    seats = room.names
    known = [name or paper._("nobody yet") for name in seats]
    with_help = live and not (visitor.claims == "hand" and view.game.name == "schotten-totten")
    return paper.page(
        "table.html",
        room=room,
        view=view,
        chair=chair,
        names=known,
        pieces=pictures(view, known, visitor),
        choices=choices(view, visitor.locale) if live and chair.curtain is None else [],
        facts=facts(view, visitor.locale) if with_help and chair.seat is not None else {},
        log=log,
        marks=_last_handles(room, shown),
        shown=shown,
        last=last,
        live=live,
        over=over,
        standing=[view.standing(number, visitor.locale) for number in range(room.game.players)],
        prompt=view.prompt(visitor.locale),
        undoable=live and chair.seat is not None and room.undoable(chair.seat),
        invite=room.invite_for(secret_of(request)) if room.status == WAITING else None,
        here=str(request.base_url).rstrip("/"),
        winner_names=", ".join(known[number] for number in room.winners),
    )


def _last_handles(room: Room, ply: int) -> list[str]:
    """Return the things that the action before this moment touched, as far as everybody saw them."""
    moves = [
        happening for happening in room.happenings if happening.action is not None and happening.ply == ply
    ]
    if not ply or not moves:
        return []
    action = moves[-1].action
    assert action is not None
    return [] if room.game.veil(action) else room.game.handles(action)


@router.get("/t/{table_id}/moment.svg")
def moment(room: TheRoom, request: Request, ply: Ply = None, seat: Seat = None) -> Response:
    """A moment of the game as a picture."""
    mine = room.seats_of(secret_of(request))
    chosen = seat if seat in mine else mine[0] if len(mine) == 1 else None
    picture = room.view(chosen, min(ply, room.ply) if ply is not None else None).svg(
        Visitor.of(request).locale
    )
    name = f"{room.game.name}-{room.id}-{room.ply if ply is None else ply}.svg"
    return _download(picture, "image/svg+xml", name)


@router.get("/t/{table_id}/record.txt")
def record(room: TheRoom) -> Response:
    """The record of a finished game."""
    return _download(str(room.record()), "text/plain; charset=utf-8", f"{room.game.name}-{room.id}.txt")


def _download(content: str, media_type: str, name: str) -> Response:
    return Response(
        content, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.get("/t/{table_id}/join/{invite}")
def invitation(room: TheRoom, invite: str, request: Request) -> Response:
    """An invitation to sit down: a page first, because a link may be followed by more than people."""
    if room.seats_of(secret_of(request)) or room.status != WAITING:
        return RedirectResponse(f"/t/{room.id}", 303)
    return Paper(request).page("join.html", room=room, invite=invite)


@router.post("/t/{table_id}/join/{invite}")
def join(room: TheRoom, invite: str, form: Form, request: Request) -> Response:
    """Sit down at a free seat."""
    secret = ensure_secret(request)
    room.join(secret, form.get("name", ""), invite)
    response = RedirectResponse(f"/t/{room.id}", 303)
    remember(response, secret, rooms_of(request).settings)
    return response


def _held(room: Room, request: Request, seat: int | None) -> int:
    mine = room.seats_of(secret_of(request))
    if not mine:
        raise WrongSeat("you watch this table: only its players can do that")
    if seat is None:
        return room.player if room.player in mine else mine[0]
    if seat not in mine:
        raise WrongSeat(f"seat {seat} is not yours")
    return seat


@router.post("/t/{table_id}/move")
def move(wanted: Move, room: TheRoom, request: Request) -> Response:
    """Play an action."""
    done = room.play(_held(room, request, wanted.seat), wanted.action, wanted.ply, wanted.client_id)
    return JSONResponse({"version": done.version, "ply": done.ply})


@router.post("/t/{table_id}/undo")
def undo(acting: Acting, room: TheRoom, request: Request) -> Response:
    """Take the last action back."""
    done = room.undo(_held(room, request, acting.seat))
    return JSONResponse({"version": done.version, "ply": done.ply})


@router.post("/t/{table_id}/resign")
def resign(acting: Acting, room: TheRoom, request: Request) -> Response:
    """Give up."""
    room.resign(_held(room, request, acting.seat))
    return JSONResponse({})


@router.post("/t/{table_id}/leave")
def leave(acting: Acting, room: TheRoom, request: Request) -> Response:
    """Get up from every seat that is played here."""
    _held(room, request, acting.seat)
    for seat in room.seats_of(secret_of(request)):
        if room.status != OVER:
            room.leave(seat)
    return JSONResponse({"go": "/"})


@router.post("/t/{table_id}/rematch")
def rematch(acting: Acting, room: TheRoom, request: Request) -> Response:
    """Play again, with the seats moved on."""
    return JSONResponse({"go": f"/t/{room.rematch(_held(room, request, acting.seat))}"})


@router.post("/t/{table_id}/hint")
def hint(acting: Acting, room: TheRoom, request: Request) -> Response:
    """Say what a bot would do."""
    seat = _held(room, request, acting.seat)
    action = room.hint(seat)
    paper = Paper(request)
    idea = room.view(seat).describe(action, paper.visitor.locale)
    return JSONResponse({"hint": room.game.handles(action), "say": paper._("An idea: {idea}.", idea=idea)})


# --- Learning ------------------------------------------------------------------------------------------


@router.get("/learn/{game}")
def learn(game: str, request: Request, step: Annotated[int, Query(ge=0)] = 0) -> Response:
    """A step of a game's lesson."""
    rooms_of(request).warm_up.ask(_game(game).name)
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
            "facts": facts(view, paper.visitor.locale),
        }
    return paper.page("learn.html", **shown)


@router.post("/learn/{game}/{step}")
def try_step(game: str, step: int, wanted: Move, request: Request) -> Response:
    """Check what a learner did."""
    rooms_of(request).warm_up.ask(_game(game).name)
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
    rooms_of(request).warm_up.ask(_game(game).name)
    return paper.page("rules.html", game=find(game), text=lessons.rules_of(game, paper.visitor.locale))


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
    return paper.page("error.html", status=error.status, error=error, message=paper.refusal(error))
