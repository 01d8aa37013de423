"""Reviews of played games: the chance of winning at every decision, and the moves that cost most of it.

The adviser of the game evaluates every decision from what its player could know then: luck that came later
is no mistake. What a move cost is the chance of the best action less that of the one played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

from stramash.bots.advice import make_adviser
from stramash.bots.mark import mark_of
from stramash.bots.search import Budget
from stramash.core.game import Game
from stramash.core.position import Position
from stramash.core.renamed import former_names
from stramash.games import restore

__all__ = ["EvaluatedMove", "Review", "evaluate_moves", "mark_of_reviews"]

#: The default budget for one decision
THINKING = Budget(simulations=3000)
#: A move that costs less than this is as good as the best
WORTH_TELLING = 0.03


@dataclass(frozen=True)
class EvaluatedMove:
    """One decision: the played action, the best action, and the difference in chance of winning."""

    ply: int  # from 1
    seat: int
    played: str
    played_chance: float
    best: str
    best_chance: float
    line: tuple[tuple[int, str], ...]  # the principal variation: seat and action

    @property
    def cost(self) -> float:
        """The chance of the best action less that of the played one."""
        return max(0.0, self.best_chance - self.played_chance)


@dataclass(frozen=True)
class Review:
    """All decisions of a game, evaluated."""

    game: Game
    moves: tuple[EvaluatedMove, ...]
    winners: tuple[int, ...]

    def chances(self, seat: int) -> list[tuple[int, float]]:
        """Return the chance of winning before each decision of a seat, as (ply, chance)."""
        return [(move.ply, move.best_chance) for move in self.moves if move.seat == seat]

    def worst(self, seat: int, count: int = 3) -> list[EvaluatedMove]:
        """Return the moves of a seat that cost most, the worst first, without moves that cost little."""
        costly = [move for move in self.moves if move.seat == seat and move.cost >= WORTH_TELLING]
        return sorted(costly, key=lambda move: -move.cost)[:count]

    def to_dict(self) -> dict[str, Any]:
        """Return the review as plain JSON, to be kept with the game."""
        identity = {"game": self.game.name, "players": self.game.players, "options": dict(self.game.options)}
        moves = [asdict(move) | {"cost": move.cost} for move in self.moves]
        seats = [
            {
                "seat": seat,
                "chances": [list(chance) for chance in self.chances(seat)],
                "worst": [move.ply for move in self.worst(seat)],
                "given_away": sum(move.cost for move in self.moves if move.seat == seat),
            }
            for seat in range(self.game.players)
        ]
        return identity | {"winners": list(self.winners), "seats": seats, "moves": moves}

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Review:
        """Return the review that `to_dict` described."""
        names = [field.name for field in fields(EvaluatedMove)]
        moves = [
            EvaluatedMove(**{name: move[name] for name in names} | {"line": tuple(map(tuple, move["line"]))})
            for move in content["moves"]
        ]
        game = restore(content["game"], content["players"], content["options"])
        return cls(game, tuple(moves), tuple(content["winners"]))


def mark_of_reviews(game: Game) -> str:
    """Return a hash of everything that reviews depend on: bots, rules and this file."""
    return sha256(mark_of(game).encode() + Path(__file__).read_bytes()).hexdigest()[:12]


def evaluate_moves(
    positions: Sequence[Position], budget: Budget = THINKING
) -> Iterator[EvaluatedMove | None]:
    """Yield the evaluation of each action between these positions; None for an action without alternative."""
    game, history = positions[0].game, positions[-1].history
    played = history[len(history) - len(positions) + 1 :]
    for ply, (before, (seat, action)) in enumerate(zip(positions, played, strict=False), 1):
        if len(before.legal) == 1:
            yield None
            continue
        thought, found = make_adviser(game, ply, budget).evaluate(before.view(seat), action)
        best = thought.best if thought.best.chance > found.chance else found
        line = thought.line if best is thought.best else ((seat, action),)
        yield EvaluatedMove(
            ply,
            seat,
            game.notations[action],
            found.chance,
            game.notations[best.action],
            best.chance,
            tuple((actor, game.notations[number]) for actor, number in line),
        )


__getattr__ = former_names(__name__, {"Judged": "EvaluatedMove", "judge_moves": "evaluate_moves"})
