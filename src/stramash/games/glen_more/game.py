"""Glen More: its options, its properties, and the functions for the hooks of `Game`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from stramash.core.game import Game, Json, KernelParameters, Option, Rules, SearchParameters, Variant
from stramash.core.network import Network
from stramash.core.words import Translate
from stramash.games.glen_more import art, position, terminal, text
from stramash.games.glen_more.effects import list_effects, list_marks
from stramash.games.glen_more.facts import describe_facts
from stramash.games.glen_more.facts.tiles import component_table
from stramash.games.glen_more.gains import describe_gains
from stramash.games.glen_more.lesson import draw_illustrations, lesson_steps
from stramash.games.glen_more.names import tile_name
from stramash.games.glen_more.network import GlenMoreNetwork
from stramash.games.glen_more.outcome import describe_outcome
from stramash.games.glen_more.rules import evaluation, observation, scoring, turn, view
from stramash.games.glen_more.rules import state as states
from stramash.games.glen_more.rules.actions import ACTIONS
from stramash.games.glen_more.rules.components import DIE_PLAYERS, TILE_OF_NAME
from stramash.games.glen_more.score_sheet import score_sheet

__all__ = ["GlenMore"]


class GlenMore(Game):
    """Take tiles from a ring, lay out a glen, and let its tiles work together.

    >>> game = GlenMore(players=4)
    >>> game.num_actions, game.players, game.options
    (1239, 4, {'die': 'tiles'})
    """

    name: ClassVar[str] = "glen-more"
    title: ClassVar[str] = "Glen More"
    version: ClassVar[int] = 1
    observation_version: ClassVar[int] = 2
    player_counts: ClassVar[range] = range(2, 6)
    option_specs: ClassVar[tuple[Option, ...]] = (
        Option(
            "die",
            "tiles",
            ("tiles", "spaces"),
            "what the die counts, with two or three players",
            ("only spaces with a tile", "empty spaces, too"),
            players=range(2, DIE_PLAYERS + 1),
            about="The die takes a tile out of the game when it is last. "
            "It counts the way ahead to that tile.",
        ),
    )
    rules: ClassVar[Rules] = Rules(
        state=states.GlenMore,
        deal=turn.deal,
        legal=turn.legal,
        play=turn.play,
        scores=scoring.scores,
        winners=scoring.winners,
        hide=view.hide,
        imagine=view.imagine,
        observe=observation.observe,
        evaluate=evaluation.evaluate,
    )
    network: ClassVar[type[Network]] = GlenMoreNetwork
    words: ClassVar[Path] = Path(__file__).parent / "words"
    puzzles: ClassVar[Path] = Path(__file__).parent / "puzzles.jsonl"
    minutes: ClassVar[tuple[int, int]] = (45, 90)
    variants: ClassVar[tuple[Variant, ...]] = (
        *(Variant(players=players, usual=True) for players in (2, 3, 4, 5)),
        *(Variant({"die": "spaces"}, players) for players in (2, 3)),
    )
    explained: ClassVar[tuple[str, ...]] = ("tile",)
    search: ClassVar[SearchParameters] = SearchParameters(plies=10, scale=8.5)
    search_scales: ClassVar[Mapping[int, float]] = {3: 9.0, 4: 12.0, 5: 12.0}
    kernel: ClassVar[KernelParameters] = KernelParameters(crowded=True)

    actions = ACTIONS
    tensor_size = observation.TENSOR
    more_keys: ClassVar[tuple[str, ...]] = ("die",)
    rest_to_json = staticmethod(position.rest_to_json)
    clear_state = staticmethod(position.clear_state)
    complete_state = staticmethod(position.complete_state)
    check_state = staticmethod(position.check_state)
    describe = staticmethod(text.describe)
    prompt = staticmethod(text.prompt)
    explain = staticmethod(text.explain)
    why_not = staticmethod(text.why_not)
    outcome = staticmethod(describe_outcome)
    score_sheet = staticmethod(score_sheet)
    gains = staticmethod(describe_gains)
    facts = staticmethod(describe_facts)
    effects = staticmethod(list_effects)
    marks = staticmethod(list_marks)
    svg = staticmethod(art.draw_table)
    pieces = staticmethod(art.draw_pieces)
    sketch = staticmethod(terminal.sketch)
    lesson = staticmethod(lesson_steps)
    illustrations = staticmethod(draw_illustrations)

    @property
    def components(self) -> dict[str, Json]:
        return component_table()

    def configure(self, state: Any) -> None:
        state.players = self.players
        state.die_rule = self.options["die"] == "spaces"

    def scorings(self, state: Any) -> int:
        return int(state.scorings)

    def name_handle(self, handle: str, _: Translate) -> str:
        return _("Sell") if handle == "sell" else super().name_handle(handle, _)

    def ask(self, handle: str, _: Translate) -> str:
        kind, _colon, name = handle.partition(":")
        if kind == "tile":
            tile = tile_name(TILE_OF_NAME[name], _)
            return _("Where does the clan member of {tile} go?", tile=tile)
        return _("Which cube do you sell?") if kind == "sell" else ""

    def blurb(self, _: Translate) -> str:
        return _(
            "Lay out a glen tile by tile. Every tile wakes its neighbours; "
            "the last in line is the next to move."
        )

    def cover(self, _: Translate) -> str:
        return art.draw_cover(self.blank()[0], _)
