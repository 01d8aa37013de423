"""`evolve(state, event) -> state`: apply one event of the log. It never raises on a stored event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from stramash.core.errors import StramashError
from stramash.core.position import Position
from stramash.table.domain.events import Closed, Event, Left, Moved, Rematched, Resigned, Undone
from stramash.table.domain.state import TableState, public_digest

__all__ = ["evolve", "fold"]


def evolve(state: TableState, event: Event) -> TableState:
    """Return the state after an event. An event that the engine cannot replay archives the table."""
    if isinstance(event, Moved | Undone):
        state = _change_position(state, event)
    elif isinstance(event, Resigned):
        state = replace(state, resigned=event.seat, result=event.result)
    elif isinstance(event, Left) and event.ends:
        state = replace(state, closed=True, result=event.result)
    elif isinstance(event, Closed):
        state = replace(state, closed=True)
    elif isinstance(event, Rematched):
        state = replace(state, next_table=event.table)
    return _append(_take_seat(state, event), event)


def fold(state: TableState, events: Iterable[Event]) -> TableState:
    """Return the state after all these events."""
    return reduce(evolve, events, state)


def _append(state: TableState, event: Event) -> TableState:
    logged = replace(event, ply=state.ply, digest=state.digest)
    answers = state.answers if event.key is None else {**state.answers, event.key: event.version}
    return replace(state, log=(*state.log, logged), answers=answers)


def _take_seat(state: TableState, event: Event) -> TableState:
    after = event.seat_after
    if after is None or not 0 <= after.seat < len(state.seats):
        return state
    seats = tuple(after if seat.seat == after.seat else seat for seat in state.seats)
    return replace(state, seats=seats)


def _change_position(state: TableState, event: Moved | Undone) -> TableState:
    moved = isinstance(event, Moved)
    ply = state.ply + 1 if moved else max(0, state.ply - 1)
    state = replace(state, ply=ply, moved=event.version)
    if isinstance(event, Moved):
        state = replace(state, result=event.result)
    if state.position is None:
        return state
    try:
        position = _replayed(state.position, event)
    except StramashError as error:
        reason = f"event {event.version} does not replay with these rules ({error})"
        return replace(state, position=None, archived=reason, digest="")
    return replace(state, position=position, digest=public_digest(position))


def _replayed(before: Position, event: Moved | Undone) -> Position:
    position = before.copy()
    if isinstance(event, Undone):
        position.undo()
        return position
    if position.player != event.seat:
        raise StramashError(f"seat {event.seat} was not to act")
    position.play(event.action)
    return position
