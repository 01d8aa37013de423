"""The ladder of levels: find temperatures that make five clearly separate levels, and measure them.

    python bench/levels.py find GAME [--players 2 4]
    python bench/levels.py measure GAME [--players 2 4] [--count 400]
    python bench/levels.py page [--plot docs/pictures/]

`find` plays the network of a game at several temperatures against itself, rates them, and writes
temperatures at equal distances to `weights/levels.json` in the folder of the game. Levels that search there
stay as they are; the strongest of the others plays the network's best. `measure` plays each level against
the one below on other deals, with as many seats for each, a quarter as many games where one of them searches,
and writes what it found to `bench/results/levels.json`. `page` prints the table of docs/strength.md and draws
the ladders. Run the first two after every change of the weights.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

import numpy as np
from network_tables import games_for, keep, play_fixtures, say

import stramash
from stramash.arena.games import GameSpec, Result, play_fixture
from stramash.arena.rating import Rating, interval, ratings
from stramash.arena.schedule import schedule
from stramash.bots.compiled import compile_bots
from stramash.bots.ladder import LADDER_FILE, NAMES, ladder_file
from stramash.bots.network import load_player
from stramash.core.game import Game
from stramash.core.weights import read_weights, shipped_weights

RESULTS = Path(__file__).resolve().parent / "results" / "levels.json"
#: Temperatures that are rated; each meets the next
GRID = (0.0, 0.8, 1.7, 2.4, 3.3, 4.5, 6.5, 10.0, 15.0, 25.0)
#: Elo between two levels: the upper wins 72% of the games
STEP = 400 * math.log10(0.72 / 0.28)
#: `find` and `measure` play different deals
FIND_FROM, MEASURE_FROM = 1, 100_001


def spec(temperature: float) -> str:
    """Return the bot that plays at a temperature."""
    return f"network:{temperature:g}" if temperature else "network"


def play_pairs(game: Game, specs: list[str], games: int, first_deal: int) -> list[Result]:
    """Play each bot against the next, with the same number of seats for each.

    Games of networks alone are played side by side. There are a quarter as many of the others.
    """
    player, found = load_player(game), list[Result]()
    for pair in pairwise(specs):
        alone = all(it.startswith("network") for it in pair)
        fixtures = schedule(pair, game.players, max(1, (games if alone else games // 4) // 2), first_deal)
        if alone:
            found += play_fixtures(game, fixtures, player, seed=first_deal + len(found))
        else:
            found += [play_fixture(GameSpec.of(game), fixture) for fixture in fixtures]
    return found


def find(game: Game, games: int) -> list[str]:
    """Return the bots of the five levels, the weakest first: networks at equal distances, then searches."""
    searches = [it for it in ladder_of(game) if not it.startswith("network")]
    found = ratings(play_pairs(game, [spec(it) for it in GRID], games, FIND_FROM))
    elo = {it.bot: it.elo for it in found}
    curve = np.minimum.accumulate([elo[spec(it)] for it in GRID])
    count = len(NAMES) - len(searches)
    step = min(STEP, (curve[0] - curve[-1]) / (count - 1))
    say(
        f"{game}: Elo by temperature "
        + ", ".join(f"{t:g}: {e:.0f}" for t, e in zip(GRID, curve, strict=True))
    )
    wanted = [curve[0] - step * below for below in range(count)]
    heats = np.interp(-np.array(wanted[1:]), -curve, np.array(GRID))
    return [*(spec(round(float(heat), 2)) for heat in heats[::-1]), spec(0.0), *searches]


def ladder_of(game: Game) -> list[str]:
    """Return the bots of the levels as they are written now; none for a number of players without levels."""
    content = json.loads(ladder_file(game).read_text()) if ladder_file(game).exists() else {"players": {}}
    found: list[str] = content["players"].get(str(game.players), [])
    return found


def shares(results: list[Result], upper: str, lower: str) -> dict[str, Any]:
    """Return the part of the games that the upper of two levels won, with its 95% interval."""
    deals: dict[int, list[float]] = {}
    for result in results:
        if set(result.fixture.seats) == {upper, lower}:
            won = sum(result.fixture.seats[seat] == upper for seat in result.winners) / len(result.winners)
            deals.setdefault(result.fixture.deal, []).append(won)
    points = np.array([sum(it) for it in deals.values()], np.float64)
    played = np.array([len(it) for it in deals.values()], np.float64)
    share, low, high = interval(points, played)
    return {"share": share, "low": low, "high": high, "games": int(played.sum())}


def measure(game: Game, games: int) -> dict[str, Any]:
    """Play each level against the one below; return shares and ratings."""
    specs = ladder_of(game)
    results = play_pairs(game, specs, games, MEASURE_FROM)
    rated: dict[str, Rating] = {it.bot: it for it in ratings(results)}
    levels = []
    for index, (name, bot) in enumerate(zip(NAMES, specs, strict=True)):
        row: dict[str, Any] = {"level": name, "bot": bot}
        row |= {"elo": rated[bot].elo, "elo_low": rated[bot].low, "elo_high": rated[bot].high}
        if index:
            row |= shares(results, bot, specs[index - 1])
        levels.append({key: round(it, 4) if isinstance(it, float) else it for key, it in row.items()})
        say(f"{game.name} {game.players}: {levels[-1]}")
    return {"weights": _hash(game), "levels": levels}


def _hash(game: Game) -> str:
    return read_weights(shipped_weights(game), game)[1].sha256


def write_found(game: Game, specs: list[str]) -> None:
    """Write the levels of one number of players beside the weights."""
    path, sha256 = ladder_file(game), _hash(game)
    content = json.loads(path.read_text()) if path.exists() else {}
    if content.get("weights") != sha256:
        content = {"weights": sha256, "players": {}}
    content["players"][str(game.players)] = specs
    path.write_text(json.dumps(content, indent=1) + "\n")
    say(f"{game.name} {game.players}: {', '.join(specs)} written to {LADDER_FILE}")


def page() -> None:
    """Print what was measured as a table."""
    content = json.loads(RESULTS.read_text())
    say(
        "| game | players | "
        + " | ".join(f"`{upper}` over `{lower}`" for lower, upper in pairwise(NAMES))
        + " |"
    )
    say("|---|---|" + "---|" * (len(NAMES) - 1))
    for name, counts in content.items():
        for players, measured in counts.items():
            cells = [
                f"{100 * it['share']:.1f}% ({100 * it['low']:.0f} to {100 * it['high']:.0f}) of {it['games']}"
                for it in measured["levels"][1:]
            ]
            say(f"| {stramash.load(name).title} | {players} | " + " | ".join(cells) + " |")


def draw(folder: Path) -> None:
    """Draw one ladder a game: Elo of each level with its interval, for each number of players."""
    from matplotlib.figure import Figure

    for name, counts in json.loads(RESULTS.read_text()).items():
        figure = Figure(figsize=(7, 3.2), layout="constrained")
        axes = figure.subplots()
        for shift, (players, measured) in enumerate(counts.items()):
            rows = measured["levels"]
            elos = [it["elo"] for it in rows]
            below = [it["elo"] - it["elo_low"] for it in rows]
            above = [it["elo_high"] - it["elo"] for it in rows]
            places = [place + 0.15 * shift for place in range(len(rows))]
            axes.errorbar(elos, places, xerr=[below, above], fmt="o", capsize=4, label=f"{players} players")
        axes.set_yticks(range(len(NAMES)), NAMES)
        axes.set_xlabel("Elo, with 95% intervals")
        axes.set_title(stramash.load(name).title)
        axes.grid(axis="x", alpha=0.3)
        axes.legend()
        figure.savefig(folder / f"ladder-{name}.svg", metadata={"Date": None})


def main() -> None:
    """Find, measure or tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("find", "measure", "page"))
    parser.add_argument("games", nargs="*", metavar="GAME", default=[])
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--count", type=int, default=400, help="games of each pair")
    parser.add_argument("--plot", type=Path, help="a folder for pictures; needs Matplotlib")
    chosen = parser.parse_args()
    if chosen.what == "page":
        page()
        if chosen.plot:
            draw(chosen.plot)
        return
    for game in games_for(chosen.games, chosen.players):
        compile_bots(game)
    if chosen.what == "find":  # all searches are read before the first file is written
        found = [(game, find(game, chosen.count)) for game in games_for(chosen.games, chosen.players)]
        for game, specs in found:
            write_found(game, specs)
        return
    for game in games_for(chosen.games, chosen.players):
        keep(RESULTS, game, measure(game, chosen.count))


if __name__ == "__main__":
    main()
