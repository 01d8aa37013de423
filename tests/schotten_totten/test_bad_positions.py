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
    (BASE, {"seed": "xyz"}, "seed"),
    (BASE, {"seed": 7}, "seed"),
    (BASE, {"draws": -1}, "draws"),
    (BASE, {"reveals": "many"}, "reveals"),
    (BASE, {"tactics_played": [0, 11]}, "tactics_played"),
    (BASE, {"joker_played": [0, 1]}, "joker_played"),
    (BASE, {"stones": 9}, "stones"),
    (BASE, {"stones": [{}] * 8}, "stones"),
    (BASE, {"stones": stone(colour="red")}, "stone 1"),
    (BASE, {"stones": [7] + [{}] * 8}, "stone 1"),
    (BASE, {"stones": stone(owner=2)}, "owner"),
    (BASE, {"stones": stone(sides=[[]])}, "sides"),
    (BASE, {"stones": stone(sides=["b1", []])}, "side 0 of stone 1"),
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
    (TACTICS, {"recruiter": 0, "returned": [{"card": "b1", "place": "under"}, None]}, "b1"),
    (TACTICS, {"recruiter": 0, "returned": [{"card": "b1", "place": "drawn"}, None]}, "b1"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "description", "told"), BAD, ids=lambda value: str(value)[:60])
def test_an_impossible_position_is_refused(game: Game, description: dict[str, Any], told: str) -> None:
    with pytest.raises(BadPosition) as caught:
        game.position(description)
    assert told in str(caught.value)


@pytest.mark.parametrize("description", [7, None, "position", [1], [[1, 2, 3]]])
def test_what_is_no_description_is_refused(description: Any) -> None:
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
