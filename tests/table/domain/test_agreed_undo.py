"""Undo between people: one asks, all others agree or one refuses."""

from __future__ import annotations

from typing import Any

import pytest

from stramash.games import load
from stramash.table.domain.decide import decide
from stramash.table.domain.errors import NotYet, StaleCommand, TableError, WrongSeat
from stramash.table.domain.events import UndoAnswered, UndoAsked, Undone
from stramash.table.domain.evolve import fold
from stramash.table.domain.setup import Terms
from stramash.table.domain.state import TableState, begin
from stramash.table.domain.story import log_lines
from tests.table.domain.tables import (
    ANN,
    BOB,
    EVE,
    answer_undo,
    ask_undo,
    join,
    leave,
    new_table,
    obey,
    play,
    setup_of,
    two_people,
)


def lords(**changes: Any) -> TableState:
    """Return a game of Lords of Scotland between Ann and Bob in which Ann mustered a card face-down."""
    return mustered(two_people(game="lords-of-scotland", **changes))


def mustered(table: TableState) -> TableState:
    """Return the table after a face-down muster: the turn has passed on, and nobody learned anything."""
    assert table.position is not None
    down = next(action for action in table.position.legal if "down:" in table.position.notation(action))
    return obey(table, play(table, table.position.notation(down)))


def three() -> TableState:
    table = obey(new_table("ann", "open", "open", game="lords-of-scotland"), join(BOB, "Bob", id="bob"))
    return obey(table, join(EVE, "Eve", id="eve"))


def refusals(table: TableState) -> list[str]:
    """Return the errors with which the table refuses questions of both players."""
    found = []
    for by in (ANN, BOB):
        try:
            decide(table, ask_undo(table, by))
        except TableError as error:
            found.append(type(error).__name__)
    return found


def test_an_action_that_passed_the_turn_on_is_undone_when_the_other_agrees() -> None:
    before = two_people(game="lords-of-scotland")
    table = mustered(before)
    assert (table.player, table.undoable(0), table.undo_askable(0), table.undo_askable(1)) == (
        1,
        False,
        True,
        False,
    )
    asked = obey(table, ask_undo(table, ANN))
    assert asked.undo_offer is not None
    assert (asked.undo_offer.seat, asked.undo_awaits) == (0, (1,))
    assert asked.position is table.position
    undone = obey(asked, answer_undo(asked, BOB))
    assert isinstance(undone.log[-1], Undone)
    assert (undone.log[-1].seat, undone.log[-1].agreed) == (0, True)
    assert undone.position == before.position
    assert (undone.player, undone.ply, undone.undo_offer) == (0, 0, None)
    with pytest.raises(StaleCommand):
        decide(undone, play(undone, by=BOB, version=asked.version, ply=1))


def test_a_refused_undo_changes_nothing_and_is_not_asked_again() -> None:
    table = lords()
    asked = obey(table, ask_undo(table, ANN))
    refused = obey(asked, answer_undo(asked, BOB, agree=False))
    assert isinstance(refused.log[-1], UndoAnswered)
    assert refused.position == table.position
    assert refused.undo_offer is None
    assert refused.undo_refusal == (0, 1)
    assert refusals(refused) == ["NotYet", "NotYet"]


def test_the_next_action_ends_the_question() -> None:
    table = lords()
    asked = obey(table, ask_undo(table, ANN))
    later = obey(asked, play(asked, by=BOB))
    assert later.undo_offer is None
    with pytest.raises(StaleCommand):
        decide(later, answer_undo(later, BOB))
    assert "NotYet" in refusals(later)


def test_the_player_who_asks_cannot_agree_but_can_withdraw() -> None:
    table = lords()
    asked = obey(table, ask_undo(table, ANN))
    with pytest.raises(WrongSeat):
        decide(asked, answer_undo(asked, ANN))
    with pytest.raises(WrongSeat):
        decide(asked, answer_undo(asked, EVE))
    withdrawn = obey(asked, answer_undo(asked, ANN, agree=False))
    assert withdrawn.undo_offer is None
    assert withdrawn.undo_refusal is None
    assert withdrawn.log[-1].content == "withdrawn"
    with pytest.raises(StaleCommand):
        decide(withdrawn, answer_undo(withdrawn, BOB))


def test_an_answer_to_a_question_that_its_sender_did_not_see_is_stale() -> None:
    table = lords()
    asked = obey(table, ask_undo(table, ANN))
    with pytest.raises(StaleCommand):
        decide(asked, answer_undo(asked, BOB, version=table.version))


def test_of_three_people_both_others_have_to_agree() -> None:
    table = mustered(three())
    asked = obey(table, ask_undo(table, ANN))
    assert asked.undo_awaits == (1, 2)
    half = obey(asked, answer_undo(asked, EVE))
    assert half.undo_awaits == (1,)
    assert half.position == table.position
    with pytest.raises(StaleCommand, match="answered already"):
        decide(half, answer_undo(half, EVE, id="again"))
    assert obey(half, answer_undo(half, BOB)).ply == 0
    assert obey(half, answer_undo(half, BOB, agree=False)).ply == 1
    assert obey(half, answer_undo(half, EVE, agree=False, id="changed my mind")).undo_offer is None


def test_a_player_who_leaves_ends_the_question() -> None:
    table = mustered(three())
    asked = obey(table, ask_undo(table, ANN))
    assert obey(asked, leave(asked, EVE)).undo_offer is None


def test_nobody_is_asked_where_no_other_person_plays() -> None:
    for table in (
        new_table("ann", "bot", game="lords-of-scotland"),
        new_table("ann", "ann", game="lords-of-scotland"),
        obey(new_table("ann", "open", game="lords-of-scotland"), join(BOB, "Bob", bot="greedy")),
    ):
        played = mustered(table)
        assert not played.undo_askable(0)
        with pytest.raises(NotYet):
            decide(played, ask_undo(played, ANN))


def test_a_drawn_card_is_never_taken_back_and_an_own_undo_needs_no_question() -> None:
    drawn = two_people()
    drawn = obey(drawn, play(drawn))  # a card is played and another one drawn
    assert refusals(drawn) == ["NotYet", "NotYet"]
    own = two_people(game="glen-more")
    own = obey(own, play(own))
    assert own.undoable(0)
    with pytest.raises(NotYet, match="without a question"):
        decide(own, ask_undo(own, ANN))


def test_a_card_that_was_shown_can_be_taken_back_before_another_is_drawn() -> None:
    game = load("schotten-totten", tactics=True)
    table = obey(begin(setup_of(game, "ann", "open"), game), join(BOB, "Bob"))
    table = obey(table, play(table))  # two decks are left: which to draw from is still to be chosen
    assert (table.player, table.undoable(0), table.undo_askable(0)) == (0, False, True)
    asked = obey(table, ask_undo(table, ANN))
    assert obey(asked, answer_undo(asked, BOB)).ply == 0


def test_an_agreed_undo_starts_the_clock_again() -> None:
    table = lords(terms=Terms(clock=60))
    asked = obey(table, ask_undo(table, ANN, at=40.0))
    undone = obey(asked, answer_undo(asked, BOB, at=61.5))
    assert (undone.player, undone.due) == (0, 121.5)


def test_the_same_commands_sent_again_get_their_first_answers() -> None:
    table = lords()
    ask = ask_undo(table, ANN)
    asked = obey(table, ask)
    assert isinstance(decide(asked, ask), UndoAsked)
    agree = answer_undo(asked, BOB)
    undone = obey(asked, agree)
    assert decide(undone, agree) is undone.log[-1]
    assert fold(begin(undone.setup, undone.game), undone.log).position == undone.position


def test_the_log_has_the_question_and_the_answer_but_not_the_action() -> None:
    table = lords()
    asked = obey(table, ask_undo(table, ANN))
    undone = obey(asked, answer_undo(asked, BOB))
    told = [line.text for line in log_lines(undone, 0, "en", lambda event, who: f"{event.kind} {who}")]
    assert told == ["join 2", "ask-undo Ann", "undo Ann"]
