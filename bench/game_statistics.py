"""Statistics of the games themselves: makes docs/statistics.md and its plots.

    python bench/game_statistics.py [--random 20000] [--bots greedy:40,laird:4] [--out docs]

Random games are played in a batch on all cores; bots play each other, one game at a time. Everything is read
off the final positions, so both are judged alike. The seeds are fixed: the same command gives the same page.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import stramash
from stramash import bots
from stramash.core.words import translator
from stramash.games.glen_more.naming import tile_name
from stramash.games.glen_more.rules.components import LOCATIONS
from stramash.games.lords_of_scotland.rules import components as lords
from stramash.games.schotten_totten.rules.formations import RANK
from stramash.lab import BatchGame

Numbers = npt.NDArray[Any]
SEED = 1
#: Parts of fewer than so many are not told
ENOUGH = 10
FORMATIONS = ("sum", "run", "colour", "three of a kind", "colour-run")
CLANS = ("Scott", "Makgill", "MacDonnell", "Wemyss", "Fergusson", "Forsyth", "Cockburn", "Cochrane")


@dataclass
class Ended:
    """Games that have ended: their final states, how long they took and who won."""

    game: stramash.Game
    who: str
    states: Numbers
    lengths: Numbers
    shares: Numbers  # by game and seat: the part of the win

    @classmethod
    def of(cls, game: stramash.Game, who: str, states: Numbers, lengths: Numbers) -> Ended:
        """Find out who won each."""
        bits = np.array([int(game.rules.winners(state)) for state in states])
        won = bits[:, None] >> np.arange(game.players) & 1
        return cls(game, who, states, lengths, won / won.sum(axis=1, keepdims=True))

    def first(self) -> tuple[float, float]:
        """Return how often the first seat wins, and the half-width of its 95% interval."""
        share = self.shares[:, 0]
        return float(share.mean()), float(1.96 * share.std() / len(share) ** 0.5)


def play_at_random(game: stramash.Game, games: int) -> Ended:
    """Play games at random, all at once."""
    batch = BatchGame(game, games, redeal=False)
    batch.reset(seeds=SEED)
    lengths = np.zeros(games, int)
    while (going := np.asarray(batch.player) >= 0).any():
        lengths += going
        batch.step(batch.sample())
    return Ended.of(game, "random", np.asarray(batch.states).copy(), lengths)


def play_bots(game: stramash.Game, who: str, games: int) -> Ended:
    """Let a bot play itself."""
    players = [bots.make(who, seed=SEED + seat) for seat in range(game.players)]
    states, lengths = [], []
    for number in range(games):
        position = game.deal(seed=SEED + number)
        while position.player is not None:
            position.play(players[position.player].choose(position.view(position.player)))
        states.append(position.state.copy())
        lengths.append(len(position.history))
    return Ended.of(game, who, np.array(states, states[0].dtype), np.array(lengths))


# --- What decides, game by game ------------------------------------------------------------------------


def formations(ended: Ended) -> dict[str, float]:
    """Return by which formation stones were claimed, as parts of all claimed stones."""
    counts = np.zeros(len(FORMATIONS))
    for seat in range(2):
        claimed = ended.states["owner"] == seat
        ranks = ended.states["strength"][:, seat][claimed] // RANK
        counts += np.bincount(ranks, minlength=len(FORMATIONS))
    return dict(zip(FORMATIONS, counts / counts.sum(), strict=True))


def clans(ended: Ended) -> dict[str, float]:
    """Return, for each clan, what part of its claimed Supporters went to who won."""
    parts = {}
    for clan, name in enumerate(CLANS):
        owners = ended.states["victory"][:, clan : lords.NORMAL_CARDS : lords.NORMAL_CLANS]
        games, cards = np.nonzero(owners >= 0)
        if len(games) < ENOUGH:
            continue
        parts[name] = float(ended.shares[games, owners[games, cards]].mean())
    return parts


def locations(ended: Ended) -> dict[str, float]:
    """Return, for each special location, how often who has it wins."""
    english = translator(ended.game.words, "en")
    parts = {}
    for tile in LOCATIONS:
        owners = ended.states["owner"][:, tile]
        games = np.flatnonzero(owners >= 0)
        if len(games) >= ENOUGH:
            parts[tile_name(tile, english)] = float(ended.shares[games, owners[games]].mean())
    return parts


DECIDES: dict[str, tuple[str, Callable[[Ended], dict[str, float]]]] = {
    "schotten-totten": ("Formations by which stones were claimed", formations),
    "lords-of-scotland": ("Part of a clan's Supporters that went to the winner", clans),
    "glen-more": ("How often who has a special location wins", locations),
}


# --- The page --------------------------------------------------------------------------------------------


def picture(played: list[Ended], decided: list[dict[str, float]], title: str, path: Path) -> None:
    """Draw how long games take, and what decides them."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "stramash"
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.6), layout="constrained")
    colours = ("#b9a6c9", "#3f2a63", "#a86f00", "#2f7d5b")
    for ended, colour in zip(played, colours, strict=False):
        weights = np.full(len(ended.lengths), 1 / len(ended.lengths))
        left.hist(ended.lengths, bins=30, weights=weights, alpha=0.6, color=colour, label=ended.who)
    left.set_xlabel("decisions in a game")
    left.set_ylabel("part of the games")
    left.legend()
    height = 0.8 / len(played)
    names = [*decided[0]]
    for index, (ended, parts) in enumerate(zip(played, decided, strict=True)):
        at = np.arange(len(names)) + index * height
        right.barh(at, [parts.get(name, 0) for name in names], height, color=colours[index], label=ended.who)
    right.set_yticks(np.arange(len(names)) + 0.4 - height / 2, names)
    right.invert_yaxis()
    right.set_title(title, fontsize=10)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def section(played: list[Ended], folder: Path) -> str:
    """Return a game's part of the page, and draw its picture."""
    game = played[0].game
    title, decide = DECIDES[game.name]
    decided = [decide(ended) for ended in played]
    name = f"statistics-{game.name}.svg"
    picture(played, decided, title, folder / "pictures" / name)
    lines = [
        f"## {game.title}, {game.players} players",
        "",
        "| played by | games | decisions: median (5% to 95%) | the first seat wins |",
        "|---|---:|---:|---:|",
    ]
    for ended in played:
        low, middle, high = np.percentile(ended.lengths, [5, 50, 95])
        share, error = ended.first()
        row = f"| {ended.who} | {len(ended.lengths):,} | {middle:.0f} ({low:.0f} to {high:.0f}) "
        lines.append(row + f"| {share:.1%} ± {error:.1%} |")
    lines += ["", f"![{title}](pictures/{name})", "", f"{title}:", ""]
    lines += ["| | " + " | ".join(ended.who for ended in played) + " |", "|---|" + "---:|" * len(played)]
    for key in decided[0]:
        cells = [f"{parts[key]:.1%}" if key in parts else "–" for parts in decided]
        lines.append(f"| {key} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(description="Statistics of the games, as a page with plots.")
    parser.add_argument("--random", type=int, default=20000, help="random games of each kind")
    parser.add_argument("--bots", default="greedy:40", help="who else plays how many games")
    parser.add_argument("--out", type=Path, default=Path("docs"))
    chosen = parser.parse_args()
    others = [
        (who, int(games)) for who, games in (pair.split(":") for pair in chosen.bots.split(",") if pair)
    ]
    parts = []
    for name in DECIDES:
        game = stramash.load(name)
        played = [play_at_random(game, chosen.random)]
        played += [play_bots(game, who, games) for who, games in others]
        parts.append(section(played, chosen.out))
        print(parts[-1], flush=True)
    command = f"python bench/game_statistics.py --random {chosen.random} --bots {chosen.bots}"
    head = (
        f"# The games in numbers\n\nMade by `{command}`. Bots play themselves; where they played few "
        "games, the interval says so; parts of fewer than ten are left out."
    )
    (chosen.out / "statistics.md").write_text("\n\n".join([head, *parts]) + "\n")


if __name__ == "__main__":
    main()
