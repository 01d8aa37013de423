"""Setting up, the end of a round, claiming, and the end of the game."""

from __future__ import annotations

import random

import numpy as np
import pytest

from stramash import Game
from stramash.core.chance import shuffle
from stramash.core.state import set_seed
from stramash.games.lords_of_scotland.rules.cards import lay_supporters
from stramash.games.lords_of_scotland.rules.components import CARD_NAMES
from stramash.games.lords_of_scotland.rules.turn import clear
from tests.lords_of_scotland.table import (
    ALL,
    BRUCE,
    FIVE,
    RECRUITS,
    THREE,
    TWO,
    army,
    choices,
    hand,
    last_act,
    pile,
    play,
    table,
)

# --- Set-up ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL, ids=str)
def test_the_table_is_laid_out_for_every_number_of_players(game: Game) -> None:
    description = game.deal(seed=3).to_dict()
    cards = 98 if game.options["bruce"] else 96
    assert [len(cards) for cards in description["hands"]] == [5] * game.players
    assert len(description["supporters"]) == game.players
    assert [recruit["face_up"] for recruit in description["recruits"]] == [True] + [False] * 4
    assert len(description["draw_pile"]) == cards - 6 * game.players - 5
    assert (description["initiative"], description["player"], description["turn"]) == (0, 0, 1)


def test_the_bruce_are_set_aside_unless_chosen() -> None:
    assert "br97" not in str(TWO.deal(1).to_dict())
    assert "br97" in str(BRUCE.deal(1).to_dict())


def test_hands_then_recruits_then_supporters_are_dealt_from_one_shuffle() -> None:
    state = THREE.blank()[0]
    set_seed(state, 5)
    cards = np.arange(96, dtype=np.int16)
    shuffle(state, cards, 96)
    top_first = [CARD_NAMES[int(card)] for card in cards[::-1]]
    told = THREE.deal(5).to_dict()
    assert [set(hand) for hand in told["hands"]] == [set(top_first[at : at + 5]) for at in (0, 5, 10)]
    assert [recruit["card"] for recruit in told["recruits"]] == top_first[15:20]
    assert set(told["supporters"]) == set(top_first[20:23])
    assert told["draw_pile"] == top_first[23:]


def test_supporters_all_of_one_strength_are_discarded_and_drawn_again() -> None:
    position = last_act(TWO, "fo9", "", supporters="sc5 sc6")
    cards = [card for card in pile(position, "draw_pile") if card not in {"sc3", "mk3", "we3", "fo4"}]
    top = [*cards[:6], "sc3", "mk3", "we3", "fo4", *cards[6:]]
    position = last_act(TWO, "fo9", "", supporters="sc5 sc6", draw_pile=top)
    play(position, "recruit:1", "claim:sc6")
    assert pile(position, "supporters") == ["we3", "fo4"]
    assert {"sc3", "mk3"} <= set(pile(position, "discard"))


def supporters_of(*cards: int) -> list[int]:
    """Lay out the Supporters of a table for two from a draw pile of these cards, the top one first."""
    state = TWO.blank()[0]
    clear(state)
    state.pile[: len(cards)] = cards[::-1]
    state.pile_size = len(cards)
    lay_supporters(state)
    return [int(card) for card in state.supporters[: state.supporters_size]]


def test_supporters_are_not_drawn_again_when_no_other_strength_is_left() -> None:
    threes = [16, 17, 18, 19]
    assert supporters_of(*threes) == [16, 17]
    assert supporters_of(*threes, 95) != [16, 17]
    assert 95 in supporters_of(*threes, 95)


def test_fewer_than_two_supporters_are_not_drawn_again() -> None:
    assert supporters_of(16) == [16]
    assert supporters_of() == []


# --- The end of the round ------------------------------------------------------------------------------


def test_all_face_down_followers_are_flipped_and_counted() -> None:
    position = last_act(TWO, "[fo3] [fo4]", "sc12", supporters="sc5 sc6", recruits="ck12")
    play(position, "recruit:1")
    assert army(position, 0) == ["fo3", "fo4"]
    assert position.to_dict()["order"] == [0, 1], "7 doubled is more than 12"


def test_a_card_flipped_at_the_end_does_not_activate() -> None:
    position = last_act(TWO, "[ch9]", "", supporters="sc5 sc6")
    play(position, "recruit:1")
    assert position.to_dict()["claims"] == 1


def test_an_army_of_one_clan_with_more_than_one_card_doubles() -> None:
    armies = table(THREE, "sc5 sc6", "fo12", "sc7 sc8 mk7").view(0).facts["armies"]
    assert [fact["total"] for fact in armies] == [22, 12, 22]
    assert [fact["doubled"] for fact in armies] == [True, False, False]


def test_a_single_card_is_not_doubled() -> None:
    assert table(TWO, "fo12").view(0).facts["armies"][0]["total"] == 12


def test_a_tie_goes_to_the_highest_rank() -> None:
    position = last_act(TWO, "sc6 fo6", "mk9 sc3", supporters="sc5 sc10")
    play(position, "recruit:1")
    assert position.to_dict()["order"] == [1, 0], "rank 66 is the highest of all"


def test_the_highest_strength_does_not_decide_a_tie() -> None:
    position = last_act(TWO, "ch6 ck6", "fo6 fe6", supporters="sc5 sc10")
    play(position, "recruit:1")
    assert position.to_dict()["order"] == [0, 1], "equal strengths, rank 48 against 46"


def test_each_player_with_a_follower_chooses_a_supporter_in_order() -> None:
    position = last_act(THREE, "fo5", "fo9", "fo7", supporters="sc5 sc6 sc10")
    play(position, "recruit:1")
    assert position.player == 1
    assert choices(position) == {"claim:sc5", "claim:sc6", "claim:sc10"}
    play(position, "claim:sc5")
    assert position.player == 2
    play(position, "claim:sc10")
    assert (position.player, choices(position)) == (0, {"claim:sc6"})


def test_a_player_without_a_follower_claims_nothing() -> None:
    position = last_act(THREE, "fo5", "", "fo7", supporters="sc5 sc6 sc10")
    play(position, "recruit:1", "claim:sc10", "claim:sc6")
    assert position.scores == [6, 0, 10]
    assert position.to_dict()["round"] == 2
    assert "sc5" in pile(position, "discard"), "what is not claimed is discarded"


def test_supporters_recruits_and_followers_are_discarded_and_hands_stay() -> None:
    position = last_act(TWO, "fo5 [sc2]", "md7", supporters="sc5 sc10", hands=("we1 we2", "we3"))
    play(position, "down:we3", "claim:sc10", "claim:sc5")
    assert {"fo5", "sc2", "md7", "we3", *RECRUITS[:5]} <= set(pile(position, "discard"))
    assert hand(position, 0) == ["we1", "we2"]
    assert hand(position, 1) == []


def test_the_rounds_winner_takes_the_initiative_and_begins() -> None:
    position = last_act(THREE, "fo5", "", "fo7", supporters="sc5 sc6 sc10")
    play(position, "recruit:1", "claim:sc10", "claim:sc6")
    description = position.to_dict()
    assert (description["initiative"], description["player"], description["turn"]) == (2, 2, 1)


def test_the_initiative_stays_when_nobody_has_a_follower() -> None:
    position = last_act(THREE, supporters="sc5 sc6 sc10", initiative=1, player=0)
    play(position, "recruit:1")
    description = position.to_dict()
    assert (description["round"], description["initiative"], description["player"]) == (2, 1, 1)
    assert position.scores == [0, 0, 0]


# --- The end of the game -------------------------------------------------------------------------------


def test_forty_points_end_the_game_after_the_round() -> None:
    position = last_act(TWO, "fo9", "fo8", supporters="sc5 sc6", victory=("sc12 mk12 md10", "sc4"))
    play(position, "recruit:1", "claim:sc6")
    assert not position.over, "the other still claims"
    play(position, "claim:sc5")
    assert position.over
    assert (position.scores, position.winners) == ([40, 9], [0])


def test_the_most_points_win_not_who_reached_forty_first() -> None:
    victory = ("sc12 mk12 md10", "we12 fe12 fo12 ck3")
    position = last_act(TWO, "fo9", "fo8", supporters="sc6 sc7", victory=victory)
    play(position, "recruit:1", "claim:sc6", "claim:sc7")
    assert (position.scores, position.winners) == ([40, 46], [1])


def test_a_tie_goes_to_the_better_place_in_the_last_round() -> None:
    victory = ("sc12 mk12 md11", "we12 fe12 fe11")
    position = last_act(TWO, "fo8", "fo9", supporters="sc6 mk6", victory=victory)
    play(position, "recruit:1", "claim:sc6", "claim:mk6")
    assert (position.scores, position.winners) == ([41, 41], [1])


def test_the_table_stays_as_it_is_after_the_last_claim() -> None:
    position = last_act(TWO, "fo9", "", supporters="sc5 sc6", victory=("sc12 mk12 md10", ""), initiative=0)
    play(position, "recruit:1", "claim:sc6")
    assert position.over
    assert army(position, 0) == ["fo9"]
    assert pile(position, "supporters") == ["sc5"]
    assert position.to_dict()["initiative"] == 0


def test_a_table_of_five_can_be_played_to_the_end() -> None:
    dice = random.Random(1)
    position = FIVE.deal(1)
    while not position.over:
        position.play(dice.choice(position.legal))
    assert max(position.scores) >= 40
    assert len(position.winners) == 1
