"""Clan powers: when a card may be mustered with its power."""

from __future__ import annotations

from tests.lords_of_scotland.table import (
    BRUCE,
    FIVE,
    FOUR,
    FOUR_BY_ANY,
    THREE,
    TWO,
    TWO_BY_CLAN,
    army,
    choices,
    hoard,
    play,
    table,
)


def test_the_first_face_up_card_may_always_activate() -> None:
    assert "up:md12!" in choices(table(TWO, hands=("md12",)))


def test_a_lower_face_up_follower_blocks_a_power() -> None:
    position = table(TWO, "", "fo3", hands=("md4 ch3 md2",))
    assert {"up:ch3!", "up:md2!"} <= choices(position)
    assert "up:md4!" not in choices(position)
    assert "up:md4" in choices(position)


def test_a_follower_of_equal_strength_does_not_block() -> None:
    assert "up:md4!" in choices(table(TWO, "", "fo4", hands=("md4",)))


def test_ones_own_lower_follower_blocks_too() -> None:
    assert "up:md4!" not in choices(table(TWO, "fo3", hands=("md4",)))


def test_a_lower_follower_of_any_opponent_blocks_among_three() -> None:
    assert "up:md4!" not in choices(table(THREE, "", "", "fo3", hands=("md4",)))


def test_a_face_down_follower_never_blocks() -> None:
    assert "up:md12!" in choices(table(TWO, "[fo1]", "[fo2]", hands=("md12",)))
    assert "up:md12!" in choices(table(FOUR, "[md1]", "[md2]", hands=("md12",)))


def test_a_kept_or_powerless_follower_blocks_like_any_other() -> None:
    assert "up:ch4!" not in choices(table(TWO, "", "md3~", hands=("ch4",)))


def test_a_discarded_follower_no_longer_blocks() -> None:
    position = table(FOUR, "", "", "ch5", hands=("we1", "ch6"))
    assert "up:ch6!" not in choices(play(position.copy(), "up:we1"))
    assert "up:ch6!" in choices(play(position.copy(), "up:we1!", "follower:ch5"))


def test_with_four_or_five_players_only_the_same_clan_is_compared() -> None:
    for game in (FOUR, FIVE):
        position = table(game, "", "fo1 md5", hands=("md4 md6 ch12",))
        assert {"up:md4!", "up:ch12!"} <= choices(position)
        assert "up:md6!" not in choices(position)


def test_with_four_or_five_players_an_equal_card_of_the_clan_blocks() -> None:
    game = FOUR.__class__(players=4, bruce=True)
    assert "up:br98!" not in choices(table(game, "", "br97", hands=("br98",)))
    assert "up:br98!" in choices(table(BRUCE, "", "br97", hands=("br98",)))


def test_which_rule_applies_can_be_chosen() -> None:
    assert "up:md4!" in choices(table(TWO_BY_CLAN, "", "fo1", hands=("md4",)))
    assert "up:md4!" not in choices(table(TWO_BY_CLAN, "", "md1", hands=("md4",)))
    assert "up:md4!" not in choices(table(FOUR_BY_ANY, "", "fo1", hands=("md4",)))


def test_the_default_is_any_clan_up_to_three_players_and_the_same_clan_above() -> None:
    for game, works in ((TWO, False), (THREE, False), (FOUR, True), (FIVE, True)):
        assert ("up:md4!" in choices(table(game, "", "fo1", hands=("md4",)))) is works


def test_cards_played_face_down_do_not_activate() -> None:
    position = play(table(TWO, hands=("ch1",)), "down:ch1")
    assert "active" not in position.to_dict()["armies"][0][0]
    assert position.player == 1


def test_declining_is_always_possible() -> None:
    position = table(TWO, "", "fo9", hands=("sc1 mk1 md1 we1 fe1 fo1 ck1 ch1",), supporters="sc5 sc6")
    for card in ("sc1", "mk1", "md1", "we1", "fe1", "fo1", "ck1", "ch1"):
        assert {f"up:{card}", f"up:{card}!", f"down:{card}"} <= choices(position)
        after = play(position.copy(), f"up:{card}")
        assert after.player == 1
        assert "active" not in after.to_dict()["armies"][0][0]


def test_a_power_that_could_do_nothing_is_not_offered() -> None:
    alone = choices(table(TWO, hands=("sc1 we1 fe1 ck1",)))
    assert not {"up:sc1!", "up:we1!", "up:fe1!", "up:ck1!"} & alone
    assert "up:mk1!" not in choices(table(TWO, hands=("mk1",)))
    assert "up:mk1!" in choices(table(TWO, hands=("mk1 sc1",)))


def test_forsyth_is_not_offered_when_both_piles_are_empty() -> None:
    recruits = "ck12 ch12 fo12 fe12 we12"
    for piles, offered in (({}, False), ({"draw_pile": "sc1"}, True), ({"discard": "sc1"}, True)):
        hoarded = hoard(FIVE, (0, 10, 10, 10, 10), "fo1", *piles.values(), *recruits.split())
        hoarded["hands"] = ("fo1", *hoarded["hands"][1:])
        position = table(FIVE, recruits=recruits, **({"draw_pile": ""} | hoarded | piles))
        assert ("up:fo1!" in choices(position)) is offered


def test_a_power_gained_by_a_swap_or_kept_does_not_activate_again() -> None:
    position = table(TWO, "md4~", "fo5", hands=("fe3", "sc1"))
    play(position, "up:fe3!", "follower:fo5")
    assert "active" not in str(position.to_dict()["armies"])
    assert position.player == 1


def test_an_end_of_round_power_stays_when_a_lower_follower_comes_later() -> None:
    position = table(
        TWO, hands=("ch9", "fo1 sc12"), supporters="sc2 sc3", recruits="we2 we3 we4 we5 we6", turn=4
    )
    play(position, "up:ch9!", "up:fo1")
    assert army(position, 0) == ["ch9!"]
    play(position, "recruit:1", "recruit:2")
    assert (position.player, position.to_dict()["claims"]) == (0, 2)
