"""`stramash review`: analyse a saved game."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from stramash.arena.kept import KeptReview
from stramash.arena.review import THINKING, EvaluatedMove, Review, evaluate_moves
from stramash.arena.review_report import print_review, reviewing
from stramash.bots.search import Budget
from stramash.bots.words import Translate, translator
from stramash.cli.choices import choose_language, read_positions
from stramash.cli.commands import AsJson, Lang, RecordFile, app
from stramash.cli.consoles import new_console, progress_bar
from stramash.core.errors import BadRecord
from stramash.core.position import Position
from stramash.core.record import Record

__all__ = ["review"]


@app.command()
def review(
    record: RecordFile,
    budget: Annotated[
        str, typer.Option("--budget", metavar="0.5s|2000", help="How long to think about each move.")
    ] = str(THINKING),
    keep: Annotated[
        bool, typer.Option("--keep/--no-keep", help="Keep the review beside the record, for the next time.")
    ] = True,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Look at a saved game again: chances move by move, and the moves that cost most.

    Example: stramash review game.txt --budget 0.5s --lang es
    """
    _ = translator(choose_language(lang))
    thinking = Budget.read(budget)
    positions = read_positions(record)
    if len(positions) == 1:
        raise BadRecord(f"{record} has no moves: there is nothing to review before somebody has moved")
    kept = KeptReview(record, positions[0].game, thinking)
    found = kept.find() if keep else None
    if found is None:
        winners = Record.read(record.read_text("utf-8")).winners(positions[-1])
        found = _make(positions, thinking, winners, _)
        if keep:
            kept.keep(found)
    if as_json:
        typer.echo(json.dumps(found.to_dict(), indent=2, ensure_ascii=False))
    else:
        print_review(found, positions, _, new_console())


def _make(positions: list[Position], thinking: Budget, winners: list[int], _: Translate) -> Review:
    """Evaluate every move, with a progress bar."""
    evaluated: list[EvaluatedMove] = []
    with progress_bar() as progress:
        bar = progress.add_task(reviewing(_), total=len(positions) - 1)
        for move in evaluate_moves(positions, thinking):
            evaluated += [] if move is None else [move]
            progress.advance(bar)
    return Review(positions[0].game, tuple(evaluated), tuple(winners))
