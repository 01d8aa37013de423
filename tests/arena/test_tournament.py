"""A tournament plays every game once, whatever happens to it, here or on Ray."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

import stramash
from stramash.arena import BadResult, Fixture, InUse, PlotMissing, Result, Tournament, plot
from stramash.arena.engines import Killed, play_on_ray
from stramash.arena.games import GameSpec, play_fixture
from stramash.arena.schedule import lineups, schedule
from stramash.cli import main
from stramash.core.errors import BadOption
from stramash.core.extras import MissingExtra

GAME = stramash.load("schotten-totten")
GAME_SPEC = GameSpec.of(GAME)
ARENA = [sys.executable, "-m", "stramash.cli", "arena", "schotten-totten", "greedy", "random"]


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
    here = timeless([play_fixture(GAME_SPEC, fixture)])
    tournament = Tournament(GAME, ["search:50", "greedy"], pairs=1, first_deal=5)
    assert here[0] in timeless(list(tournament.play(jobs=2)))


def test_a_result_survives_being_written_as_a_line() -> None:
    result = play_fixture(GAME_SPEC, Fixture(3, ("greedy", "random")))
    again = Result.read(result.line())
    assert timeless([again]) == timeless([result])
    assert again.game_spec == GAME_SPEC
    assert again.decisions == result.decisions


def test_an_interrupted_tournament_goes_on_without_losing_or_repeating_a_game(tmp_path: Path) -> None:
    file, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    with Tournament(GAME, ["greedy", "random"], pairs=4, file=file) as games:
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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for a process without a console")
def test_a_killed_tournament_goes_on_too(tmp_path: Path) -> None:
    """The program is interrupted as by Ctrl-C while two processes play for it."""
    file = tmp_path / "games.jsonl"
    command = [*ARENA, "--pairs", "300", "--jobs", "2", "--out", str(file)]
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


def workers_of(program: int) -> list[int]:
    """Return the processes that a program started, and those that they started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            if parent == program:
                found.append(int(status.parent.name))
    return found + [below for process in found for below in workers_of(process)]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="the processes of a program are listed on Linux only")
@pytest.mark.parametrize(("end", "code"), [("terminate", 130), ("kill", -9)])
def test_worker_processes_end_however_the_program_ends(tmp_path: Path, end: str, code: int) -> None:
    file = tmp_path / "games.jsonl"
    program = subprocess.Popen(
        [*ARENA, "--pairs", "5000", "--jobs", "2", "--out", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and (not file.exists() or file.read_bytes().count(b"\n") < 3):
        time.sleep(0.05)
    workers = workers_of(program.pid)
    assert len(workers) >= 2
    getattr(program, end)()
    # All ends of the pipes are closed only when nobody who inherited them is left.
    program.communicate(timeout=60)
    assert program.returncode == code
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and any(Path(f"/proc/{worker}").exists() for worker in workers):
        time.sleep(0.05)
    assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]


def test_two_tournaments_cannot_write_into_one_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first = Tournament(GAME, ["greedy", "random"], pairs=1, file=file)
    with pytest.raises(InUse, match=r"another tournament writes into .*games\.jsonl"):
        Tournament(GAME, ["greedy", "random"], pairs=1, file=file)
    assert len(list(first.play(jobs=1))) == 2
    assert not Tournament(GAME, ["greedy", "random"], pairs=1, file=file).left


def test_a_closed_tournament_lets_go_of_its_file_and_of_those_who_play(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    before = set(multiprocessing.active_children())
    Tournament(GAME, ["greedy", "random"], pairs=1, file=file).close()
    with Tournament(GAME, ["greedy", "random"], pairs=100, file=file) as games:
        next(games.play(jobs=2))
        players = set(multiprocessing.active_children()) - before
        assert players
    for process in players:
        process.join(60)
        assert not process.is_alive()
    assert len(games.results) == len(file.read_text().splitlines()) >= 1
    with Tournament(GAME, ["greedy", "random"], pairs=100, file=file) as again:
        assert len(again.left) == 200 - len(games.results)


def test_games_of_other_bots_are_not_counted_with_those_of_these(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    list(Tournament(GAME, ["greedy", "random"], pairs=1, file=file).play(jobs=1))
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert {line["mark"] for line in lines} == {GAME_SPEC.mark}
    lines[1]["mark"] = "0.0-older"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(BadResult, match=r"line 2 was played by other bots or rules.*0\.0-older"):
        Tournament(GAME, ["greedy", "random"], pairs=1, file=file)


def test_a_setting_is_told_in_words_without_what_is_usual() -> None:
    assert str(GAME_SPEC) == "Schotten Totten (2)"
    told = str(GameSpec.of(stramash.load("schotten-totten", tactics=True, rounds=3)))
    assert told == "Schotten Totten (2) tactics=true rounds=3"


def test_a_process_that_is_killed_is_reported_and_waited_for_by_nobody() -> None:
    before = set(multiprocessing.active_children())
    games = Tournament(GAME, ["greedy", "random"], pairs=100).play(jobs=2)
    next(games)
    for process in set(multiprocessing.active_children()) - before:
        process.kill()
    with pytest.raises(Killed, match="repeat the command with --out to resume"):
        list(games)


def test_a_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    list(Tournament(GAME, ["greedy", "random"], pairs=1, file=file).play(jobs=1))
    with pytest.raises(BadResult, match=r"of Schotten Totten \(2\) and not of .* tactics=true: name another"):
        Tournament(stramash.load("schotten-totten", tactics=True), ["greedy", "random"], 1, file=file)
    file.write_text("hello\n")
    with pytest.raises(BadResult, match="line 1: this line is not a result"):
        Tournament(GAME, ["greedy", "random"], 1, file=file)


@contextmanager
def cluster(folder: Path) -> Iterator[dict[str, str]]:
    """A Ray cluster of one core with a token of its own; yields what one must know to get in."""
    token = folder / "token"
    token.write_text(secrets.token_hex(32))
    with socket.socket() as free:
        free.bind(("", 0))
        port = free.getsockname()[1]
    place = Path(tempfile.mkdtemp(prefix="ray"))  # not in a long path: Ray makes sockets there
    environment = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN_PATH": str(token)}
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", "--num-cpus=1"]
    command += [f"--port={port}", f"--temp-dir={place}", "--node-ip-address=127.0.0.1"]
    command += ["--include-dashboard=false", "--disable-usage-stats", "--object-store-memory=80000000"]
    source = os.pathsep.join([str(Path(stramash.__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    head = subprocess.Popen(
        command,
        env=os.environ | environment | {"PYTHONPATH": source},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert head.stdout is not None
    try:
        said = []
        for line in head.stdout:
            said.append(line)
            if "Ray runtime started" in line:
                break
        else:
            raise AssertionError("".join(said))
        threading.Thread(target=head.stdout.read, daemon=True).start()
        yield environment | {"RAY_ADDRESS": f"127.0.0.1:{port}", "PYTHONPATH": source}
    finally:
        head.terminate()
        head.wait(60)
        shutil.rmtree(place, ignore_errors=True)


def test_a_running_ray_cluster_plays_the_same_games(tmp_path: Path) -> None:
    """It says itself how many games it plays at a time, whatever --jobs says."""
    here = Tournament(GAME, ["greedy", "random"], pairs=2)
    list(here.play(jobs=1))
    file = tmp_path / "games.jsonl"
    command = [*ARENA, "--pairs", "2", "--jobs", "2", "--ray", "--json", "--out", str(file)]
    with cluster(tmp_path) as environment:
        done = subprocess.run(
            command, env=os.environ | environment, capture_output=True, text=True, timeout=240, check=False
        )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["matches"][0]["games"] == 4
    there = [Result.read(line) for line in file.read_text().splitlines()]
    assert timeless(there) == timeless(here.results)


def test_a_ray_cluster_that_is_not_there_is_one_line() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    done = subprocess.run(
        [*ARENA, "--pairs", "1", "--ray"],
        env=os.environ | {"RAY_ADDRESS": address},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"stramash: the Ray cluster at {address} does not let us in: ")
    assert done.stderr.count("\n") == 1
    assert "check RAY_ADDRESS" in done.stderr


@pytest.mark.soak
def test_ray_plays_the_same_games_on_a_cluster_of_its_own() -> None:
    here = Tournament(GAME, ["greedy", "random"], pairs=2)
    list(here.play(jobs=1))
    there = Tournament(GAME, ["greedy", "random"], pairs=2)
    list(there.play(jobs=1, ray=True))
    assert timeless(there.results) == timeless(here.results)


def test_without_ray_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r'pip install "stramash\[ray\]"'):
        next(play_on_ray([(GAME_SPEC, Fixture(1, ("greedy", "random")))]))


@pytest.mark.parametrize(("name", "start"), [("elo.png", b"\x89PNG"), ("elo.svg", b"<?xml")])
def test_the_ratings_are_drawn(tmp_path: Path, name: str, start: bytes) -> None:
    games = Tournament(GAME, ["greedy", "random"], pairs=1)
    list(games.play(jobs=1))
    plot(games.ratings(), "Schotten Totten", tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_plot_in_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlotMissing, match=r"name it \.png or \.svg"):
        plot([], "", tmp_path / "elo.xlsx")


def test_a_plot_in_a_folder_that_is_not_there_is_refused_before_anybody_plays(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = subprocess.run(
        [*ARENA, "--pairs", "1", "--out", str(file), "--plot", str(tmp_path / "pictures" / "elo.svg")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert f"there is no folder {tmp_path / 'pictures'}" in done.stderr
    assert not file.exists()


def test_tables_are_printed_even_if_the_plot_cannot_be_drawn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("stramash.arena.plot", no_room)
    with pytest.raises(SystemExit):
        main([*ARENA[3:], "--pairs", "1", "--jobs", "1", "--plot", str(tmp_path / "elo.svg")])
    printed = capsys.readouterr()
    assert "Elo" in printed.out
    assert "No space left on device" in printed.err


def test_the_command_line_tells_ratings_as_json() -> None:
    done = subprocess.run(
        [*ARENA, "--pairs", "1", "--jobs", "1", "--json"], capture_output=True, text=True, check=True
    )
    told = json.loads(done.stdout)
    assert [rating["bot"] for rating in told["ratings"]] == ["greedy", "random"]
    assert told["matches"][0]["games"] == 2


def test_a_bot_in_the_current_folder_plays_in_worker_processes(tmp_path: Path) -> None:
    own = "class Last:\n    name = 'last'\n\n    def choose(self, view):\n        return view.legal[-1]\n"
    (tmp_path / "bots_of_mine.py").write_text(own, "utf-8")
    command = [
        *ARENA[:-2],
        "bots_of_mine:Last",
        "random",
        "--pairs",
        "2",
        "--jobs",
        "2",
        "--out",
        "games.jsonl",
    ]
    for expected in (4, 4):  # the second run plays nothing: the games are there
        subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        results = [Result.read(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
        assert len(results) == expected
        assert {seat for result in results for seat in result.fixture.seats} == {
            "bots_of_mine:Last",
            "random",
        }
    (tmp_path / "bots_of_mine.py").write_text(own.replace("-1", "0"), "utf-8")
    refused = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "was played by other bots or rules than these" in " ".join(refused.stderr.split())
