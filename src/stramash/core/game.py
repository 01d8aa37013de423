"""The contract: what a game is. A game folder fills it in; nothing else needs to know the folder.

A game has two halves. `Rules` are compiled functions over its state record: deal, legal, play, and what a
seat may know. `Game` is the Python around them: options, notation, sentences, pictures. Everything that
takes a state works as well on a hidden one (`rules.hide`), so a page or a bot is served by the same code.
"""

from __future__ import annotations

import random
import secrets
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, TypeAlias

import numba
import numpy as np
import numpy.typing as npt

from stramash.core import rule as rule_layer
from stramash.core.compiling import once_on_this_machine
from stramash.core.errors import BadNotation, BadOption, BadPosition
from stramash.core.numbers import whole
from stramash.core.state import NOBODY, State, new_states
from stramash.core.words import Translate, translator

if TYPE_CHECKING:
    from stramash.core.dealing import Dealer, Happened
    from stramash.core.lesson import Step
    from stramash.core.network import Network
    from stramash.core.position import Position

__all__ = ["SPECTATOR", "Game", "Json", "Option", "OptionValue", "Rules", "check_seed"]

OptionValue: TypeAlias = bool | int | str
Json: TypeAlias = dict[str, Any]
Progress: TypeAlias = Callable[[int, int, str], None]

#: The seat of one who only watches, as rules know it.
SPECTATOR = -1

SEED_BITS = 128


@dataclass(frozen=True)
class Option:
    """One thing to choose about a game before it starts.

    >>> Option("tactics", False, (False, True), "play with the Tactic cards").check("yes")
    Traceback (most recent call last):
    stramash.core.errors.BadOption: tactics='yes' is not possible: choose one of false, true
    """

    name: str
    default: OptionValue
    choices: Sequence[OptionValue]
    summary: str
    #: what the choices are called for people, one for each, where they are not numbers or yes and no
    labels: Sequence[str] = ()
    #: for study: not offered to people who set up a table, and written down only where it is not the default
    lab: bool = False

    def check(self, value: OptionValue) -> OptionValue:
        """Return the value if it may be chosen."""
        fitting = [choice for choice in self.choices if choice == value and type(choice) is type(value)]
        if not fitting:
            raise BadOption(f"{self.name}={value!r} is not possible: choose {self.allowed}")
        return fitting[0]

    def read(self, text: str) -> OptionValue:
        """Return the value that a text means, as on the command line."""
        for choice in self.choices:
            if spell(choice) == text.strip().lower():
                return choice
        raise BadOption(f"{self.name}={text} is not possible: choose {self.allowed}")

    def label(self, value: OptionValue) -> str:
        """Return what a value is called for people, in English; a game's words translate it.

        >>> Option("die", "tiles", ("tiles", "spaces"), "…", ("only tiles", "every space")).label("spaces")
        'every space'
        """
        return self.labels[list(self.choices).index(value)] if self.labels else spell(value)

    @property
    def allowed(self) -> str:
        """The possible values, for people."""
        if isinstance(self.choices, range):
            return f"{self.choices.start} to {self.choices.stop - 1}"
        return "one of " + ", ".join(spell(choice) for choice in self.choices)


def spell(value: OptionValue) -> str:
    """Write an option's value as records and the command line do."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Rules:
    """The compiled half of a game: functions over its state record, all of them `@rule`."""

    state: type[State]
    #: deal(state): set the game up, from the seed and the options written in the state
    deal: Callable[[Any], None]
    #: legal(state, actions) -> count: write what the player to act may do, in rising order
    legal: Callable[[Any, npt.NDArray[np.int32]], int]
    #: play(state, action): carry out a legal action
    play: Callable[[Any, int], None]
    #: scores(state, out): write the points of each seat
    scores: Callable[[Any, npt.NDArray[np.int32]], None]
    #: winners(state) -> bits: seats that won or share the win, 0 while the game goes on
    winners: Callable[[Any], int]
    #: hide(state, seat): blank everything that this seat may not know
    hide: Callable[[Any, int], None]
    #: imagine(state, seat): fill the blanks at random, every consistent way equally likely
    imagine: Callable[[Any, int], None]
    #: observe(state, seat, out): write the observation tensor
    observe: Callable[[Any, int, npt.NDArray[np.float32]], None]
    #: evaluate(state, seat) -> how well off a seat is in a whole state: for bots, where a game has it
    evaluate: Callable[[Any, int], float] | None = None

    def signatures(self) -> dict[str, tuple[Any, ...]]:
        """Return the argument types that each rule is compiled for."""
        state = numba.typeof(new_states(self.state)[0])
        actions = numba.types.Array(numba.int32, 1, "C")
        tensor = numba.types.Array(numba.float32, 1, "C")
        signatures: dict[str, tuple[Any, ...]] = {
            "deal": (state,),
            "legal": (state, actions),
            "play": (state, numba.int64),
            "scores": (state, actions),
            "winners": (state,),
            "hide": (state, numba.int64),
            "imagine": (state, numba.int64),
            "observe": (state, numba.int64, tensor),
        }
        if self.evaluate is not None:
            signatures["evaluate"] = (state, numba.int64)
        return signatures


def check_seed(seed: Any) -> int:
    """Return a seed as a plain number, or say what would be one; NumPy's numbers are welcome.

    >>> check_seed(np.uint64(7))
    7
    """
    number = whole(seed)
    if number is None or not 0 <= number < 1 << SEED_BITS:
        raise BadOption(f"seed {seed!r} is not possible: a whole number from 0 to 2**{SEED_BITS} - 1")
    return number


class Game(ABC):
    """A game with its options chosen: `stramash.load("schotten-totten", tactics=True)`."""

    #: as in `stramash.load(name)`
    name: ClassVar[str]
    #: as printed on the box
    title: ClassVar[str]
    #: rises when the same seed and actions may lead elsewhere
    version: ClassVar[int]
    #: rises when the numbers of an observation change their meaning
    observation_version: ClassVar[int] = 1
    player_counts: ClassVar[range]
    option_specs: ClassVar[tuple[Option, ...]]
    rules: ClassVar[Rules]
    #: the folder with the catalogues `es.po` and `fr.po`
    words: ClassVar[Path]
    #: the structure of its policy-value network, None if it has none
    network: ClassVar[type[Network] | None] = None
    #: small variants worth studying, as options
    minis: ClassVar[tuple[Mapping[str, OptionValue], ...]] = ()
    #: how long a game takes, in minutes, at least and at most
    minutes: ClassVar[tuple[int, int]] = (20, 60)

    def __init__(self, players: int | None = None, **options: OptionValue) -> None:
        self.players = self._check_players(players)
        self.options: dict[str, OptionValue] = self._check_options(options)
        self._prepared = False

    # --- what a game folder fills in -------------------------------------------------------------

    @property
    @abstractmethod
    def num_actions(self) -> int:
        """How many actions there are in all; an action is a number below this."""

    @property
    @abstractmethod
    def tensor_size(self) -> int:
        """How many numbers an observation has."""

    @abstractmethod
    def configure(self, state: Any) -> None:
        """Write the options and the number of players into a blank state."""

    @abstractmethod
    def name_action(self, action: int) -> str:
        """Return the notation of an action: short, stable, the same in every language."""

    @abstractmethod
    def veil(self, action: int) -> str | None:
        """Return the notation of an action as others see it, None if they see all of it."""

    def retell(self, happened: Happened, seat: int, state: Any, dice: random.Random) -> Happened:
        """Return what happened as it would have in a state that this seat imagines.

        What others did in secret becomes what the state says they did, and where it does not say, something
        they could have done. Nothing is taken over that the seat has not come to know.
        """
        del seat, state, dice
        return happened

    @abstractmethod
    def handles(self, action: int) -> list[str]:
        """Return the things one touches to choose this action, in order: `["card:b7", "stone:3"]`."""

    @abstractmethod
    def describe(self, state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
        """Say an action in a sentence: as a choice, or as done by `who`; veiled as others see it."""

    @abstractmethod
    def prompt(self, state: Any, _: Translate) -> str:
        """Say in a sentence what the player to act can do now."""

    @abstractmethod
    def state_to_dict(self, state: Any) -> Json:
        """Return the state, whole or hidden, as plain JSON."""

    @abstractmethod
    def state_from_dict(self, description: Json, state: Any) -> None:
        """Write a described state into a blank one that has its options; raise BadPosition if it is none."""

    @abstractmethod
    def svg(self, state: Any, seat: int, _: Translate) -> str:
        """Draw the state as this seat sees it."""

    @abstractmethod
    def sketch(self, state: Any, seat: int, _: Translate) -> str:
        """Draw the state for a terminal, as text with Rich markup."""

    @abstractmethod
    def explain(self, state: Any, seat: int, about: int, _: Translate) -> str:
        """Say why something can or cannot be done, in a sentence: game by game."""

    def facts(self, state: Any, seat: int, _: Translate) -> Json:
        """Return what players find hard to see, as data: game by game."""
        del state, seat, _
        return {}

    def pieces(
        self, state: Any, seat: int, _: Translate, names: Sequence[str], *, narrow: bool
    ) -> dict[str, str]:
        """Draw the state in pieces that a page arranges for its screen; by default the board is all."""
        del names, narrow
        return {"board": self.svg(state, seat, _)}

    def standing(self, state: Any, seat: int, _: Translate) -> list[str]:
        """Say how a seat stands, as everybody knows, a few words a line."""
        del state, seat, _
        return []

    def outcome(self, state: Any, _: Translate, names: Sequence[str]) -> str:
        """Say in a sentence or two who won a finished game, and by what; empty while it goes on."""
        if state.player != NOBODY:
            return ""
        bits = int(self.rules.winners(state))
        won = [names[seat] for seat in range(self.players) if bits >> seat & 1]
        if len(won) == 1:
            return _("{who} wins.", who=won[0])
        return _("{who} share the win.", who=", ".join(won))

    def claims(self, action: int) -> bool:
        """Say whether an action only takes what is won already: some like to have it done for them."""
        del action
        return False

    def name_handle(self, handle: str, _: Translate) -> str:
        """Name a thing to touch that no picture shows and that leads to more than one action."""
        del _
        return handle.rpartition(":")[2]

    def blurb(self, _: Translate) -> str:
        """Say in a sentence what the game is about."""
        del _
        return ""

    def cover(self, _: Translate) -> str:
        """Draw a small picture of the game, for a page that lists games."""
        del _
        return ""

    def lesson(self, _: Translate) -> list[Step]:
        """Return the steps in which a newcomer learns the game by doing."""
        del _
        return []

    def illustrations(self, _: Translate) -> dict[str, str]:
        """Return the pictures that the rules in our own words, `words/rules.en.html`, refer to by name."""
        del _
        return {}

    def card_dealer(self) -> Dealer:
        """Return who deals this game card by card, for solvers; most games are too large for that."""
        raise BadOption(f"{self} is not dealt card by card: leave chance to its seed")

    # --- what every game has ---------------------------------------------------------------------

    def deal(self, seed: SupportsIndex | None = None) -> Position:
        """Set up a game. The same seed gives the same deal, forever; without one it is drawn at random."""
        from stramash.core.position import Position

        number = secrets.randbits(SEED_BITS) if seed is None else check_seed(seed)
        self.prepare()
        states = self.blank()
        sow(states[0], number)
        self.rules.deal(states[0])
        return Position(self, states, seed=number)

    def position(self, description: Mapping[str, Any]) -> Position:
        """Return the position that `Position.to_dict` described."""
        from stramash.core.position import Position

        if not isinstance(description, Mapping):
            raise BadPosition(f"{description!r} describes no position: it should be keys and values")
        self.prepare()
        description = dict(description)
        for key, mine in (("game", self.name), ("players", self.players), ("options", self.options)):
            if description.pop(key, mine) != mine:
                raise BadPosition(f"this position is not for {self}: its {key!r} should be {mine!r}")
        states = self.blank()
        self.state_from_dict(description, states[0])
        return Position(self, states)

    def blank(self) -> npt.NDArray[np.record]:
        """Return an array of one state with nothing in it but the options."""
        return self._blank.copy()

    @cached_property
    def _blank(self) -> npt.NDArray[np.record]:
        states = new_states(self.rules.state)
        self.configure(states[0])
        return states

    @cached_property
    def notations(self) -> tuple[str, ...]:
        """The notation of every action."""
        return tuple(self.name_action(action) for action in range(self.num_actions))

    @cached_property
    def has_claims(self) -> bool:
        """Whether there are actions that only take what is won already."""
        return any(self.claims(action) for action in range(self.num_actions))

    @cached_property
    def _actions_by_notation(self) -> dict[str, int]:
        return {text: action for action, text in enumerate(self.notations)}

    def parse(self, text: str) -> int:
        """Return the action that a notation means."""
        action = self._actions_by_notation.get(text.strip().lower()) if isinstance(text, str) else None
        if action is None:
            examples = ", ".join(self.notations[:: max(1, self.num_actions // 4)])
            raise BadNotation(f"{text!r} is no action of {self.title}: write one like {examples}")
        return action

    def translator(self, locale: str) -> Translate:
        """Return the words of this game in a language."""
        return translator(self.words, locale)

    def prepare(self, progress: Progress | None = None) -> None:
        """Compile the rules if this machine has not done so yet; it says so while it works.

        `progress(done, total, rule)` is called instead of printing, if given.
        """
        if self._prepared or rule_layer.INTERPRETED:
            return
        with once_on_this_machine(rule_layer.ready_mark(self.rules.deal, self.name)) as needed:
            if needed:
                self._compile(progress or _print_progress(self.title))
        self._prepared = True

    def _compile(self, progress: Progress) -> None:
        signatures = self.rules.signatures()
        for done, (name, signature) in enumerate(signatures.items()):
            progress(done, len(signatures), name)
            getattr(self.rules, name).compile(signature)
        progress(len(signatures), len(signatures), "")

    def _check_players(self, players: int | None) -> int:
        if players is None:
            return self.player_counts.start
        if type(players) is not int or players not in self.player_counts:
            counts = ", ".join(str(count) for count in self.player_counts)
            raise BadOption(f"{self.title} is not played by {players!r}: number of players can be {counts}")
        return players

    def _check_options(self, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        known = {option.name: option for option in self.option_specs}
        for name in chosen:
            if name not in known:
                raise BadOption(f"{self.title} has no option {name!r}: its options are {', '.join(known)}")
        options = {
            name: option.check(chosen[name]) if name in chosen else option.default
            for name, option in known.items()
        }
        usual = [name for name, option in known.items() if option.lab and options[name] == option.default]
        return {name: value for name, value in options.items() if name not in usual}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        return (self.name, self.players, tuple(sorted(self.options.items())))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"stramash.load({self.name!r}, players={self.players}{chosen})"


def sow(state: Any, seed: int) -> None:
    """Put a seed of 128 bits into a state."""
    state.seed[0] = seed & (1 << 64) - 1
    state.seed[1] = seed >> 64
    state.draws = 0


def _print_progress(title: str) -> Progress:
    def show(done: int, total: int, name: str) -> None:
        start, end = ("\r", "") if sys.stderr.isatty() else ("", "\n")
        if done == 0 or done == total or sys.stderr.isatty():
            line = f"Compiling the rules of {title}, once on this machine: {done} of {total}"
            print(f"{start}{line} {name:<10}", end="\n" if done == total else end, file=sys.stderr)  # noqa: T201

    return show
