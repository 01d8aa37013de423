"""Positions and views: what was played, what a seat saw, and clear answers to wrong questions."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import rich.text

import stramash
from stramash import BadPosition, BadRecord, IllegalAction, Position

each_game = pytest.mark.parametrize("name", stramash.games())


def played(name: str, plies: int) -> Position:
    position, dice = stramash.load(name).deal(seed=4), random.Random(4)
    for _ in range(plies):
        position.play(dice.choice(position.legal))
    return position


@each_game
def test_a_position_lists_what_was_played(name: str) -> None:
    position = played(name, 12)
    assert len(position.played) == 12
    again = stramash.load(name).deal(seed=4)
    for notation in position.played:
        again.play(notation)
    assert again == position


@each_game
def test_former_names_work_and_warn(name: str) -> None:
    position = played(name, 5)
    with pytest.warns(DeprecationWarning, match="seen_by"):
        assert position.notations(1) == position.seen_by(1)
    with pytest.warns(DeprecationWarning, match=r"View\.seen"):
        assert position.view(1).notations == position.view(1).seen


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint16])
def test_numpy_integers_are_taken_wherever_whole_numbers_are(kind: Any) -> None:
    options: dict[str, Any] = {"rounds": kind(2), "tactics": np.bool_(True)}
    game = stramash.load("schotten-totten", players=kind(2), **options)
    assert game == stramash.load("schotten-totten", players=2, rounds=2, tactics=True)
    assert type(game.players) is int
    assert [type(value) for value in game.options.values()] == [bool, bool, str, int]
    position = game.deal(seed=kind(7))
    assert position == game.deal(seed=7)
    assert position.explain(kind(3), seat=kind(1)) == position.explain(3, seat=1)
    action = np.int64(position.legal[0])
    assert position.describe(action) == position.describe(int(action))
    position.play(action)
    assert [type(part) for part in position.history[0]] == [int, int]
    assert type(position.view(kind(1)).seat) is int
    assert position.view(0).imagine(kind(5)) == position.view(0).imagine(5)


@pytest.mark.parametrize("players", [True, 2.0, "2", np.float64(2), np.bool_(True)])
def test_a_number_of_players_must_be_a_whole_number(players: Any) -> None:
    with pytest.raises(stramash.BadOption, match="number of players can be"):
        stramash.load("glen-more", players=players)


@each_game
def test_undo_says_why_it_cannot(name: str) -> None:
    position = stramash.load(name).deal(seed=4)
    with pytest.raises(IllegalAction, match="nothing was played yet"):
        position.undo()
    dice, reasons = random.Random(1), set()
    while not position.over:
        position.play(dice.choice(position.legal))
        if not position.undoable:
            with pytest.raises(IllegalAction, match=f"{position.played[-1]} cannot be taken back") as refused:
                position.undo()
            reasons.add(str(refused.value).partition(": it ")[2])
    assert {"ended the game", "passed the turn on"} <= reasons
    assert reasons <= {"ended the game", "passed the turn on", "revealed something hidden"}


@each_game
def test_an_agreed_undo_takes_back_nothing_that_its_player_learned(name: str) -> None:
    position = stramash.load(name).deal(seed=4)
    dice = random.Random(1)
    agreed = passed_on = 0
    while not position.over:
        before, seat = position.copy(), position.player
        position.play(dice.choice(position.legal))
        if position.undoable:
            assert position.undoable_if_agreed
        if position.undoable_if_agreed:
            agreed += 1
            assert int(position.state.reveals) - int(before.state.reveals) <= 1
            passed_on += position.player != seat
            action = position.history[-1][1]
            for number in range(100, 110):  # worlds that the property did not try
                world = before.view(seat).imagine(number)
                world.play(action)
                assert world.bytes_seen(seat) == position.bytes_seen(seat)
    assert agreed
    assert passed_on or name == "glen-more", "in Glen More a turn ends with new tiles"
    assert not position.undoable_if_agreed


@each_game
def test_a_description_names_its_game(name: str) -> None:
    position = played(name, 8)
    again = stramash.position(position.to_dict())
    assert again == position
    assert again.game == position.game


@pytest.mark.parametrize(
    ("description", "says"),
    [
        (None, "describes no position"),
        ([], "describes no position"),
        ({}, "whose 'game' is one of glen-more"),
        ({"game": 3}, "whose 'game' is one of glen-more"),
        ({"game": "glen-more", "options": []}, "'options' should be names and values"),
        ({"game": "glen-more", "options": {3: 4}}, "'options' should be names and values"),
    ],
)
def test_what_describes_no_position_is_refused(description: Any, says: str) -> None:
    with pytest.raises(BadPosition, match=says):
        stramash.position(description)


def test_a_description_of_an_unknown_game_or_option_is_refused() -> None:
    with pytest.raises(stramash.UnknownGame, match="no game 'chess'"):
        stramash.position({"game": "chess"})
    with pytest.raises(stramash.BadOption, match="no option 'haggis'"):
        stramash.position({"game": "glen-more", "options": {"haggis": True}})


@each_game
def test_a_described_view_is_recognised_as_one(name: str) -> None:
    position = played(name, 8)
    for seat in (0, 1, None):
        with pytest.raises(BadPosition, match=r"this describes a view.*view\.imagine\(\)"):
            stramash.position(position.view(seat).to_dict())


@each_game
def test_a_view_says_whose_it_is(name: str) -> None:
    position = played(name, 8)
    title = position.game.title
    assert repr(position.view(1)) == f"<{title} as seat 1 sees it: 8 actions, seat {position.player} to act>"
    assert repr(position.view(None)).startswith(f"<{title} as a spectator sees it: ")


def test_replay_refuses_a_text_that_is_not_a_record_before_it_is_iterated() -> None:
    nothing: list[Any] = ["garbage", "", None, 5]
    for record in nothing:
        with pytest.raises(BadRecord, match="is not a record"):
            stramash.replay(record)
    text = str(played("glen-more", 3).record())
    with pytest.raises(BadRecord, match="no game 'chess'"):
        stramash.replay(text.replace("game: glen-more 1", "game: chess 1"))
    with pytest.raises(BadRecord, match="version 2 of Glen More's rules"):
        stramash.replay(text.replace("game: glen-more 1", "game: glen-more 2"))


@pytest.mark.parametrize("name", stramash.games())
def test_views_know_the_names_that_their_position_knows(name: str) -> None:
    position = stramash.load(name).deal(seed=1).named(("Morag", "Angus [red]"))
    for view in (position.view(0), position.view(None), position.show(1)):
        assert view.names == ("Morag", "Angus [red]")
    drawn = rich.text.Text.from_markup(position.view(0).sketch()).plain
    assert "You" in drawn
    assert "Angus [red]" in drawn
    assert "Player" not in drawn
