"""Mistakes that are easily made with these rules, each as a test that would catch it."""

from __future__ import annotations

from tests.lords_of_scotland.table import (
    FIVE,
    FOUR,
    TWO,
    army,
    choices,
    hand,
    hoard,
    last_act,
    pile,
    play,
    table,
)


def test_a_tie_is_not_decided_by_strength() -> None:
    position = play(last_act(TWO, "sc11 mk2", "ch11 ck2", supporters="sc5 sc6"), "recruit:1")
    assert position.to_dict()["order"] == [1, 0], "13 each, both with an 11: rank 88 beats 81"


def test_an_end_of_round_power_that_was_never_activated_does_not_work() -> None:
    position = last_act(TWO, "ch9 md8", "fo5", supporters="sc5 sc6")
    play(position, "recruit:1")
    assert position.to_dict()["claims"] == 1
    play(position, "claim:sc5", "claim:sc6")
    assert army(position, 0) == []


def test_no_activation_survives_the_discard_pile() -> None:
    position = last_act(TWO, "ch9!", "fo5", supporters="sc5 sc6", hands=("", "we2"))
    play(position, "up:we2!", "follower:ch9", "claim:sc5")
    assert "ch9" in pile(position, "discard")
    assert "active" not in str(position.to_dict()["armies"])


def test_no_activation_survives_a_reshuffle() -> None:
    """An active Cochrane is discarded, reshuffled and recruited: nothing is left of its power."""
    recruits = "fo12 fe12 we12 md12 mk12"
    hoarded = hoard(FIVE, (0, 9, 9, 10, 10), "ch9", "we2", "sc5", "sc6", *recruits.split())
    hoarded["hands"] = ("we2", *hoarded["hands"][1:])
    position = table(
        FIVE, "", "ch9!", supporters="sc5 sc6", recruits=recruits, draw_pile="", turn=5, **hoarded
    )
    play(position, "up:we2!", "follower:ch9", "recruit:1")
    assert position.to_dict()["shuffles"] == 1
    play(position, "recruit:1")
    assert "ch9" in hand(position, 2)
    play(position, *(f"up:{hand(position, seat)[0]}" for seat in (3, 4)))
    assert position.to_dict()["phase"] == "claiming"
    assert "active" not in str(position.to_dict()["armies"])


def test_a_supporter_is_chosen_not_assigned() -> None:
    position = play(last_act(TWO, "fo9", "fo5", supporters="sc5 sc12"), "recruit:1")
    assert choices(position) == {"claim:sc5", "claim:sc12"}
    assert play(position, "claim:sc5").scores == [5, 0], "the weaker one may be wanted"


def test_the_last_supporter_is_claimed_by_an_action_too() -> None:
    position = play(last_act(TWO, "fo9", "fo5", supporters="sc5 sc12"), "recruit:1", "claim:sc5")
    assert (position.player, choices(position)) == (1, {"claim:sc12"})


def test_a_power_is_never_forced() -> None:
    for card in ("md1", "ch1", "fo1"):
        position = table(TWO, hands=(card,))
        assert {f"up:{card}", f"up:{card}!"} <= choices(position)


def test_no_pass_while_recruiting_is_possible() -> None:
    assert "pass" not in choices(table(TWO, recruits="- - - - fo3"))


def test_no_pass_while_mustering_is_possible() -> None:
    assert "pass" not in choices(table(TWO, hands=("sc1",), recruits="- - - - -"))


def test_the_discard_pile_is_not_reshuffled_before_the_draw_pile_is_empty() -> None:
    position = last_act(TWO, "fo9", "", supporters="sc5 sc6")
    play(position, "recruit:1", "claim:sc5")
    assert position.to_dict()["shuffles"] == 0
    assert len(pile(position, "discard")) >= 7


def test_fergusson_asks_for_no_target_when_only_ones_own_cards_are_out() -> None:
    position = table(TWO, "md9 ch8", hands=("fe3",))
    assert "up:fe3!" not in choices(position)
    assert play(position, "up:fe3").player == 1


def test_not_higher_is_enough_to_activate() -> None:
    assert "up:ch5!" in choices(table(TWO, "", "fo5 we5", hands=("ch5",)))


def test_not_higher_of_the_same_clan_blocks_among_four() -> None:
    position = table(FOUR, "", "fo1", "ch5", hands=("ch6 ch4 we9",))
    assert {"up:ch4!", "up:we9!"} <= choices(position)
    assert "up:ch6!" not in choices(position)


def test_a_single_card_is_never_doubled() -> None:
    position = play(last_act(TWO, "sc7", "sc6 mk6", supporters="sc5 sc12"), "recruit:1")
    assert position.to_dict()["order"] == [1, 0], "7 is not 14"


def test_hands_are_not_dealt_again_each_round() -> None:
    position = last_act(TWO, "fo9", "", supporters="sc5 sc6", hands=("we1", "we3"))
    play(position, "recruit:1", "claim:sc5")
    assert position.to_dict()["round"] == 2
    assert hand(position, 0) == ["we1"]
    assert len(hand(position, 1)) == 2


def test_a_kept_card_is_not_kept_again() -> None:
    position = last_act(TWO, "md9~", "fo5", supporters="sc5 sc6")
    play(position, "recruit:1", "claim:sc5", "claim:sc6")
    assert army(position, 0) == []
    assert "md9" in pile(position, "discard")


def test_a_taken_supporter_does_not_activate() -> None:
    position = last_act(TWO, "fo9", "", supporters="ch5 sc6", hands=("", "ck4"))
    play(position, "up:ck4!", "take:ch5", "claim:sc6")
    assert (position.player, position.to_dict()["claims"]) == (1, 1)
