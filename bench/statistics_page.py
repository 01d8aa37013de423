"""The page docs/statistics.md: its words stand in statistics_template.md, numbers and plots are made here."""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import Any

from statistics_decides import glen_values, lords_values, schotten_values
from statistics_numbers import (
    ENOUGH,
    WHO,
    Statistics,
    first_seat,
    middle,
    players_of,
    seat_share,
    table,
    title,
)
from statistics_plots import draw_first_seat, draw_lengths, draw_seats

__all__ = ["write_page"]

TEMPLATE = Path(__file__).with_name("statistics_template.md")
#: The games of two: what they are called above a plot, what their length is counted in, and how many of
#: that are drawn together
TWO = {
    "schotten-totten": ("Schotten Totten", "turns, two together", 2),
    "schotten-totten-tactics": ("with Tactic cards", "turns, two together", 2),
    "lords-of-scotland-2": ("Lords of Scotland", "rounds", 1),
    "glen-more-2": ("Glen More", "turns", 1),
}
MANY = {"lords-of-scotland": "Lords of Scotland", "glen-more": "Glen More"}
#: The bots in charts with many seats: more lines could not be distinguished
FEW = ("random", "crofter", "laird")
#: From this number of games on, percentages have two decimals
_PRECISE = 1_000_000


def write_page(kept: dict[str, dict[str, Any]], folder: Path) -> None:
    """Write the page and its pictures."""
    statistics = Statistics.of(*kept.values())
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    draw_first_seat(statistics, {variant: name for variant, (name, _, _) in TWO.items()}, pictures)
    draw_seats(statistics, MANY, FEW, pictures)
    draw_lengths(statistics, TWO, pictures)
    values = {
        "where": f"on one {statistics.machine['gpu']}" if "gpu" in statistics.machine else "on a CPU",
        "enough": str(ENOUGH),
        "games": games_table(statistics),
        "first_table": first_table(statistics),
        "first_told": describe_first(statistics),
        "seats_table": seats_table(statistics),
        "lengths_table": lengths_table(statistics),
        **schotten_values(statistics, pictures),
        **lords_values(statistics, pictures),
        **glen_values(statistics, pictures),
    }
    (folder / "statistics.md").write_text(Template(TEMPLATE.read_text()).substitute(values))


def games_table(statistics: Statistics) -> str:
    """Return how many games were played."""
    rows = [
        [title(variant), *(f"{found[who]['games']:,}" if who in found else "–" for who in WHO)]
        for variant, found in statistics.counts.items()
    ]
    return table(["", *WHO], rows)


def first_table(statistics: Statistics) -> str:
    """Return how often the first seat wins a game of two."""
    rows = [[title(variant), *(told_first(statistics, variant, who) for who in WHO)] for variant in TWO]
    return table(["", *WHO], rows)


def told_first(statistics: Statistics, variant: str, who: str) -> str:
    """Return how often the first seat wins, as precisely as is known."""
    if who not in statistics.who(variant):
        return "–"
    found = first_seat(variant, statistics.counts[variant][who])
    digits = 2 if found.cases > _PRECISE else 1
    return f"{found.part:.{digits}%} ± {100 * (found.high - found.part):.{digits}f}"


def describe_first(statistics: Statistics) -> str:
    """Return where the first seat wins significantly more or less than its fair share."""
    told = []
    for variant in TWO:
        for who in statistics.who(variant):
            found = first_seat(variant, statistics.counts[variant][who])
            fair = 1 / players_of(variant)
            if not found.low <= fair <= found.high:
                points = 100 * (found.part - fair)
                told.append(f"{title(variant)} by `{who}` ({points:+.1f} points)")
    if not told:
        return "The first seat's share differs significantly from 50% nowhere."
    return f"The first seat's share differs significantly from 50% in: {'; '.join(told)}."


def seats_table(statistics: Statistics) -> str:
    """Return the part of the wins of every seat in random games."""
    rows = []
    for name in MANY:
        for players in range(3, 6):
            counts = statistics.counts[f"{name}-{players}"]["random"]
            seats = [f"{seat_share(counts, players, seat).part:.2%}" for seat in range(players)]
            rows.append([title(f"{name}-{players}"), *seats, *[""] * (5 - players)])
    return table(["", *(f"seat {seat}" for seat in range(1, 6))], rows)


def lengths_table(statistics: Statistics) -> str:
    """Return how long games are and how far the winner leads, by variant and who plays."""
    rows = []
    for variant, found in statistics.counts.items():
        for who in statistics.who(variant):
            counts = found[who]
            low, half, high = (middle(counts["decisions"], part) for part in (0.05, 0.5, 0.95))
            lead, most = middle(counts["margins"]), middle(counts["margins"], 0.95)
            turns = str(middle(counts["clock"]))
            rows.append([title(variant), who, f"{half} ({low} to {high})", turns, f"{lead} (≤ {most})"])
    return table(["", "played by", "decisions", "turns or rounds", "lead"], rows)
