"""What a page about a table shows: which seat looks, what it may choose, and what it is told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from stramash.core.position import View
from stramash.table.happenings import CLOSED, JOIN, LEAVE, OVER, PLAYING, RESIGN, Told
from stramash.table.paper import Paper
from stramash.table.room import Room
from stramash.table.seats import OPEN
from stramash.table.visitor import Visitor

__all__ = [
    "Chair",
    "choices",
    "facts",
    "farewells",
    "handle_names",
    "pictures",
    "shown_names",
    "story",
    "take_chair",
]

#: What a page has places for; only the board is in every game
_PIECES = ("shared", "board", "hand", "panel")
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


@dataclass(frozen=True)
class Chair:
    """From where somebody looks at a table: a seat of theirs, or from behind; perhaps behind a curtain."""

    seat: int | None
    #: the seat whose player should come to the screen before anything hidden is shown
    curtain: int | None = None
    #: all seats played from this screen
    mine: tuple[int, ...] = ()


def take_chair(room: Room, mine: list[int], wanted: int | None) -> Chair:
    """Choose what a screen shows. Where several people share it, each must ask for their own hand.

    A hand stays on the screen until another person at the same screen has to act.
    """
    if not mine:
        return Chair(None)
    if len(mine) == 1:
        return Chair(mine[0], mine=tuple(mine))
    acting = room.player
    if room.status == PLAYING and acting in mine and acting != wanted:
        return Chair(None, curtain=acting, mine=tuple(mine))
    return Chair(wanted if wanted in mine else None, mine=tuple(mine))


def shown_names(room: Room, paper: Paper) -> list[str]:
    """Return the name of every seat, also where nobody sits yet."""
    return [name or paper._("nobody yet") for name in room.names]


@dataclass(frozen=True)
class Line:
    """A line of the story: after how many actions it is to be seen, if it was one, and its sentence."""

    version: int
    ply: int | None
    sentence: str


def story(room: Room, seat: int | None, paper: Paper) -> list[Line]:
    """Tell what happened so far: every action, and who sat down, left or gave up."""
    lines = []
    for told in room.story(seat, paper.visitor.locale):
        sentence = told.sentence or _tell_coming_and_going(told, paper)
        if sentence:
            lines.append(Line(told.happening.version, told.ply if told.sentence else None, sentence))
    return lines


def _tell_coming_and_going(told: Told, paper: Paper) -> str:
    _, happening = paper._, told.happening
    if happening.kind == JOIN:
        return _("{who} sits down.", who=happening.sat)
    if happening.kind == RESIGN:
        return _("{who} resigned.", who=told.who)
    if happening.kind != LEAVE:
        return ""
    if happening.sat:
        return _("{who} left; {other} plays on.", who=told.who, other=happening.sat)
    if happening.content == OPEN:
        return _("{who} left; the seat is free again.", who=told.who)
    return _("{who} left; nobody plays on.", who=told.who)


def farewells(room: Room, chair: Chair, paper: Paper) -> dict[str, str]:
    """Ask whether somebody really wants to resign or to leave, and say what will come of it."""
    _ = paper._
    if not chair.mine or room.status == OVER:
        return {}
    leave = " ".join((_("Leave the table?"), _tell_parting(room, chair.mine, paper)))
    if chair.seat is None:
        return {"leave": leave}
    resign = _("Give this game up?")
    if room.game.players > 2:
        resign += f" {_tell_parting(room, (chair.seat,), paper)}"
    return {"leave": leave, "resign": resign}


def _tell_parting(room: Room, seats: tuple[int, ...], paper: Paper) -> str:
    _, then = paper._, room.parting(seats)
    if then == CLOSED and room.status == PLAYING:
        return _("No other person plays here: the game ends, and nobody wins.")
    if then == CLOSED:
        return _("No other person sits here yet: the table is closed.")
    if then == OPEN:
        return _("Your place is free again.")
    return _("The others play on, with a bot in your place.")


def choices(view: View, locale: str) -> list[dict[str, Any]]:
    """Return what the seat may do now, with the things one touches to do it."""
    return [
        {
            "action": view.notation(action),
            "path": view.game.handles(action),
            "text": view.describe(action, locale),
        }
        | ({"routine": True} if view.game.routine(action) else {})
        for action in view.legal
    ]


def handle_names(view: View, locale: str) -> dict[str, str]:
    """Return what things are called that lead to several actions, for those that no picture shows."""
    _ = view.game.translator(locale)
    handles = {handle for action in view.legal for handle in view.game.handles(action)[:-1]}
    return {handle: view.game.name_handle(handle, _) for handle in handles}


def facts(view: View, locale: str) -> dict[str, str]:
    """Return what the engine can explain about things on the table, by their handles.

    Facts are lists of things, each named by its first entry: `{"stone": 3, "text": …}` is told at `stone:3`.
    """
    told = {}
    for things in view.tell_facts(locale).values():
        for thing in things if isinstance(things, list) else ():
            if isinstance(thing, dict) and thing.get("text"):
                kind, name = next(iter(thing.items()))
                told[f"{kind}:{name}"] = str(thing["text"])
    return told


def pictures(view: View, names: list[str], visitor: Visitor) -> dict[str, Markup]:
    """Draw a view in pieces; the style is a file of its own, because a page may not carry one."""
    pieces = dict.fromkeys(_PIECES, "") | view.pieces(names, visitor.locale, narrow=visitor.narrow)
    return {name: Markup(_without_style(piece)) for name, piece in pieces.items()}


def _without_style(picture: str) -> str:
    return _STYLE.sub("", picture).replace('role="img"', 'role="group"', 1)
