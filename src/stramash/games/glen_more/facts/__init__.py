"""What players find hard to see, as data.

Which tiles of the ring can be taken and why the others cannot (`ring`); what a tile placed somewhere would
activate (`places`); the three standings, and what tiles cost at the end (`standings`); what is printed on
each tile (`tiles`). `legal` asks the rules what is legal.
"""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.glen_more.facts.places import all_places, sort_of
from stramash.games.glen_more.facts.ring import offer_for, offer_text, tiles_ahead, warehouse_text
from stramash.games.glen_more.facts.standings import if_it_ended_now, standings, tiles_over, until_scoring
from stramash.games.glen_more.names import card_text, place_name, use_text
from stramash.games.glen_more.rules.components import (
    IN_STACK,
    IS_LOCATION,
    MOVING,
    PLACING,
    RESOURCE_NAMES,
    STACK,
    STACKED,
    TILE_NAMES,
)
from stramash.games.glen_more.rules.scoring import location_points

__all__ = ["describe_facts"]


def _about(tile: int, first: str, _: Translate) -> Json:
    """Return a sentence about a tile, what it does, and what its card does."""
    said = [first, use_text(tile, _), card_text(tile, _) if IS_LOCATION[tile] else ""]
    return {"tile": TILE_NAMES[tile], "text": " ".join(text for text in said if text)}


def describe_facts(state: Any, seat: int, _: Translate) -> Json:
    """Return all facts for a seat; a spectator gets those of seat 0."""
    me = max(seat, 0)
    over = state.player == NOBODY
    offers = [] if over else [offer_for(state, me, *entry) for entry in tiles_ahead(state)]
    placing = not over and state.phase == PLACING and state.player == me
    moving = not over and bool(state.phase == MOVING and state.player == me)
    at_hand = [int(state.taken)] if placing else [offer.tile for offer in offers if offer.allowed]
    places = all_places(state, me, at_hand, _)
    compared, tiles = standings(state, me, _), tiles_over(state, me, _)
    return {
        "seat": me,
        "ring": [
            {
                "tile": TILE_NAMES[offer.tile],
                "space": offer.space,
                "ahead": offer.ahead,
                "sort": sort_of(offer.tile),
                "can_take": offer.allowed,
                "now": moving and offer.allowed,
                "verdict": offer.verdict.value,
                "missing": {
                    name: count for name, count in zip(RESOURCE_NAMES, offer.missing, strict=True) if count
                },
                "coins": offer.coins,
                "text": offer_text(offer, _),
            }
            for offer in offers
        ],
        "places": places,
        "here": [
            {"place": entry["place"], "text": entry["text"]}
            for entry in (places.get(sort_of(int(state.taken)), []) if placing else [])
        ],
        "warehouse": [
            {"warehouse": name, "text": warehouse_text(state, kind, _)}
            for kind, name in enumerate(RESOURCE_NAMES)
        ],
        "about": [
            *(_about(offer.tile, offer_text(offer, _), _) for offer in offers),
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
            "if_it_ended_now": if_it_ended_now(state),
        },
        "to_come": [
            [
                TILE_NAMES[tile]
                for tile in range(STACKED)
                if STACK[tile] == stack and state.owner[tile] == IN_STACK
            ]
            for stack in range(4)
        ],
    }
