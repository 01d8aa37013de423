"""Check the contract of a game: its declarations, and its rules in random games.

`check_game` is for people who write a game. It plays random games and raises `BadGame` with a sentence that
says which rule broke the contract, in which game and after how many actions.

>>> import stramash
>>> check_game(stramash.load("schotten-totten"), seeds=range(1, 2))
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from stramash.core.actions import Actions
from stramash.core.errors import BadGame, BadPosition
from stramash.core.game import Game
from stramash.core.numbers import as_int
from stramash.core.position import Position
from stramash.core.rule import INTERPRETED, home_of
from stramash.core.rules import Rules
from stramash.core.seats import SPECTATOR, seats_in
from stramash.core.state import NOBODY, State, dtype_of, set_seed

__all__ = ["TOO_LONG", "check_declared", "check_game"]

#: A game that lasts longer than this many actions probably never ends
TOO_LONG = 5_000
#: The first 200 positions of a game are all checked, then every 20th
_ALL, _SOME = 200, 20
#: Guard elements behind each array: the check sees when a rule writes beyond the end
_BEYOND = 64
#: The attributes that a game class declares, and what they are
_DECLARED: dict[str, tuple[type, str]] = {
    "name": (str, "the name by which it is loaded"),
    "title": (str, "the title as printed on the box"),
    "version": (int, "a whole number that rises when the same seed may give another game"),
    "player_counts": (range, "the numbers of players, such as range(2, 6)"),
    "rules": (Rules, "the rules, Rules(…)"),
}


def check_declared(game: type[Game]) -> None:
    """Raise BadGame if a game does not declare what every game declares, or declares it wrongly."""
    for name, (kind, what) in _DECLARED.items():
        if not isinstance(getattr(game, name, None), kind):
            found = repr(getattr(game, name)) if hasattr(game, name) else "missing"
            raise BadGame(f"{game.__name__}.{name} should be {what}; it is {found}")
    state = game.rules.state
    if not (isinstance(state, type) and issubclass(state, State)):
        raise BadGame(f"{game.__name__}.rules.state should be a subclass of State, not {state!r}")
    for name in game.rules.signatures():
        if not INTERPRETED and home_of(getattr(game.rules, name)) is None:
            raise BadGame(f"{game.__name__}.rules.{name} is not a rule: write @rule above the function")
    for option in game.option_specs:
        if game.configure is Game.configure and option.name not in (dtype_of(state).names or ()):
            raise BadGame(
                f"{game.__name__} has an option {option.name!r}, but its state has no such field: "
                "add the field, or override configure"
            )
    made = game()
    if not isinstance(made.actions, Actions) or not made.actions.size:
        raise BadGame(f"{game.__name__}.actions should be Actions(…) with an action in it")
    size = as_int(made.tensor_size)
    if size is None or size < 1:
        raise BadGame(f"{game.__name__}.tensor_size should be how many numbers `observe` writes, 1 or more")
    _ = made.fields  # which checks the keys


def check_game(game: Game, seeds: Iterable[int] = range(1, 6)) -> None:
    """Play a random game for each seed; raise BadGame with a sentence about the first error."""
    check_declared(type(game))
    for seed in seeds:
        _Check(game, seed).play()


class _Check:
    """One random game, checked at every position."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        states = game.blank()
        set_seed(states[0], seed)
        self.played = 0
        self._call("deal", states[0])
        self.position = Position(game, states, seed=seed)

    def play(self) -> None:
        """Play to the end, then once more: the same seed and actions lead to the same states."""
        dice, line = random.Random(self.seed), [bytes(self.position)]
        self._check_player()
        while not self.position.over:
            legal = self._legal(self.position.state)
            if self.played < _ALL or self.played % _SOME == 0:
                self._check_position(legal)
            self._play(dice.choice(legal))
            line.append(bytes(self.position))
        self._check_position([])
        self._check_replay(line)

    def _check_position(self, legal: list[int]) -> None:
        self._check_touch(legal)
        self._check_views(legal)
        self._check_json()
        self._check_result()

    def _fail(self, what: str) -> BadGame:
        game = f"{self.game.title} with {self.game.players} players"
        return BadGame(f"{what} ({game}, seed {self.seed}, after {self.played} actions)")

    def _call(self, name: str, *arguments: Any) -> Any:
        try:
            return getattr(self.game.rules, name)(*arguments)
        except Exception as error:
            raise self._fail(f"the rule {name} raises {type(error).__name__}: {error}") from error

    # --- Rules ---------------------------------------------------------------------------------------

    def _play(self, action: int) -> None:
        """Carry out an action as `Position.play` does, but name the rule if it fails."""
        self._call("play", self.position.state.copy(), action)
        self.position.play(action)
        self.played += 1
        self._check_player()
        if self.played == TOO_LONG:
            raise self._fail("the game does not end: play should set state.player to NOBODY at its end")

    def _check_player(self) -> None:
        player, last = int(self.position.state.player), self.game.players - 1
        if not NOBODY <= player <= last:
            raise self._fail(
                f"state.player is {player}: it should be a seat, 0 to {last}, or NOBODY when the game is over"
            )

    def _legal(self, state: Any) -> list[int]:
        """Return the legal actions of a state; guard elements show a write beyond the end of the array."""
        size = self.game.num_actions
        actions = np.full(size + _BEYOND, -1, np.int32)
        count = int(self._call("legal", state, actions[:size]))
        found: list[int] = actions[:count].tolist()
        if not 0 < count <= size or (actions[size:] != -1).any():
            raise self._fail(f"legal finds {count} actions: it should find 1 to {size} while a game goes on")
        if found != sorted(set(found)) or found[0] < 0 or found[-1] >= size:
            raise self._fail(
                f"legal writes {', '.join(map(str, found[:8]))}: it should write numbers "
                f"from 0 to {size - 1}, each once, in rising order"
            )
        return found

    def _check_touch(self, legal: list[int]) -> None:
        """Check that no two actions have the same handles: a page could not distinguish them."""
        paths: dict[tuple[str, ...], int] = {}
        for action in legal:
            other = paths.setdefault(tuple(self.game.handles(action)), action)
            if other != action:
                one, two = self.game.notations[other], self.game.notations[action]
                raise self._fail(f"{one} and {two} are touched alike: give their kinds different touch=(…)")

    def _check_result(self) -> None:
        winners = int(self._call("winners", self.position.state))
        if (winners != 0) != self.position.over:
            wrong = "names no winner of a finished game" if self.position.over else "names a winner too early"
            raise self._fail(f"winners {wrong}: it should return a bit for each seat that won")
        if winners < 0 or any(seat >= self.game.players for seat in seats_in(winners)):
            raise self._fail(f"winners is {winners}, which has a bit for a seat that does not play")
        points = np.zeros(self.game.players + _BEYOND, np.int32)
        self._call("scores", self.position.state, points[: self.game.players])
        if points[self.game.players :].any():
            raise self._fail("scores writes the points of a seat that does not play")

    # --- Hidden information ------------------------------------------------------------------------

    def _check_views(self, legal: list[int]) -> None:
        for seat in (*range(self.game.players), SPECTATOR):
            hidden = self._hidden(self.position.state, seat)
            who = "a spectator" if seat == SPECTATOR else f"seat {seat}"
            if hidden.seed.any() or hidden.draws:
                raise self._fail(f"hide shows {who} the seed: call hide_seed(state) in it")
            if hidden.player != self.position.state.player:
                raise self._fail(f"hide changes state.player for {who}: everybody knows who is to act")
            wrong = self.game.fields.wrongly_hidden(self.position.state, hidden, seat)
            if wrong:
                raise self._fail(f"to hide the state from {who}, {wrong}")
            if legal and seat == hidden.player and self._legal(hidden) != legal:
                raise self._fail(f"legal uses what {who}, who is to act, does not know")
            self._check_observation(hidden, seat)
            imagined = hidden.copy()
            set_seed(imagined, self.seed + 1)
            self._call("imagine", imagined, seat)
            left = self.game.fields.still_hidden(imagined)
            if left:
                raise self._fail(f"imagine leaves something of state.{left} hidden from {who}: fill it")
            different = self._different(self._hidden(imagined, seat), hidden)
            if different:
                raise self._fail(
                    f"imagine changes what {who} knows: state.{different} differs, once it is hidden again"
                )

    def _hidden(self, state: Any, seat: int) -> Any:
        hidden = state.copy()
        self._call("hide", hidden, seat)
        return hidden

    def _check_observation(self, hidden: Any, seat: int) -> None:
        size = self.game.tensor_size
        out: npt.NDArray[np.float32] = np.full(size + _BEYOND, np.nan, np.float32)
        self._call("observe", hidden, seat, out[:size])
        if not np.isnan(out[size:]).all():
            raise self._fail(f"observe writes more than tensor_size numbers: tensor_size is {size}")
        if not np.isfinite(out[:size]).all():
            place = int(np.flatnonzero(~np.isfinite(out[:size]))[0])
            raise self._fail(
                f"observe leaves number {place} as it was, or writes no number there: "
                "clear all first, for index in range(out.size): out[index] = 0"
            )

    # --- JSON and records ----------------------------------------------------------------------------

    def _check_json(self) -> None:
        try:
            description = self.position.to_dict()
            again = self.game.position(description)
        except BadPosition as error:
            raise self._fail(f"a position of this game is refused as JSON: {error}") from error
        except Exception as error:
            raise self._fail(f"telling a position as JSON raises {type(error).__name__}: {error}") from error
        different = self._different(again.state, self.position.state)
        if different:
            raise self._fail(
                f"JSON loses state.{different}: annotate the field with a Key, or derive it in complete_state"
            )

    def _check_replay(self, line: list[bytes]) -> None:
        again = _Check(self.game, self.seed)
        for before, (_, action) in zip(line, self.position.history, strict=False):
            if bytes(again.position) != before:
                raise again._fail("the same seed and actions give another state: use only core.chance")
            again._play(action)

    def _different(self, one: Any, two: Any) -> str:
        """Return the name of the first field in which two states differ, "" if they are equal."""
        names = dtype_of(self.game.rules.state).names or ()
        return next((name for name in names if not np.array_equal(one[name], two[name])), "")
