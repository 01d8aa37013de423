"""On your turn: turning a Recruit up, recruiting, mustering, and the two piles."""

from __future__ import annotations

from stramash import Position
from tests.lords_of_scotland.table import (
    FIVE,
    THREE,
    TWO,
    army,
    choices,
    hand,
    hoard,
    pile,
    play,
    table,
)

FULL = "sc1 sc2 sc3 sc4 sc5 sc6 sc7 sc8 sc9 sc10"


def facing(position: Position) -> list[bool | None]:
    return [recruit and recruit["face_up"] for recruit in position.to_dict()["recruits"]]


def test_the_initiative_turns_up_the_leftmost_face_down_recruit_before_acting() -> None:
    recruits = "ck12 [ch12] [fo12] [fe12] [we12]"
    position = table(THREE, hands=("sc1", "sc2", "sc3"), recruits=recruits, initiative=1, player=1)
    play(position, "down:sc2", "down:sc3")
    assert facing(position) == [True, False, False, False, False]
    play(position, "down:sc1")
    assert facing(position) == [True, True, False, False, False]
    assert (position.player, position.to_dict()["turn"]) == (1, 2)


def test_the_number_of_face_up_recruits_is_the_turn() -> None:
    position = FIVE.deal(8)
    while position.to_dict()["round"] == 1 and position.to_dict()["phase"] != "claiming":
        if position.to_dict()["phase"] == "acting":
            assert sum(up is True for up in facing(position)) == position.to_dict()["turn"]
        position.play(position.legal[0])


def test_in_turn_five_everyone_still_acts() -> None:
    position = table(THREE, hands=("sc1", "sc2", "sc3"), turn=5, supporters="sc5 sc6 sc7")
    play(position, "down:sc1", "down:sc2")
    assert position.to_dict()["phase"] == "acting"
    play(position, "down:sc3")
    assert position.to_dict()["phase"] == "claiming"


def test_any_recruit_may_be_taken_face_up_or_face_down() -> None:
    position = table(TWO, recruits="ck12 [ch12] [fo12] [fe12] [we12]")
    assert choices(position) == {f"recruit:{place}" for place in range(1, 6)}
    assert hand(play(position, "recruit:3"), 0) == ["fo12"]


def test_a_replacement_keeps_the_facing_of_the_card_taken() -> None:
    position = table(TWO, recruits="ck12 [ch12] [fo12] [fe12] [we12]")
    top = pile(position, "draw_pile")[:2]
    play(position, "recruit:1", "recruit:2")
    recruits = position.to_dict()["recruits"]
    assert (recruits[0]["card"], recruits[0]["face_up"]) == (top[0], True)
    assert recruits[1]["card"] == top[1]
    assert position.view(0).to_dict()["recruits"][2]["card"] == "?"


def test_with_ten_cards_one_cannot_recruit() -> None:
    assert not any(choice.startswith("recruit") for choice in choices(table(TWO, hands=(FULL,))))
    nine = FULL.removesuffix(" sc10")
    assert "recruit:1" in choices(table(TWO, hands=(nine,)))


def test_one_must_recruit_or_muster_and_may_not_pass() -> None:
    assert "pass" not in choices(table(TWO))
    assert "pass" not in choices(table(TWO, hands=(FULL,)))
    assert choices(table(TWO)) == {f"recruit:{place}" for place in range(1, 6)}


def test_a_pass_is_forced_only_when_neither_is_possible() -> None:
    position = table(TWO, recruits="- - - - -")
    assert choices(position) == {"pass"}
    assert play(position, "pass").player == 1


def test_a_follower_is_mustered_face_up_or_face_down() -> None:
    position = table(TWO, hands=("fo3 sc1",))
    assert army(play(position.copy(), "up:fo3"), 0) == ["fo3"]
    assert army(play(position.copy(), "down:fo3"), 0) == ["[fo3]"]


def test_play_goes_clockwise() -> None:
    position = table(THREE)
    seats = []
    for _ in range(4):
        seats.append(position.player)
        position.play("recruit:1")
    assert seats == [0, 1, 2, 0]


def test_an_empty_draw_pile_is_refilled_from_the_discard_pile() -> None:
    recruits = "ck12 ch12 fo12 fe12 we12"
    hoarded = hoard(FIVE, (9, 9, 9, 10, 10), "sc1", "mk1", *recruits.split())
    position = table(FIVE, recruits=recruits, draw_pile="sc1", discard="mk1", **hoarded)
    play(position, "recruit:1")
    assert (pile(position, "draw_pile"), pile(position, "discard")) == ([], ["mk1"]), (
        "not before it is needed"
    )
    play(position, "recruit:2")
    assert (pile(position, "draw_pile"), pile(position, "discard")) == ([], [])
    assert position.to_dict()["shuffles"] == 1
    play(position, "recruit:3")
    assert position.to_dict()["recruits"][2] is None, "both empty: the place stays empty"


def test_an_empty_place_is_neither_turned_up_nor_taken() -> None:
    position = table(TWO, hands=("sc1", "sc2"), recruits="ck12 - [fo12] - [we12]")
    play(position, "down:sc1", "down:sc2")
    assert facing(position) == [True, None, True, None, False]
    assert "recruit:2" not in choices(position)
