"""Parse command line choices: a language, a game with its options, a record, the players."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stramash import bots
from stramash.core.errors import BadOption, BadRecord, BadSeat
from stramash.core.game import Game
from stramash.core.options import OptionValue
from stramash.core.position import Position
from stramash.core.words import LOCALES, Translate, translator
from stramash.games import find, load, replay

__all__ = [
    "FRIEND",
    "ME",
    "WORDS",
    "Seat",
    "choose_game",
    "choose_language",
    "choose_seats",
    "read_positions",
    "read_seat",
]

#: The catalogues of the command line
WORDS = Path(__file__).parent.parent / "words"

ME, FRIEND = "me", "friend"
#: The default bot for seats that are not named
DEFAULT_BOT = "greedy"
ALL = "all"


def choose_language(lang: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """Return the requested language, else the language of the environment if it is supported, else English.

    >>> choose_language(None, {"LANG": "fr_CA.UTF-8"}), choose_language(None, {"LC_ALL": "C"})
    ('fr', 'en')
    """
    if lang is not None:
        return translator(WORDS, lang).locale
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            language = environment[variable].replace(".", "_").partition("_")[0].lower()
            return language if language in LOCALES else LOCALES[0]
    return LOCALES[0]


def choose_game(name: str, pairs: Sequence[str] = (), players: int | None = None) -> Game:
    """Return a game with the options written as `key=value`.

    >>> choose_game("schotten-totten", ["tactics=true"]).options["tactics"]
    True
    """
    known = {option.name: option for option in find(name).option_specs}
    chosen: dict[str, OptionValue] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if key not in known or not equals:
            examples = ", ".join(f"{option.name}=… ({option.allowed})" for option in known.values())
            raise BadOption(f"{name} has no option {pair!r}: write {examples}")
        chosen[key] = known[key].read(value)
    return load(name, players=players, **chosen)


def read_positions(file: Path) -> list[Position]:
    """Return all positions of a record, from the deal to the last action."""
    try:
        return list(replay(file.read_text("utf-8")))
    except UnicodeDecodeError:
        raise BadRecord(f"{file} is not a record: it is not a text file") from None
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None


def read_seat(text: str | None, game: Game) -> tuple[int | None, bool]:
    """Return the seat that a text names, and whether it means all cards open.

    >>> game = load("schotten-totten")
    >>> read_seat(None, game), read_seat("1", game), read_seat("all", game)
    ((None, False), (1, False), (None, True))
    """
    if text is None:
        return None, False
    if text == ALL:
        return None, True
    if not text.isdecimal() or int(text) >= game.players:
        raise BadSeat(f"no seat {text!r}: write a number from 0 to {game.players - 1}, or {ALL}")
    return int(text), False


@dataclass(frozen=True)
class Seat:
    """A seat of a game in the terminal: a person at this screen, or a bot."""

    spec: str
    name: str
    bot: bots.Bot | None = None


def choose_seats(specs: Sequence[str], players: int, seed: int | None, _: Translate) -> list[Seat]:
    """Return the player of each seat: the chosen ones, you if you have no seat yet, and bots."""
    if len(specs) > players:
        raise BadSeat(f"{len(specs)} seats were named, but this game has {players}")
    named = [bots.normalized(spec) for spec in specs] or [ME]
    if named.count(ME) > 1:
        raise BadSeat(f"only one seat can be {ME!r}: others who play at this screen are {FRIEND!r}")
    named += [DEFAULT_BOT] * (players - len(named))
    return [_seat(number, spec, named, seed, _) for number, spec in enumerate(named)]


def _seat(number: int, spec: str, named: Sequence[str], seed: int | None, _: Translate) -> Seat:
    if spec in (ME, FRIEND):
        return Seat(spec, _("Player {number}", number=number + 1))
    try:
        bot = bots.make_own(spec, None if seed is None else seed + number)
    except bots.UnknownBot as error:
        raise bots.UnknownBot(f"{error}; people are {ME!r} and {FRIEND!r}") from None
    name = bot.name.capitalize()
    return Seat(spec, f"{name} ({number + 1})" if named.count(spec) > 1 else name, bot)
