"""The commands and their options."""

from __future__ import annotations

import dataclasses
import json
from importlib.metadata import version as package_version
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from stramash import bots
from stramash.cli import bench as benching
from stramash.cli import database
from stramash.cli.choices import (
    WORDS,
    choose_game,
    choose_language,
    choose_seats,
    read_positions,
    read_seat,
)
from stramash.cli.compile import compile_games
from stramash.cli.consoles import new_console
from stramash.cli.play import TerminalGame
from stramash.cli.starting import check, new_game
from stramash.cli.table import join, serve
from stramash.core.errors import BadOption
from stramash.core.game import Game
from stramash.core.options import format_option
from stramash.core.position import Position
from stramash.core.record import Record
from stramash.core.words import LOCALES, translator
from stramash.games import broken, find, names

__all__ = ["app"]

app = typer.Typer(
    name="stramash",
    help="A table for three games of Scottish clans.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    add_completion=False,
    pretty_exceptions_enable=False,
)

Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="|".join(LOCALES), help="Language; by default that of your system."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="Choose a variant; see 'stramash games'."),
]
Players = Annotated[int | None, typer.Option("--players", metavar="N", help="How many play.")]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="A saved game.")]


app.add_typer(database.app)
app.command()(serve)
app.command()(join)
app.command()(new_game)
app.command()(check)
app.command("compile")(compile_games)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"stramash {package_version('stramash')}")
        raise typer.Exit


@app.callback()
def stramash(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A table for three games of Scottish clans."""


def _print_json(content: Any) -> None:
    typer.echo(json.dumps(content, indent=2, ensure_ascii=False))


# --- play ----------------------------------------------------------------------------------------------


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Which game; see 'stramash games'.")
    ] = None,
    option: Options = None,
    players: Players = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="me|friend|BOT",
            help="Who sits at the next seat: you, a friend at this screen, or a bot: bairn, drover, crofter, "
            "laird, chieftain, from weak to strong; greedy, random, search:0.5s.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The same seed gives the same deal.")
    ] = None,
    lang: Lang = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")
    ] = None,
) -> None:
    """Play in the terminal.

    Example: stramash play schotten-totten --option tactics=true --seat me --seat greedy
    """
    locale = choose_language(lang)
    seats = seat or []
    if resume is not None:
        if option or players is not None or seed is not None:
            raise BadOption("--resume brings its own options, players and seed: leave those out")
        position = read_positions(resume)[-1]
        if (gone := Record.read(resume.read_text("utf-8")).resigned) is not None:
            raise BadOption(
                f"player {gone + 1} resigned in {resume}: look at it with stramash replay {resume}"
            )
        if game not in (None, position.game.name):
            raise BadOption(f"{resume} is a game of {position.game.name}, not of {game}")
    elif game is None:
        raise BadOption(f"which game? Write one of {', '.join(names())}, or --resume FILE")
    else:
        if players is None and len(seats) > find(game).player_counts.start:
            players = len(seats)
        position = choose_game(game, option or [], players).deal(seed)
    chosen = choose_seats(seats, position.game.players, seed, translator(WORDS, locale))
    bots.compile_soon(position.game)
    TerminalGame(position, chosen, locale, new_console(), resume).run()


# --- show and replay -------------------------------------------------------------------------------------


@app.command()
def show(
    record: RecordFile,
    ply: Annotated[
        int | None,
        typer.Option(
            "--ply",
            metavar="N",
            help="The number of actions played: 0 is the deal. By default all.",
        ),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write a picture instead.")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="N|all", help="As this seat sees it, or with all cards open."),
    ] = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Show a position of a saved game, by default as a spectator; at the end all hands are open.

    Example: stramash show game.txt --ply 12 --seat 0 --svg game.svg
    """
    locale = choose_language(lang)
    positions = read_positions(record)
    last = len(positions) - 1
    if ply is not None and not 0 <= ply <= last:
        raise BadOption(f"no ply {ply} in {record}: it has 0 to {last}")
    position = positions[last if ply is None else ply]
    text = Record.read(record.read_text("utf-8"))
    ended = position is positions[-1] and (position.over or text.resigned is not None)
    number, everything = read_seat(seat, position.game)
    view = position.show(number, reveal=everything or ended)
    if svg is not None:
        svg.write_text(view.svg(locale), "utf-8")
    elif as_json:
        _print_json(view.to_dict())
    else:
        console = new_console()
        console.print(view.sketch(locale))
        said = _outcome(position, _people(position.game, locale), locale, text) if ended else ""
        console.print(escape(said or view.prompt(locale)))


@app.command()
def replay(record: RecordFile, lang: Lang = None, as_json: AsJson = False) -> None:
    """Replay a saved game, check it, and print it move by move.

    Example: stramash replay game.txt --lang fr
    """
    locale = choose_language(lang)
    positions = read_positions(record)
    game, end = positions[0].game, positions[-1]
    text = Record.read(record.read_text("utf-8"))
    resigned, winners = text.resigned, text.winners(end)
    people = _people(game, locale)
    moves = [
        {
            "ply": ply,
            "seat": seat,
            "notation": before.notation(action),
            "text": before.describe(action, locale, people[seat]),
        }
        for ply, (before, (seat, action)) in enumerate(zip(positions, end.history, strict=False), 1)
    ]
    if as_json:
        outcome: dict[str, Any] = {
            "over": end.over or resigned is not None,
            "winners": winners,
            "scores": end.scores,
        }
        outcome |= {} if resigned is None else {"resigned": resigned}
        identity = {"game": game.name, "players": game.players, "options": game.options}
        _print_json(identity | {"seed": end.seed, "moves": moves} | outcome)
        return
    console = new_console()
    table = Table.grid(padding=(0, 2))
    for move in moves:
        table.add_row(f"[dim]{move['ply']:4}[/dim]", escape(str(move["notation"])), escape(str(move["text"])))
    console.print(table)
    console.print(escape(_outcome(end, people, locale, text)), style="bold")


def _people(game: Game, locale: str) -> list[str]:
    _ = translator(WORDS, locale)
    return [_("Player {number}", number=number + 1) for number in range(game.players)]


def _outcome(end: Position, people: list[str], locale: str, record: Record) -> str:
    _ = translator(WORDS, locale)
    resigned = record.resigned
    points = ", ".join(f"{name} {score}" for name, score in zip(people, end.scores, strict=True))
    if resigned is not None:
        winners = ", ".join(people[seat] for seat in record.winners(end))
        won = _("{who} resigned; {winners} won.", who=people[resigned], winners=winners)
        return f"{won} {_('Points: {points}.', points=points)}"
    if not end.over:
        return _("The game is not finished. Points: {points}.", points=points)
    return f"{end.outcome(locale, people)} {_('Points: {points}.', points=points)}"


# --- games and bench --------------------------------------------------------------------------------------


@app.command()
def games(lang: Lang = None, as_json: AsJson = False) -> None:
    """List the games and what can be chosen about them.

    Example: stramash games --json
    """
    locale = choose_language(lang)
    _ = translator(WORDS, locale)
    for problem in broken().values():
        typer.echo(f"stramash: {problem}", err=True)
    found = [find(name) for name in names()]
    if as_json:
        _print_json([_game_as_json(game, locale) for game in found])
        return
    console = new_console()
    for game in found:
        players = ", ".join(str(count) for count in game.player_counts)
        title = f"{game.title}. {_('Players: {counts}.', counts=players)}"
        console.print(f"[bold]{game.name}[/bold]  {escape(title)}")
        said = translator(game.words, locale)
        table = Table.grid(padding=(0, 2))
        for option in game.option_specs:
            default = f"{option.name}={format_option(option.default)}"
            table.add_row("", default, escape(said(option.summary)), f"[dim]{escape(option.allowed)}[/dim]")
        console.print(table)


def _game_as_json(game: type[Game], locale: str) -> dict[str, Any]:
    said = translator(game.words, locale)
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.player_counts),
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": list(option.choices),
                "summary": said(option.summary),
            }
            for option in game.option_specs
        ],
    }


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game; by default all.")] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", help="How long to measure each row.")
    ] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure how many random games and moves a second are played.

    Example: stramash bench schotten-totten --seconds 2 --json
    """
    if not 0 < seconds <= 3600:
        raise BadOption(f"--seconds {seconds:g} is not possible: more than 0, at most 3600")
    chosen = names() if game is None else [find(game).name]
    rows = [
        benching.measure(variant, cores, seconds)
        for name in chosen
        for variant in benching.variants(name)
        for cores in sorted({1, benching.cores_here()})
    ]
    if as_json:
        _print_json([dataclasses.asdict(row) for row in rows])
        return
    table = Table("game", "options", "players", "cores", "games/s", "moves/s")
    for row in rows:
        usual = {option.name: option.default for option in find(row.game).option_specs}
        switched = [
            f"{key}={format_option(value)}" for key, value in row.options.items() if value != usual[key]
        ]
        table.add_row(
            row.game,
            " ".join(switched),
            str(row.players),
            str(row.cores),
            f"{row.games_per_second:,.0f}",
            f"{row.moves_per_second:,.0f}",
        )
    new_console().print(table)
