"""Planning help as data: what players find hard to see at a glance.

Which tiles of the ring can be taken and why the others cannot; what a tile placed somewhere would activate;
the three standings and what they would score now; tiles over the fewest and what they cost at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Any

from stramash.core.game import Json
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.glen_more.naming import listed, place_name, tile_name
from stramash.games.glen_more.notation import DIRECTION_NAMES, RESOURCE_NAMES, tile_notation
from stramash.games.glen_more.rules.components import (
    BORDER,
    COST,
    EAST_STEP,
    GRAY,
    HAS_RIVER,
    HAS_ROAD,
    IN_STACK,
    KIND,
    LOCH,
    MOVING,
    NESS,
    NO_RESOURCE,
    NO_TILE,
    NORTH_STEP,
    OICH,
    PLACE,
    PLACING,
    RESOURCES,
    ROW_SPACES,
    SIDES,
    SPACES,
    STACK,
    STACKED,
    TILE_PENALTY,
    WHISKY_COST,
)
from stramash.games.glen_more.rules.display import can_be_placed, display_tile, side_of
from stramash.games.glen_more.rules.paying import can_pay, cost_in_purse
from stramash.games.glen_more.rules.scoring import (
    LOCATION_CARDS,
    RANKED_CHIEFTAINS,
    WHISKY,
    difference_points,
    fewest,
    fewest_tiles,
    location_points,
    standing,
)
from stramash.games.glen_more.rules.warehouse import bundle_price, coins_in_row, purse

__all__ = [
    "Offer",
    "Verdict",
    "activated_by",
    "cost_text",
    "facts",
    "judge",
    "judge_text",
    "place_of_action",
    "places_for",
    "ring",
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


def ring(state: Any) -> list[tuple[int, int, int]]:
    """Return the tiles of the ring in the order of the chain, as (steps ahead, space, tile)."""
    origin = int(state.origin)
    found = []
    for ahead in range(1, SPACES):
        space = (origin + ahead) % SPACES
        if state.track[space] != NO_TILE:
            found.append((ahead, space, int(state.track[space])))
    return found


def judge(state: Any, seat: int, ahead: int, space: int, tile: int) -> Offer:
    """Say whether a seat could take a tile of the ring as things stand, and what it would need."""
    missing = _missing(state, seat, tile)
    coins = _coins(state, missing)
    most = int(purse(state, seat))
    # a cube that the tile needs cannot be sold; which two Loch Oich needs is the player's choice
    kept = 0 if coins is None or tile == OICH else int(cost_in_purse(state, seat, tile)) - coins
    verdict = _verdict(state, seat, tile, coins, most)
    if ahead <= (int(state.figure[seat]) - int(state.origin)) % SPACES:
        verdict = Verdict.BEHIND  # it will be gone before this seat's turn
    sold_out = tuple(
        count if int(filled) + count > ROW_SPACES else 0
        for filled, count in zip(state.warehouse, missing, strict=True)
    )
    return Offer(tile, space, ahead, verdict, missing, coins, most - kept, sold_out)


def _missing(state: Any, seat: int, tile: int) -> tuple[int, ...]:
    """Say what of its cost a seat would have to buy."""
    if tile == OICH:
        return _cheapest_pair(state, seat)
    return tuple(max(0, int(COST[tile, kind]) - int(state.stock[seat, kind])) for kind in range(RESOURCES))


def _cheapest_pair(state: Any, seat: int) -> tuple[int, ...]:
    """Say what a seat would buy for Loch Oich: of the pairs it can pay, the one with the least to buy."""
    most = int(purse(state, seat))
    found = []
    for pair in combinations(range(RESOURCES), 2):
        missing = tuple(int(kind in pair and not state.stock[seat, kind]) for kind in range(RESOURCES))
        coins = _coins(state, missing)
        spent = int(bundle_price(state, seat, *pair, NO_RESOURCE))
        found.append((spent > most, coins is None, coins or 0, spent, pair, missing))
    return min(found)[-1]


def _coins(state: Any, missing: tuple[int, ...]) -> int | None:
    """Say what it costs to buy these resources, None if the warehouse has not so many."""
    rows = [int(filled) for filled in state.warehouse]
    if any(count and filled + count > ROW_SPACES for filled, count in zip(rows, missing, strict=True)):
        return None
    return sum(
        coins_in_row(filled + count) - coins_in_row(filled)
        for filled, count in zip(rows, missing, strict=True)
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
    if tile != OICH and not COST[tile].any() and not WHISKY_COST[tile]:
        return Verdict.FREE
    if not coins:
        return Verdict.HELD
    return Verdict.BUY if coins <= state.coins[seat] else Verdict.SELL_FIRST


def cost_text(tile: int, _: Translate) -> str:
    """Say what a tile costs, an empty text if nothing."""
    if tile == NESS:
        return _("a clan member or a chieftain")
    if tile == OICH:
        return _("any two different resources")
    if WHISKY_COST[tile]:
        return _("1 barrel of whisky")
    return listed(COST[tile], _)


def judge_text(offer: Offer, _: Translate) -> str:
    """Say in a sentence whether a tile can be taken, and why or why not."""
    name, cost = tile_name(offer.tile, _), cost_text(offer.tile, _)
    if offer.verdict is Verdict.FREE:
        return _("{tile} costs nothing.", tile=name)
    if offer.verdict is Verdict.BEHIND:
        return _("{tile} cannot be taken: it lies behind the figure and will be gone.", tile=name)
    if offer.verdict is Verdict.NO_PLACE:
        return _("{tile} cannot be taken: there is no place for it in the display.", tile=name)
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
    """Say what has to be bought for a tile, and whether that can be paid."""
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


# --- Places ------------------------------------------------------------------------------------------


def places_for(state: Any, seat: int, tile: int) -> list[tuple[str, int, int]]:
    """Return every place for a tile, as (notation, east, north)."""
    found = []
    for beside in state.display[seat, : state.display_size[seat]]:
        for side in range(SIDES):
            east = int(state.east[beside] + EAST_STEP[2 * side])
            north = int(state.north[beside] + NORTH_STEP[2 * side])
            if side_of(state, seat, tile, east, north) == beside:
                found.append((f"{tile_notation(int(beside))}-{DIRECTION_NAMES[2 * side]}", east, north))
    return found


def place_of_action(state: Any, action: int) -> tuple[int, int]:
    """Return where a place action of the player to act puts a tile, as (east, north)."""
    name, side = divmod(action - PLACE, SIDES)
    beside = display_tile(int(state.player), name)
    return int(state.east[beside] + EAST_STEP[2 * side]), int(state.north[beside] + NORTH_STEP[2 * side])


def activated_by(state: Any, seat: int, tile: int, east: int, north: int) -> list[int]:
    """Return the tiles that would be activated by placing a tile here, itself first; lochs do nothing."""
    mine = [int(other) for other in state.display[seat, : state.display_size[seat]]]
    near = [
        other
        for other in mine
        if tile == OICH or (abs(state.east[other] - east) <= 1 and abs(state.north[other] - north) <= 1)
    ]
    return [other for other in [tile, *near] if KIND[other] != LOCH]


def _sort(tile: int) -> str:
    return "river" if HAS_RIVER[tile] else "road" if HAS_ROAD[tile] else "plain"


def _places(state: Any, seat: int, tiles: list[int], _: Translate) -> dict[str, list[Json]]:
    """Say, for each sort of tile at hand, where one may lie and which tiles there it would activate."""
    places: dict[str, list[Json]] = {}
    for tile in tiles:
        if _sort(tile) in places:
            continue
        entries = places.setdefault(_sort(tile), [])
        for notation, east, north in places_for(state, seat, tile):
            # the new tile itself differs from tile to tile of this sort: here are only those it wakes
            woken = [other for other in activated_by(state, seat, tile, east, north) if other != tile]
            entries.append(
                {
                    "place": notation,
                    "east": east,
                    "north": north,
                    "activates": [tile_notation(other) for other in woken],
                    "movement": sum(bool(BORDER[other] == GRAY) for other in woken),
                    "text": _(
                        "Here it would activate {tiles}.",
                        tiles=", ".join(place_name(state, other, _) for other in woken) or _("only itself"),
                    ),
                }
            )
    return places


# --- Standings ---------------------------------------------------------------------------------------


def _standings(state: Any, seat: int, _: Translate) -> list[Json]:
    """Compare the seats in the three categories, as a scoring now would."""
    found = []
    for key, category, name in (
        ("whisky", WHISKY, _("whisky")),
        ("chieftains", RANKED_CHIEFTAINS, _("chieftains and tams")),
        ("locations", LOCATION_CARDS, _("special locations")),
    ):
        least = int(fewest(state, category))
        have = [int(standing(state, other, category)) for other in range(state.players)]
        points = [int(difference_points(number - least)) for number in have]
        found.append(
            {
                "category": key,
                "have": have,
                "fewest": least,
                "over": [number - least for number in have],
                "points": points,
                "text": _.count(
                    "{category}: you have {have}, the fewest is {fewest}: {n} point in a scoring now.",
                    "{category}: you have {have}, the fewest is {fewest}: {n} points in a scoring now.",
                    points[seat],
                    category=name,
                    have=have[seat],
                    fewest=least,
                ),
            }
        )
    return found


def _tiles(state: Any, seat: int, _: Translate) -> Json:
    """Count tiles over the smallest display, and what they would cost at the end."""
    least = int(fewest_tiles(state))
    have = [int(size) for size in state.display_size[: state.players]]
    over = [size - least for size in have]
    return {
        "have": have,
        "fewest": least,
        "over": over,
        "cost": [TILE_PENALTY * more for more in over],
        "text": _tiles_text(have[seat], over[seat], _),
    }


def _tiles_text(have: int, over: int, _: Translate) -> str:
    """Say how many tiles a seat has; more than the fewest are always several."""
    if not over:
        return _.count("You have {n} tile: nobody has fewer.", "You have {n} tiles: nobody has fewer.", have)
    return _(
        "You have {have} tiles, {over} more than the fewest: {cost} points less at the end.",
        have=have,
        over=over,
        cost=TILE_PENALTY * over,
    )


def facts(state: Any, seat: int, _: Translate) -> Json:
    """Return all planning help for a seat; one who watches sits with seat 0."""
    me = max(seat, 0)
    over = state.player == NOBODY
    offers = [] if over else [judge(state, me, *entry) for entry in ring(state)]
    placing = not over and state.phase == PLACING and state.player == me
    moving = not over and bool(state.phase == MOVING and state.player == me)
    at_hand = [int(state.taken)] if placing else [offer.tile for offer in offers if offer.allowed]
    standings, tiles = _standings(state, me, _), _tiles(state, me, _)
    locations = [int(location_points(state, other)) for other in range(state.players)]
    now = [
        int(state.points[other])
        if over
        else int(state.points[other])
        + locations[other]
        + int(state.coins[other])
        - tiles["cost"][other]
        + sum(entry["points"][other] for entry in standings)
        for other in range(state.players)
    ]
    return {
        "seat": me,
        "ring": [
            {
                "tile": tile_notation(offer.tile),
                "space": offer.space,
                "ahead": offer.ahead,
                "sort": _sort(offer.tile),
                "can_take": offer.allowed,
                "now": moving and offer.allowed,
                "verdict": offer.verdict.value,
                "missing": {
                    name: count for name, count in zip(RESOURCE_NAMES, offer.missing, strict=True) if count
                },
                "coins": offer.coins,
                "text": judge_text(offer, _),
            }
            for offer in offers
        ],
        "places": _places(state, me, at_hand, _),
        "standings": standings,
        "tiles": tiles,
        "end": {"locations": locations, "if_it_ended_now": now},
        "to_come": [
            [
                tile_notation(tile)
                for tile in range(STACKED)
                if STACK[tile] == stack and state.owner[tile] == IN_STACK
            ]
            for stack in range(4)
        ],
    }
