"""Whole games in all variants, steered by Hypothesis: what must hold holds after every action."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import stramash
from stramash import Game, Position
from stramash.core.game import Json
from tests import conformance
from tests.schotten_totten.board import CLAN_CARDS, TACTIC_CARDS

JOKERS = {"joker1", "joker2"}


def load(tactics: bool, expert: bool, proofs: str, rounds: int) -> Game:
    return stramash.load("schotten-totten", tactics=tactics, expert=expert, proofs=proofs, rounds=rounds)


class WholeGame(RuleBasedStateMachine):
    """Plays one match, its choices drawn by Hypothesis, with some habits that lead to odd corners."""

    position: Position
    claimed: dict[int, int]

    @initialize(
        tactics=st.booleans(),
        expert=st.booleans(),
        proofs=st.sampled_from(["clan", "all"]),
        rounds=st.integers(1, 2),
        seed=st.integers(0, (1 << 128) - 1),
    )
    def deal(self, tactics: bool, expert: bool, proofs: str, rounds: int, seed: int) -> None:
        self.position = load(tactics, expert, proofs, rounds).deal(seed)
        self.claimed = {}

    @property
    def state(self) -> Json:
        return self.position.to_dict()

    def going_on(self) -> bool:
        return not self.position.over

    def choose(self, action: int) -> None:
        if self.position.notation(action) == "next":
            self.claimed = {}
        self.position.play(action)

    @precondition(going_on)
    @rule(choice=st.integers(0, 10_000), times=st.integers(1, 12))
    def play_anything(self, choice: int, times: int) -> None:
        for turn in range(times):
            if self.going_on():
                legal = self.position.legal
                self.choose(legal[(choice + 31 * turn) % len(legal)])

    @precondition(going_on)
    @rule(wanted=st.sampled_from(["claim", "take", "draw:tactic", "under", "to:", "done", "pass", "joker"]))
    def play_what_is_wanted(self, wanted: str) -> None:
        fitting = [a for a in self.position.legal if self.position.notation(a).startswith(wanted)]
        if fitting:
            self.choose(fitting[0])

    @precondition(going_on)
    @rule(choice=st.integers(0, 100))
    def play_a_tactic_card(self, choice: int) -> None:
        names = tuple(TACTIC_CARDS)
        fitting = [a for a in self.position.legal if self.position.notation(a).startswith(names)]
        if fitting:
            self.choose(fitting[choice % len(fitting)])

    @rule()
    def take_back(self) -> None:
        if self.position.undoable:
            self.position.undo()
            owners = [stone["owner"] for stone in self.state["stones"]]
            self.claimed = {stone: owner for stone, owner in self.claimed.items() if owners[stone] == owner}

    @rule(seat=st.sampled_from([0, 1, None]), seed=st.integers(0, 1000))
    def imagine(self, seat: int | None, seed: int) -> None:
        view = self.position.view(seat)
        imagined = view.imagine(seed)
        assert imagined.view(seat) == view
        conformance.check_legal(imagined)

    @invariant()
    def something_is_legal_until_it_is_over(self) -> None:
        conformance.check_legal(self.position)

    @invariant()
    def each_card_is_in_exactly_one_place(self) -> None:
        state, tactics = self.state, self.position.game.options["tactics"]
        places: Counter[str] = (
            Counter(state["deck"]) + Counter(state["tactic_deck"]) + Counter(state["discard"])
        )
        for hand in state["hands"]:
            places += Counter(hand)
        for stone in state["stones"]:
            places += Counter(stone["modes"])
            for side in stone["sides"]:
                places += Counter(side)
        assert places == Counter([*CLAN_CARDS, *(TACTIC_CARDS if tactics else [])])

    @invariant()
    def hands_and_sides_keep_their_sizes(self) -> None:
        state = self.state
        most = 7 if self.position.game.options["tactics"] else 6
        for seat, hand in enumerate(state["hands"]):
            recruiting = state["phase"] in ("recruiting", "returning") and state["player"] == seat
            assert len(hand) <= (9 if recruiting else most)
        for stone in state["stones"]:
            for side in stone["sides"]:
                assert len(side) <= (4 if "mud" in stone["modes"] else 3)

    @invariant()
    def the_limit_on_tactic_cards_is_kept(self) -> None:
        first, second = self.state["tactics_played"]
        assert abs(first - second) <= 1 or not self.position.game.options["tactics"]

    @invariant()
    def no_player_has_two_jokers_on_the_table(self) -> None:
        state = self.state
        for seat in (0, 1):
            lying = [card for stone in state["stones"] for card in stone["sides"][seat] if card in JOKERS]
            assert len(lying) <= 1
            assert state["joker_played"][seat] or not lying

    @invariant()
    def claimed_stones_stay_claimed(self) -> None:
        for index, stone in enumerate(self.state["stones"]):
            if index in self.claimed:
                assert stone["owner"] == self.claimed[index]
            elif stone["owner"] is not None:
                self.claimed[index] = stone["owner"]

    @invariant()
    def complete_first_is_a_complete_side(self) -> None:
        for stone in self.state["stones"]:
            places = 4 if "mud" in stone["modes"] else 3
            whole: list[int | None] = [seat for seat in (0, 1) if len(stone["sides"][seat]) == places]
            assert stone["first"] in (whole or [None])

    @invariant()
    def it_is_written_down_and_read_again_to_the_byte(self) -> None:
        assert bytes(self.position.game.position(self.state)) == bytes(self.position)

    def teardown(self) -> None:
        """Every game ends, whatever was done so far."""
        if hasattr(self, "position"):
            plies = len(self.position.history)
            conformance.play_on(self.position, plies)
            assert len(self.position.history) < 400 * int(self.position.game.options["rounds"])


WholeGame.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
TestWholeGame = WholeGame.TestCase
