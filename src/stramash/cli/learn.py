"""`stramash learn`: train a network by self-play."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from stramash.cli.choices import choose_game
from stramash.cli.commands import Options, app
from stramash.core.extras import extra
from stramash.core.game import Game
from stramash.core.weights import network_of
from stramash.games import load

__all__ = ["learn"]


@app.command()
def learn(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game; see 'stramash games'.")],
    option: Options = None,
    players: Annotated[
        list[int] | None, typer.Option("--players", metavar="N", help="How many play; can be repeated.")
    ] = None,
    minutes: Annotated[float, typer.Option("--minutes", metavar="M", help="How long this run takes.")] = 10,
    decisions: Annotated[
        float | None,
        typer.Option("--decisions", metavar="N", help="How many decisions the whole training has."),
    ] = None,
    whole: Annotated[
        float | None,
        typer.Option("--whole", metavar="M", help="How many minutes it has, all runs together."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FOLDER", help="Where results go: by default 'learned', or what is resumed."
        ),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FOLDER", help="Go on exactly where this stopped.")
    ] = None,
    new_games: Annotated[
        bool, typer.Option("--new-games", help="Do not keep unfinished games in checkpoints.")
    ] = False,
    start: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Begin with these weights.")
    ] = None,
    exploit: Annotated[
        Path | None,
        typer.Option(
            "--exploit", metavar="FILE", help="Learn to beat these weights, which stay as they are."
        ),
    ] = None,
    network: Annotated[
        str | None, typer.Option("--network", metavar="NAME", help="'game', or 'plain' for small games.")
    ] = None,
    device: Annotated[
        str | None, typer.Option("--device", metavar="NAME", help="cpu or cuda; by default cuda if there.")
    ] = None,
    games: Annotated[int | None, typer.Option("--games", metavar="N", help="Games at a time.")] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The seed of everything random; by default 1.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="BOT", help="Measure against this bot; can be repeated."),
    ] = None,
    deals: Annotated[int, typer.Option("--deals", metavar="N", help="Deals of each measurement.")] = 50,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", help="Processes that measure.")] = 1,
) -> None:
    """Train a network by self-play; it can be stopped and resumed.

    Learning rate and entropy fall to the end of the whole training, which is this run if you do not say more.

    Example: stramash learn schotten-totten --minutes 30 --against greedy --out learned/schotten
    """
    with extra("learn"):
        from stramash.learn.run import Run, train
        from stramash.learn.setup import Choices, make_trainer
    variants = _variants(game, option or [], players)
    choices = Choices(
        variants,
        usual_variants=not (option or players),
        device=device,
        decisions=None if decisions is None else int(decisions),
        whole=whole,
        minutes=minutes,
        games=games,
        seed=seed,
        network=network,
        command=shlex.join(["stramash", *sys.argv[1:]]),
        resume=resume,
        new_games=new_games,
        start=start,
        exploit=exploit,
    )
    out = out or resume or Path("learned")
    run = Run(out, minutes, against=tuple(against or ()), deals=deals, jobs=jobs, keep_games=not new_games)
    train(make_trainer(choices), run, typer.echo)


def _variants(name: str, option: list[str], players: list[int] | None) -> tuple[Game, ...]:
    """Return the chosen variants, or all those that the network of the game is meant for."""
    if option or players:
        counts: list[int | None] = [*players] if players else [None]
        return tuple(choose_game(name, option, count) for count in counts)
    game = choose_game(name, [], None)
    return tuple(load(name, **variant) for variant in network_of(game).variants)
