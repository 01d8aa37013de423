"""Counts of action sequences and recorded games, kept as files; run as a script it writes them again."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import stramash
from stramash import Game, Position
from stramash.games import restore

FOLDER = Path(__file__).parent / "golden"


def perft(position: Position, depth: int) -> int:
    """Count the sequences of `depth` actions; a game that ends sooner counts as one."""
    if depth == 0 or position.over:
        return 1
    if depth == 1:
        return len(position.legal)
    total = 0
    for action in position.legal:
        after = position.copy()
        after.play(action)
        total += perft(after, depth - 1)
    return total


def counts() -> dict[str, int]:
    """Count from the deal of every number of players, and from the middle of games."""
    found = {}
    for players in (2, 3, 4, 5):
        game = stramash.load("glen-more", players=players)
        for depth in (1, 2, 3, 4, 5):
            found[f"{players} players, deal 1, depth {depth}"] = perft(game.deal(1), depth)
        for start in (40, 90):
            middle = wander(game, 2, start)
            for depth in (1, 2, 3):
                found[f"{players} players, game 2 after {start}, depth {depth}"] = perft(middle, depth)
    return found


def wander(game: Game, seed: int, plies: int) -> Position:
    """Play `plies` random actions."""
    dice = random.Random(seed)
    position = game.deal(seed)
    for _ in range(plies):
        if not position.over:
            position.play(dice.choice(position.legal))
    return position


def finished(game: Game, wanted: Callable[[Position], bool]) -> Position:
    """Return the first finished random game that has what is wanted."""
    for seed in range(20000):
        position = wander(game, seed, 5000)
        if wanted(position):
            return position
    raise AssertionError("no such game in twenty thousand")


def has(*verbs: str) -> Callable[[Position], bool]:
    """Return whether actions like these were played."""

    def check(position: Position) -> bool:
        played = [position.notation(action) for _, action in position.history]
        return all(any(text.startswith(verb) for text in played) for verb in verbs)

    return check


def shared(position: Position) -> bool:
    """Return whether the victory was shared."""
    return len(position.winners) > 1


def games() -> dict[str, Position]:
    """Return the games to keep."""
    two, three, four, five = (stramash.load("glen-more", players=players) for players in (2, 3, 4, 5))
    spaces = stramash.load("glen-more", players=2, die="spaces")
    return {
        "two": finished(two, has("take:iona", "use:iona")),
        "two-spaces": finished(spaces, has("take:", "crown:")),
        "two-nothing-to-take": finished(two, has("remove:")),
        "three": finished(three, has("take:lochy", "gain:", "crown:", "sell:")),
        "three-spaces": finished(stramash.load("glen-more", players=3, die="spaces"), has("use:bridge")),
        "three-shared": finished(three, shared),
        "four": finished(four, has("take:ness", "take:shiel", "fill")),
        # from before the die was refused where there is none
        "four-spaces": wander(restore("glen-more", 4, {"die": "spaces"}), 3, 5000),
        "four-oich": finished(four, has("take:oich", "take:stalker", "use:grocer")),
        "four-ness-for-a-chieftain": finished(four, has("chieftain")),
        "five": finished(five, has("take:largefair", "use:largefair", "crown:")),
        "five-taverns": finished(five, has("take:tavern", "use:tavern", "use:butcher")),
        "five-abbey-filled": finished(five, has("fill", "take:iona")),
    }


def main() -> None:
    """Write all goldens."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "perft.json").write_text(json.dumps(counts(), indent=1) + "\n")
    results = {}
    for name, position in games().items():
        (FOLDER / f"{name}.txt").write_text(str(position.record()))
        results[name] = {"winners": position.winners, "scores": position.scores}
    (FOLDER / "results.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
