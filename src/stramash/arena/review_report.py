"""The report of a review in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape

from stramash.arena.review import EvaluatedMove, Review
from stramash.bots.words import Translate
from stramash.core.position import Position

__all__ = ["print_review", "reviewing", "spark"]

_BARS = "▁▂▃▄▅▆▇█"


def reviewing(_: Translate) -> str:
    """Return the label of the progress bar."""
    return _("Reviewing")


def spark(chances: Sequence[float]) -> str:
    """Draw chances as a line of bars.

    >>> spark([0.0, 0.5, 1.0])
    '▁▅█'
    """
    return "".join(_BARS[min(len(_BARS) - 1, int(chance * len(_BARS)))] for chance in chances)


def print_review(review: Review, positions: Sequence[Position], _: Translate, console: Console) -> None:
    """Print a chart and the costliest moves for each seat."""
    for seat in range(review.game.players):
        chances = [chance for _ply, chance in review.chances(seat)]
        name = _("Player {number}", number=seat + 1)
        verdict = _("won") if seat in review.winners else ""
        console.print(f"[bold]{escape(name)}[/bold] {verdict}".rstrip())
        if not chances:
            console.print("  " + escape(_("There was never a choice.")))
            continue
        first, last = round(100 * chances[0]), round(100 * chances[-1])
        chart = _("chance of winning, move by move: {first}% to {last}%", first=first, last=last)
        console.print(f"  {spark(chances)}  [dim]{escape(chart)}[/dim]")
        worst = review.worst(seat)
        if not worst:
            console.print("  " + escape(_("No move cost much.")))
        for move in worst:
            console.print("  " + escape(describe_move(move, positions[move.ply - 1], _)))


def describe_move(move: EvaluatedMove, before: Position, _: Translate) -> str:
    """Return a text with the cost of a move, the best move and its principal variation."""
    return _(
        "Move {ply}, {played}: cost {cost}% ({played_chance}% instead of {best_chance}%). "
        "Better: {best} ({line}).",
        ply=move.ply,
        played=move.played,
        cost=round(100 * move.cost),
        played_chance=round(100 * move.played_chance),
        best_chance=round(100 * move.best_chance),
        best=before.describe(before.parse(move.best), _.locale),
        line=" ".join(f"{seat + 1}:{notation}" for seat, notation in move.line),
    )
