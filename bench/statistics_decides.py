"""What decides each game: plots, tables and numbers about formations, powers and locations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from statistics_numbers import (
    CLANS,
    ENDS,
    FORMATIONS,
    Share,
    Statistics,
    difference,
    extremes,
    location_names,
    parts,
    share,
    shares_of,
    table,
    tactic_names,
    tactics_of,
    title,
)
from statistics_plots import Dots, draw_bars, draw_dots, draw_stones
from statistics_sources import SOURCES
from statistics_watch import AT_STONES, Counts

__all__ = ["glen_values", "lords_values", "schotten_values"]

BASE, TACTICS, LORDS, GLEN = (
    "schotten-totten",
    "schotten-totten-tactics",
    "lords-of-scotland-2",
    "glen-more-2",
)


# --- Schotten Totten -----------------------------------------------------------------------------------


def schotten_values(statistics: Statistics, pictures: Path) -> dict[str, str]:
    """Return the formations that claim stones, how games end, and the effect of Tactic cards."""
    counts, who, best = statistics.counts[BASE], statistics.often(BASE), statistics.best(BASE)
    claimed = {one: parts(counts[one]["claimed"]).tolist() for one in who}
    deciding = {one: parts(counts[one]["deciding"][:-1]).tolist() for one in who}
    panels = [("All claimed stones", claimed), ("The stone that ends the game", deciding)]
    draw_bars(who, panels, pictures / "statistics-formations.svg")
    draw_stones(statistics, {BASE: "Schotten Totten", TACTICS: "with Tactic cards"}, pictures)
    most = max(range(len(FORMATIONS)), key=lambda rank: deciding[best][rank])
    return {
        "schotten_best": best,
        "formation_most": FORMATIONS[most],
        "formation_deciding": f"{deciding[best][most]:.0%}",
        "formation_claimed": f"{claimed[best][most]:.0%}",
        "sum_random": f"{claimed['random'][0]:.0%}",
        "sum_best": f"{claimed[best][0]:.0%}",
        "ends_table": ends_table(statistics),
        **tactic_values(statistics, pictures),
    }


def ends_table(statistics: Statistics) -> str:
    """Return by what games are won, with Tactic cards and without."""
    rows = [
        [title(variant), one, *(f"{part:.1%}" for part in parts(statistics.counts[variant][one]["ends"]))]
        for variant in (BASE, TACTICS)
        for one in statistics.who(variant)
    ]
    return table(["", "played by", *ENDS], rows)


def tactic_values(statistics: Statistics, pictures: Path) -> dict[str, str]:
    """Return how often players of a Tactic card win, and the cards at the last stone."""
    counts, who, best = statistics.counts[TACTICS], statistics.who(TACTICS), statistics.best(TACTICS)
    names = tactic_names()
    held = {one: tactics_of(counts[one]["tactics"]) for one in who}
    copies = [2 if name == names[0] else 1 for name in names]  # there are two Jokers
    played = {
        one: [
            share(times, many * counts[one]["games"])
            for times, many in zip(held[one]["times"], copies, strict=True)
        ]
        for one in who
    }
    won = {one: shares_of(held[one]) for one in who}
    panels = [
        Dots("How often the card is played", "% of games", played),
        Dots("How often its player wins", "% of games", won, fair=0.5),
    ]
    draw_dots(names, who, panels, pictures / "statistics-tactics.svg")
    strong, weak = extremes(names, won[best])
    return {
        "tactics_best": best,
        "tactics_strong": strong,
        "tactics_weak": weak,
        "at_stone_table": at_stone_table(counts, who),
    }


def at_stone_table(counts: dict[str, Counts], who: Sequence[str]) -> str:
    """Return how often elite troops and combat modes lie at the stone that ends the game."""
    rows = []
    for place, name in enumerate(tactic_names()[: AT_STONES - 1]):
        cells = []
        for one in who:
            first, second, *others = counts[one]["at_deciding"]
            times = [first + second, *others][place]
            cells.append(f"{times / max(1, sum(counts[one]['deciding'][:-1])):.1%}")
        rows.append([name, *cells])
    return table(["", *who], rows)


# --- Lords of Scotland ---------------------------------------------------------------------------------


def lords_values(statistics: Statistics, pictures: Path) -> dict[str, str]:
    """Return how often powers are used, and how often their users win."""
    counts, who, best = statistics.counts[LORDS], statistics.who(LORDS), statistics.best(LORDS)
    used = {
        one: [share(times, counts[one]["rounds"]) for times in counts[one]["rounds_with"][: len(CLANS)]]
        for one in who
    }
    gained = {one: powers_gain(counts[one]) for one in who}
    won = {one: shares_of(counts[one]["most"])[: len(CLANS)] for one in who}
    panels = [
        Dots("How often the power is used", "% of rounds", used),
        Dots("What it adds in its round", "percentage points", gained, fair=0.0),
        Dots("Who uses it more wins the game", "% of games", won, fair=0.5),
    ]
    draw_dots(CLANS, who, panels, pictures / "statistics-powers.svg")
    often, seldom = extremes(CLANS, used[best])
    strong, weak = extremes(CLANS, won[best])
    return {
        "lords_best": best,
        "power_often": often,
        "power_seldom": seldom,
        "power_round": extremes(CLANS, gained[best])[0],
        "power_strong": strong,
        "power_weak": weak,
        "powers_table": powers_table(statistics),
    }


def powers_gain(counts: Counts) -> list[Share | None]:
    """Return how much more often one's army is first with a power than with its clan alone."""
    keys = ("used_first", "used", "plain_first", "plain")
    rows = zip(*(counts[key][: len(CLANS)] for key in keys), strict=True)
    return [difference(share(first, used), share(other, plain)) for first, used, other, plain in rows]


def powers_table(statistics: Statistics) -> str:
    """Return how often who used a power most wins random games, by the number of players."""
    many = [f"lords-of-scotland-{players}" for players in range(2, 6)]
    columns = [shares_of(statistics.counts[variant]["random"]["most"]) for variant in many]
    rows = [[clan, *(short(column[place]) for column in columns)] for place, clan in enumerate(CLANS)]
    fair = ["all alike", *(f"{1 / int(variant[-1]):.1%}" for variant in many)]
    return table(["", *(f"{variant[-1]} players" for variant in many)], [*rows, fair])


def short(found: Share | None) -> str:
    """Return a part without its interval."""
    return "–" if found is None else f"{found.part:.1%}"


# --- Glen More -----------------------------------------------------------------------------------------


def glen_values(statistics: Statistics, pictures: Path) -> dict[str, str]:
    """Return the value of special locations, and what winners do better."""
    counts, who, best = statistics.counts[GLEN], statistics.who(GLEN), statistics.best(GLEN)
    names = location_names()
    owned = {
        one: [share(times, counts[one]["games"]) for times in counts[one]["locations"]["times"]]
        for one in who
    }
    won = {one: shares_of(counts[one]["locations"]) for one in who}
    panels = [
        Dots("How often somebody has it", "% of games", owned),
        Dots("How often its owner wins", "% of games", won, fair=0.5),
    ]
    draw_dots(names, who, panels, pictures / "statistics-locations.svg")
    strong, weak = extremes(names, won[best])
    rows = [
        [name, *("–" if (found := won[one][place]) is None else str(found) for one in who)]
        for place, name in enumerate(names)
    ]
    return {
        "glen_best": best,
        "location_strong": strong,
        "location_weak": weak,
        "locations_table": table(["", *who], rows),
        "sources_table": sources_table(counts, who),
    }


def sources_table(counts: dict[str, Counts], who: Sequence[str]) -> str:
    """Return where the winner's points come from, and how many more they are than the loser's."""
    told = [one for one in who if "winners_sources" in counts[one]]
    rows = []
    for place, name in enumerate(SOURCES):
        cells = []
        for one in told:
            mine = counts[one]["winners_sources"][place] / counts[one]["winners_counted"]
            other = counts[one]["others_sources"][place] / counts[one]["others_counted"]
            cells.append(f"{mine:.1f} ({mine - other:+.1f})")
        rows.append([name, *cells])
    return table(["", *told], rows)
