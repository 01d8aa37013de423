"""Schotten Totten: its options, its properties, and the functions for the hooks of `Game`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from stramash.core.actions import Actions
from stramash.core.dealing import Dealer
from stramash.core.errors import BadOption, BadSeat
from stramash.core.game import (
    Game,
    Json,
    KernelParameters,
    Option,
    OptionValue,
    Rules,
    SearchParameters,
    Variant,
)
from stramash.core.network import Network
from stramash.core.puzzle import Question
from stramash.core.seats import SPECTATOR, check_seat
from stramash.core.seen import Seen
from stramash.core.words import Translate
from stramash.games.schotten_totten import art, history, position, terminal, text
from stramash.games.schotten_totten.dealer import CardDealer
from stramash.games.schotten_totten.effects import list_effects, list_marks
from stramash.games.schotten_totten.facts import component_table, describe_facts
from stramash.games.schotten_totten.gains import describe_gains
from stramash.games.schotten_totten.lesson import draw_illustrations, lesson_steps
from stramash.games.schotten_totten.names import card_name
from stramash.games.schotten_totten.network import SchottenTottenNetwork
from stramash.games.schotten_totten.outcome import describe_outcome, describe_standing
from stramash.games.schotten_totten.position import cards_played_with
from stramash.games.schotten_totten.puzzles import ask_puzzle, list_questions
from stramash.games.schotten_totten.rules import evaluation, observation, recall, rounds, turn, view
from stramash.games.schotten_totten.rules import state as states
from stramash.games.schotten_totten.rules.actions import ACTIONS, BASE_ACTIONS
from stramash.games.schotten_totten.rules.cards import full_hand
from stramash.games.schotten_totten.rules.claims import claimable_stones
from stramash.games.schotten_totten.rules.components import CARD_NAMES, CLANS, HAND, PLACES, STONES, STRENGTHS
from stramash.games.schotten_totten.score_sheet import score_sheet

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
        Option(
            "tactics",
            False,
            (False, True),
            "play with the ten Tactic cards",
            about="Jokers, spies and ruses in a pile of their own. You play at most one more of them than "
            "your opponent.",
        ),
        Option(
            "expert",
            False,
            (False, True),
            "claim stones only at the beginning of a turn",
            about="Otherwise you claim at the end of your turn, before your opponent can answer.",
        ),
        Option(
            "proofs",
            "clan",
            ("clan", "all"),
            "what a proof must allow for",
            ("only Clan cards", "Clan cards and elite troops"),
            about="To claim a stone early you must prove that no card still to come can beat you there. "
            "This says which cards count as still to come; it matters only with Tactic cards.",
        ),
        Option(
            "rounds",
            1,
            range(1, 100),
            "how many rounds a match has",
            about="With more than one round, points are added up over all of them.",
        ),
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
        scores=rounds.scores,
        winners=rounds.winners,
        hide=view.hide,
        imagine=view.imagine,
        observe=observation.observe,
        evaluate=evaluation.evaluate,
        recall=recall.recall,
    )
    network: ClassVar[type[Network]] = SchottenTottenNetwork
    words: ClassVar[Path] = Path(__file__).parent / "words"
    puzzles: ClassVar[Path] = Path(__file__).parent / "puzzles.jsonl"
    minutes: ClassVar[tuple[int, int]] = (15, 20)
    routine_kinds: ClassVar[tuple[str, ...]] = ("claim",)
    explained: ClassVar[tuple[str, ...]] = ("stone",)
    variants: ClassVar[tuple[Variant, ...]] = (
        Variant(usual=True),
        Variant({"tactics": True}, usual=True),
        Variant({"expert": True}),
        Variant({"tactics": True, "expert": True}),
        Variant({"tactics": True, "proofs": "all"}),
        Variant({"expert": True, "proofs": "all"}),
        Variant({"rounds": 2}),
        Variant({"expert": True, "rounds": 2}),
        Variant({"tactics": True, "rounds": 3}),
        Variant({"proofs": "all", "rounds": 2}),
        *map(Variant, minis),
        Variant({"stones": 3, "clans": 3, "strengths": 6, "hand": 4, "formation": 2}),
    )
    search: ClassVar[SearchParameters] = SearchParameters(widen=0.8, plies=6, scale=3.3)
    kernel: ClassVar[KernelParameters] = KernelParameters(registers=None, unroll=True)

    more_keys: ClassVar[tuple[str, ...]] = ("ended",)
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
    standing = staticmethod(describe_standing)
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
    def actions(self) -> Actions:
        return ACTIONS if self.options["tactics"] else BASE_ACTIONS

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

    def name_routine(self, _: Translate) -> str:
        return _("Claims")

    def claimable(self, seen: Seen, seat: int) -> list[int]:
        """Return the stones, counted from 1, that a seat could claim by what lies on the table: a cheap call.

        It takes a position or a view. Whether it is the time to claim them is another question: see
        `Position.legal`.

        >>> position = SchottenTotten().position({"stones": [{"sides": [["b7", "b8", "b9"], []]}] + [{}] * 8})
        >>> position.game.claimable(position, 0), position.game.claimable(position.view(1), 1)
        ([1], [])
        """
        number = check_seat(self.players, seat)
        if number == SPECTATOR:
            raise BadSeat("a spectator claims nothing: seats are 0 and 1")
        stones = int(claimable_stones(seen.state, number))
        return [stone + 1 for stone in range(STONES) if stones >> stone & 1]

    @property
    def components(self) -> dict[str, Json]:
        return component_table(self.blank()[0])

    def ask(self, handle: str, _: Translate) -> str:
        kind, _colon, name = handle.partition(":")
        return (
            _("Choose a stone for {card}.", card=card_name(CARD_NAMES.index(name), _))
            if kind == "card"
            else ""
        )

    def blurb(self, _: Translate) -> str:
        return _("Two clans quarrel over nine stones. Three cards make a formation; prove that yours wins.")

    def card_dealer(self) -> Dealer:
        if self.options["tactics"] or self.options["rounds"] != 1:
            return super().card_dealer()
        state = self.blank()[0]
        return CardDealer(cards_played_with(state), int(full_hand(state)))

    def questions(self, state: Any) -> list[Question]:
        return list_questions(state)

    def ask_puzzle(self, kind: str, _: Translate) -> str:
        return ask_puzzle(kind, _) or super().ask_puzzle(kind, _)

    def facts(self, state: Any, seat: int, _: Translate) -> Json:
        return describe_facts(state, seat, lambda stone: text.explain_stone(state, max(seat, 0), stone, _))
