"""Schotten Totten as a game of the house: its options, and where its rules, words and pictures are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from stramash.core.errors import BadOption
from stramash.core.game import Game, Json, Option, Rules
from stramash.core.lesson import Step
from stramash.core.words import Translate
from stramash.games.schotten_totten import art, description, lesson, notation, outcome, telling, terminal
from stramash.games.schotten_totten.rules import evaluation, turn, view
from stramash.games.schotten_totten.rules import state as states
from stramash.games.schotten_totten.rules.components import BASE_ACTIONS, CLAIM, DONE, STONES, TACTIC_ACTIONS

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
    player_counts: ClassVar[range] = range(2, 3)
    option_specs: ClassVar[tuple[Option, ...]] = (
        Option("tactics", False, (False, True), "play with the ten Tactic cards"),
        Option("expert", False, (False, True), "claim stones only at the beginning of a turn"),
        Option("proofs", "clan", ("clan", "all"), "what a proof counts: Clan cards, or elite troops too"),
        Option("rounds", 1, range(1, 100), "play a match of so many rounds"),
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
        observe=view.observe,
        evaluate=evaluation.evaluate,
    )
    words: ClassVar[Path] = Path(__file__).parent / "words"
    minutes: ClassVar[tuple[int, int]] = (15, 20)

    @property
    def num_actions(self) -> int:
        return TACTIC_ACTIONS if self.options["tactics"] else BASE_ACTIONS

    @property
    def tensor_size(self) -> int:
        return view.TACTIC_TENSOR if self.options["tactics"] else view.BASE_TENSOR

    def configure(self, state: Any) -> None:
        state.tactics = self.options["tactics"]
        state.expert = self.options["expert"]
        state.proofs = self.options["proofs"] == "all"
        state.rounds = self.options["rounds"]

    def name_action(self, action: int) -> str:
        return notation.action_notation(action)

    def veil(self, action: int) -> str | None:
        return notation.veiled_notation(action)

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
        if type(about) is not int or about not in range(1, STONES + 1):
            raise BadOption(f"no stone {about!r}: stones are 1 to {STONES}")
        return telling.explain(state, seat, about - 1, _)

    def facts(self, state: Any, seat: int, _: Translate) -> Json:
        return telling.facts(state, seat, _)
