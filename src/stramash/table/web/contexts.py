"""The contexts of a table's templates, made from an immutable state of the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from stramash.core.game import Game
from stramash.core.position import View
from stramash.core.words import Translate
from stramash.table.domain.events import (
    CLOSED,
    BotReplaced,
    Closed,
    Event,
    Hinted,
    Joined,
    Left,
    Rematched,
    Resigned,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from stramash.table.domain.seats import LOCAL, OPEN, PERSON
from stramash.table.domain.state import OVER, PLAYING, TableState
from stramash.table.domain.story import LogLine, log_lines
from stramash.table.web.renderer import as_data, as_list

__all__ = [
    "LocalSeats",
    "archived_context",
    "choices",
    "describe_event",
    "facts",
    "farewells",
    "handle_names",
    "has_company",
    "length",
    "local_seats",
    "news",
    "pictures",
    "shown_names",
]

#: The pieces that a page can place; every game has the board, other pieces are optional
_PIECES = ("shared", "board", "hand", "panel")
#: The start tag of a picture lies within this many characters
_HEAD = 400
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


@dataclass(frozen=True)
class LocalSeats:
    """The seats that are played from one browser, and which of their hands is on the screen."""

    #: the seat whose hand is shown; None: no hand is shown
    seat: int | None
    #: the seat whose player must confirm before their hand is shown; None: no curtain
    curtain: int | None = None
    #: all seats played from this browser
    mine: tuple[int, ...] = ()


def has_company(state: TableState, mine: Sequence[int]) -> bool:
    """Return whether other people play, or may sit down, who do not share the visitor's screen."""
    people = (PERSON, LOCAL, OPEN)
    return any(seat.kind in people and seat.seat not in mine for seat in state.seats)


def local_seats(state: TableState, mine: list[int], wanted: int | None) -> LocalSeats:
    """Return the local seats: `mine` are the visitor's seats, `wanted` is the one that the page asked for.

    If several people share a browser, each must ask for their own hand. The hand stays on the screen until
    another person at this browser has to act.
    """
    if not mine:
        return LocalSeats(None)
    if len(mine) == 1:
        return LocalSeats(mine[0], mine=tuple(mine))
    acting = state.player
    if state.status == PLAYING and acting in mine and acting != wanted:
        return LocalSeats(None, curtain=acting, mine=tuple(mine))
    return LocalSeats(wanted if wanted in mine else None, mine=tuple(mine))


def archived_context(state: TableState, title: str, holder: str | None, _: Translate) -> dict[str, Any]:
    """Return the context for a table that the engine cannot replay."""
    mine = state.seats_of(holder)
    seat = mine[0] if len(mine) == 1 else None
    return {
        "table": state,
        "title": title,
        "mine": mine,
        "names": shown_names(state, _),
        "log": log_lines(state, seat, _.locale, lambda event, who: describe_event(event, who, _)),
        "reason": state.archived,
    }


def shown_names(state: TableState, _: Translate) -> list[str]:
    """Return the name of every seat, also where nobody sits yet."""
    return [name or _("nobody yet") for name in state.names]


def length(seconds: int, _: Translate) -> str:
    """Return a length of time in words, in the largest unit that fits."""
    ngettext = _.count
    if seconds % (24 * 3600) == 0:
        return ngettext("{n} day", "{n} days", seconds // (24 * 3600))
    if seconds % 60 == 0:
        return ngettext("{n} minute", "{n} minutes", seconds // 60)
    return ngettext("{n} second", "{n} seconds", seconds)


def describe_event(event: Event, who: str, _: Translate) -> str:
    """Return a text that says who sat down, left, gave up or wants to play again; empty for other events."""
    if isinstance(event, Joined):
        return _("{who} sits down.", who=event.name)
    if isinstance(event, Hinted):
        return _("{who} asked for a hint.", who=who)
    if isinstance(event, Rematched):
        return _("{who} asked for a rematch.", who=who)
    if isinstance(event, UndoAsked | UndoAnswered | Undone):
        return _undo_text(event, who, _)
    if isinstance(event, Resigned | Left) and event.late:
        return _lateness_text(event, who, _)
    if isinstance(event, Resigned):
        return _("{who} resigned.", who=who)
    if isinstance(event, BotReplaced):
        return _("{who} cannot go on; {other} plays on.", who=who, other=event.name)
    if isinstance(event, Closed):
        return _("The table was closed: this version cannot continue the game.")
    if not isinstance(event, Left):
        return ""
    if event.name:
        return _("{who} left; {other} plays on.", who=who, other=event.name)
    if event.then == OPEN:
        return _("{who} left; the seat is free again.", who=who)
    return _("{who} left; nobody plays on.", who=who)


def _undo_text(event: UndoAsked | UndoAnswered | Undone, who: str, _: Translate) -> str:
    if isinstance(event, UndoAsked):
        return _("{who} asks to take back the last action.", who=who)
    if isinstance(event, Undone):
        return _("The action is taken back: all agreed.")
    if event.withdrawn:
        return _("{who} no longer asks to take it back.", who=who)
    if event.agree:
        return _("{who} agrees to take it back.", who=who)
    return _("{who} does not agree: the action stands.", who=who)


def _lateness_text(event: Resigned | Left, who: str, _: Translate) -> str:
    if isinstance(event, Left) and event.name:
        return _("{who} ran out of time; {other} plays on.", who=who, other=event.name)
    return _("{who} ran out of time.", who=who)


def news(story: Sequence[LogLine], seat: int | None, shown: int, *, live: bool) -> list[LogLine]:
    """Return what the others did since this seat's last action; of an earlier moment only what led to it.

    A spectator is shown the last turn: the last actions of one seat.
    """
    moves = [line for line in story if line.ply is not None and line.ply <= shown]
    if not live:
        return moves[-1:]
    fresh: list[LogLine] = []
    for line in reversed(moves):
        if line.seat == seat or (seat is None and line.seat != moves[-1].seat):
            break
        fresh.append(line)
    return fresh[::-1]


def farewells(state: TableState, local: LocalSeats, _: Translate) -> dict[str, str]:
    """Return the questions that confirm resigning and leaving, with the consequence of each."""
    if not local.mine or state.status == OVER:
        return {}
    leave = " ".join((_("Leave the table?"), _parting_text(state, local.mine, _)))
    if local.seat is None:
        return {"leave": leave}
    resign = _("Give up this game?")
    if state.setup.players > 2:
        resign += f" {_parting_text(state, (local.seat,), _)}"
    return {"leave": leave, "resign": resign}


def _parting_text(state: TableState, seats: tuple[int, ...], _: Translate) -> str:
    then = state.parting(seats)
    if then == CLOSED and state.status == PLAYING:
        return _("No other person plays here: the game ends, and nobody wins.")
    if then == CLOSED:
        return _("No other person sits here yet: the table is closed.")
    if then == OPEN:
        return _("Your place is free again.")
    return _("The others play on, with a bot in your place.")


def choices(view: View, locale: str, offered: Sequence[int] | None = None) -> Markup:
    """Return as JSON the legal or offered actions of a seat, with their handles."""
    game, words = view.game, view.game.translator(locale).naming(view.names)
    state = view.state
    return as_list(
        _choice(game, action, game.describe(state, action, words, None, veiled=False))
        for action in (view.legal if offered is None else offered)
    )


@lru_cache(maxsize=1 << 14)
def _choice(game: Game, action: int, text: str) -> Markup:
    choice = {"action": game.notations[action], "path": game.handles(action), "text": text}
    return as_data(choice | ({"routine": True} if game.routine(action) else {}))


def handle_names(view: View, locale: str) -> dict[str, list[str]]:
    """Return for each handle that leads to several actions its name and the prompt for the next choice.

    The last handle of an action has a third text if it has a short answer: for small screens.
    """
    game = view.game
    paths = [game.handles(action) for action in view.legal]
    handles = dict.fromkeys(handle for path in paths for handle in path[:-1])
    last = dict.fromkeys(path[-1] for path in paths if len(path) > 1)
    short = {handle: words for handle in last if (words := _short_answer(game, handle, locale))}
    return {handle: list(_handle_name(game, handle, locale)) for handle in handles} | {
        handle: ["", "", words] for handle, words in short.items()
    }


@lru_cache(maxsize=1 << 12)
def _handle_name(game: Game, handle: str, locale: str) -> tuple[str, str]:
    _ = game.translator(locale)
    return game.name_handle(handle, _), game.ask(handle, _)


@lru_cache(maxsize=1 << 12)
def _short_answer(game: Game, handle: str, locale: str) -> str:
    return game.short_answer(handle, game.translator(locale))


def facts(view: View, locale: str) -> dict[str, str]:
    """Return the facts of the engine about elements of the table, by their handles.

    Facts are lists of entries, each named by its first key: `{"stone": 3, "text": …}` becomes `stone:3`.
    """
    found = {}
    for things in view.describe_facts(locale).values():
        for thing in things if isinstance(things, list) else ():
            if isinstance(thing, dict) and thing.get("text"):
                kind, name = next(iter(thing.items()))
                found[f"{kind}:{name}"] = str(thing["text"])
    return found


def pictures(view: View, names: list[str], locale: str, *, narrow: bool, low: bool) -> dict[str, str]:
    """Draw a view in pieces; the style is a separate file, because the CSP forbids inline styles."""
    pieces = dict.fromkeys(_PIECES, "") | view.pieces(names, locale, narrow=narrow, low=low)
    return {name: _without_style(piece) for name, piece in pieces.items()}


def _without_style(picture: str) -> str:
    if "<style>" not in picture and 'role="img"' not in picture[:_HEAD]:
        return str(picture)
    return _STYLE.sub("", picture).replace('role="img"', 'role="group"', 1)
