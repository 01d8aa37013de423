"""The tiles of the ring as one seat sees them: which can be taken, at what price, and why others cannot."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Any

from stramash.core.words import Translate
from stramash.games.glen_more.names import cost_text, listed, resource_name, tile_name
from stramash.games.glen_more.rules.components import (
    COST,
    NESS,
    NO_RESOURCE,
    NO_TILE,
    OICH,
    RESOURCES,
    ROW_SPACES,
    SPACES,
    WHISKY_COST,
)
from stramash.games.glen_more.rules.display import can_be_placed
from stramash.games.glen_more.rules.paying import can_pay, cost_in_purse
from stramash.games.glen_more.rules.warehouse import bundle_price, coins_in_row, price, purse

__all__ = [
    "Offer",
    "Verdict",
    "offer_for",
    "offer_text",
    "tiles_ahead",
    "warehouse_text",
]


class Verdict(Enum):
    """Why a tile of the ring can or cannot be taken."""

    FREE = "free"
    HELD = "held"
    BUY = "buy"
    SELL_FIRST = "sell first"
    SPECIAL = "special"
    NO_PLACE = "no place"
    ROW_FULL = "row full"
    TOO_DEAR = "too dear"
    NO_WHISKY = "no whisky"
    NO_MEMBER = "no member"
    BEHIND = "behind you"


#: What each tile costs, by resource; lists are faster to read than arrays
_COSTS: list[list[int]] = COST.tolist()

_TAKEABLE = (Verdict.FREE, Verdict.HELD, Verdict.BUY, Verdict.SELL_FIRST, Verdict.SPECIAL)


@dataclass(frozen=True)
class Offer:
    """A tile of the ring as one seat sees it."""

    tile: int
    space: int
    #: steps ahead of the rearmost figure
    ahead: int
    verdict: Verdict
    #: what has to be bought, by resource
    missing: tuple[int, ...] = (0,) * RESOURCES
    #: what that costs at the warehouse, None if a row is full
    coins: int | None = 0
    #: what the seat could raise by selling all that the tile does not need
    raised: int = 0
    #: what of it the warehouse has not, by resource
    sold_out: tuple[int, ...] = (0,) * RESOURCES

    @property
    def allowed(self) -> bool:
        """Whether the tile can be taken."""
        return self.verdict in _TAKEABLE


# --- The ring ----------------------------------------------------------------------------------------


def tiles_ahead(state: Any) -> list[tuple[int, int, int]]:
    """Return the tiles of the ring in the order of the chain, as (steps ahead, space, tile)."""
    origin = int(state.origin)
    found = []
    for ahead in range(1, SPACES):
        space = (origin + ahead) % SPACES
        if state.track[space] != NO_TILE:
            found.append((ahead, space, int(state.track[space])))
    return found


def offer_for(state: Any, seat: int, ahead: int, space: int, tile: int) -> Offer:
    """Return whether a seat can take a tile of the ring now, and what it has to buy."""
    missing = _missing(state, seat, tile)
    coins = _coins(state, missing)
    most = int(purse(state, seat))
    # a cube that the tile needs cannot be sold; which two Loch Oich needs is the player's choice
    kept = 0 if coins is None or tile == OICH else int(cost_in_purse(state, seat, tile)) - coins
    verdict = _verdict(state, seat, tile, coins, most)
    if ahead <= (int(state.figure[seat]) - int(state.origin)) % SPACES:
        verdict = Verdict.BEHIND  # it will be gone before this seat's turn
    sold_out = tuple(
        count if filled + count > ROW_SPACES else 0
        for filled, count in zip(state.warehouse.tolist(), missing, strict=True)
    )
    return Offer(tile, space, ahead, verdict, missing, coins, most - kept, sold_out)


def _missing(state: Any, seat: int, tile: int) -> tuple[int, ...]:
    """Return the resources that a seat has to buy for a tile."""
    if tile == OICH:
        return _cheapest_pair(state, seat)
    stock: list[int] = state.stock[seat].tolist()
    return tuple(max(0, cost - have) for cost, have in zip(_COSTS[tile], stock, strict=True))


def _cheapest_pair(state: Any, seat: int) -> tuple[int, ...]:
    """Return the resources to buy for Loch Oich: of the pairs a seat can pay, the one with the fewest."""
    most = int(purse(state, seat))
    found = []
    for pair in combinations(range(RESOURCES), 2):
        missing = tuple(int(kind in pair and not state.stock[seat, kind]) for kind in range(RESOURCES))
        coins = _coins(state, missing)
        spent = int(bundle_price(state, seat, *pair, NO_RESOURCE))
        found.append((spent > most, coins is None, coins or 0, spent, pair, missing))
    return min(found)[-1]


def _coins(state: Any, missing: tuple[int, ...]) -> int | None:
    """Return what it costs to buy these resources, None if the warehouse does not have them."""
    rows: list[int] = state.warehouse.tolist()
    if any(count and filled + count > ROW_SPACES for filled, count in zip(rows, missing, strict=True)):
        return None
    return sum(
        coins_in_row(filled + count) - coins_in_row(filled)
        for filled, count in zip(rows, missing, strict=True)
        if count
    )


def _verdict(state: Any, seat: int, tile: int, coins: int | None, most: int) -> Verdict:
    if not can_be_placed(state, seat, tile):
        return Verdict.NO_PLACE
    payable = bool(can_pay(state, seat, tile, most))
    if tile == NESS:
        return Verdict.SPECIAL if payable else Verdict.NO_MEMBER
    if WHISKY_COST[tile] > state.whisky[seat]:
        return Verdict.NO_WHISKY
    if coins is None:
        return Verdict.ROW_FULL
    if not payable:
        return Verdict.TOO_DEAR
    if tile != OICH and not any(_COSTS[tile]) and not WHISKY_COST[tile]:
        return Verdict.FREE
    if not coins:
        return Verdict.HELD
    return Verdict.BUY if coins <= state.coins[seat] else Verdict.SELL_FIRST


def offer_text(offer: Offer, _: Translate) -> str:
    """Return a text that says whether a tile can be taken, and why or why not."""
    name, cost = tile_name(offer.tile, _), cost_text(offer.tile, _)
    if offer.verdict is Verdict.FREE:
        return _("{tile} costs nothing.", tile=name)
    if offer.verdict is Verdict.BEHIND:
        return _("{tile} cannot be taken: it lies behind the figure and will be gone.", tile=name)
    if offer.verdict is Verdict.NO_PLACE:
        return _("{tile} cannot be taken: there is no place for it in your glen.", tile=name)
    if offer.verdict in (Verdict.HELD, Verdict.SPECIAL):
        return _("{tile} needs {cost}: at hand.", tile=name, cost=cost)
    if offer.verdict is Verdict.NO_WHISKY:
        return _("{tile} cannot be taken: it needs {cost}.", tile=name, cost=cost)
    if offer.verdict is Verdict.NO_MEMBER:
        return _(
            "{tile} cannot be taken: it needs {cost}, and the last clan member cannot pay.",
            tile=name,
            cost=cost,
        )
    if offer.verdict is Verdict.ROW_FULL:
        return _(
            "{tile} cannot be taken: it needs {missing}, and the warehouse has none left.",
            tile=name,
            missing=cost if offer.tile == OICH else listed(offer.sold_out, _),
        )
    return _price_text(offer, name, cost, _)


def _price_text(offer: Offer, name: str, cost: str, _: Translate) -> str:
    """Return a text that says what has to be bought for a tile, and whether that can be paid."""
    assert offer.coins is not None, "a verdict about a price has a price"
    coins = _.count("{n} coin at the warehouse", "{n} coins at the warehouse", offer.coins)
    lacking = listed(offer.missing, _)
    if offer.tile == OICH:
        lacking = _("{cost} (cheapest to buy: {missing})", cost=cost, missing=lacking)
    if offer.verdict is Verdict.BUY:
        return _("{tile} needs {missing}: {coins}.", tile=name, missing=lacking, coins=coins)
    if offer.verdict is Verdict.SELL_FIRST:
        return _("{tile} needs {missing}: {coins}, so sell first.", tile=name, missing=lacking, coins=coins)
    return _(
        "{tile} cannot be taken: it needs {missing}, {coins}, and {raised} can be raised.",
        tile=name,
        missing=lacking,
        coins=coins,
        raised=offer.raised,
    )


def warehouse_text(state: Any, resource: int, _: Translate) -> str:
    """Return a text that says what a resource costs at the warehouse now, and what it brings."""
    name, filled = resource_name(resource, _), int(state.warehouse[resource])
    buying = (
        _("{resource}: none to buy", resource=name)
        if filled == ROW_SPACES
        else _("{resource}: buy for {n}", resource=name, n=int(price(state, resource)))
    )
    selling = _("sell for {n}", n=filled) if filled else _("cannot be sold")
    return f"{buying}, {selling}"
