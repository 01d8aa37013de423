"""Goldens: counts of action sequences and whole recorded games, which no change may bend unseen.

`python -m tests.schotten_totten.goldens` writes them again. Do that only after an intended change of the
rules, with a new version of the game, and say why in the commit.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import stramash
from stramash import Game, Position
from tests.schotten_totten.board import ALL_PROOFS, BASE, EXPERT, ROUNDS, TACTIC_EXPERT, TACTICS, board

FOLDER = Path(__file__).parent / "golden"

GAMES = {
    "base": BASE,
    "tactics": TACTICS,
    "expert": EXPERT,
    "tactics-expert": TACTIC_EXPERT,
    "tactics-all-proofs": ALL_PROOFS,
    "match": ROUNDS,
}

PICTURE = """
    g1,spy  g5        r8,joker2  -       y1,y2,y3  b2,b3,b4  -
    .       .         0          .       .b        .m        .
    b1      b5,b6,b7  b8         joker1  n1        r2,r3,r4  y7,y8
"""


def perft(game: Game, states: Any, depth: int) -> int:
    """Count the sequences of `depth` actions; those that end a game early count once."""
    actions = np.empty(game.num_actions, np.int32)
    count = int(game.rules.legal(states[0], actions)) if states[0].player >= 0 else 0
    if depth <= 1 or not count:
        return max(1, count)
    total = 0
    for action in actions[:count].tolist():
        after = states.copy()
        game.rules.play(after[0], action)
        total += perft(game, after, depth - 1)
    return total


def played(game: Game, seed: int, plies: int) -> Position:
    """Return the position after `plies` random actions, or at the end."""
    position, dice = game.deal(seed), random.Random(seed)
    for _ in range(plies):
        if not position.over:
            position.play(dice.choice(position.legal))
    return position


def beginnings() -> Iterator[tuple[str, Position, int]]:
    """Yield each position to count from: its name, itself and the depth."""
    for name, game in GAMES.items():
        yield f"{name}, seed 1", game.deal(1), 3
        for seed, plies, depth in ((2, 15, 3), (3, 30, 3), (4, 50, 4)):
            yield f"{name}, seed {seed}, after {plies}", played(game, seed, plies), depth
    for ruse in ("recruiter", "strategist", "banshee", "traitor"):
        position = board(TACTICS, PICTURE, hand=f"{ruse} y9", other="n2 n3", tactics_played=[2, 2])
        yield f"picture, {ruse}", position, 4
    hand = "b9 shield recruiter strategist banshee traitor n9"
    yield "picture, all", board(TACTICS, PICTURE, hand=hand, other="n2 n3", tactics_played=[2, 2]), 4


def counts() -> dict[str, int]:
    """Count from every beginning."""
    return {
        f"{name}, depth {depth}": perft(position.game, position._states, depth)
        for name, position, depth in beginnings()
    }


# --- Recorded games ----------------------------------------------------------------------------------


def finished(game: Game, wanted: Callable[[Position], bool], start: int = 0) -> Position:
    """Return the first random game, by seed, that is as wanted."""
    for seed in range(start, start + 5_000):
        position = played(game, seed, 10_000)
        if wanted(position):
            return position
    raise LookupError("no such game")


def has(*parts: str) -> Callable[[Position], bool]:
    """Return whether all of these are in a game's notation."""
    return lambda position: all(part in " ".join(position.seen_by(None)) for part in parts)


def won_by(seat: int) -> Callable[[Position], bool]:
    """Return whether this seat won alone."""
    return lambda position: position.winners == [seat]


def idle(position: Position) -> bool:
    """Whether nobody could move any more."""
    return bool(position.to_dict()["idle"] == 2)


def deadlocked(position: Position) -> bool:
    """Whether nobody could move any more though hands were full of Tactic cards."""
    return idle(position) and len(tactics_in_hands(position)) > 3


def games() -> dict[str, Position]:
    """Return the games to record."""
    tactic_match = stramash.load("schotten-totten", tactics=True, expert=True, rounds=2)
    return {
        "base-first-player": finished(BASE, won_by(0)),
        "base-second-player": finished(BASE, won_by(1)),
        "base-five-stones": finished(BASE, lambda position: 5 in stones(position)),
        "expert": finished(EXPERT, won_by(1)),
        "tactics": finished(TACTICS, won_by(0)),
        "tactics-all-ruses": finished(TACTICS, has("recruiter", "strategist", "banshee", "traitor")),
        "tactics-both-modes": finished(TACTICS, has("mud@", "bluff@", "joker", "spy@", "shield@")),
        "tactics-deadlock": finished(TACTICS, deadlocked),
        "tactics-expert": finished(TACTIC_EXPERT, won_by(0)),
        "tactics-all-proofs": finished(ALL_PROOFS, won_by(1)),
        "match": finished(ROUNDS, won_by(0)),
        "match-tactics-expert": finished(tactic_match, won_by(1)),
    }


def stones(position: Position) -> list[int]:
    owners = [stone["owner"] for stone in position.to_dict()["stones"]]
    return [owners.count(0), owners.count(1)]


def tactics_in_hands(position: Position) -> list[str]:
    clans = {f"{clan}{strength}" for clan in "bgrypn" for strength in range(1, 10)}
    return [card for hand in position.to_dict()["hands"] for card in hand if card not in clans]


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
