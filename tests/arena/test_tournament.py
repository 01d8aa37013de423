"""A tournament plays every game once, whatever happens to it, here or on Ray."""

from __future__ import annotations

import json
import multiprocessing
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import stramash
from stramash.arena import BadResult, Fixture, PlotMissing, RayMissing, Result, Tournament, plot
from stramash.arena.engines import Killed, play_on_ray
from stramash.arena.games import Setting, play_fixture
from stramash.arena.schedule import lineups, schedule
from stramash.core.errors import BadOption

GAME = stramash.load("schotten-totten")
SETTING = Setting.of(GAME)


def timeless(results: list[Result]) -> list[tuple[object, ...]]:
    return sorted(
        (one.fixture.deal, one.fixture.seats, one.winners, one.scores, one.plies) for one in results
    )


@pytest.mark.parametrize(("count", "players"), [(2, 2), (3, 2), (2, 3), (2, 4), (3, 4), (5, 3), (4, 4)])
def test_every_deal_is_played_from_every_seat_by_everybody_at_the_table(count: int, players: int) -> None:
    names = [chr(ord("a") + number) for number in range(count)]
    fixtures = schedule(names, players, pairs=2)
    assert len(set(fixtures)) == len(fixtures)
    assert {fixture.deal for fixture in fixtures} == {1, 2}
    for name in names:
        seats = Counter(
            seat for fixture in fixtures for seat in range(players) if fixture.seats[seat] == name
        )
        assert len(seats) == players
        assert len(set(seats.values())) == 1, "every seat as often as any other"


@pytest.mark.parametrize("names", [[], ["greedy"], ["greedy", "greedy"]])
def test_a_tournament_needs_two_different_bots(names: list[str]) -> None:
    with pytest.raises(BadOption, match="two or more different bots"):
        lineups(names, 2)


def test_a_game_is_the_same_wherever_it_is_played() -> None:
    fixture = Fixture(5, ("search:50", "greedy"))
    here = timeless([play_fixture(SETTING, fixture)])
    tournament = Tournament(GAME, ["search:50", "greedy"], pairs=1, first_deal=5)
    assert here[0] in timeless(list(tournament.play(jobs=2)))


def test_a_result_survives_being_written_as_a_line() -> None:
    result = play_fixture(SETTING, Fixture(3, ("greedy", "random")))
    again = Result.read(result.line())
    assert timeless([again]) == timeless([result])
    assert again.setting == SETTING
    assert again.decisions == result.decisions


def test_an_interrupted_tournament_goes_on_without_losing_or_repeating_a_game(tmp_path: Path) -> None:
    file, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    games = Tournament(GAME, ["greedy", "random"], pairs=4, file=file)
    for played, _ in enumerate(games.play(jobs=1), 1):
        if played == 3:
            break
    with file.open("ab") as torn:
        torn.write(b'{"game": "schotten-tot')
    again = Tournament(GAME, ["greedy", "random"], pairs=4, file=file)
    assert len(again.results) == 3
    assert len(list(again.play(jobs=1))) == 5
    assert not again.left
    at_once = Tournament(GAME, ["greedy", "random"], pairs=4, file=whole)
    list(at_once.play(jobs=1))
    lines = file.read_text().splitlines()
    assert len(lines) == 8
    assert timeless([Result.read(line) for line in lines]) == timeless(at_once.results)


def test_a_killed_tournament_goes_on_too(tmp_path: Path) -> None:
    """The program is interrupted as by Ctrl-C while two processes play for it."""
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "stramash.cli", "arena", "schotten-totten", "greedy", "random"]
    command += ["--pairs", "300", "--jobs", "2", "--out", str(file)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and (not file.exists() or file.read_bytes().count(b"\n") < 5):
        time.sleep(0.05)
    program.send_signal(signal.SIGINT)
    program.communicate(timeout=60)
    assert program.returncode == 130
    before = file.read_bytes().count(b"\n")
    assert 5 <= before < 600
    pairs = before // 2 + 2
    games = Tournament(GAME, ["greedy", "random"], pairs=pairs, file=file)
    list(games.play(jobs=1))
    assert len(games.results) == 2 * pairs
    fixtures = [Result.read(line).fixture for line in file.read_text().splitlines()]
    assert len(set(fixtures)) == len(fixtures)


def test_a_process_that_is_killed_is_reported_and_waited_for_by_nobody() -> None:
    before = set(multiprocessing.active_children())
    games = Tournament(GAME, ["greedy", "random"], pairs=100).play(jobs=2)
    next(games)
    for process in set(multiprocessing.active_children()) - before:
        process.kill()
    with pytest.raises(Killed, match="with --out, the same command goes on"):
        list(games)


def test_a_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    list(Tournament(GAME, ["greedy", "random"], pairs=1, file=file).play(jobs=1))
    with pytest.raises(BadResult, match="line 1 is of another tournament"):
        Tournament(stramash.load("schotten-totten", tactics=True), ["greedy", "random"], 1, file=file)
    file.write_text("hello\n")
    with pytest.raises(BadResult, match="line 1: this line is no result"):
        Tournament(GAME, ["greedy", "random"], 1, file=file)


@pytest.mark.soak
def test_ray_plays_the_same_games() -> None:
    here = Tournament(GAME, ["greedy", "random"], pairs=2)
    list(here.play(jobs=1))
    there = Tournament(GAME, ["greedy", "random"], pairs=2)
    list(there.play(jobs=1, ray=True))
    assert timeless(there.results) == timeless(here.results)


def test_without_ray_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(RayMissing, match=r"pip install 'stramash\[ray\]'"):
        next(play_on_ray([(SETTING, Fixture(1, ("greedy", "random")))]))


@pytest.mark.parametrize(("name", "start"), [("elo.png", b"\x89PNG"), ("elo.svg", b"<?xml")])
def test_the_ratings_are_drawn(tmp_path: Path, name: str, start: bytes) -> None:
    games = Tournament(GAME, ["greedy", "random"], pairs=1)
    list(games.play(jobs=1))
    plot(games.ratings(), "Schotten Totten", tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_plot_in_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlotMissing, match=r"name it \.png or \.svg"):
        plot([], "", tmp_path / "elo.xlsx")


def test_the_command_line_tells_ratings_as_json() -> None:
    command = [sys.executable, "-m", "stramash.cli", "arena", "schotten-totten", "greedy", "random"]
    done = subprocess.run(
        [*command, "--pairs", "1", "--jobs", "1", "--json"], capture_output=True, text=True, check=True
    )
    told = json.loads(done.stdout)
    assert [rating["bot"] for rating in told["ratings"]] == ["greedy", "random"]
    assert told["matches"][0]["games"] == 2
