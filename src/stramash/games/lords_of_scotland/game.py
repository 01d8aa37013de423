"""The game: its options, and which function answers which hook."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from stramash.core.game import Game, Json, Option, Rules, SearchParameters, Variant
from stramash.core.network import Network
from stramash.core.words import Translate
from stramash.games.lords_of_scotland import art, history, position, terminal, text
from stramash.games.lords_of_scotland.effects import list_effects, list_marks
from stramash.games.lords_of_scotland.facts import component_table, describe_facts
from stramash.games.lords_of_scotland.gains import describe_gains
from stramash.games.lords_of_scotland.lesson import draw_illustrations, lesson_steps
from stramash.games.lords_of_scotland.names import card_name
from stramash.games.lords_of_scotland.network import LordsOfScotlandNetwork
from stramash.games.lords_of_scotland.outcome import describe_outcome
from stramash.games.lords_of_scotland.rules import evaluation, observation, recall, turn, view
from stramash.games.lords_of_scotland.rules import state as states
from stramash.games.lords_of_scotland.rules.actions import ACTIONS
from stramash.games.lords_of_scotland.rules.components import (
    BY_ANY,
    BY_CLAN,
    CARD_NUMBERS,
    CARDS,
    NORMAL_CARDS,
)
from stramash.games.lords_of_scotland.score_sheet import score_sheet

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
        Option(
            "bruce",
            False,
            (False, True),
            "play with the two cards of the royal clan Bruce",
            about="A Bruce has strength 12 and belongs to any clan you like when clans are doubled.",
        ),
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
            about="A card uses its power only if no face-up card on the table blocks it. "
            "As usual: any clan among two or three players, the own clan among more.",
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
        recall=recall.recall,
    )
    network: ClassVar[type[Network]] = LordsOfScotlandNetwork
    words: ClassVar[Path] = Path(__file__).parent / "words"
    puzzles: ClassVar[Path] = Path(__file__).parent / "puzzles.jsonl"
    minutes: ClassVar[tuple[int, int]] = (30, 60)
    variants: ClassVar[tuple[Variant, ...]] = (
        *(Variant(players=players, usual=True) for players in (2, 3, 4, 5)),
        *(Variant({"bruce": True}, players) for players in (2, 3, 4, 5)),
        Variant({"activation": "clan"}, 2),
        Variant({"bruce": True, "activation": "clan"}, 3),
        Variant({"activation": "any"}, 4),
        Variant({"bruce": True, "activation": "any"}, 5),
    )
    explained: ClassVar[tuple[str, ...]] = ("card", "follower", "supporter")
    search: ClassVar[SearchParameters] = SearchParameters(scale=5.2)
    search_scales: ClassVar[Mapping[int, float]] = {3: 6.5, 4: 9.0, 5: 9.0}

    actions = ACTIONS
    tensor_size = observation.TENSOR
    rest_to_json = staticmethod(position.rest_to_json)
    clear_state = staticmethod(position.clear_state)
    complete_state = staticmethod(position.complete_state)
    check_state = staticmethod(position.check_state)
    describe = staticmethod(text.describe)
    prompt = staticmethod(text.prompt)
    explain = staticmethod(text.explain)
    outcome = staticmethod(describe_outcome)
    score_sheet = staticmethod(score_sheet)
    gains = staticmethod(describe_gains)
    facts = staticmethod(describe_facts)
    effects = staticmethod(list_effects)
    marks = staticmethod(list_marks)
    imagine_history = staticmethod(history.imagine_history)
    svg = staticmethod(art.draw_table)
    pieces = staticmethod(art.draw_pieces)
    cover = staticmethod(art.draw_cover)
    sketch = staticmethod(terminal.sketch)
    lesson = staticmethod(lesson_steps)
    illustrations = staticmethod(draw_illustrations)

    @property
    def components(self) -> dict[str, Json]:
        return component_table(CARDS if self.options["bruce"] else NORMAL_CARDS)

    def configure(self, state: Any) -> None:
        chosen = self.options["activation"]
        if chosen == "auto":
            chosen = "clan" if self.players >= _MANY_PLAYERS else "any"
        state.players = self.players
        state.bruce = self.options["bruce"]
        state.activation = BY_CLAN if chosen == "clan" else BY_ANY

    def state_to_dict(self, state: Any) -> Json:
        found = super().state_to_dict(state)
        return {key: found[key] for key in position.KEYS}

    def state_from_dict(self, description: Json, state: Any) -> None:
        super().state_from_dict(position.write_out(description), state)

    def short_answer(self, handle: str, _: Translate) -> str:
        return {
            "muster:down": _("Face-down"),
            "muster:up": _("Face-up, no power"),
            "muster:power": _("Face-up, with its power"),
        }.get(handle, "")

    def ask(self, handle: str, _: Translate) -> str:
        kind, _colon, name = handle.partition(":")
        return _("How do you muster {card}?", card=card_name(CARD_NUMBERS[name], _)) if kind == "card" else ""

    def blurb(self, _: Translate) -> str:
        return _("The throne is empty. Muster an army from eight clans, and win the supporters who decide.")
