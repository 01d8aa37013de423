"""Events: what has happened at a table, one class for each kind, each with a JSON payload.

The log of a table is a list of events with versions 1, 2, 3 … An event never changes once it is stored.
`ply` and `digest` are not stored: `evolve` fills them in when it applies the event.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from types import NoneType
from typing import Any, ClassVar

from stramash.core.position import Position
from stramash.table.domain.seats import BOT, OPEN, PERSON, Seat

__all__ = [
    "CLOSED",
    "SERVER_SEAT",
    "BadEvent",
    "BotReplaced",
    "Closed",
    "Event",
    "Hinted",
    "Joined",
    "Left",
    "Moved",
    "Rematched",
    "Resigned",
    "Result",
    "UndoAnswered",
    "UndoAsked",
    "Undone",
    "payload_of",
    "read_event",
]

#: The seat of an event that no player caused
SERVER_SEAT = -1
#: The new state of a leaver's seat when nobody is left to play
CLOSED = "closed"


class BadEvent(ValueError):
    """A stored event that this version of Stramash cannot read. The message says nothing of its content."""


@dataclass(frozen=True)
class Result:
    """How a game ended. It is stored, so that a later version of the rules can still show it."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    #: the version of Stramash that wrote the record, and the record's digest
    engine: str
    digest: str


@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that happened. The version counts all events of the table, from 1."""

    kind: ClassVar[str]

    version: int
    seat: int
    #: seconds since 1970; clocks count from it, nothing else is decided by it
    at: float
    #: identifies the command that led here; the same command sent again has the same key
    key: str | None = None
    #: how many actions the game has after this event
    ply: int = 0
    #: fingerprint of the public position after this event
    digest: str = ""

    @property
    def content(self) -> str:
        """The part of the payload that everybody may see, as one text."""
        return ""

    @property
    def seat_after(self) -> Seat | None:
        """The seat as this event leaves it, None if no seat changes."""
        return None

    @property
    def ends(self) -> bool:
        """Whether the game is over with this event."""
        return False


@dataclass(frozen=True, kw_only=True)
class Moved(Event):
    """A player took an action. The last action of a game carries the result."""

    kind = "move"
    action: str
    #: the action as the other players read it; None in logs from before it was stored
    seen: str | None = None
    result: Result | None = None
    #: the position that `decide` played, so that `evolve` need not play again; neither stored nor kept
    after: Position | None = field(default=None, compare=False, repr=False)

    @property
    def ends(self) -> bool:
        """Whether this was the last action."""
        return self.result is not None


@dataclass(frozen=True, kw_only=True)
class Undone(Event):
    """A player took the last action back."""

    kind = "undo"
    #: whether the other players agreed to it; None means that nobody was asked
    agreed: bool | None = None

    @property
    def content(self) -> str:
        """Whether the others agreed."""
        return "agreed" if self.agreed else ""


@dataclass(frozen=True, kw_only=True)
class UndoAsked(Event):
    """A player asked the others whether the last action may be taken back."""

    kind = "ask-undo"


@dataclass(frozen=True, kw_only=True)
class UndoAnswered(Event):
    """A player agreed to an undo that others have to agree to, or refused it; or it was withdrawn."""

    kind = "answer-undo"
    agree: bool
    #: whether the player who asked withdrew the question; None means no
    withdrawn: bool | None = None

    @property
    def content(self) -> str:
        """The answer."""
        return "withdrawn" if self.withdrawn else "agreed" if self.agree else "refused"


@dataclass(frozen=True, kw_only=True)
class Hinted(Event):
    """A player asked for a hint."""

    kind = "hint"


@dataclass(frozen=True, kw_only=True)
class Joined(Event):
    """Somebody sat down at an open seat. A program says which bot it is."""

    kind = "join"
    name: str
    holder: str | None
    bot: str | None = None

    @property
    def content(self) -> str:
        """The name of the player who sat down."""
        return self.name

    @property
    def seat_after(self) -> Seat:
        """The seat, now taken."""
        return Seat(self.seat, PERSON, self.name, self.bot, self.holder)


@dataclass(frozen=True, kw_only=True)
class Left(Event):
    """A player left. A bot takes the seat, or it is open again, or the table is closed."""

    kind = "leave"
    #: the new state of the seat: `BOT`, `OPEN` or `CLOSED`
    then: str
    #: the name of the player who left
    left: str
    bot: str | None = None
    #: the name of the bot that takes the seat
    name: str = ""
    result: Result | None = None
    #: whether the player's time had run out; None means no
    late: bool | None = None

    @property
    def content(self) -> str:
        """The bot that takes the seat, else `open` or `closed`."""
        return self.bot or self.then

    @property
    def seat_after(self) -> Seat | None:
        """The seat of the bot, or the open seat; a closed table keeps its seats."""
        if self.then == BOT:
            return Seat(self.seat, BOT, self.name, self.bot)
        return Seat(self.seat, OPEN) if self.then == OPEN else None

    @property
    def ends(self) -> bool:
        """Whether the table is closed."""
        return self.then == CLOSED


@dataclass(frozen=True, kw_only=True)
class Resigned(Event):
    """A player gave up a game of two, or ran out of time in it."""

    kind = "resign"
    result: Result | None = None
    #: whether the player's time had run out; None means no
    late: bool | None = None

    @property
    def content(self) -> str:
        """Why the player lost, if not by choice."""
        return "time" if self.late else ""

    @property
    def ends(self) -> bool:
        """Resigning ends a game of two."""
        return True


@dataclass(frozen=True, kw_only=True)
class Rematched(Event):
    """A player asked for a rematch; the new table is ready."""

    kind = "rematch"
    table: str

    @property
    def content(self) -> str:
        """The id of the new table."""
        return self.table


@dataclass(frozen=True, kw_only=True)
class BotReplaced(Event):
    """A bot failed again and again; a simpler one plays on in its seat."""

    kind = "replace"
    #: the name of the bot that failed
    left: str
    bot: str
    name: str

    @property
    def content(self) -> str:
        """The bot that plays on."""
        return self.bot

    @property
    def seat_after(self) -> Seat:
        """The seat of the simpler bot."""
        return Seat(self.seat, BOT, self.name, self.bot)


@dataclass(frozen=True, kw_only=True)
class Closed(Event):
    """The server closed a table that cannot be played any more."""

    kind = "close"
    reason: str

    @property
    def content(self) -> str:
        """Why the table was closed."""
        return self.reason

    @property
    def ends(self) -> bool:
        """A closed table is over."""
        return True


_KINDS: dict[str, type[Event]] = {
    cls.kind: cls
    for cls in (
        Moved,
        Undone,
        UndoAsked,
        UndoAnswered,
        Hinted,
        Joined,
        Left,
        Resigned,
        Rematched,
        BotReplaced,
        Closed,
    )
}
#: What is not part of the payload
_OUTSIDE = {field.name for field in fields(Event)} | {"after"}
#: What the parts of a payload may be, by their declarations
_TYPES: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "str | None": (str, NoneType),
    "bool": (bool,),
    "bool | None": (bool, NoneType),
    "Result | None": (Result, NoneType),
}


def payload_of(event: Event) -> dict[str, Any]:
    """Return what an event has beyond `Event`, as JSON; entries without a value are left out.

    >>> payload_of(Moved(version=1, seat=0, at=0.0, action="b7@3"))
    {'action': 'b7@3'}
    """
    payload = {
        name: value for name, value in vars(event).items() if name not in _OUTSIDE and value is not None
    }
    if isinstance(result := payload.get("result"), Result):
        payload["result"] = asdict(result)
    return payload


def read_event(
    kind: str, payload: dict[str, Any], *, version: int, seat: int, at: float, key: str | None
) -> Event:
    """Return the event of a stored kind and payload; raise BadEvent if there is no such event.

    >>> read_event("move", {"action": "b7@3"}, version=1, seat=0, at=0.0, key=None).action
    'b7@3'
    """
    if kind not in _KINDS:
        raise BadEvent(f"event {version} is of an unknown kind {kind!r}: a newer version wrote it")
    try:
        content = dict(payload)
        if isinstance(content.get("result"), dict):
            content["result"] = _read_result(content["result"])
        event = _KINDS[kind](version=version, seat=seat, at=at, key=key, **content)
        _check_types(event)
        return event
    except (TypeError, KeyError, ValueError) as error:
        raise BadEvent(f"event {version} cannot be read as {kind!r}: {error}") from error


def _read_result(result: dict[str, Any]) -> Result:
    found = Result(tuple(result["winners"]), tuple(result["scores"]), result["engine"], result["digest"])
    if not all(isinstance(number, int) for number in (*found.winners, *found.scores)):
        raise TypeError("winners and scores are not whole numbers")
    if not isinstance(found.engine, str) or not isinstance(found.digest, str):
        raise TypeError("engine and digest are not texts")
    return found


def _check_types(event: Event) -> None:
    """Raise TypeError if a part of the payload is not what the event declares."""
    for declared in fields(event):
        value = getattr(event, declared.name)
        if declared.name not in _OUTSIDE and not isinstance(value, _TYPES[str(declared.type)]):
            raise TypeError(f"{declared.name} is {type(value).__name__}, not {declared.type}")
