"""How good the chances of winning are that a network states: Brier scores and a reliability diagram.

    python bench/calibration.py measure [GAME…] [--players 2 4] [--count 300]
    python bench/calibration.py page [--plot docs/pictures/]

`measure` plays games of the three strongest levels that are networks, on deals that no training used. In some
positions of each game it asks the network, and the hand-made evaluation on a few imagined positions, for the
chance of the player to act. In some positions of further games it asks the adviser of hints and reviews for
the chance of the best action, which is what pages show. `page` prints the tables of docs/strength.md and
draws one diagram for each game.
A Brier score is the mean squared difference between the chance and the result; lower is better.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

import numpy as np
import numpy.typing as npt
from network_tables import games_for, keep, play_fixtures, say
from search_scale import chances

import stramash
from stramash import bots
from stramash.arena.schedule import schedule
from stramash.bots.advice import make_adviser
from stramash.bots.compiled import compile_bots
from stramash.bots.ladder import NAMES, level_entry
from stramash.bots.network import chance_of, load_player
from stramash.bots.rules.evaluation import evaluator
from stramash.bots.rules.rollouts import worlds_of
from stramash.bots.search import parameters_for
from stramash.core.game import Game
from stramash.core.position import View
from stramash.core.state import set_seed
from stramash.core.weights import read_weights, shipped_weights
from stramash.lab import BatchGame

RESULTS = Path(__file__).resolve().parent / "results" / "calibration.json"
FIRST_DEAL, ADVICE_FROM = 500_001, 600_001
#: How many levels play
LEVELS = 3
#: The part of the positions that is asked about, and how many positions the evaluation imagines for each
PART, WORLDS = 0.2, 8
BINS = 10
#: The number of decisions of a game that the adviser is asked about, and the seed of its search
ADVICE_VIEWS, ADVICE_SEED = 4, 7
BOTH = ("adviser", "network")

Floats = npt.NDArray[np.float64]


@dataclass
class Questions:
    """Chances that were stated during games, and the games and seats they are about."""

    game: Game
    rng: np.random.Generator
    about: list[tuple[int, int]] = field(default_factory=list)
    network: list[float] = field(default_factory=list)
    evaluation: list[float] = field(default_factory=list)

    def ask(self, batch: BatchGame, playing: npt.NDArray[np.int64]) -> None:
        """Ask about some of the games that are not over."""
        rows = playing[self.rng.random(playing.size) < PART]
        if not rows.size:
            return
        seats, states = batch.player[rows], batch.states[rows]
        _, values = load_player(self.game).forward(batch.observe()[rows])
        self.network += [chance_of(float(value), self.game.players) for value in values]
        self.evaluation += [
            self._evaluate(state, int(seat)) for state, seat in zip(states, seats, strict=True)
        ]
        self.about += list(zip(rows.tolist(), seats.tolist(), strict=True))

    def _evaluate(self, state: Any, seat: int) -> float:
        """Return the chance by the hand-made evaluation, on average over imagined positions."""
        game, rules = self.game, self.game.rules
        hidden, worlds = np.repeat(game.blank(), 1), np.repeat(game.blank(), WORLDS)
        hidden[0] = state
        rules.hide(hidden[0], seat)
        set_seed(hidden[0], int(self.rng.integers(1 << 62)))
        worlds_of(rules).imagine(hidden, worlds, seat)
        points, value = np.zeros(game.players, np.int32), evaluator(rules)
        values = [
            [value(world, (seat + by) % game.players, points) for by in range(game.players)]
            for world in worlds
        ]
        return float(chances(np.array(values), parameters_for(game).scale)[:, 0].mean())


def measure(game: Game, games: int) -> dict[str, Any]:
    """Play games and return Brier scores and the bins of the diagram."""
    compile_bots(game)
    specs = [spec for level in NAMES if (spec := str(level_entry(game, level))).startswith("network")][
        -LEVELS:
    ]
    fixtures = schedule(specs, game.players, max(1, games // (2 * len(specs))), FIRST_DEAL)
    questions = Questions(game, np.random.default_rng(1))
    results = play_fixtures(game, fixtures, load_player(game), seed=2, watch=questions.ask)
    won = np.array([(seat in results[at].winners) / len(results[at].winners) for at, seat in questions.about])
    return {
        "weights": read_weights(shipped_weights(game), game)[1].sha256,
        "games": len(fixtures),
        "positions": len(won),
        "base_rate": float(((won - won.mean()) ** 2).mean()),
        "network": score(np.array(questions.network), won),
        "evaluation": score(np.array(questions.evaluation), won),
        "advice": advised(game, specs, games),
    }


def advised(game: Game, specs: list[str], games: int) -> dict[str, Any]:
    """Play games one after the other and return the scores of the adviser, and of the network beside it."""
    rng, adviser = np.random.default_rng(3), make_adviser(game, ADVICE_SEED)
    stated, network, won = list[float](), list[float](), list[float]()
    for number in range(games):
        position, views = game.deal(ADVICE_FROM + number), list[View]()
        players = [
            bots.make(specs[(number + seat) % len(specs)], number * game.players + seat)
            for seat in range(game.players)
        ]
        while (seat := position.player) is not None:
            view = position.view(seat)
            if len(position.legal) > 1:
                views.append(view)
            position.play(players[seat].choose(view))
        for at in rng.choice(len(views), ADVICE_VIEWS, replace=False):
            view = views[at]
            stated.append(adviser.think(view).best.chance)
            network.append(load_player(game).evaluate(view).chance)
            won.append((view.seat in position.winners) / len(position.winners))
    result = np.array(won)
    return {
        "games": games,
        "positions": len(won),
        "adviser": score(np.array(stated), result),
        "network": score(np.array(network), result),
    }


def score(stated: Floats, won: Floats) -> dict[str, Any]:
    """Return the Brier score, the mean distance of the bins from the results, and the bins."""
    places = np.minimum((stated * BINS).astype(np.int64), BINS - 1)
    bins = [
        {
            "stated": float(stated[places == at].mean()),
            "won": float(won[places == at].mean()),
            "count": int((places == at).sum()),
        }
        for at in range(BINS)
        if (places == at).any()
    ]
    error = sum(it["count"] * abs(it["stated"] - it["won"]) for it in bins) / len(stated)
    return {"brier": float(((stated - won) ** 2).mean()), "calibration_error": error, "bins": bins}


def page() -> None:
    """Print the table of docs/strength.md."""
    say(
        "| game | players | positions | Brier: network | evaluation | constant "
        "| error: network | evaluation |"
    )
    say("|---|---|--:|--:|--:|--:|--:|--:|")
    for name, counts in json.loads(RESULTS.read_text()).items():
        for players, it in counts.items():
            network, evaluation = it["network"], it["evaluation"]
            say(
                f"| {stramash.load(name).title} | {players} | {it['positions']:,} "
                f"| {network['brier']:.3f} | "
                f"{evaluation['brier']:.3f} | {it['base_rate']:.3f} | {network['calibration_error']:.3f} | "
                f"{evaluation['calibration_error']:.3f} |"
            )
    say("")
    say("| game | players | positions | Brier: adviser | network | error: adviser | network |")
    say("|---|---|--:|--:|--:|--:|--:|")
    for name, counts in json.loads(RESULTS.read_text()).items():
        for players, measured in counts.items():
            it, adviser, network = (measured["advice"], *(measured["advice"][key] for key in BOTH))
            say(
                f"| {stramash.load(name).title} | {players} | {it['positions']:,} "
                f"| {adviser['brier']:.3f} | {network['brier']:.3f} "
                f"| {adviser['calibration_error']:.3f} | {network['calibration_error']:.3f} |"
            )


def draw(folder: Path) -> None:
    """Draw a reliability diagram for each game: the chance that was stated, and how often it came true."""
    from matplotlib.figure import Figure

    for name, counts in json.loads(RESULTS.read_text()).items():
        figure = Figure(figsize=(4.2 * len(counts), 4.2), layout="constrained")
        for axes, (players, it) in zip(
            np.ravel(figure.subplots(1, len(counts))), counts.items(), strict=True
        ):
            axes.plot([0, 100], [0, 100], color="#999999", linewidth=1)
            for who, colour in (("network", "#6a4c93"), ("evaluation", "#b08030")):
                bins = it[who]["bins"]
                stated, won = ([100 * one[key] for one in bins] for key in ("stated", "won"))
                axes.plot(stated, won, "o-", color=colour, label=who)
            axes.set_title(f"{stramash.load(name).title}, {players} players")
            axes.set_xlabel("stated chance, %")
            axes.set_ylabel("games won, %")
            axes.legend()
        figure.savefig(folder / f"reliability-{name}.svg", metadata={"Date": None})


def main() -> None:
    """Measure or print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("measure", "page"))
    parser.add_argument("games", nargs="*", metavar="GAME", default=[])
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--count", type=int, default=300, help="games")
    parser.add_argument("--plot", type=Path, help="a folder for pictures; needs Matplotlib")
    chosen = parser.parse_args()
    if chosen.what == "page":
        page()
        if chosen.plot:
            draw(chosen.plot)
        return
    for game in games_for(chosen.games, chosen.players):
        measured = measure(game, chosen.count)
        keep(RESULTS, game, measured)
        say(f"{game}: {measured['network']['brier']:.4f} against {measured['evaluation']['brier']:.4f}")


if __name__ == "__main__":
    main()
