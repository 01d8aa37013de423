"""The nine powers, each with its choices."""

from __future__ import annotations

import pytest

from stramash import IllegalAction
from tests.lords_of_scotland.table import (
    BRUCE,
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

# --- Cockburn ----------------------------------------------------------------------------------------


def test_cockburn_joins_the_supporters_and_a_different_supporter_joins_the_army() -> None:
    position = play(table(TWO, hands=("ck3",), supporters="sc5 ch9"), "up:ck3!")
    assert choices(position) == {"take:sc5", "take:ch9"}
    play(position, "take:ch9")
    assert army(position, 0) == ["ch9"], "face-up and without its power"
    assert pile(position, "supporters") == ["ck3", "sc5"]
    assert position.player == 1


def test_a_supporter_taken_by_cockburn_is_a_follower_and_blocks() -> None:
    position = table(TWO, hands=("ck3", "ch4"), supporters="sc2 ch9")
    assert "up:ch4!" in choices(play(position.copy(), "up:ck3!", "take:ch9"))
    assert "up:ch4!" not in choices(play(position.copy(), "up:ck3!", "take:sc2"))


# --- Fergusson ---------------------------------------------------------------------------------------


def test_fergusson_goes_to_an_opponent_for_one_of_its_followers() -> None:
    position = play(table(THREE, "fo9", "md5 ch6", "we7", hands=("fe3",)), "up:fe3!")
    assert choices(position) == {"follower:md5", "follower:ch6", "follower:we7"}
    play(position, "follower:ch6")
    assert army(position, 0) == ["fo9", "ch6"]
    assert army(position, 1) == ["md5", "fe3"]


def test_a_face_down_follower_stays_face_down_and_its_new_owner_may_look() -> None:
    position = table(TWO, "", "[md5]", hands=("fe3",))
    assert position.view(0).to_dict()["armies"][1][0]["card"] == "?"
    play(position, "up:fe3!", "follower:?1.1")
    assert army(position, 0) == ["[md5]"]
    assert position.view(0).to_dict()["armies"][0][0]["card"] == "md5"
    assert position.view(1).to_dict()["armies"][0][0]["card"] == "md5", "who mustered it still knows it"
    assert position.view(None).to_dict()["armies"][0][0]["card"] == "?"


def test_fergusson_has_no_target_among_ones_own_followers() -> None:
    assert "up:fe3!" not in choices(table(TWO, "fo9 [md5]", hands=("fe3",)))


def test_an_active_power_stays_active_for_the_new_owner() -> None:
    position = play(table(TWO, "", "ch5!", hands=("fe3",)), "up:fe3!", "follower:ch5")
    assert army(position, 0) == ["ch5!"]
    position = play(table(TWO, "", "sc5=md", hands=("fe3",)), "up:fe3!", "follower:sc5")
    assert army(position, 0) == ["sc5=md"]
    assert army(position, 1) == ["fe3"]


def test_a_kept_follower_stays_a_kept_one_for_its_new_owner() -> None:
    position = play(table(TWO, "", "md5~", hands=("fe3",)), "up:fe3!", "follower:md5")
    assert (army(position, 0), army(position, 1)) == (["md5~"], ["fe3"])


def test_the_effect_occurs_for_the_player_who_controls_the_follower_at_the_end() -> None:
    position = last_act(TWO, "ch5!", "we9", supporters="sc5 fo6", hands=("", "fe3"))
    play(position, "up:fe3!", "follower:ch5")
    assert position.player == 1
    assert position.to_dict()["claims"] == 2


# --- Forsyth -----------------------------------------------------------------------------------------


def test_forsyth_draws_the_top_card() -> None:
    position = table(TWO, hands=("fo3",))
    top = pile(position, "draw_pile")[0]
    play(position, "up:fo3!")
    assert hand(position, 0) == [top]
    assert position.view(1).to_dict()["hands"][0] == ["?"]


def test_forsyth_from_a_full_hand_leaves_ten_cards() -> None:
    full = "fo1 sc2 sc3 sc4 sc5 sc6 sc7 sc8 sc9 sc10"
    position = play(table(TWO, hands=(full,)), "up:fo1!")
    assert len(hand(position, 0)) == 10


# --- Makgill -----------------------------------------------------------------------------------------


def test_makgill_musters_another_follower_which_may_activate() -> None:
    position = play(table(TWO, hands=("mk5 ch4 ch6",)), "up:mk5!")
    assert choices(position) == {"up:ch4", "up:ch4!", "down:ch4", "up:ch6", "down:ch6"}
    play(position, "up:ch4!")
    assert army(position, 0) == ["mk5", "ch4!"]
    assert position.player == 1


def test_makgill_after_makgill_goes_on_without_limit() -> None:
    position = table(TWO, hands=("mk9 mk8 mk7 mk6 mk5 sc1",))
    play(position, "up:mk9!", "up:mk8!", "up:mk7!", "up:mk6!", "up:mk5!", "down:sc1")
    assert army(position, 0) == ["mk9", "mk8", "mk7", "mk6", "mk5", "[sc1]"]
    assert position.player == 1


def test_the_chain_ends_with_a_makgill_that_cannot_activate() -> None:
    position = play(table(TWO, hands=("mk5 mk6 sc1",)), "up:mk5!", "up:mk6")
    assert position.player == 1


def test_the_second_card_of_makgill_may_be_face_down() -> None:
    assert army(play(table(TWO, hands=("mk5 sc1",)), "up:mk5!", "down:sc1"), 0) == ["mk5", "[sc1]"]


# --- Scott -------------------------------------------------------------------------------------------


def test_scott_copies_an_immediate_power_with_itself_as_the_card() -> None:
    position = play(table(TWO, "", "fe9 we8", hands=("sc3",)), "up:sc3!", "follower:fe9")
    assert choices(position) == {"follower:fe9", "follower:we8"}
    play(position, "follower:we8")
    assert army(position, 0) == ["we8"]
    assert army(position, 1) == ["fe9", "sc3"]


def test_scott_copies_an_end_of_round_power_by_a_token() -> None:
    position = play(table(TWO, "", "ch9", hands=("sc3",)), "up:sc3!", "follower:ch9")
    assert army(position, 0) == ["sc3=ch"]
    assert position.player == 1


def test_scott_copies_whether_that_power_was_activated_or_not() -> None:
    for other in ("ch9", "ch9!"):
        assert "follower:ch9" in choices(play(table(TWO, "", other, hands=("sc3",)), "up:sc3!"))


def test_scott_may_copy_a_kept_macdonnell() -> None:
    position = play(table(TWO, "md9~", hands=("sc3",)), "up:sc3!", "follower:md9")
    assert army(position, 0) == ["md9~", "sc3=md"]


def test_scott_copies_neither_a_scott_nor_a_face_down_follower() -> None:
    assert "up:sc3!" not in choices(table(TWO, "sc9", "[ch9]", hands=("sc3",)))


def test_scott_has_the_choice_of_all_face_up_followers_but_scotts() -> None:
    position = play(table(TWO, "sc9 md8", "ch9 [we7]", hands=("sc3",)), "up:sc3!")
    assert choices(position) == {"follower:md8", "follower:ch9"}


def test_scott_is_offered_only_powers_that_could_do_something() -> None:
    position = play(table(TWO, "fe9 mk8 ck7 we6", hands=("sc3",)), "up:sc3!")
    assert choices(position) == {"follower:we6"}, "no opponent's Follower, no hand, no Supporter"


def test_scott_as_cockburn_joins_the_supporters() -> None:
    position = table(TWO, "ck9", hands=("sc3",), supporters="md4 fo5")
    play(position, "up:sc3!", "follower:ck9", "take:md4")
    assert army(position, 0) == ["ck9", "md4"]
    assert pile(position, "supporters") == ["sc3", "fo5"]


def test_scott_as_makgill_musters_another() -> None:
    position = play(table(TWO, "mk9", hands=("sc3 ch2",)), "up:sc3!", "follower:mk9", "up:ch2!")
    assert army(position, 0) == ["mk9", "sc3", "ch2!"]


def test_scott_as_forsyth_draws() -> None:
    position = play(table(TWO, "fo9", hands=("sc3",)), "up:sc3!", "follower:fo9")
    assert len(hand(position, 0)) == 1
    assert position.player == 1


def test_scott_as_wemyss_may_discard_the_copied_wemyss() -> None:
    position = play(table(TWO, "we9", hands=("sc3",)), "up:sc3!", "follower:we9", "follower:we9")
    assert army(position, 0) == ["sc3"]


def test_copying_does_not_negate_the_power_copied() -> None:
    position = play(table(TWO, "", "ch9!", hands=("sc3",)), "up:sc3!", "follower:ch9")
    assert army(position, 1) == ["ch9!"]


# --- Wemyss ------------------------------------------------------------------------------------------


def test_wemyss_discards_any_other_follower_of_any_army() -> None:
    position = play(table(THREE, "fo9", "[md5]", "ch6!", hands=("we3",)), "up:we3!")
    assert choices(position) == {"follower:fo9", "follower:?1.1", "follower:ch6"}
    own = play(position.copy(), "follower:fo9")
    assert army(own, 0) == ["we3"]
    assert pile(own, "discard") == ["fo9"]


def test_what_is_on_other_followers_stays_when_one_is_discarded() -> None:
    position = table(TWO, "", "fo9 ch5! [sc7] md4~ sc6=md", hands=("we3",))
    play(position, "up:we3!", "follower:fo9")
    assert army(position, 1) == ["ch5!", "[sc7]", "md4~", "sc6=md"]
    assert position.view(1).to_dict()["armies"][1][1]["card"] == "sc7"


def test_a_face_down_card_discarded_by_wemyss_is_shown() -> None:
    position = play(table(TWO, "", "[md5]", hands=("we3",)), "up:we3!", "follower:?1.1")
    assert position.view(None).to_dict()["discard"] == ["md5"]


def test_an_activated_power_is_carried_out_in_full() -> None:
    position = play(table(TWO, "", "md5", hands=("we3",)), "up:we3!")
    assert choices(position) == {"follower:md5"}
    with pytest.raises(IllegalAction):
        position.play("pass")


# --- Bruce, Cochrane and MacDonnell --------------------------------------------------------------------


def test_an_active_bruce_is_of_any_clan_for_doubling() -> None:
    position = last_act(BRUCE, "fo5 fo6 br97!", "sc1", supporters="sc5 sc6", recruits="ck12")
    assert position.view(0).facts["armies"][0]["total"] == 46


def test_a_bruce_that_is_not_active_is_of_clan_bruce() -> None:
    facts = table(BRUCE, "fo5 fo6 br97", "br98").view(0).facts["armies"]
    assert (facts[0]["total"], facts[0]["doubled"]) == (23, False)
    facts = table(BRUCE, "br97 br98", "fo1").view(0).facts["armies"]
    assert facts[0]["total"] == 48, "two Bruce alone still double"


def test_a_bruce_does_not_gain_the_powers_of_other_clans() -> None:
    position = play(last_act(BRUCE, "ch5 br97!", "sc1", supporters="sc5 sc6"), "recruit:1")
    assert (position.player, position.to_dict()["claims"]) == (0, 1)


def test_scott_with_bruces_token_is_of_any_clan() -> None:
    assert table(BRUCE, "fo5 fo6 sc2=br").view(0).facts["armies"][0]["total"] == 26


def test_cochrane_claims_two_supporters() -> None:
    position = last_act(THREE, "ch9!", "fo5", "", supporters="sc5 sc6 sc7")
    play(position, "recruit:1", "claim:sc7")
    assert position.player == 0
    play(position, "claim:sc5")
    assert position.player == 1
    assert choices(position) == {"claim:sc6"}


def test_several_cochrane_still_claim_two() -> None:
    position = play(last_act(THREE, "ch9! sc4=ch", supporters="sc5 sc6 sc7"), "recruit:1")
    assert position.to_dict()["claims"] == 2


def test_cochrane_takes_the_only_supporter_left() -> None:
    position = last_act(TWO, "fo12", "ch5!", supporters="sc5 sc6", recruits="ck12")
    play(position, "recruit:1", "claim:sc5")
    assert (position.player, position.to_dict()["claims"]) == (1, 1)
    play(position, "claim:sc6")
    assert position.to_dict()["round"] == 2


def test_with_cochrane_the_last_player_may_receive_none() -> None:
    position = last_act(TWO, "ch9!", "fo5", supporters="sc5 sc6")
    play(position, "recruit:1", "claim:sc6", "claim:sc5")
    assert position.scores == [11, 0]
    assert position.to_dict()["round"] == 2


def test_macdonnell_stays_for_exactly_one_more_round_without_power() -> None:
    position = last_act(TWO, "md9!", "fo5", supporters="sc5 sc6", turn=5)
    play(position, "recruit:1", "claim:sc6", "claim:sc5")
    assert army(position, 0) == ["md9~"]
    assert army(position, 1) == []
    while position.to_dict()["phase"] != "claiming":
        position.play(next(action for action in position.legal if position.notation(action)[0] in "rd"))
    while position.to_dict()["round"] == 2:
        position.play(position.legal[0])
    assert army(position, 0) == []


def test_a_scott_with_macdonnells_token_stays_without_its_token() -> None:
    position = last_act(TWO, "sc9=md", "fo5", supporters="sc5 sc6")
    play(position, "recruit:1", "claim:sc6", "claim:sc5")
    assert army(position, 0) == ["sc9~"]


def test_a_macdonnell_stays_with_the_player_who_controls_it() -> None:
    position = last_act(TWO, "md9!", "fo5", supporters="sc5 sc6", hands=("", "fe3"))
    play(position, "up:fe3!", "follower:md9", "claim:sc6", "claim:sc5")
    assert army(position, 1) == ["md9~"]
    assert army(position, 0) == []


def test_a_kept_follower_counts_and_gives_the_right_to_claim() -> None:
    position = last_act(TWO, "md9~", "fo5", supporters="sc5 sc6")
    play(position, "recruit:1")
    assert position.to_dict()["order"] == [0, 1]
    doubled = table(TWO, "md9~ md2", "fo5").view(0).facts["armies"][0]
    assert doubled["total"] == 22
