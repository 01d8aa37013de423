"""The story of a table: its events as log lines, with the names that the players had at the time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stramash.table.domain.events import BotReplaced, Event, Joined, Left, Moved, Undone
from stramash.table.domain.state import TableState

__all__ = ["LogLine", "history", "tell"]

#: Says in a sentence what an event other than a move was; empty if it is not told
TellEvent = Callable[[Event, str], str]


@dataclass(frozen=True)
class LogLine:
    """One line of the story: the event it tells, the game's ply after a move, and the sentence."""

    version: int
    kind: str
    #: how many actions the game had after it, None if it was not an action
    ply: int | None
    text: str


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
        if isinstance(event, Joined | Left | BotReplaced) and event.name:
            names[event.seat] = event.name
    return lines


def tell(
    state: TableState, seat: int | None, locale: str, tell_event: TellEvent = lambda _event, _who: ""
) -> list[LogLine]:
    """Return the story as a seat saw it; events without a sentence are left out."""
    lines = history(state)
    sentences = iter(_sentences(state, seat, locale, [one for one in lines if isinstance(one[0], Moved)]))
    told, ply = [], 0
    for event, names in lines:
        if isinstance(event, Moved):
            ply += 1
            text = next(sentences)
        else:
            who = names[event.seat] if 0 <= event.seat < len(names) else ""
            text = tell_event(event, who)
        if text:
            told.append(LogLine(event.version, event.kind, ply if isinstance(event, Moved) else None, text))
    return told


def _sentences(
    state: TableState, seat: int | None, locale: str, moves: Sequence[tuple[Event, list[str]]]
) -> list[str]:
    """Return a sentence for each move; its notation where the game cannot be replayed."""
    if state.position is not None:
        return state.position.tell(seat, locale, [names for _, names in moves])
    mine = [] if seat is None else [seat]
    told = [(names[event.seat], state.told(event, mine).get("action")) for event, names in moves]
    return [f"{who}: {action}" if action else "" for who, action in told]
