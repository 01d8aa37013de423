"""Paying: what a tile costs and what a conversion takes, one step after the other.

A step after which the rest could no longer be paid is not legal. For a fixed cost that never happens, because
selling and buying undo each other (see `warehouse`); where resources are of one's choice it can, so there
every choice is tried together with the cheapest rest.
"""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import Ints
from stramash.games.glen_more.rules.actions import BUY, DONE, PAY, PAY_CHIEFTAIN, PAY_MEMBER
from stramash.games.glen_more.rules.components import (
    ANY,
    BUTCHERY,
    COST,
    DIFFERENT,
    FAIR,
    FIXED,
    MEMBER,
    NESS,
    NO_BILL,
    NO_RESOURCE,
    OICH,
    OICH_RESOURCES,
    RESOURCES,
    WHISKY_COST,
)
from stramash.games.glen_more.rules.display import members_in_display, named
from stramash.games.glen_more.rules.state import GlenMore
from stramash.games.glen_more.rules.warehouse import (
    bundle_price,
    can_buy,
    legal_cubes,
    legal_sales,
    price_to_hand_in,
    purse,
)

__all__ = [
    "can_hand_in_any",
    "can_hand_in_different",
    "can_hand_in_one",
    "can_pay",
    "clear_bill",
    "cost_in_purse",
    "hand_in",
    "is_paid",
    "legal_payments",
    "open_cost",
    "present_bill",
]


# --- What can be paid --------------------------------------------------------------------------------


@rule
def can_pay(state: GlenMore, seat: int, tile: int, coins: int) -> bool:
    """Return whether a seat whose purse holds these coins can pay what a tile of the track costs.

    The last clan member of a display cannot pay for Loch Ness.
    """
    if tile == NESS:
        return state.chieftains[seat] > 0 or members_in_display(state, seat) > 1
    if tile == OICH:
        return can_hand_in_different(state, seat, NO_RESOURCE)
    if WHISKY_COST[tile] > state.whisky[seat]:
        return False
    return cost_in_purse(state, seat, tile) <= coins


@rule
def cost_in_purse(state: GlenMore, seat: int, tile: int) -> int:
    """Return what the printed resources of a tile take out of the purse."""
    total = 0
    for resource in range(RESOURCES):
        if COST[tile, resource]:
            total += price_to_hand_in(state, seat, resource, int(COST[tile, resource]))
    return total


@rule
def can_hand_in_one(state: GlenMore, seat: int, resource: int) -> bool:
    """Return whether one of this resource can be handed in, from the display or bought."""
    return price_to_hand_in(state, seat, resource, 1) <= purse(state, seat)


@rule
def can_hand_in_different(state: GlenMore, seat: int, first: int) -> bool:
    """Return whether two different resources can be handed in: this one and another, or any two."""
    coins = purse(state, seat)
    for one in range(RESOURCES):
        for two in range(RESOURCES):
            if one == two or (first != NO_RESOURCE and one != first):
                continue
            if bundle_price(state, seat, one, two, NO_RESOURCE) <= coins:
                return True
    return False


@rule
def can_hand_in_any(state: GlenMore, seat: int, first: int, count: int) -> bool:
    """Return whether `count` resources, three at most, can be handed in, `first` among them if it is one."""
    coins = purse(state, seat)
    for one in range(RESOURCES):
        if first != NO_RESOURCE and one != first:
            continue
        for two in range(RESOURCES if count > 1 else 1):
            for three in range(RESOURCES if count > 2 else 1):
                second = two if count > 1 else NO_RESOURCE
                third = three if count > 2 else NO_RESOURCE
                if bundle_price(state, seat, one, second, third) <= coins:
                    return True
    return False


# --- Bills -------------------------------------------------------------------------------------------


@rule
def clear_bill(state: GlenMore) -> None:
    """Nothing is due."""
    state.bill = NO_BILL
    for resource in range(RESOURCES):
        state.due[resource] = 0
    state.due_any = 0
    state.handed = 0
    state.handed_kinds = 0


@rule
def present_bill(state: GlenMore, bill: int, due_any: int) -> None:
    """Ask for a payment; the resources that are due by name are written afterwards."""
    clear_bill(state)
    state.bill = bill
    state.due_any = due_any


@rule
def open_cost(state: GlenMore, tile: int) -> None:
    """Ask for what a tile costs; whisky is paid at once, as there is nothing to choose about it."""
    clear_bill(state)
    if tile == NESS:
        state.bill = MEMBER
    elif tile == OICH:
        present_bill(state, DIFFERENT, OICH_RESOURCES)
    else:
        state.whisky[state.player] -= WHISKY_COST[tile]
        for resource in range(RESOURCES):
            if COST[tile, resource]:
                state.bill = FIXED
                state.due[resource] = COST[tile, resource]


@rule
def is_paid(state: GlenMore) -> bool:
    """Return whether nothing more can be handed in for the present bill."""
    if state.due_any > 0:
        return False
    for resource in range(RESOURCES):
        if state.due[resource] > 0:
            return False
    return True


@rule
def hand_in(state: GlenMore, resource: int) -> None:
    """Count a resource that was handed in against the bill."""
    state.handed += 1
    state.handed_kinds |= 1 << resource
    if state.due_any > 0:
        state.due_any -= 1
    else:
        state.due[resource] -= 1


# --- The steps ---------------------------------------------------------------------------------------


@rule
def accepted_kinds(state: GlenMore, seat: int) -> int:
    """The resources that may be handed in next, a bit each: those after which the rest can still be paid."""
    kinds = 0
    for resource in range(RESOURCES):
        fresh = int(state.handed_kinds) >> resource & 1 == 0
        if state.bill == FIXED or state.bill == BUTCHERY:
            accepted = state.due[resource] > 0
        elif state.bill == FAIR:
            accepted = fresh
        elif state.bill == ANY:
            accepted = can_hand_in_any(state, seat, resource, int(state.due_any))
        elif state.due_any == OICH_RESOURCES:
            accepted = can_hand_in_different(state, seat, resource)
        else:
            accepted = fresh and can_hand_in_one(state, seat, resource)
        if accepted:
            kinds |= 1 << resource
    return kinds


@rule
def legal_payments(state: GlenMore, seat: int, actions: Ints) -> int:
    """Hand in a cube of the display or buy one; a fair or a butcher may stop after the first; sell."""
    if state.bill == MEMBER:
        count = legal_member_payments(state, seat, actions)
        return legal_sales(state, seat, actions, count)
    kinds = accepted_kinds(state, seat)
    count = legal_cubes(state, seat, kinds, actions, 0, PAY)
    for resource in range(RESOURCES):
        if kinds >> resource & 1 and can_buy(state, seat, resource):
            actions[count] = BUY + resource
            count += 1
    count = legal_sales(state, seat, actions, count)
    if state.handed > 0 and (state.bill == FAIR or state.bill == BUTCHERY):
        actions[count] = DONE
        count += 1
    return count


@rule
def legal_member_payments(state: GlenMore, seat: int, actions: Ints) -> int:
    """Loch Ness takes a clan member of the display, but not the last one, or a chieftain."""
    count = 0
    if members_in_display(state, seat) > 1:
        for place in range(int(state.display_size[seat])):
            tile = int(state.display[seat, place])
            if state.members[tile] > 0:
                actions[count] = PAY_MEMBER + named(tile)
                count += 1
    if state.chieftains[seat] > 0:
        actions[count] = PAY_CHIEFTAIN
        count += 1
    return count
