"""Activation: which tiles this turn's placement activates, what each does, and Loch Ness."""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import Ints
from stramash.games.glen_more.rules.actions import ACTIVATE, DONE
from stramash.games.glen_more.rules.components import (
    ABBEY,
    ACTIVATED,
    ACTIVATING,
    ANY,
    BORDER,
    BRIDGE,
    BRIDGE_POINTS,
    BUTCHER,
    BUTCHER_POINTS,
    BUTCHER_TIMES,
    BUTCHERY,
    CATTLE,
    CATTLE_BUTCHER,
    CONVERTING,
    DISTILLERY,
    ENDING,
    FAIR,
    FAIR_POINTS,
    FAIR_SIZES,
    FIELD,
    FIXED,
    GAINING,
    GRAIN,
    GRAY,
    GROCER,
    GROCER_POINTS,
    GROCER_RESOURCES,
    IDLE,
    IONA,
    KIND,
    LOCH,
    NESS,
    NO_RESOURCE,
    NO_TILE,
    OICH,
    RESOURCES,
    SHEEP,
    SHEEP_BUTCHER,
    SHEEP_OR_CATTLE_POINTS,
    STONE,
    TAVERN,
    TAVERN_POINTS,
    WAITING,
    WINDFALL_COINS,
    WINDFALL_MEMBERS,
    WINDFALL_WHISKY,
    WOOD,
)
from stramash.games.glen_more.rules.display import (
    add_cube,
    are_neighbours,
    cubes_on,
    has_room,
    named,
)
from stramash.games.glen_more.rules.paying import (
    can_hand_in_any,
    clear_bill,
    present_bill,
)
from stramash.games.glen_more.rules.state import GlenMore
from stramash.games.glen_more.rules.warehouse import (
    bundle_price,
    legal_sales,
    price_to_hand_in,
    purse,
)

__all__ = [
    "activate",
    "ask_for_goods",
    "begin_activation",
    "continue_activation",
    "convert",
    "end_activation",
    "fill_empty_tiles",
    "is_of_use",
    "legal_activations",
    "may_use_ness",
    "take_windfall",
]


@rule
def take_windfall(state: GlenMore, seat: int, tile: int) -> None:
    """A tile gives its windfall, and what its card gives, once, when it is placed."""
    state.members[tile] += WINDFALL_MEMBERS[tile]
    state.whisky[seat] += WINDFALL_WHISKY[tile]
    state.coins[seat] += WINDFALL_COINS[tile]


@rule
def begin_activation(state: GlenMore, seat: int, tile: int) -> None:
    """The new tile and its neighbours may be activated; Loch Oich activates the whole display instead.

    Gray tiles give their movement point without being asked: it costs nothing and is spent at the end.
    """
    for place in range(int(state.display_size[seat])):
        other = int(state.display[seat, place])
        if KIND[other] == LOCH or not (tile == OICH or are_neighbours(state, tile, other)):
            continue
        if BORDER[other] == GRAY:
            state.movement += 1
            state.activity[other] = ACTIVATED
        else:
            state.activity[other] = WAITING


@rule
def may_use_ness(state: GlenMore, seat: int) -> bool:
    """Loch Ness activates one more tile each turn, but not in the turn of Loch Oich."""
    return state.owner[NESS] == seat and not state.ness_used and state.taken != OICH


@rule
def is_of_use(state: GlenMore, seat: int, tile: int) -> bool:
    """Return whether activating a tile would do anything: a cube fits, or what it takes can be handed in."""
    kind = KIND[tile]
    if kind <= ABBEY:
        return has_room(state, tile)
    if kind == LOCH:
        return False
    if kind == TAVERN or BORDER[tile] == GRAY:
        return True
    if kind == GROCER:
        return can_hand_in_any(state, seat, NO_RESOURCE, GROCER_RESOURCES)
    coins = purse(state, seat)
    if kind == DISTILLERY:
        return price_to_hand_in(state, seat, GRAIN, 1) <= coins
    if kind == SHEEP_BUTCHER:
        return price_to_hand_in(state, seat, SHEEP, 1) <= coins
    if kind == CATTLE_BUTCHER:
        return price_to_hand_in(state, seat, CATTLE, 1) <= coins
    if kind == BUTCHER:
        return bundle_price(state, seat, SHEEP, CATTLE, NO_RESOURCE) <= coins
    if kind == BRIDGE:
        return bundle_price(state, seat, STONE, WOOD, NO_RESOURCE) <= coins
    for resource in range(RESOURCES):  # a fair
        if price_to_hand_in(state, seat, resource, 1) <= coins:
            return True
    return False


@rule
def legal_activations(state: GlenMore, seat: int, actions: Ints) -> int:
    """Activate a tile that waits, or any other of one's own by Loch Ness; sell; or activate no more."""
    count = 0
    ness = may_use_ness(state, seat)
    for place in range(int(state.display_size[seat])):
        tile = int(state.display[seat, place])
        activity = int(state.activity[tile])
        if (activity == WAITING or (ness and activity == IDLE)) and is_of_use(state, seat, tile):
            actions[count] = ACTIVATE + named(tile)
            count += 1
    count = legal_sales(state, seat, actions, count)
    actions[count] = DONE
    return count + 1


@rule
def activate(state: GlenMore, seat: int, tile: int) -> None:
    """Carry out what a tile does; a tile that does not wait is activated by Loch Ness."""
    if state.activity[tile] == IDLE:
        state.ness_used = 1
    state.activity[tile] = ACTIVATED
    kind = int(KIND[tile])
    if kind <= FIELD:
        add_cube(state, tile, kind)
    elif kind == TAVERN:
        state.points[seat] += TAVERN_POINTS[tile]
    elif BORDER[tile] == GRAY:
        state.movement += 1
    elif kind == ABBEY:
        state.working = tile
        state.gains = 1
        state.phase = GAINING
        return
    else:
        state.working = tile
        ask_for_goods(state, kind)
        state.phase = CONVERTING
        return
    continue_activation(state, seat)


@rule
def ask_for_goods(state: GlenMore, kind: int) -> None:
    """Present the bill of a tile that turns resources into something else."""
    if kind == GROCER:
        present_bill(state, ANY, GROCER_RESOURCES)
    elif kind == DISTILLERY:
        present_bill(state, FIXED, 0)
        state.due[GRAIN] = 1
    elif kind == BRIDGE:
        present_bill(state, FIXED, 0)
        state.due[STONE] = 1
        state.due[WOOD] = 1
    elif kind == BUTCHER:
        present_bill(state, FIXED, 0)
        state.due[SHEEP] = 1
        state.due[CATTLE] = 1
    elif kind == SHEEP_BUTCHER or kind == CATTLE_BUTCHER:
        present_bill(state, BUTCHERY, 0)
        state.due[SHEEP if kind == SHEEP_BUTCHER else CATTLE] = BUTCHER_TIMES
    else:
        present_bill(state, FAIR, int(FAIR_SIZES[kind]))


@rule
def convert(state: GlenMore, seat: int) -> None:
    """Give what the working tile gives for the resources handed in."""
    kind = KIND[state.working]
    handed = int(state.handed)
    if kind == DISTILLERY:
        state.whisky[seat] += 1
    elif kind == GROCER:
        state.points[seat] += GROCER_POINTS
    elif kind == BRIDGE:
        state.points[seat] += BRIDGE_POINTS
    elif kind == BUTCHER:
        state.points[seat] += BUTCHER_POINTS
    elif kind == SHEEP_BUTCHER or kind == CATTLE_BUTCHER:
        state.points[seat] += SHEEP_OR_CATTLE_POINTS * handed
    else:
        state.points[seat] += FAIR_POINTS[handed]
    clear_bill(state)
    continue_activation(state, seat)


@rule
def continue_activation(state: GlenMore, seat: int) -> None:
    """Go on with the activation while a tile waits or Loch Ness can be used; otherwise end it."""
    state.working = NO_TILE
    if may_use_ness(state, seat):
        state.phase = ACTIVATING
        return
    for place in range(int(state.display_size[seat])):
        if state.activity[state.display[seat, place]] == WAITING:
            state.phase = ACTIVATING
            return
    end_activation(state)


@rule
def end_activation(state: GlenMore) -> None:
    """Movement points are spent when all activation is over."""
    state.phase = ENDING


@rule
def fill_empty_tiles(state: GlenMore, seat: int) -> None:
    """Loch Shiel lays a cube on every empty production tile, and one of choice on an empty Iona Abbey."""
    for place in range(int(state.display_size[seat])):
        tile = int(state.display[seat, place])
        if KIND[tile] <= FIELD and cubes_on(state, tile) == 0:
            add_cube(state, tile, int(KIND[tile]))
    if state.owner[IONA] == seat and cubes_on(state, IONA) == 0:
        state.working = IONA
        state.gains = 1
        state.phase = GAINING
    else:
        continue_activation(state, seat)
