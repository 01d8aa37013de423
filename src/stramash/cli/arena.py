"""`stramash arena`: a tournament of bots."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from stramash import arena as arenas
from stramash.arena.report import as_json as report_as_json
from stramash.arena.report import playing, print_report
from stramash.bots.words import translator
from stramash.cli.bench import cores_here
from stramash.cli.choices import choose_game, choose_language
from stramash.cli.commands import AsJson, Lang, Options, Players, app
from stramash.cli.consoles import new_console, progress_bar
from stramash.core.errors import BadOption
from stramash.core.extras import check_extra

__all__ = ["arena"]


@app.command()
def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game; see 'stramash games'.")],
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT BOT…", help="Who plays: greedy, search:0.5s, a level, my_bot:HighCards…"),
    ],
    option: Options = None,
    players: Players = None,
    pairs: Annotated[
        int, typer.Option("--pairs", metavar="N", help="How many deals; each is played with seats rotated.")
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The seed of the first deal.")] = 1,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", help="Games at a time; by default one a core.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write a line for every game; go on where it ends."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the ratings, as .png or .svg.")
    ] = None,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster.")] = False,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play a tournament on paired deals, and rate them.

    Example: stramash arena schotten-totten greedy search:0.1s --pairs 50 --out games.jsonl --plot elo.svg
    """
    if jobs is not None and not 1 <= jobs <= 1024:
        raise BadOption(f"--jobs {jobs} is not possible: from 1 to 1024")
    _ = translator(choose_language(lang))
    if plot is not None:
        arenas.check_plot(plot)
    if ray:
        check_extra("ray", "ray")
    chosen = choose_game(game, option or [], players)
    with (
        arenas.Tournament(chosen, bots, pairs, seed, out) as tournament,
        _sigterm_like_ctrl_c(),
        progress_bar() as progress,
    ):
        done = len(tournament.results)
        bar = progress.add_task(playing(_), total=len(tournament.fixtures), completed=done)
        for _result in tournament.play(jobs or cores_here(), ray=ray):
            progress.advance(bar)
    ratings, matches = tournament.ratings(), tournament.matches()
    if as_json:
        typer.echo(json.dumps(report_as_json(tournament.game_spec, ratings, matches), indent=2))
    else:
        print_report(ratings, matches, _, new_console())
    if plot is not None:
        arenas.plot(ratings, str(tournament.game_spec), plot)


@contextmanager
def _sigterm_like_ctrl_c() -> Iterator[None]:
    """Handle SIGTERM like Ctrl+C: the workers end, and the results so far are kept."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread can handle signals
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
