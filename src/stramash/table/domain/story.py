"""The story of a table: its events as log lines, with the names that the players had at the time.

A page follows the story, and addresses its reader; the API returns it whole, with the names of all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from stramash.core.position import Position
from stramash.table.domain.events import BotReplaced, Event, Joined, Left, Moved, Undone
from stramash.table.domain.state import TableState

__all__ = ["LogLine", "Story", "history", "log_lines"]

#: Returns a sentence for an event other than a move; an empty text for an event without a log line
DescribeEvent = Callable[[Event, str], str]


@dataclass(frozen=True)
class LogLine:
    """One line of the story: its event, the ply after a move, and the sentence."""

    version: int
    kind: str
    #: how many actions the game had after it, None if it was not an action
    ply: int | None
    text: str
    #: whose action it was
    seat: int | None = field(default=None, compare=False)
    #: what the action was about, as `Game.marks` names it
    marks: tuple[str, ...] = field(default=(), compare=False)


def history(state: TableState) -> list[tuple[Event, list[str]]]:
    """Return the events, without the actions taken back, each with the names before it."""
    names = [seat.name or f"{seat.seat + 1}" for seat in state.setup.seats]
    lines: list[tuple[Event, list[str]]] = []
    for event in state.log:
        if isinstance(event, Undone):
            last = max((at for at, (line, _) in enumerate(lines) if isinstance(line, Moved)), default=None)
            if last is not None:
                del lines[last]
            if not event.agreed:
                continue
        lines.append((event, list(names)))
        _rename(names, event)
    return lines


def _rename(names: list[str], event: Event) -> None:
    """Change the names as an event does that seats somebody else."""
    if isinstance(event, Joined | Left | BotReplaced) and event.name:
        names[event.seat] = event.name


def log_lines(
    state: TableState, seat: int | None, locale: str, describe_event: DescribeEvent = lambda _event, _who: ""
) -> list[LogLine]:
    """Return the story as a seat saw it, with the names of all; events without a sentence are left out."""
    return list(Story(seat, locale, describe_event, addressed=False).follow(state))


def _name_of(event: Event, names: Sequence[str]) -> str:
    return names[event.seat] if 0 <= event.seat < len(names) else ""


class Story:
    """The story of one table as one seat reads it. A call of `follow` makes only the lines of new events.

    If `addressed`, it calls the reader "you".
    """

    def __init__(
        self, seat: int | None, locale: str, describe_event: DescribeEvent, *, addressed: bool = True
    ) -> None:
        self._seat = seat
        self._reader = seat if addressed else None
        self._locale = locale
        self._describe_event = describe_event
        self._lines: tuple[LogLine, ...] = ()
        self._log: tuple[Event, ...] = ()
        #: the position after the last line, None if the game cannot be replayed; and the names at that time
        self._position: Position | None = None
        self._names: list[str] = []

    def follow(self, state: TableState) -> tuple[LogLine, ...]:
        """Return the story up to this state."""
        known = len(self._log)
        news = state.log[known:]
        # a state that follows shares the events of the one before
        follows = 0 < known <= len(state.log) and state.log[known - 1] is self._log[-1]
        replayed = self._position is not None and state.position is not None
        if not (replayed and follows) or any(isinstance(event, Undone) for event in news):
            self._start_again(state)
        else:
            self._lines += self._as_lines(state, news)
        self._log = state.log
        return self._lines

    def _start_again(self, state: TableState) -> None:
        self._names = [seat.name or f"{seat.seat + 1}" for seat in state.setup.seats]
        self._position = None if state.position is None else state.position_at(0)
        self._lines = self._as_lines(state, [event for event, _ in history(state)])

    def _as_lines(self, state: TableState, events: Sequence[Event]) -> tuple[LogLine, ...]:
        lines = (
            self._move_line(state, event) if isinstance(event, Moved) else self._event_line(event)
            for event in events
        )
        return tuple(line for line in lines if line.text)

    def _move_line(self, state: TableState, event: Moved) -> LogLine:
        """Return a sentence about an action; its notation where the game cannot be replayed."""
        before = self._position
        if before is None:
            seen = state.content_for(event, [] if self._seat is None else [self._seat]).get("action")
            text = f"{_name_of(event, self._names)}: {seen}" if seen else ""
            return LogLine(event.version, event.kind, event.ply, text, event.seat)
        game, action = before.game, before.parse(event.action)
        veiled = event.seat != self._seat and game.veil(action) is not None
        words = game.translator(self._locale).naming(self._names, self._reader)
        text = game.describe(before.state, action, words, self._names[event.seat], veiled=veiled)
        marks = tuple(game.marks(before.state, action, veiled=veiled))
        game.rules.play(before.state, action)
        return LogLine(event.version, event.kind, event.ply, text, event.seat, marks)

    def _event_line(self, event: Event) -> LogLine:
        text = self._describe_event(event, _name_of(event, self._names))
        _rename(self._names, event)
        return LogLine(event.version, event.kind, None, text)
