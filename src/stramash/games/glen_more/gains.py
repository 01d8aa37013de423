"""What a turn gains, in sentences: points, standings, coins, resources and clan members."""

from __future__ import annotations

from typing import Any

from stramash.core.words import Translate
from stramash.games.glen_more.facts.standings import category_names, scoring_points
from stramash.games.glen_more.names import listed
from stramash.games.glen_more.rules.components import RESOURCES
from stramash.games.glen_more.rules.display import members_in_display
from stramash.games.glen_more.rules.scoring import CATEGORIES, location_points, standing

__all__ = ["describe_gains"]


def describe_gains(before: Any, after: Any, seat: int, _: Translate) -> list[str]:
    """Return what a seat has after its actions that it did not have before, the most important first."""
    return [
        *_points(before, after, seat, _),
        *_standings(before, after, seat, _),
        *_goods(before, after, seat, _),
    ]


def _points(before: Any, after: Any, seat: int, _: Translate) -> list[str]:
    found = []
    more = int(after.points[seat]) - int(before.points[seat])
    if more > 0:
        found.append(_.count("It scores {n} point.", "It scores {n} points.", more))
    more = int(location_points(after, seat)) - int(location_points(before, seat))
    if more > 0:
        found.append(
            _.count(
                "Special locations give {n} point more at the end.",
                "Special locations give {n} points more at the end.",
                more,
            )
        )
    return found


def _standings(before: Any, after: Any, seat: int, _: Translate) -> list[str]:
    """Return in which categories a seat has more, with what that is worth."""
    if after.scorings != before.scorings:
        return []
    found = []
    for category, name in zip(range(CATEGORIES), category_names(_), strict=True):
        had, has = int(standing(before, seat, category)), int(standing(after, seat, category))
        if has <= had:
            continue
        points = scoring_points(after, category)[seat]
        found.append(
            _.count(
                "{category}: {has}, not {had}; a scoring now gives {n} point.",
                "{category}: {has}, not {had}; a scoring now gives {n} points.",
                points,
                category=name[:1].upper() + name[1:],
                has=has,
                had=had,
            )
        )
    return found


def _goods(before: Any, after: Any, seat: int, _: Translate) -> list[str]:
    found = []
    more = int(after.coins[seat]) - int(before.coins[seat])
    if more > 0:
        found.append(_.count("It brings {n} coin.", "It brings {n} coins.", more))
    counts = [
        max(0, int(after.stock[seat, kind]) - int(before.stock[seat, kind])) for kind in range(RESOURCES)
    ]
    if any(counts):
        found.append(_("It brings {resources}.", resources=listed(counts, _)))
    members = int(members_in_display(after, seat)) - int(members_in_display(before, seat))
    if members > 0:
        found.append(
            _.count(
                "{n} clan member more stands in your glen.",
                "{n} clan members more stand in your glen.",
                members,
            )
        )
    return found
