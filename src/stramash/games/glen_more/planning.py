"""Planning help as data: what players find hard to see at a glance.

Which tiles of the ring can be taken and why the others cannot; what a tile placed somewhere would activate;
the three standings and what they would score now; tiles over the fewest and what they cost at the end.
"""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.glen_more.naming import card_text, place_name, use_text
from stramash.games.glen_more.notation import DIRECTION_NAMES, RESOURCE_NAMES, tile_notation
from stramash.games.glen_more.offers import judge, judge_text, ring, warehouse_text
from stramash.games.glen_more.rules.components import (
    BORDER,
    EAST_STEP,
    GRAY,
    HAS_RIVER,
    HAS_ROAD,
    IN_STACK,
    IS_LOCATION,
    KIND,
    LOCH,
    MOVING,
    NORTH_STEP,
    OICH,
    PLACE,
    PLACING,
    SCORINGS,
    SIDES,
    STACK,
    STACKED,
    TILE_PENALTY,
)
from stramash.games.glen_more.rules.display import display_tile, side_of
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

__all__ = [
    "activated_by",
    "facts",
    "if_it_ended_now",
    "place_of_action",
    "places_for",
    "standings",
    "tiles_over",
    "until_scoring",
]


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


def standings(state: Any, seat: int, _: Translate) -> list[Json]:
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


def tiles_over(state: Any, seat: int, _: Translate) -> Json:
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


def if_it_ended_now(state: Any, _: Translate) -> list[int]:
    """Add up what each seat would have if this moment brought a scoring and the end of the game."""
    points = [int(state.points[seat]) for seat in range(state.players)]
    if state.player == NOBODY:
        return points
    cost = tiles_over(state, 0, _)["cost"]
    compared = standings(state, 0, _)
    return [
        points[seat]
        + int(location_points(state, seat))
        + int(state.coins[seat])
        - cost[seat]
        + sum(entry["points"][seat] for entry in compared)
        for seat in range(state.players)
    ]


def until_scoring(state: Any) -> int | None:
    """Count the tiles that are laid before the next scoring; None after the last."""
    if state.scorings == SCORINGS:
        return None
    return sum(
        1 for tile in range(STACKED) if STACK[tile] <= state.scorings + 1 and state.owner[tile] == IN_STACK
    )


def _about(tile: int, first: str, _: Translate) -> Json:
    """Tell of a tile: a sentence about it, what it does, and its card."""
    said = [first, use_text(tile, _), card_text(tile, _) if IS_LOCATION[tile] else ""]
    return {"tile": tile_notation(tile), "text": " ".join(text for text in said if text)}


def facts(state: Any, seat: int, _: Translate) -> Json:
    """Return all planning help for a seat; one who watches sits with seat 0."""
    me = max(seat, 0)
    over = state.player == NOBODY
    offers = [] if over else [judge(state, me, *entry) for entry in ring(state)]
    placing = not over and state.phase == PLACING and state.player == me
    moving = not over and bool(state.phase == MOVING and state.player == me)
    at_hand = [int(state.taken)] if placing else [offer.tile for offer in offers if offer.allowed]
    places = _places(state, me, at_hand, _)
    compared, tiles = standings(state, me, _), tiles_over(state, me, _)
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
        "places": places,
        "here": [
            {"place": entry["place"], "text": entry["text"]}
            for entry in (places.get(_sort(int(state.taken)), []) if placing else [])
        ],
        "warehouse": [
            {"warehouse": name, "text": warehouse_text(state, kind, _)}
            for kind, name in enumerate(RESOURCE_NAMES)
        ],
        "about": [
            *(_about(offer.tile, judge_text(offer, _), _) for offer in offers),
            *(
                _about(int(tile), f"{place_name(state, int(tile), _)}.", _)
                for tile in state.display[me, : state.display_size[me]]
            ),
        ],
        "standings": compared,
        "tiles": tiles,
        "until_scoring": until_scoring(state),
        "end": {
            "locations": [int(location_points(state, other)) for other in range(state.players)],
            "if_it_ended_now": if_it_ended_now(state, _),
        },
        "to_come": [
            [
                tile_notation(tile)
                for tile in range(STACKED)
                if STACK[tile] == stack and state.owner[tile] == IN_STACK
            ]
            for stack in range(4)
        ],
    }
