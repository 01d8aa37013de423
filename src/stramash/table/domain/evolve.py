"""`evolve(state, event) -> state`: apply one event of the log. It never raises on a stored event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from stramash.core.errors import StramashError
from stramash.core.position import Position
from stramash.table.domain.events import (
    Closed,
    Event,
    Hinted,
    Left,
    Moved,
    Rematched,
    Resigned,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from stramash.table.domain.state import (
    PLAYING,
    WAITING,
    TableState,
    UndoOffer,
    lasting_moves,
    public_digest,
    seen_by_others,
)

__all__ = ["evolve", "fold"]


def evolve(state: TableState, event: Event) -> TableState:
    """Return the state after an event. An event that the engine cannot replay archives the table."""
    changes: dict[str, Any] = {}
    if isinstance(event, Moved | Undone):
        changes = _position_after(state, event)
    elif isinstance(event, Resigned):
        changes = {"resigned": event.seat, "result": event.result}
    elif isinstance(event, Left) and event.ends:
        changes = {"closed": True, "result": event.result}
    elif isinstance(event, Closed):
        changes = {"closed": True}
    elif isinstance(event, Rematched):
        changes = {"next_table": event.table}
    if not isinstance(event, Hinted):
        changes["undo_offer"] = _offer_after(state, event)
    changes["log"] = (*state.log, _with_derived(state, event, changes))
    if event.key is not None:
        changes["answers"] = {**state.answers, event.key: event.version}
    if (after := event.seat_after) is not None:
        changes["seats"] = tuple(after if seat.seat == after.seat else seat for seat in state.seats)
        return _after_seating(state, replace(state, **changes), event)
    if isinstance(event, Moved):
        changes["waiting_since"] = event.at
    elif isinstance(event, Undone):  # the clock stands where it stood: no time is won, unless all agreed
        moves = lasting_moves(changes["log"])
        changes["waiting_since"] = event.at if event.agreed else moves[-1].at if moves else state.begun
    return replace(state, **changes)


def _offer_after(state: TableState, event: Event) -> UndoOffer | None:
    """Return the undo that is asked for after an event: an action, a refusal and a change of seats end it."""
    offer = state.undo_offer
    if isinstance(event, UndoAsked):
        return UndoOffer(event.seat, event.version)
    if offer is None or not isinstance(event, UndoAnswered) or not event.agree:
        return None
    together = state.seats_of(state.seats[event.seat].holder)
    return replace(offer, agreed=(*offer.agreed, *together))


def _after_seating(before: TableState, after: TableState, event: Event) -> TableState:
    """Return the state after a seat changed: the game may have begun, or another has to act in its place."""
    if before.status == WAITING and after.status == PLAYING:
        return replace(after, waiting_since=event.at, begun=event.at)
    return replace(after, waiting_since=event.at) if after.player == event.seat else after


def fold(state: TableState, events: Iterable[Event]) -> TableState:
    """Return the state after all these events."""
    return reduce(evolve, events, state)


def _with_derived(state: TableState, event: Event, changes: dict[str, Any]) -> Event:
    """Return an event as the state keeps it, with what follows from the position."""
    ply, digest = changes.get("ply", state.ply), changes.get("digest", state.digest)
    if not isinstance(event, Moved):
        return replace(event, ply=ply, digest=digest)
    position, seen = changes.get("position"), event.seen
    if seen is None and position is not None:
        seen = seen_by_others(position)
    return replace(event, ply=ply, digest=digest, seen=seen, after=None)


def _position_after(state: TableState, event: Moved | Undone) -> dict[str, Any]:
    """Return what a move or an undo changes in the state."""
    changes: dict[str, Any] = {"moved": event.version, "ply": max(0, state.ply - 1)}
    if isinstance(event, Moved):
        changes |= {"ply": state.ply + 1, "result": event.result}
    if state.position is None:
        return changes
    try:
        position = _replayed(state, event)
    except StramashError:  # its message may name hidden cards, and everybody reads the reason
        reason = f"event {event.version} does not replay with these rules"
        return changes | {"position": None, "turn": None, "archived": reason, "digest": ""}
    return changes | {"position": position, "turn": position.player, "digest": public_digest(position)}


def _replayed(state: TableState, event: Moved | Undone) -> Position:
    if isinstance(event, Moved) and event.after is not None:
        return event.after
    if isinstance(event, Undone) and event.agreed:
        return state.position_at(state.ply - 1)
    position = state.the_position().copy()
    if isinstance(event, Undone):
        position.undo()
        return position
    if state.turn != event.seat:
        raise StramashError(f"seat {event.seat} was not to act")
    position.play(event.action)
    return position
