"""Checks that a described position can be played to its end; other positions are refused with the reason."""

from __future__ import annotations

from typing import Any

from stramash.core.errors import BadPosition
from stramash.core.state import NOBODY
from stramash.games.glen_more.facts.legal import legal_actions
from stramash.games.glen_more.rules.actions import DONE, SELL
from stramash.games.glen_more.rules.activation import ask_for_goods
from stramash.games.glen_more.rules.components import (
    ABBEY,
    BILL_NAMES,
    CAPACITY,
    CONVERTING,
    DIE,
    DIFFERENT,
    FAIR,
    FILLING,
    GAINING,
    HAS_RIVER,
    HAS_ROAD,
    HOME,
    IDLE,
    IN_STACK,
    IONA,
    KIND,
    LOCHY,
    MEMBER,
    MOVING,
    NO_BILL,
    NO_TILE,
    PAYING,
    PLACING,
    RESOURCE_NAMES,
    RESOURCES,
    SCORINGS,
    SHIEL,
    SPACES,
    STACK,
    STACKED,
    TAVERN,
    TILE_NAMES,
    TILES,
    WHISKY_COST,
)
from stramash.games.glen_more.rules.display import can_be_placed, cubes_on
from stramash.games.glen_more.rules.paying import can_pay, is_paid, open_cost
from stramash.games.glen_more.rules.turn import play
from stramash.games.glen_more.rules.warehouse import purse

__all__ = ["check_state", "scorings_done"]

_PAYS = (PAYING, CONVERTING)
_WORKS = (PAYING, GAINING, FILLING, CONVERTING)
_BEFORE_ACTIVATION = (MOVING, PLACING, PAYING)


def check_state(state: Any) -> None:
    """Raise BadPosition if no game leads to a state, or none could be played on from it."""
    for seat in range(state.players):
        _check_display(state, seat)
    if state.scorings != scorings_done(state):
        raise BadPosition(
            f"'scorings' is {state.scorings}: it should be {scorings_done(state)}, "
            "the number of stacks 1 to 3 of which no tile is left"
        )
    if (state.player == NOBODY) != (state.laid == STACKED):
        raise BadPosition("the game is over, and 'player' null, exactly when no tile is left in the stacks")
    _check_spaces(state)
    _check_turn(state)
    if state.player != NOBODY:
        _check_phase(state)
        _check_payable(state)


def scorings_done(state: Any) -> int:
    """Return how many of the stacks 1 to 3 are used up: each brought a scoring."""
    left = {int(STACK[tile]) for tile in range(STACKED) if state.owner[tile] == IN_STACK}
    return SCORINGS - len(left - {0})


def _check_display(state: Any, seat: int) -> None:
    tiles = [int(tile) for tile in state.display[seat, : state.display_size[seat]]]
    places = {(int(state.east[tile]), int(state.north[tile])): tile for tile in tiles}
    if HOME + seat not in tiles or places.get((0, 0)) != HOME + seat:
        raise BadPosition(
            f"the display of seat {seat} needs its starting village, home, at east 0 and north 0"
        )
    if len(places) < len(tiles):
        raise BadPosition(f"two tiles lie at the same place in the display of seat {seat}")
    for (east, north), tile in places.items():
        above, beside = places.get((east, north + 1)), places.get((east + 1, north))
        if (above is not None and HAS_RIVER[above] != HAS_RIVER[tile]) or (
            beside is not None and HAS_ROAD[beside] != HAS_ROAD[tile]
        ):
            raise BadPosition(
                f"river or road breaks off at {TILE_NAMES[tile]} of seat {seat}: the tile north of it has a "
                "river if it has one, the tile east of it a road"
            )
        inward = (east - (east > 0) + (east < 0), north - (north > 0) + (north < 0))
        stray = (HAS_RIVER[tile] and east) or (HAS_ROAD[tile] and north)
        if stray or ((HAS_RIVER[tile] or HAS_ROAD[tile]) and inward not in places):
            raise BadPosition(
                f"{TILE_NAMES[tile]} of seat {seat} would begin a second river or road: the river runs north "
                "and south of the starting village without a gap, the road east and west"
            )
    reached, edge = {(0, 0)}, [(0, 0)]
    while edge:
        east, north = edge.pop()
        for spot in ((east + 1, north), (east - 1, north), (east, north + 1), (east, north - 1)):
            if spot in places and spot not in reached:
                reached.add(spot)
                edge.append(spot)
    if len(reached) < len(places):
        raise BadPosition(f"the display of seat {seat} falls apart: every tile shares an edge with another")


def _check_spaces(state: Any) -> None:
    """The chain covers 13 spaces before a turn; then the figure has left its space and stands on another.

    When the game is over, the last refill stopped halfway, and spaces may be empty.
    """
    spaces = [int(space) for space in [*state.figure[: state.players], state.figure[DIE]] if space >= 0]
    spaces += [space for space in range(SPACES) if state.track[space] != NO_TILE]
    if len(set(spaces)) < len(spaces):
        raise BadPosition("a space of the ring holds two things: each holds one figure, one tile or nothing")
    if state.player == NOBODY:
        return
    origin = int(state.origin)
    free = {(origin - 1) % SPACES} if state.phase == MOVING else {(origin - 1) % SPACES, origin}
    if set(spaces) != set(range(SPACES)) - free:
        raise BadPosition(
            f"the chain has a hole or is too long: all spaces but {sorted(free)} hold a figure or a tile"
        )
    if state.phase == MOVING and state.figure[state.player] != origin:
        raise BadPosition(
            f"it is the turn of the rearmost figure: 'origin' should be where {state.player} stands"
        )


def _check_turn(state: Any) -> None:
    """What belongs to a part of a turn is there in that part, and nowhere else."""
    phase, over = int(state.phase), bool(state.player == NOBODY)
    if (state.working != NO_TILE) != (phase in _WORKS and not over):
        raise BadPosition("'working' should be there exactly while a tile is paid for, produces or converts")
    if (state.gains > 0) != (phase == GAINING and not over):
        raise BadPosition("'gains' should be more than 0 exactly when 'phase' is gaining")
    if (state.bill != NO_BILL) != (phase in _PAYS and not over):
        raise BadPosition("'bill' should be there exactly when 'phase' is paying or converting")
    if state.bill == NO_BILL and (state.due.any() or state.due_any or state.handed or state.handed_kinds):
        raise BadPosition("'bill' is of kind none, so nothing is due and nothing was handed in")
    if (over or phase in _BEFORE_ACTIVATION) and state.movement:
        raise BadPosition("'movement' should be 0 before a tile is paid for, and when the game is over")
    for tile in range(TILES):
        active = not over and phase not in _BEFORE_ACTIVATION and state.owner[tile] == state.player
        if state.activity[tile] != IDLE and not active:
            raise BadPosition(
                f"'activity' of {TILE_NAMES[tile]} should be idle: only tiles of the player to act, "
                "once the new tile is paid for, are waiting or activated"
            )


def _check_phase(state: Any) -> None:
    """A phase needs the tile that it is about."""
    seat, phase, taken, working = int(state.player), int(state.phase), int(state.taken), int(state.working)
    if phase == MOVING and taken != NO_TILE:
        raise BadPosition("'phase' is moving, but a tile was taken already")
    if phase == PLACING and taken == NO_TILE:
        raise BadPosition("'phase' is placing, but no tile was taken")
    if phase != PLACING and taken != NO_TILE and state.owner[taken] != seat:
        raise BadPosition("the tile taken this turn should lie in the display of the player to act")
    if phase in _WORKS and state.owner[working] != seat:
        raise BadPosition("'working' should be a tile of the player to act in this phase")
    if phase == CONVERTING and not (ABBEY < KIND[working] < TAVERN):
        raise BadPosition(f"{TILE_NAMES[working]} converts nothing")
    if phase == FILLING and working != SHIEL:
        raise BadPosition("'phase' is filling, but 'working' is not shiel")
    fits = working in (LOCHY, IONA) and state.gains <= CAPACITY - cubes_on(state, working)
    if phase == GAINING and not fits:
        raise BadPosition("'phase' is gaining, but no cube of choice fits on lochy or iona")
    of_the_new_tile = phase in (PAYING, FILLING) or (phase == GAINING and working == LOCHY)
    if of_the_new_tile and taken != working:
        raise BadPosition(f"'taken' should be {TILE_NAMES[working]}, which is 'working' in this phase")
    if phase in _PAYS:
        _check_bill(state)


def _check_bill(state: Any) -> None:
    """Refuse a bill whose due and paid parts do not add up to the cost of the tile."""
    asked = state.copy()
    working = int(state.working)
    if state.phase == PAYING:
        asked.whisky[state.player] += WHISKY_COST[working]
        open_cost(asked, working)
    else:
        ask_for_goods(asked, int(KIND[working]))
    if state.bill != asked.bill:
        raise BadPosition(
            f"'bill' of {TILE_NAMES[working]} is of another kind: it should be {BILL_NAMES[asked.bill]}"
        )
    if not _adds_up(state, asked):
        cost = [f"{count} {name}" for name, count in zip(RESOURCE_NAMES, asked.due, strict=True) if count]
        cost += [f"{asked.due_any} of any kind"] if asked.due_any else []
        raise BadPosition(
            f"'bill' of {TILE_NAMES[working]} asks for something else than the tile does: what is due and "
            f"what was handed in should make {', '.join(cost) or 'a clan member'}, with something still due"
        )


def _adds_up(state: Any, asked: Any) -> bool:
    """Return whether a bill is what is left of the one that was asked, and is not paid already."""
    if state.bill != MEMBER and is_paid(state):
        return False
    paid, paid_any = asked.due - state.due, int(asked.due_any - state.due_any)
    if (paid < 0).any() or paid_any < 0 or state.handed != paid.sum() + paid_any:
        return False
    kinds = [resource for resource in range(RESOURCES) if int(state.handed_kinds) >> resource & 1]
    if not asked.due_any:
        return kinds == [resource for resource in range(RESOURCES) if paid[resource]]
    if state.bill in (DIFFERENT, FAIR):
        return bool(len(kinds) == state.handed)
    return bool(min(1, int(state.handed)) <= len(kinds) <= state.handed)


def _check_payable(state: Any) -> None:
    """Refuse a position whose taken tile cannot be placed or paid for."""
    seat = int(state.player)
    if state.phase == PLACING:
        taken = int(state.taken)
        if not can_be_placed(state, seat, taken):
            raise BadPosition(f"'taken' is {TILE_NAMES[taken]}, but there is no place for it")
        if not can_pay(state, seat, taken, purse(state, seat)):
            raise BadPosition(f"'taken' is {TILE_NAMES[taken]}, but it cannot be paid for")
    elif state.phase in _PAYS and not _can_be_met(state):
        raise BadPosition(f"'bill' of {TILE_NAMES[state.working]} cannot be met by what the seat has")


def _can_be_met(state: Any) -> bool:
    """Return whether the present bill can be paid: sell all that can be sold, then hand in what is legal."""
    trial = state.copy()
    while trial.phase in _PAYS:
        found = legal_actions(trial)
        if not found:
            return False
        sales = [action for action in found if SELL <= action < DONE]
        play(trial, sales[0] if sales else found[0])
    return True
