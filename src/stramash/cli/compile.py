"""`stramash compile`: machine code for games, made before somebody plays them."""

from __future__ import annotations

from typing import Annotated

import typer

from stramash.bots.compiled import BOTS
from stramash.core.background import RULES, Compiler, Part
from stramash.games import find, names
from stramash.table.server.rehearsal import REHEARSAL

__all__ = ["compile_games"]


def compile_games(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME…", help="Which games; by default all.")
    ] = None,
) -> None:
    """Compile the rules and bots of games now. Playing does not need it: it is for images and servers.

    The machine code is kept in the cache folder of the user, or in STRAMASH_CACHE.

    Example: stramash compile schotten-totten
    """
    compiler = Compiler(niceness=0)
    for name in games or names():
        game = find(name)
        typer.echo(f"{game.title} …")
        compiler.compile(game(), (RULES, BOTS, REHEARSAL), _print_progress)


def _print_progress(part: Part, done: int, total: int) -> None:
    if done == total:
        typer.echo(f"  {part.partition(':')[2].replace('_', ' ')}: done")
