"""Positions, which know everything, and views, which know what one seat may know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from stramash.core.errors import BadOption, BadSeat, IllegalAction
from stramash.core.game import SEED_BITS, SPECTATOR, Game, Json, sow
from stramash.core.record import Record
from stramash.core.state import NOBODY
from stramash.core.words import LOCALES, Translate

__all__ = ["Position", "Rng", "View"]

#: What randomness may come from: a NumPy generator, a `random.Random`, or a number to start one with.
Rng: TypeAlias = np.random.Generator | random.Random | int | None


def check_seat(game: Game, seat: int | None) -> int:
    """Return the number of a seat as rules know it; raise BadSeat if there is no such seat."""
    if seat is None:
        return SPECTATOR
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < game.players:
        raise BadSeat(f"no seat {seat!r}: seats are 0 to {game.players - 1}, or None to watch")
    return int(seat)


def speaking_names(game: Game, locale: str, names: Sequence[str] | None) -> Sequence[str]:
    """Return a name for each seat: those given, or numbers."""
    if names is None:
        _ = game.translator(locale)
        return [_("Player {number}", number=number + 1) for number in range(game.players)]
    if len(names) != game.players:
        raise BadOption(f"{len(names)} names for {game.players} players: give one for each seat")
    return names


class Seen:
    """A state and the questions anybody may ask about it: what positions and views share."""

    #: what the players are called, by seat; empty if nobody said
    names: tuple[str, ...] = ()

    def __init__(self, game: Game, states: npt.NDArray[np.record]) -> None:
        self.game = game
        self._states = states

    def _translator(self, locale: str) -> Translate:
        """Return the translator of the game, which knows the names if they are known here."""
        _ = self.game.translator(locale)
        return _.naming(self.names) if self.names else _

    @property
    def state(self) -> Any:
        """The record itself, to read; to change it is to cheat."""
        return self._states[0]

    @property
    def player(self) -> int | None:
        """The seat to act, None when the game is over."""
        player = int(self.state.player)
        return None if player == NOBODY else player

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.player is None

    @property
    def phase(self) -> str | None:
        """The name of the phase, "over" when the game has ended; None if the game has no phases."""
        names = self.game.phases
        return None if not names else "over" if self.over else names[self.state.phase]

    @property
    def winners(self) -> list[int]:
        """The seats that won; several share a win or a draw; none while the game goes on."""
        bits = int(self.game.rules.winners(self.state))
        return [seat for seat in range(self.game.players) if bits >> seat & 1]

    @property
    def scores(self) -> list[int]:
        """The points of each seat so far."""
        out = np.zeros(self.game.players, np.int32)
        self.game.rules.scores(self.state, out)
        return [int(score) for score in out]

    def notation(self, action: int) -> str:
        """Return the short text of an action, the same in every language."""
        number = isinstance(action, int | np.integer) and not isinstance(action, bool)
        if not number or not 0 <= action < self.game.num_actions:
            raise IllegalAction(f"{action!r} is no action: actions are 0 to {self.game.num_actions - 1}")
        return self.game.notations[action]

    def parse(self, text: str) -> int:
        """Return the action of a notation."""
        return self.game.parse(text)

    def describe(self, action: int, locale: str = "en", who: str | None = None) -> str:
        """Say an action in a sentence for people: as a choice, or as done by `who`."""
        self.notation(action)
        return self.game.describe(self.state, action, self._translator(locale), who, veiled=False)

    def prompt(self, locale: str = "en") -> str:
        """Say what the player to act can do now."""
        return self.game.prompt(self.state, self._translator(locale))

    def outcome(self, locale: str = "en", names: Sequence[str] | None = None) -> str:
        """Say who won and how, once the game is over; nothing before."""
        _ = self.game.translator(locale)
        return self.game.outcome(self.state, _, speaking_names(self.game, locale, names))

    def explain(self, about: int | str, locale: str = "en", seat: int | None = None) -> str:
        """Say why something can or cannot be done, by default by the player to act.

        Each game says what it explains: in Schotten Totten it is a stone, counted from 1.
        """
        asking = seat if seat is not None else self.player if self.player is not None else 0
        check_seat(self.game, asking)
        return self.game.explain(self.state, asking, about, self._translator(locale))

    def to_dict(self) -> Json:
        """Return everything here as plain JSON; the game's spec page says what each key means."""
        identity = {"game": self.game.name, "players": self.game.players, "options": dict(self.game.options)}
        return identity | self.game.state_to_dict(self.state)

    def _legal(self) -> list[int]:
        if self.over:
            return []
        actions = np.empty(self.game.num_actions, np.int32)
        count = int(self.game.rules.legal(self.state, actions))
        found: list[int] = actions[:count].tolist()
        return found


class Position(Seen):
    """A game at one moment, with everything in it. Made by `game.deal` or `game.position`.

    >>> import stramash
    >>> pos = stramash.load("schotten-totten").deal(seed=7)
    >>> pos.player, pos.over, len(pos.legal)
    (0, False, 54)
    >>> pos.play(pos.notation(pos.legal[0]))
    >>> pos.player
    1
    """

    def __init__(
        self,
        game: Game,
        states: npt.NDArray[np.record],
        *,
        seed: int | None = None,
        start: npt.NDArray[np.record] | None = None,
        history: Sequence[tuple[int, int]] = (),
    ) -> None:
        super().__init__(game, states)
        #: the seed it was dealt from, None if it began as a described or imagined position
        self.seed = seed
        self._start = states.copy() if start is None else start
        self._history = list(history)
        self._legal_now: list[int] | None = None

    @property
    def legal(self) -> list[int]:
        """What the player to act may do: never empty while the game goes on."""
        if self._legal_now is None:
            self._legal_now = self._legal()
        return list(self._legal_now)

    @property
    def history(self) -> list[tuple[int, int]]:
        """Who did what since the beginning, as (seat, action)."""
        return list(self._history)

    def play(self, action: int | str) -> None:
        """Carry out an action, given as its number or its notation."""
        if isinstance(action, str):
            action = self.parse(action)
        if self.over:
            raise IllegalAction("the game is over: there is nothing left to play")
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise IllegalAction(f"{action!r} is no action: give its number or its notation")
        if action not in self.legal:
            raise IllegalAction(self._refusal(int(action)))
        self._history.append((int(self.state.player), int(action)))
        self._legal_now = None
        self.game.rules.play(self.state, int(action))

    def _refusal(self, action: int) -> str:
        refused = f"{self.notation(action)} is not legal now"
        some = ", ".join(self.game.notations[legal] for legal in self.legal[:8])
        more = f" and {len(self.legal) - 8} more" if len(self.legal) > 8 else ""
        reason = self.game.why_not(self.state, action, self._translator(LOCALES[0]))
        return f"{refused}: {f'{reason} Legal' if reason else 'legal'} are {some}{more}"

    def view(self, seat: int | None) -> View:
        """Return all that this seat may know, and nothing more; None is one who only watches."""
        states = self._states.copy()
        self.game.rules.hide(states[0], check_seat(self.game, seat))
        return View(self.game, states, seat, self.notations(seat))

    def show(self, seat: int | None, *, reveal: bool = False) -> View:
        """Return what a seat sees at a table: its view, and when the game is over, everybody's cards.

        A game that was given up is over for people, not for the rules: `reveal` lays all cards open there.
        """
        if not (self.over or reveal):
            return self.view(seat)
        return View(self.game, self._states.copy(), seat, self.notations(seat))

    def notations(self, seat: int | None) -> tuple[str, ...]:
        """Return the actions so far as this seat saw them."""
        check_seat(self.game, seat)
        game = self.game
        return tuple(
            game.notations[action] if actor == seat else game.veil(action) or game.notations[action]
            for actor, action in self._history
        )

    def log(
        self, seat: int | None = None, locale: str = "en", names: Sequence[str] | None = None
    ) -> list[str]:
        """Tell the game so far in sentences, as this seat saw it."""
        check_seat(self.game, seat)
        names = speaking_names(self.game, locale, names)
        return self.tell(seat, locale, [names] * len(self._history))

    def tell(self, seat: int | None, locale: str, names: Sequence[Sequence[str]]) -> list[str]:
        """Tell the game so far as `log` does, each action with the names the players had at that time."""
        _ = self.game.translator(locale)
        told = []
        before = self._beginning()
        for (actor, action), called in zip(self._history, names, strict=True):
            veiled = actor != seat and self.game.veil(action) is not None
            sentence = self.game.describe(
                before.state, action, _.naming(called), called[actor], veiled=veiled
            )
            told.append(sentence)
            self.game.rules.play(before.state, action)
        return told

    def effects(self) -> list[list[Json]]:
        """Return what each action so far brought about by itself, as data; the game's page says what."""
        before, found = self._beginning(), []
        for _, action in self._history:
            found.append(self.game.effects(before.state, action))
            self.game.rules.play(before.state, action)
        return found

    @property
    def undoable(self) -> bool:
        """Whether the last action may be taken back: it left the turn where it was and showed nothing new."""
        if not self._history or self._history[-1][0] != self.player:
            return False
        return int(self._before_last().state.reveals) == int(self.state.reveals)

    def undo(self) -> None:
        """Take the last action back, if it neither passed the turn on nor showed anything hidden."""
        if not self.undoable:
            raise IllegalAction("the last action cannot be taken back: it ended a turn or revealed something")
        self._states = self._before_last()._states
        self._history.pop()
        self._legal_now = None

    def record(self) -> Record:
        """Return the game so far as a text that replays it."""
        return Record(
            game=self.game.name,
            version=self.game.version,
            players=self.game.players,
            options=dict(self.game.options),
            seed=self.seed,
            start=self.game.state_to_dict(self._start[0]) if self.seed is None else None,
            turns=tuple((actor, self.game.notations[action]) for actor, action in self._history),
        ).sealed(bytes(self))

    def svg(self, seat: int | None = None, locale: str = "en", *, reveal: bool = False) -> str:
        """Draw the position as this seat knows it; None is one who watches, `reveal` lays all cards open."""
        return (self.show(seat, reveal=True) if reveal else self.view(seat)).svg(locale)

    def sketch(self, seat: int | None = None, locale: str = "en", *, reveal: bool = False) -> str:
        """Draw the position for a terminal, as text with Rich markup."""
        return (self.show(seat, reveal=True) if reveal else self.view(seat)).sketch(locale)

    def _repr_svg_(self) -> str:
        return self.svg()

    def copy(self) -> Position:
        """Return an independent copy."""
        return self.named(self.names)

    def named(self, names: Sequence[str]) -> Position:
        """Return an independent copy, in whose sentences the players have names."""
        copy = Position(
            self.game, self._states.copy(), seed=self.seed, start=self._start, history=self._history
        )
        copy.names = tuple(names)
        return copy

    def __bytes__(self) -> bytes:
        return self._states.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game == other.game and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        turn = "over" if self.over else f"seat {self.player} to act"
        return f"<{self.game.title}: {len(self._history)} actions, {turn}>"

    def _beginning(self) -> Position:
        return Position(self.game, self._start.copy(), seed=self.seed, start=self._start)

    def _before_last(self) -> Position:
        before = self._beginning()
        for _, action in self._history[:-1]:
            self.game.rules.play(before.state, action)
        return before


class View(Seen):
    """All that one seat may know of a position. It holds nothing hidden, so nothing can leak from it.

    The one exception is what `Position.show` gives when a game is over: then nothing is hidden any more.

    >>> import stramash
    >>> view = stramash.load("schotten-totten").deal(seed=7).view(1)
    >>> view.to_dict()["hands"][0]
    ['?c', '?c', '?c', '?c', '?c', '?c']
    >>> view.imagine(rng=1).view(1) == view
    True
    """

    def __init__(
        self, game: Game, states: npt.NDArray[np.record], seat: int | None, notations: tuple[str, ...]
    ) -> None:
        super().__init__(game, states)
        self.seat = seat
        #: the actions so far, as this seat saw them
        self.notations = notations

    def named(self, names: Sequence[str]) -> View:
        """Return the same view, in whose sentences the players have names."""
        named = View(self.game, self._states, self.seat, self.notations)
        named.names = tuple(names)
        return named

    @property
    def legal(self) -> list[int]:
        """What this seat may do now: empty while it is another's turn."""
        return self._legal() if self.seat is not None and self.seat == self.player else []

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """For every action, whether this seat may do it now."""
        mask = np.zeros(self.game.num_actions, np.bool_)
        mask[self.legal] = True
        return mask

    @property
    def tensor(self) -> npt.NDArray[np.float32]:
        """The view as numbers; the game's spec page says what each index means."""
        tensor = np.zeros(self.game.tensor_size, np.float32)
        self.game.rules.observe(self.state, self._seat_number(), tensor)
        return tensor

    @property
    def facts(self) -> Json:
        """What players of this game find hard to see, as data."""
        return self.tell_facts()

    def tell_facts(self, locale: str = "en") -> Json:
        """Return the facts, their sentences in a language."""
        return self.game.facts(self.state, self._seat_number(), self._translator(locale))

    def explain(self, about: int | str, locale: str = "en", seat: int | None = None) -> str:
        """Say why something can or cannot be done, by default by the seat whose view this is."""
        return super().explain(about, locale, self.seat if seat is None else seat)

    def imagine(self, rng: Rng = None) -> Position:
        """Draw a position from those this seat cannot tell apart, each equally likely."""
        states = self._states.copy()
        sow(states[0], _random_seed(rng))
        self.game.rules.imagine(states[0], self._seat_number())
        return Position(self.game, states)

    def svg(self, locale: str = "en") -> str:
        """Draw what this seat sees."""
        return self.game.svg(self.state, self._seat_number(), self._translator(locale))

    def pieces(self, names: Sequence[str], locale: str = "en", *, narrow: bool = False) -> dict[str, str]:
        """Draw what this seat sees in pieces that a page arranges: `board`, and what else a game has."""
        translate = self.game.translator(locale).naming(names)
        return self.game.pieces(self.state, self._seat_number(), translate, names, narrow=narrow)

    def standing(self, seat: int, locale: str = "en") -> list[str]:
        """Say how any seat stands, a few words a line."""
        return self.game.standing(self.state, check_seat(self.game, seat), self.game.translator(locale))

    def sketch(self, locale: str = "en") -> str:
        """Draw what this seat sees for a terminal, as text with Rich markup."""
        return self.game.sketch(self.state, self._seat_number(), self._translator(locale))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, View)
            and (self.game, self.seat) == (other.game, other.seat)
            and self._states.tobytes() == other._states.tobytes()
        )

    def __hash__(self) -> int:
        return hash((self.seat, self._states.tobytes()))

    def _seat_number(self) -> int:
        return SPECTATOR if self.seat is None else self.seat


def _random_seed(rng: Rng) -> int:
    if isinstance(rng, np.random.Generator):
        low, high = rng.integers(0, 1 << 64, 2, np.uint64)
        return int(low) | int(high) << 64
    if isinstance(rng, random.Random):
        return rng.getrandbits(SEED_BITS)
    if rng is not None and (isinstance(rng, bool) or not isinstance(rng, int | np.integer)):
        raise BadOption(f"{rng!r} is no source of randomness: give a generator, a whole number, or nothing")
    return random.Random(None if rng is None else int(rng)).getrandbits(SEED_BITS)
