"""Seating: from the seats that somebody asks for to the seats of a new table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from stramash import bots
from stramash.bots.search import Budget
from stramash.core.errors import BadOption
from stramash.core.game import Game
from stramash.table.domain.commands import BotChoice
from stramash.table.domain.errors import BadRequest
from stramash.table.domain.seats import BOT, KINDS, OPEN, PERSON, Seat, bot_name, clean_name, unused_name
from stramash.table.settings import ServerSettings

__all__ = ["LONGEST", "SHORTEST", "SeatRequest", "check_bots", "choose_bot", "draw_seats", "seat_players"]

#: The approximate number of simulations a second, to convert between the two kinds of budget
_SIMULATIONS_A_SECOND = {"search": 10_000, "guided": 600}

#: The shortest and the longest clock, in seconds for each action
SHORTEST, LONGEST = 5, 30 * 24 * 3600


@dataclass(frozen=True)
class SeatRequest:
    """A request for a seat of a new table: a person or a bot."""

    kind: str
    name: str = ""
    bot: str | None = None


def seat_players(
    game: Game, requests: Sequence[SeatRequest], holder: str, settings: ServerSettings
) -> tuple[Seat, ...]:
    """Return the seats of a new table; seats that nobody asked for get bots.

    Without any request the creator sits at the first seat.
    """
    if len(requests) > game.players:
        raise BadRequest(f"{len(requests)} seats were named, but {game.title} is set up for {game.players}")
    wanted = list(requests) or [SeatRequest(PERSON)]
    wanted += [SeatRequest(BOT)] * (game.players - len(wanted))
    seats: list[Seat] = []
    for number, request in enumerate(wanted):
        taken = [seat.name for seat in seats]
        seats.append(_seat(number, request, holder, taken, settings))
    return tuple(seats)


def _seat(
    number: int, request: SeatRequest, holder: str, taken: Sequence[str], settings: ServerSettings
) -> Seat:
    if request.kind not in KINDS:
        raise BadRequest(f"no kind of seat {request.kind!r}: choose one of {', '.join(KINDS)}")
    if request.kind == OPEN:
        return Seat(number, OPEN)
    if request.kind == BOT:
        bot = choose_bot(request.bot or settings.takeover_bot, settings)
        return Seat(number, BOT, bot_name(bot.name, taken), bot.spec)
    name = clean_name(request.name, settings.name_length) or f"Player {number + 1}"
    return Seat(number, request.kind, unused_name(name, taken), holder=holder)


def draw_seats(seats: Sequence[Seat], dice: Random) -> tuple[Seat, ...]:
    """Return the same players, each at a seat drawn by lot."""
    drawn = list(seats)
    dice.shuffle(drawn)
    return tuple(replace(seat, seat=number) for number, seat in enumerate(drawn))


def choose_bot(spec: str, settings: ServerSettings) -> BotChoice:
    """Return a bot that may sit at a table; raise BadRequest for an unknown one or one that is too slow."""
    try:
        bot = bots.make(spec)
    except bots.UnknownBot as error:
        raise BadRequest(str(error)) from None
    _must_be_quick(spec, bot, settings.longest_thought)
    return BotChoice(spec, bot.name.capitalize())


def check_bots(settings: ServerSettings) -> None:
    """Raise BadOption if the settings name a bot or a budget that does not exist."""
    try:
        choose_bot(settings.takeover_bot, settings)
    except BadRequest as error:
        raise BadOption(f"STRAMASH_TAKEOVER_BOT={settings.takeover_bot} is not possible: {error}") from None
    for name, budget in (("HINT", settings.hint_budget), ("REVIEW", settings.review_budget)):
        try:
            Budget.read(budget)
        except bots.UnknownBot as error:
            raise BadOption(f"STRAMASH_{name}_BUDGET={budget} is not possible: {error}") from None


def _must_be_quick(spec: str, bot: bots.Bot, longest: float) -> None:
    """Raise BadRequest for a bot that thinks longer than this server allows."""
    if not isinstance(bot, bots.SearchBot | bots.GuidedBot):
        return
    if "," in spec:
        raise BadRequest(f"{spec!r} is for an arena: at a table write search:0.5s or search:2000")
    name, _, _ = bot.name.partition(":")
    most = int(longest * _SIMULATIONS_A_SECOND[name])
    seconds, simulations = bot.budget.seconds or 0.0, bot.budget.simulations or 0
    if seconds > longest or simulations > most:
        raise BadRequest(
            f"{spec!r} thinks too long for this table: {name}:{longest:g}s or {name}:{most} is the longest"
        )
