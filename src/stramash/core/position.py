"""Positions, which contain all information, and views, which contain what one seat may know."""

from __future__ import annotations

import random
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from stramash.core.errors import BadOption, IllegalAction
from stramash.core.numbers import as_int
from stramash.core.record import Record
from stramash.core.renamed import warn_renamed
from stramash.core.seats import SPECTATOR, check_seat
from stramash.core.seeds import SEED_BITS
from stramash.core.seen import Seen, speaking_names
from stramash.core.sheet import Scoring, SheetRow
from stramash.core.state import copy_states, set_seed
from stramash.core.words import LOCALES

if TYPE_CHECKING:
    from stramash.core.game import Game, Json

__all__ = ["Position", "Rng", "View"]

#: The number of imagined positions in which an action is tried, to see whether it tells a seat anything
_WORLDS = 32
#: The number of imagined positions in which a gain has to be the same
_GAIN_WORLDS = 8

#: A source of randomness: a NumPy generator, a `random.Random`, or a seed for one.
Rng: TypeAlias = np.random.Generator | random.Random | int | None


class Position(Seen):
    """One moment of a game, with all information. `game.deal` and `game.position` return one.

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
        states: npt.NDArray[np.void],
        *,
        seed: int | None = None,
        start: npt.NDArray[np.void] | None = None,
        history: Sequence[tuple[int, int]] = (),
    ) -> None:
        super().__init__(game, states)
        #: the seed it was dealt from, None if it began as a described or imagined position
        self.seed = seed
        self._start = copy_states(states) if start is None else start
        self._history = list(history)
        self._legal_now: list[int] | None = None
        #: `state.reveals` before the last action; None if it has to be computed by a replay
        self._revealed_before: int | None = None

    @property
    def legal(self) -> list[int]:
        """The legal actions of the player to act; empty only when the game is over."""
        if self._legal_now is None:
            self._legal_now = self._legal()
        return list(self._legal_now)

    @property
    def history(self) -> list[tuple[int, int]]:
        """All actions since the beginning, as (seat, action)."""
        return list(self._history)

    @property
    def played(self) -> list[str]:
        """The notations of all actions since the beginning; `seen_by` returns what a seat saw."""
        return [self.game.notations[action] for _, action in self._history]

    def play(self, action: SupportsIndex | str) -> None:
        """Play an action, given as its number or its notation."""
        if isinstance(action, str):
            action = self.parse(action)
        if self.over:
            raise IllegalAction("the game is over: there is nothing left to play")
        number = as_int(action)
        if number is None:
            raise IllegalAction(f"{action!r} is not an action: give its number or its notation")
        if number not in self.legal:
            raise IllegalAction(self._refusal(number))
        self._history.append((int(self._states["player"][0]), number))
        self._legal_now = None
        self._revealed_before = int(self._states["reveals"][0])
        self.game.rules.play(self.state, number)

    def _refusal(self, action: int) -> str:
        refused = f"{self.notation(action)} is not legal now"
        some = ", ".join(self.game.notations[legal] for legal in self.legal[:8])
        more = f" and {len(self.legal) - 8} more" if len(self.legal) > 8 else ""
        reason = self.game.why_not(self.state, action, self._translator(LOCALES[0]))
        return f"{refused}: {f'{reason} Legal' if reason else 'legal'} are {some}{more}"

    def view(self, seat: int | None) -> View:
        """Return all that this seat may know, and nothing more; None is a spectator."""
        states, number = copy_states(self._states), check_seat(self.game.players, seat)
        self.game.rules.hide(states[0], number)
        return self._seen_as(states, seat, number)

    def bytes_seen(self, seat: int | None) -> bytes:
        """Return the hidden state of a seat as bytes; equal if the seat cannot distinguish two positions."""
        states = copy_states(self._states)
        self.game.rules.hide(states[0], check_seat(self.game.players, seat))
        return states.tobytes()

    def show(self, seat: int | None, *, reveal: bool = False) -> View:
        """Return the view of a seat at a table; when the game is over, it shows all cards.

        The rules have no resignation, so after one the caller sets `reveal` to show all cards.
        """
        if not (self.over or reveal):
            return self.view(seat)
        number = check_seat(self.game.players, seat)
        return self._seen_as(copy_states(self._states), seat, number)

    def _seen_as(self, states: npt.NDArray[np.void], seat: int | None, number: int) -> View:
        view = View(self.game, states, None if seat is None else number, self.seen_by(seat))
        view.names = self.names
        return view

    def notations(self, seat: int | None) -> tuple[str, ...]:
        """Return `seen_by(seat)`, of which this is the former name, to be removed after version 0.2."""
        warnings.warn("use Position.seen_by(seat) or Position.played", DeprecationWarning, stacklevel=2)
        return self.seen_by(seat)

    def seen_by(self, seat: int | None) -> tuple[str, ...]:
        """Return the notation of each action so far as this seat saw it; None is a spectator."""
        check_seat(self.game.players, seat)
        game = self.game
        return tuple(
            game.notations[action] if actor == seat else game.veil(action) or game.notations[action]
            for actor, action in self._history
        )

    def log(
        self, seat: int | None = None, locale: str = "en", names: Sequence[str] | None = None
    ) -> list[str]:
        """Return a sentence for each action so far, as this seat saw it."""
        check_seat(self.game.players, seat)
        names = speaking_names(self.game, locale, names)
        return self.log_with_names(seat, locale, [names] * len(self._history))

    def log_with_names(self, seat: int | None, locale: str, names: Sequence[Sequence[str]]) -> list[str]:
        """Return the lines of `log`, each with the names that the players had at that time."""
        _ = self.game.translator(locale)
        lines = []
        before = self._beginning()
        for (actor, action), called in zip(self._history, names, strict=True):
            veiled = actor != seat and self.game.veil(action) is not None
            sentence = self.game.describe(
                before.state, action, _.naming(called), called[actor], veiled=veiled
            )
            lines.append(sentence)
            self.game.rules.play(before.state, action)
        return lines

    def tell(self, seat: int | None, locale: str, names: Sequence[Sequence[str]]) -> list[str]:
        """Return `log_with_names`, of which this is the former name."""
        warn_renamed("Position.tell", "Position.log_with_names")
        return self.log_with_names(seat, locale, names)

    def effects(self) -> list[list[Json]]:
        """Return the effects of each action so far, as data; the spec page of the game documents them."""
        before, found = self._beginning(), []
        for _, action in self._history:
            found.append(self.game.effects(before.state, action))
            self.game.rules.play(before.state, action)
        return found

    def score_sheet(self, locale: str = "en") -> list[SheetRow]:
        """Return what each seat scored so far, row by row; the rows of a finished game add up to its result.

        >>> import stramash
        >>> stramash.load("glen-more").deal(seed=7).score_sheet()
        []
        """
        before, scorings = self._beginning(), []
        for _, action in self._history:
            earlier = before.copy()
            self.game.rules.play(before.state, action)
            if before.scores != earlier.scores:
                scorings.append(Scoring(earlier.state, action, before.copy().state))
        return self.game.score_sheet(scorings, self.state, self._translator(locale))

    @property
    def undoable(self) -> bool:
        """Whether the last action can be undone: the same seat is still to act, and nothing was revealed."""
        return self._why_not_undoable() is None

    def _why_not_undoable(self) -> str | None:
        """Return why the last action cannot be undone; None if it can."""
        if not self._history:
            return "nothing was played yet: nothing can be taken back"
        last = self.game.notations[self._history[-1][1]]
        if self.over:
            return f"{last} cannot be taken back: it ended the game"
        if self._history[-1][0] != self.player:
            return f"{last} cannot be taken back: it passed the turn on"
        before = self._revealed_before
        if before is None:
            before = self._revealed_before = int(self._before_last().state.reveals)
        if before != int(self.state.reveals):
            return f"{last} cannot be taken back: it revealed something hidden"
        return None

    def undo(self) -> None:
        """Undo the last action, if it did not end the turn and revealed nothing."""
        reason = self._why_not_undoable()
        if reason is not None:
            raise IllegalAction(reason)
        self._states = self._before_last()._states
        self._history.pop()
        self._legal_now = self._revealed_before = None

    @property
    def undoable_if_agreed(self) -> bool:
        """Whether the last action can be undone if the others agree: its turn may have passed on.

        At most one thing may have been revealed since, and its player must have known it, like a card of
        their hand.

        >>> import stramash
        >>> pos = stramash.load("schotten-totten").deal(seed=7)
        >>> pos.play(pos.legal[0])  # a card is played, and another one is drawn
        >>> pos.undoable_if_agreed
        False
        """
        if not self._history or self.over:
            return False
        before, (seat, action) = self._before_last(), self._history[-1]
        revealed = int(self.state.reveals) - int(before.state.reveals)
        if revealed > 1:
            return False
        return not revealed or (not before._teaches(action, seat) and before._teaches(action, None))

    def _teaches(self, action: int, seat: int | None) -> bool:
        """Return whether an action tells a seat something that it could not have predicted from its view.

        The action is tried in positions that the seat cannot distinguish. It teaches something if it is not
        legal in one of them, or leads to another view.
        """
        view, after = self.view(seat), self.copy()
        after.play(action)
        outcomes = {after.bytes_seen(seat)}
        for world in (view.imagine(number) for number in range(_WORLDS)):
            if action not in world.legal:
                return True
            world.play(action)
            outcomes.add(world.bytes_seen(seat))
        return len(outcomes) > 1

    def record(self) -> Record:
        """Return the game so far as a text that replays it."""
        return Record(
            game=self.game.name,
            version=self.game.version,
            players=self.game.players,
            options=dict(self.game.options),
            seed=self.seed,
            start=self.game.state_to_dict(self._start[0]) if self.seed is None else None,
            actions=tuple((actor, self.game.notations[action]) for actor, action in self._history),
        ).sealed(bytes(self))

    def svg(self, seat: int | None = None, locale: str = "en", *, reveal: bool = False) -> str:
        """Draw the position as this seat sees it; None is a spectator, `reveal` shows all cards."""
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
        """Return an independent copy whose sentences use these names of the players."""
        copy = Position(
            self.game, copy_states(self._states), seed=self.seed, start=self._start, history=self._history
        )
        copy.names = tuple(names)
        copy._revealed_before = self._revealed_before
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
        return Position(self.game, copy_states(self._start), seed=self.seed, start=self._start)

    def _before_last(self) -> Position:
        before = self._beginning()
        for _, action in self._history[:-1]:
            self.game.rules.play(before.state, action)
        return before


class View(Seen):
    """Everything that one seat may know of a position, and no hidden information.

    The exception is `Position.show` for a finished game, which shows all cards.

    >>> import stramash
    >>> view = stramash.load("schotten-totten").deal(seed=7).view(1)
    >>> view.to_dict()["hands"][0]
    ['?c', '?c', '?c', '?c', '?c', '?c']
    >>> view.imagine(rng=1).view(1) == view
    True
    """

    def __init__(
        self, game: Game, states: npt.NDArray[np.void], seat: int | None, seen: tuple[str, ...]
    ) -> None:
        super().__init__(game, states)
        self.seat = seat
        #: the notation of each action so far, as this seat saw it
        self.seen = seen

    @property
    def notations(self) -> tuple[str, ...]:
        """The former name of `seen`, to be removed after version 0.2."""
        warnings.warn("use View.seen", DeprecationWarning, stacklevel=2)
        return self.seen

    def named(self, names: Sequence[str]) -> View:
        """Return the same view, whose sentences use these names of the players."""
        named = View(self.game, self._states, self.seat, self.seen)
        named.names = tuple(names)
        return named

    @property
    def legal(self) -> list[int]:
        """The legal actions of this seat; empty while another seat is to act."""
        return self._legal() if self.seat is not None and self.seat == self.player else []

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """The action mask: for every action, whether it is legal for this seat now."""
        mask = np.zeros(self.game.num_actions, np.bool_)
        mask[self.legal] = True
        return mask

    @property
    def tensor(self) -> npt.NDArray[np.float32]:
        """The observation: the view as numbers. The spec page of the game says what each index means."""
        tensor = np.zeros(self.game.tensor_size, np.float32)
        self.game.rules.observe(self.state, self._seat_number(), tensor)
        return tensor

    @property
    def facts(self) -> Json:
        """Facts that are hard to see on the table, as data."""
        return self.describe_facts()

    def describe_facts(self, locale: str = "en") -> Json:
        """Return the facts, with sentences in a language."""
        return self.game.facts(self.state, self._seat_number(), self._translator(locale))

    def tell_facts(self, locale: str = "en") -> Json:
        """Return `describe_facts`, of which this is the former name."""
        warn_renamed("View.tell_facts", "View.describe_facts")
        return self.describe_facts(locale)

    def explain(self, about: Any, locale: str = "en", seat: int | None = None) -> str:
        """Return a sentence that says why something can or cannot be done; by default for this seat."""
        return super().explain(about, locale, self.seat if seat is None else seat)

    def imagine(self, rng: Rng = None) -> Position:
        """Return a random position from this seat's information set, all equally likely (a determinization).

        If all cards are shown (`Position.show` of a finished game), it is the position itself.
        """
        states = copy_states(self._states)
        self.game.rules.hide(states[0], self._seat_number())
        if states.tobytes() != self._states.tobytes():
            return Position(self.game, copy_states(self._states))
        set_seed(states[0], _random_seed(rng))
        self.game.rules.imagine(states[0], self._seat_number())
        return Position(self.game, states)

    def gains(self, actions: Sequence[int], locale: str = "en") -> list[str]:
        """Return what this seat gains by its next actions, in sentences, the most important first.

        The actions are played in imagined positions, up to the end of the turn. A sentence is kept if it is
        true in all of them, so that it says nothing about hidden things.
        """
        _, told = self._translator(locale), []
        for number in range(_GAIN_WORLDS):
            world = self.imagine(number)
            before = world.copy()
            for action in actions:
                if world.player != self.seat or action not in world.legal:
                    break
                world.play(action)
            told.append(self.game.gains(before.state, world.state, self._seat_number(), _))
        return [sentence for sentence in told[0] if all(sentence in others for others in told)]

    def svg(self, locale: str = "en") -> str:
        """Draw what this seat sees."""
        return self.game.svg(self.state, self._seat_number(), self._translator(locale))

    def pieces(
        self, names: Sequence[str], locale: str = "en", *, narrow: bool = False, low: bool = False
    ) -> dict[str, str]:
        """Draw what this seat sees in pieces that a page arranges: `board`, and others that a game adds.

        `narrow` means a phone; `low`, besides, that it is held on its side.
        """
        translate = self.game.translator(locale).naming(names)
        return self.game.pieces(self.state, self._seat_number(), translate, narrow=narrow, low=low)

    def standing(self, seat: int, locale: str = "en") -> list[str]:
        """Return short texts that say how a seat stands."""
        return self.game.standing(
            self.state, check_seat(self.game.players, seat), self.game.translator(locale)
        )

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

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat is None else f"seat {self.seat}"
        turn = "over" if self.over else f"seat {self.player} to act"
        return f"<{self.game.title} as {whose} sees it: {len(self.seen)} actions, {turn}>"

    def _seat_number(self) -> int:
        return SPECTATOR if self.seat is None else self.seat


def _random_seed(rng: Rng) -> int:
    if isinstance(rng, np.random.Generator):
        low, high = rng.integers(0, 1 << 64, 2, np.uint64)
        return int(low) | int(high) << 64
    if isinstance(rng, random.Random):
        return rng.getrandbits(SEED_BITS)
    number = as_int(rng)
    if rng is not None and number is None:
        raise BadOption(
            f"{rng!r} is not a source of randomness: give a generator, a whole number, or nothing"
        )
    return random.Random(number).getrandbits(SEED_BITS)
