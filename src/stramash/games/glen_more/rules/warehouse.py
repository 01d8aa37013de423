"""The warehouse: buying, selling, and what a player could raise by selling.

A row holds coins on its cheapest spaces. Buying fills the next space, selling empties the last one again: so
to sell a cube and to buy one back changes nothing, and what a player can afford does not depend on the order
of the steps. If a row has `w` spaces filled and the player holds `h` cubes of it and hands in `n`, then after
selling all the rest the row has `w + n - h` spaces filled, at least none. The coins that lie in rows tell the
whole bill: what is missing there has gone to the player, what is added has come from him.
"""

from __future__ import annotations

from stramash.core.rule import rule
from stramash.core.state import Ints
from stramash.games.glen_more.rules.actions import SELL
from stramash.games.glen_more.rules.components import CUBE_KIND, FIRST_CUBE, HOLDS_ANY, RESOURCES, ROW_SPACES
from stramash.games.glen_more.rules.display import remove_cube
from stramash.games.glen_more.rules.state import GlenMore

__all__ = [
    "NEVER",
    "bundle_price",
    "buy",
    "can_buy",
    "coins_in_row",
    "legal_cubes",
    "legal_sales",
    "price",
    "price_to_hand_in",
    "purse",
    "sell",
]

#: The price in a full row: more than any seat can pay
NEVER = 10000


@rule
def coins_in_row(spaces: int) -> int:
    """Return how many coins lie on the first spaces of a row: one, two and three."""
    return spaces * (spaces + 1) // 2


@rule
def price(state: GlenMore, resource: int) -> int:
    """Return the price of one cube now: the cheapest open space of the row; NEVER if the row is full."""
    filled = int(state.warehouse[resource])
    return filled + 1 if filled < ROW_SPACES else NEVER


@rule
def can_buy(state: GlenMore, seat: int, resource: int) -> bool:
    """Return whether the row has an open space, and the coins at hand fill it."""
    return price(state, resource) <= int(state.coins[seat])


@rule
def buy(state: GlenMore, seat: int, resource: int) -> None:
    """Fill the cheapest open space with coins; the resource is handed in at once and never lies anywhere."""
    state.warehouse[resource] += 1
    state.coins[seat] -= state.warehouse[resource]


@rule
def sell(state: GlenMore, seat: int, tile: int, resource: int) -> None:
    """Return a cube to the supply and take the coins of the dearest filled space."""
    remove_cube(state, tile, resource)
    state.coins[seat] += state.warehouse[resource]
    state.warehouse[resource] -= 1


@rule
def purse(state: GlenMore, seat: int) -> int:
    """Return how many coins a seat would have after selling everything it can."""
    coins = int(state.coins[seat])
    for resource in range(RESOURCES):
        filled = int(state.warehouse[resource])
        left = max(0, filled - int(state.stock[seat, resource]))
        coins += coins_in_row(filled) - coins_in_row(left)
    return coins


@rule
def price_to_hand_in(state: GlenMore, seat: int, resource: int, count: int) -> int:
    """Return what handing in `count` of a resource costs: cubes held are lost for sale, others are bought."""
    if count == 0:
        return 0
    short = int(state.warehouse[resource]) - int(state.stock[seat, resource])
    if short + count > ROW_SPACES:
        return NEVER
    return coins_in_row(max(0, short + count)) - coins_in_row(max(0, short))


@rule
def bundle_price(state: GlenMore, seat: int, first: int, second: int, third: int) -> int:
    """Return what handing in these resources together takes out of the purse; NO_RESOURCE stands for none."""
    total = 0
    for resource in range(RESOURCES):
        count = int(first == resource) + int(second == resource) + int(third == resource)
        total += price_to_hand_in(state, seat, resource, count)
    return total


@rule
def legal_cubes(state: GlenMore, seat: int, kinds: int, actions: Ints, count: int, base: int) -> int:
    """Write `base` plus the place of every cube of these kinds, a bit each; return the new count."""
    for place in range(int(state.display_size[seat])):
        tile = int(state.display[seat, place])
        at = FIRST_CUBE[tile]
        if at < 0:
            continue
        for offset in range(RESOURCES if HOLDS_ANY[tile] else 1):
            resource = CUBE_KIND[at + offset]
            if state.cubes[tile, resource] > 0 and kinds >> resource & 1:
                actions[count] = base + at + offset
                count += 1
    return count


@rule
def legal_sales(state: GlenMore, seat: int, actions: Ints, count: int) -> int:
    """Any cube may be sold at any time in one's turn, while its row holds coins."""
    kinds = 0
    for resource in range(RESOURCES):
        if state.warehouse[resource] > 0 and state.stock[seat, resource] > 0:
            kinds |= 1 << resource
    return legal_cubes(state, seat, kinds, actions, count, SELL) if kinds else count
