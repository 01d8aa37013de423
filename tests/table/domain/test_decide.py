"""What a table allows, and what it answers to the same command sent again."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from stramash.table.domain.commands import SERVER, BotChoice, Close, ReplaceBot
from stramash.table.domain.decide import decide
from stramash.table.domain.errors import (
    Archived,
    BadInvitation,
    GameOver,
    HintsOff,
    IllegalMove,
    NotYet,
    StaleCommand,
    TableError,
    TableFull,
    WrongSeat,
)
from stramash.table.domain.events import BotReplaced, Hinted, Left, Moved, Resigned
from stramash.table.domain.evolve import fold
from stramash.table.domain.seats import LOCAL
from stramash.table.domain.setup import Terms
from stramash.table.domain.state import TableState, begin
from tests.table.domain.tables import (
    ANN,
    BOB,
    EVE,
    ask_hint,
    join,
    leave,
    new_table,
    obey,
    play,
    rematch,
    resign,
    run_out,
    two_people,
    undo,
)


def test_a_game_begins_when_every_seat_is_taken() -> None:
    waiting = new_table("ann", "open")
    assert (waiting.status, waiting.player) == ("waiting", None)
    with pytest.raises(NotYet):
        decide(waiting, play(two_people(), by=ANN, ply=0))
    assert two_people().status == "playing"


def test_a_move_that_answers_an_older_ply_or_version_is_stale() -> None:
    before = two_people()
    after = obey(before, play(before))
    late = play(after, ply=0)
    with pytest.raises(StaleCommand):
        decide(after, late)
    with pytest.raises(StaleCommand):
        decide(after, play(after, version=before.version))
    assert decide(after, play(after)).version == after.version + 1


def test_what_happens_around_the_game_makes_no_move_stale() -> None:
    table = new_table("ann", "bot", "open", game="lords-of-scotland")
    seen = obey(table, join(BOB))
    now = obey(seen, leave(seen, BOB))
    assert isinstance(decide(now, play(now, version=seen.version)), Moved)


def test_a_command_sent_again_gets_its_first_answer() -> None:
    table = two_people()
    move = play(table)
    table = obey(table, move)
    for later in (table, obey(table, play(table)), obey(table, resign(table, BOB))):
        assert decide(later, move).version == 2


def test_a_holder_of_both_seats_gets_the_first_answer_too() -> None:
    table = new_table("ann", "ann")
    table = replace(table, seats=(table.seats[0], replace(table.seats[1], kind=LOCAL)))
    move = play(table)
    after = obey(table, move)
    assert after.player == 1
    assert decide(after, move) == after.log[-1]


def test_an_id_is_for_one_command() -> None:
    table = two_people()
    table = obey(table, play(table, id="mine"))
    back = replace(play(table, id="mine"), by=ANN)
    with pytest.raises(StaleCommand, match="used"):
        decide(table, back)
    with pytest.raises(StaleCommand, match="used"):
        decide(table, undo(table, ANN, id="mine"))
    assert decide(table, play(table, id="mine")).version == 3, "another sender may use the same id"


def test_of_many_undos_that_answer_one_version_one_is_done() -> None:
    table = two_people(game="glen-more")
    for _ in range(2):
        table = obey(table, play(table))
    if not table.undoable(0):
        pytest.skip("this deal leaves nothing to take back")
    undos = [undo(table, ANN, id=f"undo {number}") for number in range(20)]
    answers = []
    for command in undos:
        try:
            table = obey(table, command)
            answers.append("done")
        except TableError as error:
            answers.append(type(error).__name__)
    assert answers.count("done") == 1
    assert set(answers[1:]) == {"StaleCommand"}


def test_nobody_acts_for_another() -> None:
    table = two_people()
    with pytest.raises(WrongSeat, match="hold no seat"):
        decide(table, play(table, by=EVE))
    with pytest.raises(WrongSeat, match="not yours"):
        decide(table, play(table, by=BOB, seat=0))
    with pytest.raises(WrongSeat, match="turn"):
        decide(table, play(table, by=BOB))
    with pytest.raises(WrongSeat):
        decide(table, play(table, by=SERVER))


@pytest.mark.parametrize("action", ["claim@1", "castle", ""])
def test_what_the_rules_forbid_is_refused(action: str) -> None:
    table = two_people()
    with pytest.raises(IllegalMove):
        decide(table, play(table, action))


def test_a_seat_needs_the_invitation_and_is_taken_once() -> None:
    table = new_table("ann", "open")
    with pytest.raises(BadInvitation):
        decide(table, join(BOB, invite="guess"))
    table = obey(table, join(BOB, "Bob", id="one"))
    assert decide(table, join(BOB, "Bob", id="one")).seat == 1
    assert decide(table, join(BOB, "Robert", id="two")).seat == 1, "he sits there already"
    with pytest.raises(TableFull):
        decide(table, join(EVE))


def test_two_of_a_name_are_numbered() -> None:
    table = obey(new_table("ann", "open"), join(BOB, "Ann"))
    assert table.names == ["Ann", "Ann 2"]


def test_resigning_ends_a_game_of_two_and_the_log_keeps_the_result() -> None:
    table = two_people()
    event = decide(table, resign(table, BOB))
    assert isinstance(event, Resigned)
    assert event.result is not None
    assert event.result.winners == (0,)
    over = obey(table, resign(table, BOB))
    assert (over.status, over.winners, over.resigned) == ("over", [0], 1)
    assert over.record().digest == event.result.digest
    with pytest.raises(GameOver):
        decide(over, play(table))


def test_resigning_a_larger_game_is_leaving_it() -> None:
    table = obey(new_table("ann", "open", "bot", game="lords-of-scotland"), join(BOB, "Bob"))
    event = decide(table, resign(table, BOB))
    assert isinstance(event, Left)
    assert (event.then, event.bot, event.left) == ("bot", "crofter", "Bob")


def test_the_last_person_who_leaves_closes_the_table() -> None:
    table = two_people()
    table = obey(table, leave(table, BOB))
    assert (table.status, table.seats[1].kind, table.seats[1].name) == ("playing", "bot", "Crofter")
    table = obey(table, leave(table, ANN))
    assert (table.status, table.winners) == ("over", [])
    assert table.seed == 7


def test_a_player_who_leaves_before_the_start_frees_the_seat() -> None:
    table = obey(new_table("ann", "open", "open", game="lords-of-scotland"), join(BOB, "Bob"))
    table = obey(table, leave(table, BOB))
    assert (table.status, table.seats[1].kind) == ("waiting", "open")
    assert obey(table, leave(table, ANN)).status == "over", "the one who opened it closes it"


def test_a_rematch_is_one_table_for_everybody() -> None:
    table = two_people()
    with pytest.raises(NotYet):
        decide(table, rematch(table, ANN))
    table = obey(table, resign(table, ANN))
    first = replace(table.setup, id="first-rematch", seats=table.rematch_seats())
    table = obey(table, rematch(table, ANN, setup=first))
    second = replace(first, id="second-rematch")
    again = decide(table, rematch(table, BOB, id="mine", setup=second))
    assert again.content == table.next_table == "first-rematch"
    assert [seat.name for seat in first.seats] == ["Bob", "Ann"]


def test_a_bot_that_keeps_failing_is_replaced_by_a_simpler_one() -> None:
    table = new_table("ann", "bot")
    table = obey(table, play(table))
    command = ReplaceBot(
        id="r", by=SERVER, version=table.version, at=0.0, seat=1, bot=BotChoice("random", "Random")
    )
    event = decide(table, command)
    assert isinstance(event, BotReplaced)
    table = obey(table, command)
    assert (table.seats[1].bot, table.seats[1].name) == ("random", "Random")
    with pytest.raises(WrongSeat):
        decide(table, replace(command, id="other", seat=0, version=table.version))


def test_the_seed_stays_sealed_until_the_game_has_ended() -> None:
    table = two_people()
    assert (table.seed, table.salt) == (None, None)
    with pytest.raises(NotYet):
        table.record()
    table = obey(table, resign(table, ANN))
    assert (table.seed, table.salt) == (7, "salt")


# --- archived tables -------------------------------------------------------------------------------------


def archived(table: TableState) -> TableState:
    """Return the table as a server sees it whose rules have another version."""
    older = replace(table.setup, rules=0)
    return fold(begin(older, table.game), table.log)


def test_a_table_of_an_older_version_still_says_who_sat_there_and_what_was_played() -> None:
    table = two_people()
    for _ in range(6):
        table = obey(table, play(table))
    old = archived(obey(table, resign(table, BOB)))
    assert old.archived
    assert (old.names, old.ply, old.winners, old.status) == (["Ann", "Bob"], 6, [0], "over")
    assert old.record().actions == obey(table, resign(table, BOB)).record().actions
    with pytest.raises(Archived):
        old.view(0)
    with pytest.raises(Archived):
        decide(old, rematch(old, ANN))


def test_the_record_of_an_archived_game_is_the_one_it_had() -> None:
    table, dice = two_people(), random.Random(3)
    while table.status == "playing":
        assert table.position is not None
        legal = [table.position.notation(action) for action in table.position.legal]
        claims = [action for action in legal if action.startswith("claim")]
        table = obey(table, play(table, dice.choice(claims or legal)))
    record = str(table.record())
    old = archived(table)
    assert (old.winners, old.scores) == (table.winners, table.scores)
    assert str(old.record()) == record.replace("schotten-totten 1", "schotten-totten 0")


def test_an_unfinished_archived_game_is_closed_before_its_deal_is_opened() -> None:
    table = two_people()
    with pytest.raises(NotYet):
        decide(table, Close(id="c", by=SERVER, version=0, at=0.0, reason="x"))
    old = archived(obey(table, play(table)))
    assert old.seed is None
    with pytest.raises(NotYet):
        old.record()
    with pytest.raises(NotYet):
        decide(old, Close(id="c", by=ANN, version=0, at=0.0, reason="x"))
    closed = obey(old, Close(id="c", by=SERVER, version=old.version, at=0.0, reason="older rules"))
    assert closed.seed == 7
    assert len(closed.record().actions) == 1


# --- hints ---------------------------------------------------------------------------------------------


def test_hints_are_off_between_people_and_on_against_bots_unless_the_table_says_otherwise() -> None:
    assert [new_table(*who).setup.hints for who in (("ann", "bot"), ("ann", "open"), ("ann", "ann"))] == [
        True,
        False,
        False,
    ]
    assert new_table("ann", "open", terms=Terms(hints=True)).setup.hints
    assert not new_table("ann", "bot", terms=Terms(hints=False)).setup.hints


def test_who_is_to_act_may_ask_for_a_hint_and_the_position_stays() -> None:
    state = two_people(terms=Terms(hints=True))
    asked = obey(state, ask_hint(state, ANN))
    assert isinstance(asked.log[-1], Hinted)
    assert (asked.ply, asked.digest, asked.moved) == (state.ply, state.digest, state.moved)
    with pytest.raises(WrongSeat):
        decide(state, ask_hint(state, BOB))
    off = two_people()
    with pytest.raises(HintsOff):
        decide(off, ask_hint(off, ANN))


def test_of_many_hints_for_one_position_the_others_are_told_once() -> None:
    state = two_people(terms=Terms(hints=True))
    asked = obey(state, ask_hint(state, ANN, id="first"))
    assert obey(asked, ask_hint(asked, ANN, id="sent again")) is asked
    moved = obey(asked, play(asked))
    assert obey(moved, ask_hint(moved, BOB, id="another")).version == moved.version + 1


def test_a_move_decided_before_a_hint_was_told_is_not_stale() -> None:
    state = two_people(terms=Terms(hints=True))
    late = play(state)
    assert obey(obey(state, ask_hint(state, ANN)), late).ply == 1


# --- clocks --------------------------------------------------------------------------------------------


def with_a_clock(*who: str, game: str = "schotten-totten") -> TableState:
    """Return a table with a minute for each action, opened at 0 seconds."""
    return new_table(*who, game=game, terms=Terms(clock=60))


def test_a_game_of_two_is_lost_when_the_time_runs_out() -> None:
    state = obey(with_a_clock("ann", "open"), join(BOB, "Bob", at=100.0))
    assert state.due == 160.0
    with pytest.raises(NotYet):
        decide(state, run_out(state, 159.9))
    over = obey(state, run_out(state, 160.0))
    assert (over.winners, over.resigned, over.ran_out, over.due) == ([1], 0, True, None)
    assert over.result is not None
    assert over.result.winners == (1,)


def test_in_a_larger_game_a_bot_plays_on_for_who_ran_out_of_time() -> None:
    state = obey(with_a_clock("ann", "open", "open", game="glen-more"), join(BOB, "Bob", at=5.0))
    state = obey(state, join(EVE, "Eve", id="eve joins", at=10.0))
    after = obey(state, run_out(state, 70.0))
    assert (after.status, after.seats[0].kind, after.due) == ("playing", "bot", None)
    assert not after.ran_out


def test_each_action_starts_the_clock_again_and_an_undo_gives_no_time() -> None:
    state = with_a_clock("ann", "ann", game="glen-more")
    played = obey(state, play(state, at=30.0))
    assert played.due == 90.0
    undone = obey(played, undo(played, ANN, at=50.0))
    assert undone.due == state.due == 60.0


def test_only_the_server_says_that_time_ran_out_and_bots_and_tables_without_a_clock_have_none() -> None:
    state = with_a_clock("ann", "bot")
    with pytest.raises(WrongSeat):
        decide(state, run_out(state, 100.0, by=BOB))
    assert with_a_clock("bot", "ann").due is None
    assert new_table("ann", "bot").due is None
    with pytest.raises(NotYet):
        decide(new_table("ann", "bot"), run_out(new_table("ann", "bot"), 10.0**9))
