"""show, replay, games, bench, --version, --help."""

from __future__ import annotations

import dataclasses
import json
import random
import re
from importlib.metadata import version
from pathlib import Path

import pytest

import stramash
from stramash.bots.compiled import bots_are_compiled
from stramash.cli import main
from stramash.cli.bench import Row
from stramash.table.server.rehearsal import rehearsal_mark
from tests.cli.terminal import Shell


def test_the_version_is_the_package_s(shell: Shell) -> None:
    assert shell("--version").out == f"stramash {version('stramash')}\n"


@pytest.mark.parametrize("command", ["play", "show", "replay", "games", "bench"])
def test_every_command_explains_itself_with_an_example(shell: Shell, command: str) -> None:
    done = shell(command, "--help")
    assert done.code == 0
    assert f"Example: stramash {command}" in done.out


def test_without_a_command_the_help_is_shown(shell: Shell) -> None:
    done = shell("--help")
    assert done.code == 0
    assert all(command in done.out for command in ("play", "show", "replay", "games", "bench"))


def test_games_lists_all_games_and_options(shell: Shell) -> None:
    listed = json.loads(shell("games", "--json").out)
    assert [game["name"] for game in listed] == stramash.games()
    schotten = next(game for game in listed if game["name"] == "schotten-totten")
    assert {"name", "default", "choices", "summary"} == set(schotten["options"][0])
    text = shell("games").out
    assert "tactics=false" in text
    assert "1 to 99" in text
    assert "Jugadores: 2." in shell("games", "--lang", "es").out


def test_show_hides_what_its_seat_may_not_know(shell: Shell, record: Path) -> None:
    hands = {
        seat: json.loads(shell("show", record, "--json", *seat).out)["hands"]
        for seat in ((), ("--seat", "0"), ("--seat", "1"), ("--seat", "all"))
    }
    hidden = [[all(card[0] == "?" for card in hand) for hand in pair] for pair in hands.values()]
    assert hidden == [[True, True], [False, True], [True, False], [False, False]]
    assert hands[("--seat", "all")][0] == hands[("--seat", "0")][0]


def test_show_draws_the_board_after_any_ply(shell: Shell, record: Path) -> None:
    position = list(stramash.replay(record.read_text("utf-8")))[3]
    drawn = shell("show", record, "--ply", "3", "--seat", "1").out
    assert all(card in drawn for card in position.view(1).to_dict()["hands"][1])
    assert position.prompt() in drawn
    assert shell("show", record, "--ply", "0").out != drawn


def test_show_writes_a_picture(shell: Shell, record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    done = shell("show", record, "--svg", picture, "--seat", "0", "--lang", "fr")
    assert (done.code, done.out) == (0, "")
    end = list(stramash.replay(record.read_text("utf-8")))[-1]
    assert picture.read_text("utf-8") == end.svg(0, "fr")


def test_replay_tells_every_move(shell: Shell, record: Path) -> None:
    told = json.loads(shell("replay", record, "--json").out)
    end = list(stramash.replay(record.read_text("utf-8")))[-1]
    assert [(move["seat"], move["notation"]) for move in told["moves"]] == [
        (seat, end.notation(action)) for seat, action in end.history
    ]
    assert [move["ply"] for move in told["moves"]] == list(range(1, 13))
    assert told["seed"] == 7
    assert (told["over"], told["winners"], told["scores"]) == (False, [], [0, 0])
    text = shell("replay", record, "--lang", "es").out
    assert "Jugador 1" in text
    assert "La partida no ha terminado" in text


def test_replay_says_who_won(shell: Shell, tmp_path: Path) -> None:
    position = stramash.load("schotten-totten").deal(seed=3)
    while not position.over:
        position.play(position.legal[-1])
    file = tmp_path / "finished.txt"
    file.write_text(str(position.record()), "utf-8")
    (winner,) = position.winners
    assert f"Player {winner + 1} wins with " in shell("replay", file).out


def test_the_language_is_that_of_the_system_unless_chosen(
    shell: Shell, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "Joueur 1" in shell("replay", record).out
    assert "Jugador 1" in shell("replay", record, "--lang", "es").out
    monkeypatch.setenv("LC_ALL", "gd_GB.UTF-8")
    assert "Player 1" in shell("replay", record).out


def test_bench_measures_every_variant_on_one_core_and_on_all(shell: Shell) -> None:
    rows = json.loads(shell("bench", "schotten-totten", "--seconds", "0.05", "--json").out)
    assert all(
        set(row) == {"game", "options", "players", "cores", "games_per_second", "moves_per_second"}
        for row in rows
    )
    assert {(row["options"]["tactics"], row["options"]["expert"]) for row in rows if row["cores"] == 1} == {
        (tactics, expert) for tactics in (False, True) for expert in (False, True)
    }
    assert all(row["moves_per_second"] > 20 * row["games_per_second"] > 0 for row in rows)


def test_bench_prints_a_table_for_people(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(game: stramash.Game, cores: int, seconds: float) -> Row:
        return Row(game.name, dict(game.options), game.players, cores, 1000.0, 50000.0)

    monkeypatch.setattr("stramash.cli.bench.measure", measured)  # the test above really measures
    out = shell("bench", "schotten-totten").out
    assert "games/s" in out
    assert re.search(r"schotten-totten.*tactics=true", out)


def test_replay_tells_who_resigned_and_who_won(shell: Shell, record: Path) -> None:
    end = list(stramash.replay(record.read_text("utf-8")))[-1]
    resigned = dataclasses.replace(end.record(), resigned=1).sealed(bytes(end))
    record.write_text(str(resigned), "utf-8")
    told = json.loads(shell("replay", record, "--json").out)
    assert (told["over"], told["winners"], told["resigned"]) == (True, [0], 1)
    assert "Player 2 resigned; Player 1 won." in shell("replay", record, "--lang", "en").out


def test_show_says_who_won_at_the_end_and_what_can_be_done_before(
    shell: Shell, record: Path, tmp_path: Path
) -> None:
    *_, before, end = stramash.replay(record.read_text("utf-8"))
    record.write_text(str(dataclasses.replace(end.record(), resigned=1).sealed(bytes(end))), "utf-8")
    drawn = shell("show", record, "--lang", "en").out
    assert "Player 2 resigned; Player 1 won." in drawn
    assert end.prompt() not in drawn
    assert before.prompt() in shell("show", record, "--ply", "11", "--lang", "en").out
    assert "Joueur 2 a abandonné" in shell("show", record, "--lang", "fr").out

    finished = stramash.load("schotten-totten").deal(seed=3)
    while not finished.over:
        finished.play(finished.legal[-1])
    file = tmp_path / "finished.txt"
    file.write_text(str(finished.record()), "utf-8")
    (winner,) = finished.winners
    assert f"Player {winner + 1} wins with " in shell("show", file, "--lang", "en").out


@pytest.mark.parametrize("resigned", [None, 0], ids=["played out", "given up"])
@pytest.mark.parametrize("game", ["schotten-totten", "lords-of-scotland"])
def test_show_lays_all_hands_open_at_the_end_and_no_earlier(
    shell: Shell, tmp_path: Path, game: str, resigned: int | None
) -> None:
    position, dice = stramash.load(game).deal(seed=5), random.Random(4)
    while not position.over and (resigned is None or len(position.history) < 9):
        routine = [action for action in position.legal if position.game.routine(action)]
        position.play(dice.choice(routine or position.legal))
    file, picture = tmp_path / "game.txt", tmp_path / "game.svg"
    ended = dataclasses.replace(position.record(), resigned=resigned).sealed(bytes(position))
    file.write_text(str(ended), "utf-8")
    hands = position.to_dict()["hands"]
    assert all(hands)
    for seat in ((), ("--seat", "0"), ("--seat", "1")):
        drawn = shell("show", file, *seat).out
        shell("show", file, "--svg", picture, *seat)
        told = json.loads(shell("show", file, "--json", *seat).out)
        assert told["hands"] == hands
        for card in (card for hand in hands for card in hand):
            assert re.search(rf"\b{card}\b", drawn)
            assert f'data-card="{card}"' in picture.read_text("utf-8")
        before = json.loads(shell("show", file, "--ply", "5", "--json", *seat).out)
        assert any(card.startswith("?") for hand in before["hands"] for card in hand)


def test_a_game_that_was_given_up_is_not_played_on(shell: Shell, record: Path) -> None:
    end = list(stramash.replay(record.read_text("utf-8")))[-1]
    record.write_text(str(dataclasses.replace(end.record(), resigned=1).sealed(bytes(end))), "utf-8")
    assert "player 2 resigned" in shell("play", "--resume", record).complaint
    found = json.loads(shell("review", record, "--budget", "5", "--no-keep", "--json").out)
    assert found["winners"] == [0]
    assert "Joueur 2 a abandonné" in shell("replay", record, "--lang", "fr").out


def test_compile_leaves_nothing_to_compile(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["compile", "schotten-totten"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.count("done") == 3
    game = stramash.load("schotten-totten")
    assert bots_are_compiled(game)
    assert rehearsal_mark(game).exists()
