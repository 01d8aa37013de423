"""The story of a table: its events as log lines, with the names that the players had at the time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from stramash.core.position import Position
from stramash.table.domain.events import BotReplaced, Event, Joined, Left, Moved, Undone
from stramash.table.domain.state import TableState

__all__ = ["LogLine", "Story", "history", "log_lines"]

#: Says in a sentence what an event other than a move was; empty for an event without a line
DescribeEvent = Callable[[Event, str], str]


@dataclass(frozen=True)
class LogLine:
    """One line of the story: the event it tells, the game's ply after a move, and the sentence."""

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
    """Return the story as a seat saw it; events without a sentence are left out."""
    lines = history(state)
    sentences = iter(_sentences(state, seat, locale, [one for one in lines if isinstance(one[0], Moved)]))
    found, ply = [], 0
    for event, names in lines:
        if isinstance(event, Moved):
            ply += 1
            text = next(sentences)
        else:
            text = describe_event(event, _name_of(event, names))
        if text:
            found.append(LogLine(event.version, event.kind, ply if isinstance(event, Moved) else None, text))
    return found


def _sentences(
    state: TableState, seat: int | None, locale: str, moves: Sequence[tuple[Event, list[str]]]
) -> list[str]:
    """Return a sentence for each move; its notation where the game cannot be replayed."""
    if state.position is not None:
        return state.position.log_with_names(seat, locale, [names for _, names in moves])
    mine = [] if seat is None else [seat]
    moved = [(_name_of(event, names), state.content_for(event, mine).get("action")) for event, names in moves]
    return [f"{who}: {action}" if action else "" for who, action in moved]


def _name_of(event: Event, names: Sequence[str]) -> str:
    return names[event.seat] if 0 <= event.seat < len(names) else ""


class Story:
    """The story of one table as one seat reads it. It tells only what is new since the last call."""

    def __init__(self, seat: int | None, locale: str, describe_event: DescribeEvent) -> None:
        self._seat = seat
        self._locale = locale
        self._describe_event = describe_event
        self._lines: tuple[LogLine, ...] = ()
        self._log: tuple[Event, ...] = ()
        #: the position after the last line, and the names at that time
        self._position: Position | None = None
        self._names: list[str] = []

    def follow(self, state: TableState) -> tuple[LogLine, ...]:
        """Return the story up to this state; the same lines as `log_lines` returns."""
        known = len(self._log)
        news = state.log[known:]
        # a state that follows shares the events of the one before
        follows = 0 < known <= len(state.log) and state.log[known - 1] is self._log[-1]
        if self._position is None or not follows or any(isinstance(event, Undone) for event in news):
            self._start_again(state)
        else:
            lines = (self._next_line(self._position, event) for event in news)
            self._lines += tuple(line for line in lines if line is not None)
        self._log = state.log
        return self._lines

    def _start_again(self, state: TableState) -> None:
        self._names = [seat.name or f"{seat.seat + 1}" for seat in state.setup.seats]
        if state.position is None:
            self._lines = tuple(log_lines(state, self._seat, self._locale, self._describe_event))
            self._position = None
            return
        self._position = state.position_at(0)
        lines = (self._next_line(self._position, event) for event, _ in history(state))
        self._lines = tuple(line for line in lines if line is not None)

    def _next_line(self, before: Position, event: Event) -> LogLine | None:
        if isinstance(event, Moved):
            game, action = before.game, before.parse(event.action)
            veiled = event.seat != self._seat and game.veil(action) is not None
            words = game.translator(self._locale).naming(self._names, self._seat)
            text = game.describe(before.state, action, words, self._names[event.seat], veiled=veiled)
            marks = tuple(game.marks(before.state, action, veiled=veiled))
            game.rules.play(before.state, action)
            return LogLine(event.version, event.kind, event.ply, text, event.seat, marks)
        text = self._describe_event(event, _name_of(event, self._names))
        _rename(self._names, event)
        return LogLine(event.version, event.kind, None, text) if text else None
