"""The game: its options, and which function answers which hook."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from stramash.core.actions import Actions
from stramash.core.dealing import Happened
from stramash.core.errors import BadOption
from stramash.core.game import Game, Json, Option, Rules, SearchSettings, Variant
from stramash.core.lesson import Step
from stramash.core.network import Network
from stramash.core.numbers import whole
from stramash.core.words import Translate
from stramash.games.lords_of_scotland import (
    art,
    facts,
    history,
    lesson,
    outcome,
    position,
    terminal,
    text,
)
from stramash.games.lords_of_scotland.network import LordsOfScotlandNetwork
from stramash.games.lords_of_scotland.rules import evaluation, observation, turn, view
from stramash.games.lords_of_scotland.rules import state as states
from stramash.games.lords_of_scotland.rules.actions import ACTIONS
from stramash.games.lords_of_scotland.rules.components import (
    BY_ANY,
    BY_CLAN,
    CARDS,
    NORMAL_CARDS,
)

__all__ = ["LordsOfScotland"]

#: From this number of players on, `activation="auto"` compares cards of the same clan only
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
    variants: ClassVar[tuple[Variant, ...]] = (
        *(Variant(players=players, usual=True) for players in (2, 3, 4, 5)),
        *(Variant({"bruce": True}, players) for players in (2, 3, 4, 5)),
        Variant({"activation": "clan"}, 2),
        Variant({"bruce": True, "activation": "clan"}, 3),
        Variant({"activation": "any"}, 4),
        Variant({"bruce": True, "activation": "any"}, 5),
    )
    search: ClassVar[SearchSettings] = SearchSettings(scale=5.2)
    search_scales: ClassVar[Mapping[int, float]] = {3: 6.5, 4: 9.0, 5: 9.0}

    @property
    def actions(self) -> Actions:
        return ACTIONS

    @property
    def cards(self) -> dict[str, Json]:
        """What is printed on each card of this game, by its notation: clan, strength, rank."""
        return facts.card_table(CARDS if self.options["bruce"] else NORMAL_CARDS)

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

    def retell(self, happened: Happened, seat: int, state: Any, dice: random.Random) -> Happened:
        del seat, dice
        return history.retell(happened, state)

    def describe(self, state: Any, action: int, _: Translate, who: str | None, *, veiled: bool) -> str:
        return text.describe(state, action, _, who, veiled=veiled)

    def prompt(self, state: Any, _: Translate) -> str:
        return text.prompt(state, _)

    def state_to_dict(self, state: Any) -> Json:
        return position.tell_position(self.fields, state)

    def state_from_dict(self, description: Json, state: Any) -> None:
        position.read_position(self.fields, description, state)

    def svg(self, state: Any, seat: int, _: Translate) -> str:
        return art.draw_table(state, seat, _)

    def pieces(
        self, state: Any, seat: int, _: Translate, names: Sequence[str], *, narrow: bool
    ) -> dict[str, str]:
        return art.draw_pieces(state, seat, _, names, narrow=narrow)

    def standing(self, state: Any, seat: int, _: Translate) -> list[str]:
        return outcome.tell_standing(state, seat, _)

    def outcome(self, state: Any, _: Translate, names: Sequence[str]) -> str:
        return outcome.tell_outcome(state, _, names)

    def blurb(self, _: Translate) -> str:
        return _("The throne is empty. Muster an army from eight clans, and win the supporters who decide.")

    def cover(self, _: Translate) -> str:
        return art.draw_cover(_)

    def lesson(self, _: Translate) -> list[Step]:
        return lesson.lesson(_)

    def illustrations(self, _: Translate) -> dict[str, str]:
        return lesson.illustrations(_)

    def sketch(self, state: Any, seat: int, _: Translate) -> str:
        return terminal.sketch(state, seat, _)

    def explain(self, state: Any, seat: int, about: int | str, _: Translate) -> str:
        """Say whether the power of a card would work now; `about` is its notation or its rank."""
        card = self.cards.get(about) if isinstance(about, str) else None
        rank = whole(about) if card is None else card["rank"]
        if rank is None or not 1 <= rank <= len(self.cards):
            raise BadOption(f"no card {about!r}: give one like fo3, or its rank, 1 to {len(self.cards)}")
        return facts.explain(state, seat, rank - 1, _)

    def facts(self, state: Any, seat: int, _: Translate) -> Json:
        return facts.facts(state, seat, _)
