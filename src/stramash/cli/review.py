"""`stramash review`: a saved game looked at again."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stramash.arena.review import THINKING, Judged, Review, judge_moves
from stramash.arena.review_report import print_review, reviewing
from stramash.bots.search import Budget
from stramash.bots.words import translator
from stramash.cli.choices import choose_language, read_positions
from stramash.cli.commands import AsJson, Lang, RecordFile, app

__all__ = ["review"]


@app.command()
def review(
    record: RecordFile,
    budget: Annotated[
        str, typer.Option("--budget", metavar="0.5s|2000", help="How long to think about each move.")
    ] = str(THINKING),
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Look at a saved game again: chances move by move, and the moves that cost most.

    Example: stramash review game.txt --budget 0.5s --lang es
    """
    _ = translator(choose_language(lang))
    thinking = Budget.read(budget)
    positions = read_positions(record)
    judged: list[Judged] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(reviewing(_), total=len(positions) - 1)
        for move in judge_moves(positions, thinking):
            judged += [] if move is None else [move]
            progress.advance(bar)
    found = Review(positions[0].game, tuple(judged), tuple(positions[-1].winners))
    if as_json:
        typer.echo(json.dumps(found.to_dict(), indent=2, ensure_ascii=False))
    else:
        print_review(found, positions, _, Console(highlight=False))
