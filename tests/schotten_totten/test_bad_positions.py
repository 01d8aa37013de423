"""Descriptions that are no possible position are refused with a sentence that says what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from stramash import BadPosition, Game
from tests.schotten_totten.board import BASE, ROUNDS, TACTICS, board


def stone(**entry: Any) -> list[dict[str, Any]]:
    """Return a border whose first stone is this one."""
    return [entry] + [{}] * 8


ONE_CARD = stone(sides=[["b1"], ["g1"]])

WON = [{"owner": 1}] * 3 + [{}] * 6
RECRUITED: dict[str, Any] = {"recruiter": 0, "discard": ["recruiter"]}

BAD: list[tuple[Game, dict[str, Any], str]] = [
    (BASE, {"haggis": 1}, "unknown keys haggis"),
    (BASE, {"game": "chess"}, "game"),
    (BASE, {"players": 3}, "players"),
    (BASE, {"options": {"tactics": True}}, "options"),
    (BASE, {"round": 2}, "round"),
    (BASE, {"round": True}, "round"),
    (BASE, {"starter": 2}, "starter"),
    (BASE, {"starter": None}, "starter"),
    (BASE, {"player": "me"}, "player"),
    (BASE, {"player": []}, "player"),
    (BASE, {"winner": -1}, "winner"),
    (BASE, {"turn": 0}, "turn"),
    (BASE, {"player": 1.0}, "player"),
    (BASE, {1: 2, "haggis": 3}, "unknown keys 1, haggis"),  # type: ignore[dict-item]
    (BASE, {"draws": 2**31 - 1}, "draws"),
    (BASE, {"stones": stone(first=[0, 1])}, "first"),
    (BASE, {"stones": stone(first=[])}, "first"),
    (TACTICS, {"phase": "moving", "stones": ONE_CARD}, "strategist is not in the discard"),
    (BASE, {"phase": "sleeping"}, "phase"),
    (BASE, {"phase": 3}, "phase"),
    (BASE, {"phase": []}, "phase"),
    (BASE, {"acted": 1}, "acted"),
    (BASE, {"idle": 3}, "idle"),
    (BASE, {"pending": 4}, "pending"),
    (BASE, {"points": 3}, "points"),
    (BASE, {"points": [0]}, "points"),
    (BASE, {"points": [0, 6]}, "points"),
    (BASE, {"points": [5, 0]}, "0 finished rounds give at most 0"),
    (TACTICS, {"tactics_played": [10, 10]}, "with 10 Tactic cards to come"),
    (BASE, {"seed": "xyz"}, "seed"),
    (BASE, {"seed": 7}, "seed"),
    (BASE, {"draws": -1}, "draws"),
    (BASE, {"reveals": "many"}, "reveals"),
    (BASE, {"tactics_played": [0, 11]}, "tactics_played"),
    (BASE, {"joker_played": [0, 1]}, "joker_played"),
    (BASE, {"stones": 9}, "stones"),
    (BASE, {"stones": [{}] * 8}, "stones"),
    (BASE, {"stones": stone(colour="red")}, "'stones[0]' has owner, first, modes, sides"),
    (BASE, {"stones": [7] + [{}] * 8}, "stones[0]"),
    (BASE, {"stones": stone(owner=2)}, "owner"),
    (BASE, {"stones": stone(sides=[[]])}, "sides"),
    (BASE, {"stones": stone(sides=["b1", []])}, "stones[0].sides[0]"),
    (BASE, {"stones": stone(sides=[["b1", "b2", "b3", "b4"], []])}, "takes 3 cards"),
    (BASE, {"stones": stone(sides=[["spy"], []])}, "spy"),
    (BASE, {"stones": stone(sides=[["b0"], []])}, "b0"),
    (BASE, {"stones": stone(sides=[[7], []])}, "7"),
    (BASE, {"stones": stone(modes=["mud"])}, "mud"),
    (BASE, {"stones": stone(first=0)}, "complete first"),
    (BASE, {"stones": stone(first="me", sides=[["b1", "b2", "b3"], ["r1", "r2", "r3"]])}, "first"),
    (TACTICS, {"stones": stone(modes=["fog"])}, "fog"),
    (TACTICS, {"stones": stone(modes=[[]])}, "mode"),
    (TACTICS, {"stones": stone(modes=7)}, "modes"),
    (TACTICS, {"stones": stone(modes=["mud", "mud"])}, "mud"),
    (TACTICS, {"stones": stone(sides=[["mud"], []])}, "mud"),
    (BASE, {"hands": [["b1"], ["b1"]]}, "only one b1"),
    (BASE, {"hands": [["b1"] * 2, []]}, "only one b1"),
    (BASE, {"hands": {"0": []}}, "hands"),
    (BASE, {"hands": [["spy"], []]}, "spy"),
    (BASE, {"hands": [[f"b{n}" for n in range(1, 10)] + ["r1"], []]}, "at most 9"),
    (BASE, {"deck": ["b1"]}, "missing"),
    (BASE, {"deck": "b1"}, "deck"),
    (BASE, {"deck": ["spy"]}, "spy"),
    (BASE, {"tactic_deck": ["spy"]}, "spy"),
    (TACTICS, {"tactic_deck": ["b1"]}, "b1"),
    (TACTICS, {"discard": ["b1", "b1"]}, "only one b1"),
    (TACTICS, {"discard": [f"b{n}" for n in range(1, 10)] + ["r1", "r2"]}, "discard"),
    (BASE, {"phase": "claiming"}, "no stone can be claimed"),
    (BASE, {"phase": "next round"}, "last round"),
    (ROUNDS, {"phase": "next round", "round": 3}, "last round"),
    (TACTICS, {"phase": "recruiting"}, "pending"),
    (TACTICS, {"phase": "returning"}, "pending"),
    (TACTICS, {"phase": "moving to"}, "taken"),
    (TACTICS, {"phase": "luring to", "stones": ONE_CARD}, "taken"),
    # Phases in which nothing would be legal, or something that is not there be moved
    (TACTICS, {"phase": "returning", "pending": 2}, "hand"),
    (TACTICS, {"phase": "returning", "pending": 2, "hands": [["b1"], []]}, "hand"),
    (TACTICS, {"phase": "returning", "pending": 3, "hands": [["b1", "b2", "b3"], []]}, "pending"),
    (TACTICS, {"phase": "moving"}, "moving"),
    (TACTICS, {"phase": "banishing"}, "banishing"),
    (TACTICS, {"phase": "luring"}, "luring"),
    (TACTICS, {"phase": "moving to", "taken": "b1"}, "taken"),
    (TACTICS, {"phase": "moving to", "taken": "g1", "stones": ONE_CARD}, "taken"),
    (TACTICS, {"phase": "luring to", "taken": "b1", "stones": ONE_CARD}, "taken"),
    (TACTICS, {"phase": "luring to", "taken": "spy", "stones": stone(sides=[[], ["spy"]])}, "taken"),
    (TACTICS, {"phase": "luring to", "taken": "g1", "stones": stone(owner=1, sides=[[], ["g1"]])}, "taken"),
    (BASE, {"phase": "moving", "stones": ONE_CARD}, "tactics"),
    (BASE, {"phase": "drawing"}, "tactics"),
    (TACTICS, {"taken": "haggis"}, "haggis"),
    (TACTICS, {"taken": 7}, "taken"),
    # What the Recruiter's player knows has to be so
    (TACTICS, {"recruiter": 5}, "recruiter"),
    (TACTICS, {"returned": []}, "returned"),
    (TACTICS, {"returned": [7, None]}, "returned"),
    (TACTICS, {"returned": [{"card": "b1", "place": []}, None]}, "returned"),
    (TACTICS, {"returned": [{"card": "?c", "place": "under"}, None]}, "returned"),
    (TACTICS, {"returned": [{"card": "n9", "place": "under"}, None]}, "recruiter"),
    (TACTICS, RECRUITED | {"returned": [{"card": "b1", "place": "under"}, None]}, "b1"),
    (TACTICS, RECRUITED | {"returned": [{"card": "b1", "place": "drawn"}, None]}, "b1"),
    (TACTICS, RECRUITED | {"returned": [{"card": "n9"}, None]}, "returned[0]"),
    (TACTICS, RECRUITED | {"returned": [{"place": "under"}, None]}, "returned[0]"),
    (TACTICS, RECRUITED | {"returned": [{"card": None, "place": "under"}, None]}, "returned[0]"),
    (TACTICS, {"recruiter": 0}, "recruiter is not in the discard"),
    (
        TACTICS,
        RECRUITED
        | {"phase": "returning", "pending": 2, "hands": [["b1", "b2"], []]}
        | {"returned": [None, {"card": "n9", "place": "under"}]},
        "more than the 0 cards put back",
    ),
    # Who was complete first must be told where it matters
    (BASE, {"stones": stone(sides=[["b1", "b2", "b3"], ["r1", "r2", "r3"]])}, "stones[0].first"),
    # A round that is won is over, and its result follows from the stones
    (BASE, {"stones": WON}, "seat 1 has the stones to win"),
    (ROUNDS, {"stones": WON}, "seat 1 has the stones to win"),
    (BASE, {"stones": WON, "player": None, "winner": 0}, "by its stones it is seat 1"),
    (BASE, {"stones": WON, "player": None, "points": [0, 4]}, "this round alone gave 5"),
    (ROUNDS, {"stones": WON, "player": None}, "round 1 of 3 is not the last"),
    (BASE, {"player": None}, "'idle' is not 2"),
    (BASE, {"winner": 0}, "the round goes on"),
    # Tactic cards that lie face-up were played by somebody
    (TACTICS, {"stones": stone(sides=[["spy"], []]), "tactics_played": [0, 1]}, "tactics_played[0]"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "description", "told"), BAD, ids=lambda value: str(value)[:60])
def test_an_impossible_position_is_refused(game: Game, description: dict[str, Any], told: str) -> None:
    with pytest.raises(BadPosition) as caught:
        game.position(description)
    assert told in str(caught.value)


@pytest.mark.parametrize("description", [7, None, "position", [1], [[1, 2, 3]]])
def test_a_value_that_is_not_a_description_is_refused(description: Any) -> None:
    with pytest.raises(BadPosition, match="position"):
        BASE.position(description)


def test_a_phase_of_drawing_needs_a_card_to_draw() -> None:
    drained = board(
        TACTICS, hand="b1", other="spy shield b2 b3 b4 mud bluff", deck="", tactic_deck=""
    ).to_dict()
    for phase, more in (("drawing", {}), ("recruiting", {"pending": 2})):
        with pytest.raises(BadPosition, match=phase):
            TACTICS.position(drained | {"phase": phase} | more)


def test_everything_may_be_left_out_of_a_description() -> None:
    position = TACTICS.position({})
    assert position.legal
    assert len(position.to_dict()["deck"]) == 54


def test_a_view_is_no_position() -> None:
    with pytest.raises(BadPosition, match=r"\?c"):
        BASE.position(BASE.deal(1).view(0).to_dict())


def test_the_result_of_a_finished_round_follows_from_its_stones() -> None:
    position = BASE.position({"stones": [*WON[:4], {"owner": 0}, *WON[5:]], "player": None})
    assert (position.winners, position.scores, position.to_dict()["winner"]) == ([1], [1, 5], 1)
    stuck = BASE.position({"stones": [{"owner": 0}] + [{}] * 8, "player": None, "idle": 2})
    assert (stuck.winners, stuck.scores) == ([0], [5, 0])
    drawn = BASE.position({"player": None, "idle": 2})
    assert (drawn.winners, drawn.to_dict()["winner"]) == ([0, 1], None)


@pytest.mark.parametrize(
    ("entry", "first"),
    [
        ({"owner": 1, "sides": [["b1", "b2", "b3"], ["r1", "r2", "r3"]]}, 1),
        ({"owner": None, "sides": [["b1", "b2", "b3"], ["r2", "r3", "r4"]]}, 1),
        ({"owner": None, "sides": [["b1", "b2", "b4"], ["r1", "r2", "n3"]]}, 0),
    ],
)
def test_the_owner_or_the_stronger_side_counts_as_complete_first(entry: dict[str, Any], first: int) -> None:
    """A missing `first` has a default, except at a tie."""
    assert BASE.position({"stones": stone(**entry)}).to_dict()["stones"][0]["first"] == first


@pytest.mark.parametrize(
    ("description", "played"),
    [
        ({}, [0, 0]),
        ({"stones": stone(sides=[["spy"], []])}, [1, 0]),
        ({"stones": stone(sides=[["spy"], []]), "discard": ["banshee"]}, [1, 1]),
        ({"stones": stone(modes=["mud"]), "player": 0}, [0, 1]),
        ({"stones": stone(modes=["mud"]), "player": 1}, [1, 0]),
        ({"stones": stone(sides=[["spy", "shield", "joker1"], []]), "discard": ["traitor"]}, [3, 1]),
    ],
)
def test_tactic_cards_played_follow_from_their_places(description: dict[str, Any], played: list[int]) -> None:
    """Elite troops on a side count for its owner; other Tactic cards are divided evenly."""
    assert TACTICS.position(description).to_dict()["tactics_played"] == played
