"""How the seats stand: in the three categories of a scoring, in tiles, and if the game ended now."""

from __future__ import annotations

from typing import Any

from stramash.core.game import Json
from stramash.core.state import NOBODY
from stramash.core.words import Translate
from stramash.games.glen_more.rules.components import IN_STACK, SCORINGS, STACK, STACKED, TILE_PENALTY
from stramash.games.glen_more.rules.scoring import (
    CATEGORIES,
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
    "category_names",
    "final_points",
    "if_it_ended_now",
    "scoring_points",
    "standings",
    "tiles_over",
    "until_scoring",
]


def category_names(_: Translate) -> tuple[str, ...]:
    """Return the names of what a scoring compares, in the order of their numbers."""
    return (_("whisky"), _("chieftains and tams"), _("special locations"))


def scoring_points(state: Any, category: int) -> list[int]:
    """Return what each seat would score in one category now."""
    least = fewest(state, category)
    return [
        int(difference_points(standing(state, seat, category) - least)) for seat in range(int(state.players))
    ]


def standings(state: Any, seat: int, _: Translate) -> list[Json]:
    """Compare the seats in the three categories, as a scoring now would."""
    found = []
    categories = (WHISKY, RANKED_CHIEFTAINS, LOCATION_CARDS)
    keys = ("whisky", "chieftains", "locations")
    for key, category, name in zip(keys, categories, category_names(_), strict=True):
        least, points = int(fewest(state, category)), scoring_points(state, category)
        have = [int(standing(state, other, category)) for other in range(state.players)]
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
    """Return a text that says how many tiles a seat has; more than the fewest are always several."""
    if not over:
        return _.count("You have {n} tile: nobody has fewer.", "You have {n} tiles: nobody has fewer.", have)
    return _(
        "You have {have} tiles, {over} more than the fewest: {cost} points less at the end.",
        have=have,
        over=over,
        cost=TILE_PENALTY * over,
    )


def final_points(state: Any) -> dict[str, list[int]]:
    """Return what the end of the game gives each seat after the last scoring, by what it is for."""
    seats, least = range(int(state.players)), int(fewest_tiles(state))
    return {
        "locations": [int(location_points(state, seat)) for seat in seats],
        "coins": [int(state.coins[seat]) for seat in seats],
        "tiles": [-TILE_PENALTY * (int(state.display_size[seat]) - least) for seat in seats],
    }


def if_it_ended_now(state: Any) -> list[int]:
    """Return the points of each seat if this moment brought a scoring and the end of the game."""
    points = [int(state.points[seat]) for seat in range(state.players)]
    if state.player == NOBODY:
        return points
    more = [scoring_points(state, category) for category in range(CATEGORIES)]
    return [sum(each) for each in zip(points, *more, *final_points(state).values(), strict=True)]


def until_scoring(state: Any) -> int | None:
    """Count the tiles that are laid before the next scoring; None after the last."""
    if state.scorings == SCORINGS:
        return None
    to_come = (STACK[:STACKED] <= state.scorings + 1) & (state.owner[:STACKED] == IN_STACK)
    return int(to_come.sum())
