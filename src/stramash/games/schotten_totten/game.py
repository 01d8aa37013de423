"""Schotten Totten as a game of the house: its options, and where its rules, words and pictures are."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from stramash.core.dealing import Dealer, Happened
from stramash.core.errors import BadOption
from stramash.core.game import Game, Json, Option, OptionValue, Rules
from stramash.core.lesson import Step
from stramash.core.network import Network
from stramash.core.words import Translate
from stramash.games.schotten_totten import (
    art,
    description,
    lesson,
    notation,
    outcome,
    secrets,
    telling,
    terminal,
)
from stramash.games.schotten_totten.dealer import CardDealer
from stramash.games.schotten_totten.network import SchottenTottenNetwork
from stramash.games.schotten_totten.possible import cards_played_with
from stramash.games.schotten_totten.rules import evaluation, observation, turn, view
from stramash.games.schotten_totten.rules import state as states
from stramash.games.schotten_totten.rules.cards import full_hand
from stramash.games.schotten_totten.rules.components import (
    BASE_ACTIONS,
    CLAIM,
    CLANS,
    DONE,
    HAND,
    PLACES,
    STONES,
    STRENGTHS,
    TACTIC_ACTIONS,
)
from stramash.games.schotten_totten.rules.minis import stones_laid_out

__all__ = ["SchottenTotten"]


class SchottenTotten(Game):
    """Nine stones mark the border; formations of three cards claim them.

    >>> game = SchottenTotten(tactics=True)
    >>> game.num_actions, game.players
    (690, 2)
    """

    name: ClassVar[str] = "schotten-totten"
    title: ClassVar[str] = "Schotten Totten"
    version: ClassVar[int] = 1
    observation_version: ClassVar[int] = 2
    player_counts: ClassVar[range] = range(2, 3)
    option_specs: ClassVar[tuple[Option, ...]] = (
        Option("tactics", False, (False, True), "play with the ten Tactic cards"),
        Option("expert", False, (False, True), "claim stones only at the beginning of a turn"),
        Option(
            "proofs",
            "clan",
            ("clan", "all"),
            "what a proof reckons with",
            ("only Clan cards", "Clan cards and elite troops"),
        ),
        Option("rounds", 1, range(1, 100), "play a match of so many rounds"),
        Option("stones", STONES, range(1, STONES + 1), "how many stones mark the border", lab=True),
        Option("clans", CLANS, range(1, CLANS + 1), "how many clans have cards", lab=True),
        Option("strengths", STRENGTHS, range(2, STRENGTHS + 1), "how many cards a clan has", lab=True),
        Option("hand", HAND, range(1, HAND + 1), "how many cards a hand has", lab=True),
        Option("formation", PLACES, range(1, PLACES + 1), "how many cards a formation has", lab=True),
    )
    minis: ClassVar[tuple[Mapping[str, OptionValue], ...]] = (
        {"stones": 1, "clans": 2, "strengths": 3, "hand": 2, "formation": 2},
        {"stones": 3, "clans": 3, "strengths": 6},
        {"stones": 5, "clans": 5, "strengths": 6, "hand": 4, "expert": True},
    )
    rules: ClassVar[Rules] = Rules(
        state=states.SchottenTotten,
        deal=turn.deal,
        legal=turn.legal,
        play=turn.play,
        scores=turn.scores,
        winners=turn.winners,
        hide=view.hide,
        imagine=view.imagine,
        observe=observation.observe,
        evaluate=evaluation.evaluate,
    )
    network: ClassVar[type[Network]] = SchottenTottenNetwork
    words: ClassVar[Path] = Path(__file__).parent / "words"
    minutes: ClassVar[tuple[int, int]] = (15, 20)

    @property
    def num_actions(self) -> int:
        return TACTIC_ACTIONS if self.options["tactics"] else BASE_ACTIONS

    @property
    def tensor_size(self) -> int:
        return observation.TACTIC_TENSOR if self.options["tactics"] else observation.BASE_TENSOR

    def configure(self, state: Any) -> None:
        state.tactics = self.options["tactics"]
        state.expert = self.options["expert"]
        state.proofs = self.options["proofs"] == "all"
        state.rounds = self.options["rounds"]
        state.fewer_stones = self._fewer("stones", STONES)
        state.fewer_clans = self._fewer("clans", CLANS)
        state.fewer_strengths = self._fewer("strengths", STRENGTHS)
        state.fewer_in_hand = self._fewer("hand", HAND)
        state.fewer_places = self._fewer("formation", PLACES)

    def _fewer(self, name: str, most: int) -> int:
        return most - int(self.options.get(name, most))

    def _check_options(self, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        options = super()._check_options(chosen)
        small = [option.name for option in self.option_specs if option.lab and option.name in options]
        if small and options["tactics"]:
            raise BadOption(f"Tactic cards are for the full game: leave out tactics, or {', '.join(small)}")
        cards = int(options.get("clans", CLANS)) * int(options.get("strengths", STRENGTHS))
        dealt = 2 * int(options.get("hand", HAND))
        if cards < dealt:
            raise BadOption(
                f"{cards} cards are too few to deal {dealt}: more clans or strengths, or a smaller hand"
            )
        room = 2 * int(options.get("stones", STONES)) * int(options.get("formation", PLACES))
        if cards < room:
            raise BadOption(
                f"{cards} cards are too few for the {room} places beside the stones: "
                "more clans or strengths, fewer stones, or a smaller formation"
            )
        return options

    def name_action(self, action: int) -> str:
        return notation.action_notation(action)

    def veil(self, action: int) -> str | None:
        return notation.veiled_notation(action)

    def retell(self, happened: Happened, seat: int, state: Any, dice: random.Random) -> Happened:
        return secrets.retell(happened, seat, state, dice)

    def handles(self, action: int) -> list[str]:
        return notation.action_handles(action)

    def claims(self, action: int) -> bool:
        return CLAIM <= action < DONE

    def describe(self, state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
        return telling.describe(state, action, _, who, veiled=veiled)

    def prompt(self, state: Any, _: Translate) -> str:
        return telling.prompt(state, _)

    def state_to_dict(self, state: Any) -> Json:
        return description.state_to_dict(state)

    def state_from_dict(self, description_: Json, state: Any) -> None:
        description.state_from_dict(description_, state)

    def svg(self, state: Any, seat: int, _: Translate) -> str:
        return art.draw_table(state, seat, _)

    def pieces(
        self, state: Any, seat: int, _: Translate, names: Sequence[str], *, narrow: bool
    ) -> dict[str, str]:
        return art.draw_pieces(state, seat, _, names, narrow=narrow)

    def standing(self, state: Any, seat: int, _: Translate) -> list[str]:
        return art.standing(state, seat, _)

    def outcome(self, state: Any, _: Translate, names: Sequence[str]) -> str:
        return outcome.tell_outcome(state, _, names)

    def blurb(self, _: Translate) -> str:
        return _("Two clans quarrel over nine stones. Three cards make a formation; prove that yours wins.")

    def cover(self, _: Translate) -> str:
        return art.draw_cover(_)

    def lesson(self, _: Translate) -> list[Step]:
        return lesson.lesson(_)

    def illustrations(self, _: Translate) -> dict[str, str]:
        return lesson.illustrations(_)

    def sketch(self, state: Any, seat: int, _: Translate) -> str:
        return terminal.sketch(state, seat, _)

    def explain(self, state: Any, seat: int, about: int, _: Translate) -> str:
        stones = int(stones_laid_out(state))
        if type(about) is not int or about not in range(1, stones + 1):
            raise BadOption(f"no stone {about!r}: stones are 1 to {stones}")
        return telling.explain(state, seat, about - 1, _)

    def card_dealer(self) -> Dealer:
        if self.options["tactics"] or self.options["rounds"] != 1:
            return super().card_dealer()
        state = self.blank()[0]
        return CardDealer(cards_played_with(state), int(full_hand(state)))

    def facts(self, state: Any, seat: int, _: Translate) -> Json:
        return telling.facts(state, seat, _)
