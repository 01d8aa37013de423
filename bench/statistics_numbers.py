"""Reading kept counts: parts with their intervals, medians, tables, and what things are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from statistics_play import VARIANTS
from statistics_watch import Counts

from stramash.bots.levels import LEVELS
from stramash.core.words import translator
from stramash.games import find
from stramash.games.glen_more.names import tile_name
from stramash.games.glen_more.rules.components import LOCATIONS
from stramash.games.lords_of_scotland.names import CLAN_NAMES
from stramash.games.lords_of_scotland.rules.components import NORMAL_CLANS
from stramash.games.schotten_totten.names import card_name
from stramash.games.schotten_totten.rules.components import CARDS, JOKER

__all__ = [
    "CLANS",
    "ENDS",
    "ENOUGH",
    "FORMATIONS",
    "WHO",
    "Share",
    "Statistics",
    "difference",
    "extremes",
    "first_seat",
    "location_names",
    "middle",
    "parts",
    "players_of",
    "seat_share",
    "share",
    "shares_of",
    "table",
    "tactic_names",
    "tactics_of",
    "title",
]

Numbers: TypeAlias = npt.NDArray[np.float64]

#: Who plays, from the weakest on
WHO = ("random", *(level.name for level in LEVELS))
#: Shares of fewer games than this are not shown
ENOUGH = 20
#: Distributions of fewer games than that are not shown
OFTEN = 100
FORMATIONS = ("sum", "run", "colour", "three of a kind", "colour-run")
ENDS = ("three stones side by side", "five stones", "more stones at the very end", "a draw")
CLANS = CLAN_NAMES[:NORMAL_CLANS]
#: Half the width of a 95% interval, in standard deviations
_SIGMAS = 1.96


@dataclass(frozen=True)
class Share:
    """A part of a number of cases, with its 95% interval."""

    part: float
    low: float
    high: float
    cases: float

    def __str__(self) -> str:
        return f"{self.part:.1%} ({100 * self.low:.1f} to {100 * self.high:.1f})"

    def above(self, fair: float) -> Share:
        """Return how much it is more than what is fair."""
        return Share(self.part - fair, self.low - fair, self.high - fair, self.cases)


def share(won: float, cases: float) -> Share | None:
    """Return a part by Wilson's method; None where there are too few cases."""
    if cases < ENOUGH:
        return None
    part, weight = won / cases, _SIGMAS**2 / cases
    centre = (part + weight / 2) / (1 + weight)
    wide = (part * (1 - part) * weight + weight**2 / 4) ** 0.5 / (1 + weight)
    return Share(part, centre - wide, centre + wide, cases)


@dataclass(frozen=True)
class Statistics:
    """All counts of the page."""

    counts: dict[str, dict[str, Counts]]
    machine: dict[str, Any]

    @classmethod
    def of(cls, random: dict[str, Any], played: dict[str, Any]) -> Statistics:
        """Put random games and games of bots together; of random ones, batches come first."""
        counts = {}
        for variant in VARIANTS:
            both = dict(played["counts"].get(variant, {}))
            for who, found in random["counts"].get(variant, {}).items():
                both[who] = both.get(who, {}) | found
            if both:
                counts[variant] = {who: both[who] for who in WHO if who in both}
        return cls(counts, random["machine"])

    def who(self, variant: str) -> list[str]:
        """Return who played a variant often enough."""
        return [who for who, found in self.counts.get(variant, {}).items() if found["games"] >= ENOUGH]

    def often(self, variant: str) -> list[str]:
        """Return who played a variant so often that a distribution tells something."""
        return [who for who, found in self.counts[variant].items() if found["games"] >= OFTEN]

    def best(self, variant: str) -> str:
        """Return the strongest who played a variant often."""
        return self.often(variant)[-1]


def seat_share(counts: Counts, players: int, seat: int) -> Share:
    """Return what part of the wins a seat has; a shared win counts in parts."""
    times = np.array(counts["winners"])
    bits = np.arange(len(times))[:, None] >> np.arange(players) & 1
    parts = bits[:, seat] / np.maximum(bits.sum(axis=1), 1)
    part = float((times * parts).sum() / times.sum())
    spread = float((times * (parts - part) ** 2).sum() / times.sum()) ** 0.5
    wide = _SIGMAS * spread / float(times.sum()) ** 0.5
    return Share(part, part - wide, part + wide, float(times.sum()))


def first_seat(variant: str, counts: Counts) -> Share:
    """Return what part of the wins the first seat has."""
    return seat_share(counts, players_of(variant), 0)


def players_of(variant: str) -> int:
    """How many play a variant."""
    name, options = VARIANTS[variant]
    return int(options.get("players", min(find(name).player_counts)))


def middle(times: list[int], part: float = 0.5) -> int:
    """Return the number that this part of all does not exceed, where `times` says how often each is there.

    >>> middle([0, 3, 1, 1])
    1
    """
    summed = np.cumsum(times)
    return int(np.searchsorted(summed, part * summed[-1]))


def parts(times: list[int]) -> Numbers:
    """Return what part of all each is."""
    found: Numbers = np.array(times, float) / max(1, sum(times))
    return found


def difference(one: Share | None, two: Share | None) -> Share | None:
    """Return by how much one part is more than another, taken as independent."""
    if one is None or two is None:
        return None
    more = one.part - two.part
    wide = _SIGMAS * sum(each.part * (1 - each.part) / each.cases for each in (one, two)) ** 0.5
    return Share(more, more - wide, more + wide, one.cases + two.cases)


def shares_of(held: Counts) -> list[Share | None]:
    """Return of things how often who had one won."""
    return [share(won, times) for won, times in zip(held["won"], held["times"], strict=True)]


def extremes(names: Sequence[str], found: Sequence[Share | None]) -> tuple[str, str]:
    """Return the name with the largest part and that with the smallest, and these parts."""
    known = [(one.part, f"{name}, {one}") for name, one in zip(names, found, strict=True) if one is not None]
    return (max(known)[1], min(known)[1]) if known else ("none", "none")


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown: names to the left, numbers to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def title(variant: str) -> str:
    """Return what a variant is called in a table."""
    name, options = VARIANTS[variant]
    more = "Tactic cards" if "tactics" in options else f"{options['players']} players" if options else ""
    return ", ".join(part for part in (find(name).title, more) if part)


def tactics_of(held: Counts) -> Counts:
    """Return Tactic cards with both Jokers as one."""
    return {key: [values[0] + values[1], *values[2:]] for key, values in held.items()}


def tactic_names() -> list[str]:
    """Return what Tactic cards are called, the Joker once."""
    english = translator(find("schotten-totten").words, "en")
    return list(dict.fromkeys(card_name(card, english) for card in range(JOKER, CARDS)))


def location_names() -> list[str]:
    """Return what the special locations are called."""
    english = translator(find("glen-more").words, "en")
    return [tile_name(tile, english) for tile in LOCATIONS]
