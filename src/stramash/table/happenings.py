"""What happens at a table: the kinds of events, and what they tell everybody."""

from __future__ import annotations

from dataclasses import dataclass

from stramash.table.store import Event

__all__ = [
    "BETWEEN",
    "CLOSED",
    "JOIN",
    "LEAVE",
    "MOVE",
    "OVER",
    "PLAYING",
    "REMATCH",
    "RESIGN",
    "UNDO",
    "WAITING",
    "Happening",
    "Told",
    "contents_of",
]

#: What happens at a table
MOVE, UNDO, JOIN, LEAVE, RESIGN, REMATCH = "move", "undo", "join", "leave", "resign", "rematch"
#: What a table is doing
WAITING, PLAYING, OVER = "waiting", "playing", "over"
#: What a table is when nobody is left at it to play
CLOSED = "closed"
#: What stands in the log between who plays on for a leaver, the leaver's name, and the new name
BETWEEN = "\t"


@dataclass(frozen=True)
class Happening:
    """An event, and what the table looked like to everybody after it."""

    version: int
    kind: str
    seat: int
    #: the action of a move, None otherwise
    action: int | None
    #: the name of one who joined, the bot that sat down for one who left, the address of a rematch
    content: str
    #: what the one who left was called, empty if nobody left
    left: str
    #: what the one is called who sat down, or who plays on for one who left; empty if nobody sat down
    sat: str
    #: how many actions the game has after it
    ply: int
    #: fingerprint of the public state after it
    digest: str
    at: float


@dataclass(frozen=True)
class Told:
    """One line of the story: an action in a sentence, or something else that happened at the table."""

    happening: Happening
    #: how many actions the game had after it
    ply: int
    #: what an action is in a sentence, empty for anything else
    sentence: str
    #: what the one who did it was called then
    who: str


def contents_of(event: Event) -> tuple[str, str, str]:
    """Return what an event brought, who left, and who sat down, by their names."""
    if event.kind == MOVE:
        return "", "", ""
    if event.kind == JOIN:
        return event.content, "", event.content
    content, left, sat = [*event.content.split(BETWEEN), "", ""][:3]
    return content, left, sat
