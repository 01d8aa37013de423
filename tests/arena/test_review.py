"""A review finds the move that lost a won game, judges by what was known, and is told in three languages."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import stramash
from stramash import bots
from stramash.arena.kept import KeptReview
from stramash.arena.review import EvaluatedMove, Review, evaluate_moves, mark_of_reviews
from stramash.arena.review_report import print_review, spark
from stramash.bots.guided import GuidedBot
from stramash.bots.search import Budget, Considered, SearchBot, Thought
from stramash.bots.words import translator
from stramash.cli.consoles import new_console
from stramash.core.position import View
from stramash.core.words import LOCALES
from tests.cli.terminal import Shell

GAME = stramash.load("schotten-totten")
QUICK = Budget(simulations=300)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    return Shell(capsys, monkeypatch)


def blunder() -> list[stramash.Position]:
    """Seat 0 could have claimed a third stone in a row, and does not; seat 1 does."""
    held, lost = {"owner": 0}, {"owner": 1}
    theirs = {"sides": [["b2", "g3", "y6"], ["p7", "p8", "p9"]], "first": 1}
    decided = {"sides": [["r7", "r8", "r9"], ["b1", "g2", "y5"]], "first": 0}
    position = GAME.position(
        {
            "stones": [held, held, decided, {}, theirs, lost, lost, {}, {}],
            "hands": [["b7", "b8", "y1"], ["g8", "g9", "y9"]],
            "phase": "claiming",
            "acted": True,
        }
    )
    positions = [position.copy()]
    for notation in ("done", "g8@8", "claim@5"):
        position.play(notation)
        positions.append(position.copy())
    return positions


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(str(blunder()[-1].record()), "utf-8")
    return file


def test_the_move_that_threw_the_game_away_is_found_with_what_would_have_won() -> None:
    moves = [move for move in evaluate_moves(blunder(), QUICK) if move is not None]
    review = Review(GAME, tuple(moves), (1,))
    (worst,) = review.worst(0)
    assert (worst.ply, worst.played, worst.best) == (1, "done", "claim@3")
    assert worst.best_chance == 1.0
    assert worst.cost > 0.5
    assert worst.line[0] == (0, "claim@3")
    assert review.chances(0) == [(1, 1.0)]
    assert review.chances(1) == [(2, pytest.approx(1, abs=0.3)), (3, 1.0)]


def test_a_move_is_judged_by_what_its_player_could_know() -> None:
    """Dealing the hidden cards again does not change the evaluation."""
    position = GAME.deal(seed=4)
    action = position.legal[3]
    again = position.view(0).imagine(rng=9)
    evaluated = []
    for before in (position, again):
        after = before.copy()
        after.play(action)
        evaluated.append(next(evaluate_moves([before, after], QUICK)))
    assert evaluated[0] == evaluated[1]
    assert evaluated[0] is not None


def test_what_is_forced_is_not_judged() -> None:
    position = GAME.position({"stones": [{}] * 9, "hands": [[], ["g8", "g9"]], "phase": "playing"})
    after = position.copy()
    after.play(position.legal[0])
    assert list(evaluate_moves([position, after], QUICK)) == [None]


def test_an_action_that_the_search_did_not_look_at_is_looked_at_for_the_review() -> None:
    view = GAME.deal(seed=2).view(0)
    few = SearchBot(1, Budget(simulations=5)).think(view)
    ignored = next(action for action in view.legal if action not in {one.action for one in few.considered})
    _, found = SearchBot(1, Budget(simulations=5)).evaluate(view, ignored, least=50)
    assert (found.action, found.visits) == (ignored, 50)


def test_a_whole_game_is_reviewed_and_random_play_gives_more_away_than_a_network() -> None:
    position, positions = GAME.deal(seed=3), []
    players = [bots.make("network", 1), bots.make("random", 2)]
    while position.player is not None:
        positions.append(position.copy())
        position.play(players[position.player].choose(position.view(position.player)))
    positions.append(position.copy())
    moves = [move for move in evaluate_moves(positions, QUICK) if move is not None]
    told = Review(GAME, tuple(moves), tuple(position.winners)).to_dict()
    assert told["winners"] == [0]
    assert told["seats"][1]["given_away"] > 2 * told["seats"][0]["given_away"]
    assert told["seats"][0]["chances"][-1][1] > 0.9


def test_the_command_line_reviews_a_record_as_json(shell: Shell, record: Path) -> None:
    outcome = shell("review", record, "--budget", 200, "--json")
    told = json.loads(outcome.out)
    assert (outcome.code, told["game"]) == (0, "schotten-totten")
    assert told["moves"][0]["best"] == "claim@3"
    assert told["seats"][0]["worst"] == [1]


def test_a_review_is_kept_beside_its_record_and_made_once(
    shell: Shell, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = shell("review", record, "--budget", 200, "--json").out
    kept = record.with_name("game.txt.review.json")
    assert json.loads(kept.read_text("utf-8"))["review"] == json.loads(first)

    def nobody_thinks(*_: object) -> None:
        raise AssertionError("the review was there")

    with monkeypatch.context() as patch:
        patch.setattr(GuidedBot, "evaluate", nobody_thinks)
        assert shell("review", record, "--budget", 200, "--json").out == first
    before = kept.read_text("utf-8")
    shell("review", record, "--budget", 100, "--no-keep")
    assert kept.read_text("utf-8") == before
    shell("review", record, "--budget", 100)
    assert json.loads(kept.read_text("utf-8"))["budget"] == "100", "another budget is another review"


def test_a_file_that_is_not_a_review_is_left_alone(shell: Shell, record: Path) -> None:
    kept = record.with_name("game.txt.review.json")
    kept.write_text("my notes", "utf-8")
    assert "is not a review: move it away" in shell("review", record, "--budget", 200).complaint
    assert kept.read_text("utf-8") == "my notes"


@pytest.mark.parametrize("locale", LOCALES)
def test_the_command_line_tells_a_review_in_every_language(shell: Shell, record: Path, locale: str) -> None:
    outcome = shell("review", record, "--budget", 200, "--lang", locale)
    word = {"en": "Better", "es": "Mejor", "fr": "Mieux"}[locale]
    assert word in outcome.out
    assert "1:claim@3" in outcome.out
    assert "█" in outcome.out


def test_a_review_by_other_bots_is_made_again(
    shell: Shell, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell("review", record, "--budget", 100)
    kept = record.with_name("game.txt.review.json")
    mine = json.loads(kept.read_text("utf-8"))
    assert mine["mark"] == mark_of_reviews(GAME)
    kept.write_text(json.dumps(mine | {"mark": "another"}), "utf-8")
    evaluated = []
    evaluate = GuidedBot.evaluate

    def counting(bot: GuidedBot, view: View, action: int) -> tuple[Thought, Considered]:
        evaluated.append(action)
        return evaluate(bot, view, action)

    monkeypatch.setattr(GuidedBot, "evaluate", counting)
    shell("review", record, "--budget", 100)
    assert evaluated
    assert json.loads(kept.read_text("utf-8")) == mine


def test_records_that_differ_in_their_last_part_have_reviews_of_their_own(record: Path) -> None:
    files = [KeptReview(record.with_name(name), GAME, QUICK).file for name in ("a", "a.1", "a.2", "a.txt")]
    assert len(set(files)) == 4


def test_notation_is_printed_as_it_is_written(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In `1:up:br3`, Rich would find a sign with an arrow."""
    position = stramash.load("lords-of-scotland").deal(seed=1)
    notations = [position.notation(action) for action in position.legal]
    up = next(notation for notation in notations if notation.startswith("up:"))
    down = next(notation for notation in notations if notation.startswith("down:"))
    position.play(down)
    evaluated = EvaluatedMove(1, 0, down, 0.2, up, 0.8, ((0, up), (1, up)))
    monkeypatch.setattr(sys.modules["stramash.cli.review"], "evaluate_moves", lambda *_: iter([evaluated]))
    file = tmp_path / "lords.txt"
    file.write_text(str(position.record()), "utf-8")
    assert f"(1:{up} 2:{up})" in shell("review", file).out


def test_a_record_without_moves_is_refused_with_the_reason(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "new.txt"
    file.write_text(str(GAME.deal(seed=1).record()), "utf-8")
    assert "has no moves: there is nothing to review" in shell("review", file).complaint


def test_who_never_had_a_choice_is_told_so() -> None:
    console = new_console()
    with console.capture() as printed:
        print_review(Review(GAME, (), (1,)), [GAME.deal(seed=1)], translator("en"), console)
    assert printed.get().count("There was never a choice.") == 2


def test_a_budget_that_is_none_is_refused(shell: Shell, record: Path) -> None:
    assert "write search:0.5s or search:2000" in shell("review", record, "--budget", "long").complaint


def test_moves_that_cost_next_to_nothing_are_not_held_against_anybody() -> None:
    def move(ply: int, cost: float) -> EvaluatedMove:
        return EvaluatedMove(ply, 0, "b1@1", 0.5, "b2@1", 0.5 + cost, ())

    review = Review(GAME, tuple(move(ply, cost) for ply, cost in enumerate((0.01, 0.2, 0.1, 0.3, 0.05))), ())
    assert [worst.ply for worst in review.worst(0)] == [3, 1, 2]


def test_a_chart_has_a_bar_for_every_chance() -> None:
    assert spark([0, 0.13, 0.99, 1.0]) == "▁▂██"
