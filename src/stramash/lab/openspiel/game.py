"""The OpenSpiel game: its type, its sizes and its parameters, which are our options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pyspiel

from stramash.core.dealing import Dealer, SeedDealer
from stramash.core.errors import BadOption, BadPosition
from stramash.core.game import Game
from stramash.core.options import OptionValue, format_option
from stramash.games import find, load, names
from stramash.lab.openspiel.observer import SpielObserver
from stramash.lab.openspiel.state import SpielState
from stramash.lab.play import Play

__all__ = ["SpielGame", "register", "short_name", "spiel_string"]

BY_SEED, BY_CARDS = "seed", "cards"

#: An upper bound of the actions of any match
_LONGEST = 50_000


def short_name(name: str) -> str:
    """Return the OpenSpiel name of a game.

    >>> short_name("glen-more")
    'stramash_glen_more'
    """
    return f"stramash_{name.replace('-', '_')}"


def spiel_string(game: Game, **settings: OptionValue) -> str:
    """Return the text that `pyspiel.load_game` reads as this game with its options.

    >>> spiel_string(load("schotten-totten", hand=2), chance="cards")
    'stramash_schotten_totten(players=2,tactics=false,expert=false,proofs=clan,rounds=1,hand=2,chance=cards)'
    """
    chosen = {"players": game.players, **game.options, **settings}
    written = ",".join(f"{key}={format_option(value)}" for key, value in chosen.items())
    return f"{short_name(game.name)}({written})"


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its options chosen, for OpenSpiel.

    With `chance=seed`, the default, chance nodes choose the seed, which determines all later chance. With
    `chance=cards` every card dealt or drawn is an explicit chance node, if the game supports it: solvers need
    this.
    """

    #: which game; a class of its own for each is made by `register`
    name: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        chosen = dict(parameters)
        players = chosen.pop("players")
        chance = chosen.pop("chance")
        if chance not in (BY_SEED, BY_CARDS):
            raise BadOption(f"chance={chance!r} is not possible: choose {BY_SEED} or {BY_CARDS}")
        self.game: Game = load(self.name, players=players, **chosen)
        self.dealer: Dealer = SeedDealer(self.game) if chance == BY_SEED else self.game.card_dealer()
        #: shared by all states that are not dealt yet
        self.blank = Play(self.game)
        #: writes the tensors of states when Python asks for them
        self.observer = self.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False))
        self.recaller = self.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=self.dealer.outcomes,
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_type_of(self.name), info, dict(parameters))

    def new_initial_state(self, description: str | None = None) -> SpielState:
        """Return a state that is not dealt yet."""
        if description:
            raise BadPosition("a game begins with its deal: deserialize_state reads other states")
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Return an observer of this game's states."""
        if params:
            raise ValueError(f"observations have no parameters: leave out {params}")
        return SpielObserver(self.game, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound of the number of chance nodes."""
        return self.dealer.longest


def _load(text: str) -> Any:
    """Return the unpickled game. Importing this function has registered our games."""
    return pyspiel.load_game(text)


def _type_of(name: str) -> Any:
    game = find(name)
    options = {option.name: option.default for option in game.option_specs}
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.player_counts.stop - 1,
        min_num_players=game.player_counts.start,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.player_counts.start,
            **options,
            "chance": BY_SEED,
        },
    )


def register() -> None:
    """Register all our games with OpenSpiel.

    Each game has a class. OpenSpiel keeps a reference after the interpreter has ended; a local function
    would then crash the process.
    """
    for name in names():
        made = type(find(name).__name__, (SpielGame,), {"name": name})
        pyspiel.register_game(_type_of(name), made)
