"""Properties of the fold: any commands, in any order, from anybody."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings, strategies

from stramash.table.domain.commands import SERVER, BotChoice, Close, Command, ReplaceBot
from stramash.table.domain.decide import decide
from stramash.table.domain.errors import TableError
from stramash.table.domain.events import Event, Left, Moved, Resigned, Undone, payload_of, read_event
from stramash.table.domain.evolve import evolve, fold
from stramash.table.domain.setup import Terms
from stramash.table.domain.state import TableState, begin, public_digest
from stramash.table.domain.story import log_lines
from tests.table.domain.tables import (
    ANN,
    BOB,
    EVE,
    answer_undo,
    ask_hint,
    ask_undo,
    join,
    leave,
    new_table,
    play,
    rematch,
    resign,
    run_out,
    undo,
)

SENDERS = strategies.sampled_from([ANN, BOB, EVE, SERVER])
#: Few ids, so that they are often used again
IDS = strategies.sampled_from([f"id {number}" for number in range(12)])
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@strategies.composite
def commands(draw: strategies.DrawFn, state: TableState) -> Command:
    """Draw a command, sensible more often than not."""
    by, id_ = draw(SENDERS), draw(IDS)
    version = draw(strategies.sampled_from([state.version, state.version, max(0, state.version - 1), 0]))
    kind = draw(
        strategies.sampled_from(
            ["play"] * 8
            + [
                "hint",
                "clock",
                "undo",
                "ask",
                "agree",
                "agree",
                "refuse",
                "join",
                "join",
                "leave",
                "resign",
                "rematch",
                "bot",
                "close",
            ]
        )
    )
    position = state.position
    if kind == "play" and position is not None and state.player is not None:
        legal = [position.notation(action) for action in position.legal]
        action = draw(strategies.sampled_from([*legal[:6], *legal[-6:], "castle"]))
        return play(state, action, id=draw(IDS | strategies.just(f"play {state.version}")))
    if kind == "join":
        return join(by, draw(strategies.sampled_from(["", "Bob", "Ann"])), id=id_, version=version)
    if kind == "leave":
        return leave(state, by, id=id_, version=version)
    if kind == "clock":
        at = draw(strategies.sampled_from([0.0, 50.0, 70.0]))
        return run_out(state, at, by=draw(strategies.sampled_from([by, SERVER])), id=id_)
    if kind == "hint":
        return ask_hint(state, by, id=id_, version=version)
    if kind == "ask":
        return ask_undo(state, by, id=id_, version=version)
    if kind in ("agree", "refuse"):
        return answer_undo(state, by, id=id_, version=version, agree=kind == "agree")
    if kind == "resign":
        return resign(state, by, id=id_, version=version)
    if kind == "rematch":
        setup = replace(state.setup, id=f"again-{id_}", seats=state.rematch_seats())
        return rematch(state, by, id=id_, setup=setup)
    if kind == "bot":
        seat = draw(strategies.integers(0, state.setup.players - 1))
        bot = BotChoice("random", "Random")
        return ReplaceBot(id=id_, by=SERVER, version=version, at=0.0, seat=seat, bot=bot)
    if kind == "close":
        return Close(id=id_, by=by, version=version, at=0.0, reason="older rules")
    return undo(state, by, id=id_, version=version)


def tables() -> strategies.SearchStrategy[TableState]:
    return strategies.sampled_from(
        [
            new_table("ann", "open"),
            new_table("ann", "bot"),
            new_table("ann", "open", terms=Terms(hints=True, clock=60)),
            new_table("ann", "ann", game="glen-more"),
            new_table("ann", "open", "bot", game="lords-of-scotland", terms=Terms(clock=60)),
            new_table("open", "open", "ann", game="glen-more"),
        ]
    )


@strategies.composite
def games(draw: strategies.DrawFn) -> tuple[TableState, list[tuple[Command, Event | str]]]:
    """Draw a table after many commands, with what each was answered."""
    state = draw(tables())
    answered: list[tuple[Command, Event | str]] = []
    for _ in range(draw(strategies.integers(1, 40))):
        command = draw(commands(state))
        try:
            event = decide(state, command)
        except TableError as error:
            answered.append((command, error.code))
            continue
        if event.version > state.version:
            state = evolve(state, event)
            event = state.log[-1]
        answered.append((command, event))
    return state, answered


def same(one: TableState, other: TableState) -> bool:
    """Compare all of two states; a position is compared by its bytes and actions."""
    positions = [None if state.position is None else (bytes(state.position), state.position.history)
                 for state in (one, other)]  # fmt: skip
    return positions[0] == positions[1] and replace(one, position=None) == replace(other, position=None)


@QUICK
@given(games())
def test_folding_the_log_in_any_two_parts_gives_the_same_table(
    drawn: tuple[TableState, list[tuple[Command, Event | str]]],
) -> None:
    state, _ = drawn
    start = begin(state.setup, state.game)
    for cut in {0, 1, state.version // 2, state.version}:
        first = fold(start, state.log[:cut])
        assert first.version == min(cut, state.version)
        assert same(fold(first, state.log[cut:]), state)


@QUICK
@given(games())
def test_the_log_survives_being_written_as_json(
    drawn: tuple[TableState, list[tuple[Command, Event | str]]],
) -> None:
    state, _ = drawn
    stored = [
        read_event(
            event.kind,
            json.loads(json.dumps(payload_of(event))),
            version=event.version,
            seat=event.seat,
            at=event.at,
            key=event.key,
        )
        for event in state.log
    ]
    assert same(fold(begin(state.setup, state.game), stored), state)


@QUICK
@given(games())
def test_a_command_sent_again_gets_its_first_answer_and_changes_nothing(
    drawn: tuple[TableState, list[tuple[Command, Event | str]]],
) -> None:
    state, answered = drawn
    accepted = [(command, answer) for command, answer in answered if isinstance(answer, Event)]
    for command, answer in accepted:
        if answer.key == command.key:  # not a second join or rematch
            assert decide(state, command) == answer


@QUICK
@given(games())
def test_a_clock_runs_only_for_a_person_to_act_and_no_undo_wins_time(
    drawn: tuple[TableState, list[tuple[Command, Event | str]]],
) -> None:
    final, _ = drawn
    state = begin(final.setup, final.game)
    for event in final.log:
        before, state = state, evolve(state, event)
        runs = final.setup.terms.clock is not None and state.player is not None
        assert (state.due is not None) == (runs and state.seats[state.player or 0].kind != "bot")
        if isinstance(event, Undone):
            assert state.waiting_since <= before.waiting_since
        if isinstance(event, Resigned | Left) and event.late:
            assert before.due is not None
            assert event.at >= before.due


@QUICK
@given(games())
def test_versions_count_up_and_each_command_is_in_the_log_once(
    drawn: tuple[TableState, list[tuple[Command, Event | str]]],
) -> None:
    state, _ = drawn
    assert [event.version for event in state.log] == list(range(1, state.version + 1))
    keys = [event.key for event in state.log]
    assert len(set(keys)) == len(keys)


@QUICK
@given(games(), strategies.randoms())
def test_evolve_takes_any_events_in_any_order(
    drawn: tuple[TableState, list[tuple[Command, Event | str]]], dice: object
) -> None:
    """A log that this engine cannot replay archives the table; it raises nothing."""
    state, _ = drawn
    events = list(state.log)
    getattr(dice, "shuffle")(events)  # noqa: B009
    bent = fold(begin(state.setup, state.game), events)
    assert bent.version == len(events)
    assert bent.archived or bent.position is not None
    assert bent.status in ("waiting", "playing", "over")
    log_lines(bent, None, "en")


@QUICK
@given(games())
def test_without_the_engine_the_same_log_gives_the_same_seats_and_plies(
    drawn: tuple[TableState, list[tuple[Command, Event | str]]],
) -> None:
    state, _ = drawn
    blind = fold(begin(state.setup, None), state.log)
    assert blind.archived
    assert (blind.seats, blind.ply, blind.resigned, blind.ended) == (
        state.seats,
        state.ply,
        state.resigned,
        state.ended,
    )
    if blind.ended and not blind.closed:
        assert blind.winners == state.winners


@QUICK
@given(games())
def test_without_the_engine_others_are_told_the_same_actions(
    drawn: tuple[TableState, list[tuple[Command, Event | str]]],
) -> None:
    state, _ = drawn
    blind = fold(begin(state.setup, None), state.log)
    if not state.ended:
        for event in state.log:
            for seats in ([], *([seat] for seat in range(state.setup.players))):
                assert blind.content_for(event, seats).get("action") == state.content_for(event, seats).get(
                    "action"
                )


def test_the_story_calls_everybody_as_they_were_called_then() -> None:
    state = new_table("ann", "open")
    for command in (join(BOB, "Bob"),):
        state = evolve(state, decide(state, command))
    for _ in range(4):
        state = evolve(state, decide(state, play(state)))
    state = evolve(state, decide(state, leave(state, BOB)))
    lines = log_lines(state, None, "en", lambda event, who: f"{event.kind} {who}")
    assert lines[0].text == "join 2"
    assert lines[-1].text == "leave Bob"
    moves = [line for line in lines if line.kind == Moved.kind]
    assert [line.ply for line in moves] == [1, 2, 3, 4]
    assert any(line.text.startswith("Bob ") for line in moves)


@pytest.mark.parametrize("kind", ["dance", "move"])
def test_an_event_that_cannot_be_read_is_said_to_be_so(kind: str) -> None:
    with pytest.raises(ValueError, match="event 3"):
        read_event(kind, {"step": "reel"}, version=3, seat=0, at=0.0, key=None)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("move", {"action": 5}),
        ("move", {"action": None}),
        ("move", {"action": "b1@1", "result": 5}),
        ("join", {"name": 5, "holder": None}),
        ("leave", {"then": "bot", "left": 3}),
        ("resign", {"late": "yes"}),
        ("resign", {"result": {"winners": ["a"], "scores": [], "engine": "0", "digest": ""}}),
        ("resign", {"result": {"winners": [], "scores": [], "engine": 0, "digest": ""}}),
        ("rematch", {"table": 5}),
        ("replace", {"left": "Ann", "bot": None, "name": "Crofter"}),
    ],
)
def test_an_event_with_a_part_of_the_wrong_type_cannot_be_read(kind: str, payload: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="event 3"):
        read_event(kind, payload, version=3, seat=0, at=0.0, key=None)


@pytest.mark.parametrize("game", ["schotten-totten", "lords-of-scotland", "glen-more"])
def test_the_public_digest_depends_on_nothing_hidden(game: str) -> None:
    state = new_table("ann", "ann", game=game)
    for _ in range(9):
        state = evolve(state, decide(state, play(state)))
    position = state.the_position()
    for seed in range(5):
        other = position.view(None).imagine(seed)
        assert bytes(other) != bytes(position)
        assert public_digest(other) == public_digest(position)
