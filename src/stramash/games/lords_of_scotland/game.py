"""Lords of Scotland as a game of the house: its options, and where its rules, words and pictures are."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from stramash.core.dealing import Happened
from stramash.core.errors import BadOption
from stramash.core.game import Game, Json, Option, Rules
from stramash.core.lesson import Step
from stramash.core.network import Network
from stramash.core.words import Translate
from stramash.games.lords_of_scotland import (
    art,
    description,
    facts,
    lesson,
    notation,
    outcome,
    prepared,
    secrets,
    telling,
    terminal,
)
from stramash.games.lords_of_scotland.network import LordsOfScotlandNetwork
from stramash.games.lords_of_scotland.rules import evaluation, observation, turn, view
from stramash.games.lords_of_scotland.rules import state as states
from stramash.games.lords_of_scotland.rules.components import ACTIONS, BY_ANY, BY_CLAN, CARDS

__all__ = ["LordsOfScotland"]

#: From so many players on, powers are activated by clan unless the option says otherwise
_MANY_PLAYERS = 4


class LordsOfScotland(Game):
    """Armies of Followers fight for Supporters; forty points of them win the throne.

    >>> game = LordsOfScotland(players=4, bruce=True)
    >>> game.num_actions, game.players
    (619, 4)
    """

    name: ClassVar[str] = "lords-of-scotland"
    title: ClassVar[str] = "Lords of Scotland"
    version: ClassVar[int] = 1
    player_counts: ClassVar[range] = range(2, 6)
    option_specs: ClassVar[tuple[Option, ...]] = (
        Option("bruce", False, (False, True), "play with the two cards of the royal clan Bruce"),
        Option(
            "activation",
            "auto",
            ("auto", "any", "clan"),
            "what blocks a power",
            (
                "as usual for the number of players",
                "lower cards of any clan",
                "equal and lower cards of its own clan",
            ),
        ),
    )
    rules: ClassVar[Rules] = Rules(
        state=states.LordsOfScotland,
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
    network: ClassVar[type[Network]] = LordsOfScotlandNetwork
    words: ClassVar[Path] = Path(__file__).parent / "words"
    minutes: ClassVar[tuple[int, int]] = (30, 60)

    @property
    def num_actions(self) -> int:
        return ACTIONS

    @property
    def tensor_size(self) -> int:
        return observation.TENSOR

    def configure(self, state: Any) -> None:
        chosen = self.options["activation"]
        if chosen == "auto":
            chosen = "clan" if self.players >= _MANY_PLAYERS else "any"
        state.players = self.players
        state.bruce = self.options["bruce"]
        state.activation = BY_CLAN if chosen == "clan" else BY_ANY

    def name_action(self, action: int) -> str:
        return notation.action_notation(action)

    def veil(self, action: int) -> str | None:
        return notation.veiled_notation(action)

    def retell(self, happened: Happened, seat: int, state: Any, dice: random.Random) -> Happened:
        del seat, dice
        return secrets.retell(happened, state)

    def handles(self, action: int) -> list[str]:
        return notation.action_handles(action)

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
        return [_.count("{n} point", "{n} points", int(state.points[seat]))]

    def outcome(self, state: Any, _: Translate, names: Sequence[str]) -> str:
        return outcome.tell_outcome(state, _, names)

    def blurb(self, _: Translate) -> str:
        return _("The throne is empty. Muster an army from eight clans, and win the supporters who decide.")

    def cover(self, _: Translate) -> str:
        return art.draw_cover(_)

    def lesson(self, _: Translate) -> list[Step]:
        return lesson.lesson(_)

    def illustrations(self, _: Translate) -> dict[str, str]:
        return prepared.illustrations(_)

    def sketch(self, state: Any, seat: int, _: Translate) -> str:
        return terminal.sketch(state, seat, _)

    def explain(self, state: Any, seat: int, about: int, _: Translate) -> str:
        cards = CARDS if state.bruce else CARDS - 2
        if isinstance(about, bool) or about not in range(1, cards + 1):
            raise BadOption(f"no card of rank {about!r}: ranks are 1 to {cards}")
        return facts.explain(state, seat, about - 1, _)

    def facts(self, state: Any, seat: int, _: Translate) -> Json:
        return facts.facts(state, seat, _)
