"""Bad input is answered by one line that says what would be right, and exit code 2."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.terminal import PROGRAM, Shell

GAME = "schotten-totten"


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["play"], "schotten-totten"),
        (["play", "chess"], "the games are"),
        (["play", GAME, "--option", "dragons=true"], "tactics=…"),
        (["play", GAME, "--option", "tactics"], "tactics=…"),
        (["play", GAME, "--option", "tactics=maybe"], "one of false, true"),
        (["play", GAME, "--option", "rounds=0"], "1 to 99"),
        (["play", GAME, "--players", "5"], "number of players can be 2"),
        (["play", GAME, "--players", "two"], "--players"),
        (["play", GAME, "--seat", "merlin"], "the bots are greedy, guided, network, random, search"),
        (["play", GAME, "--seat", "greedy:2s"], "write greedy"),
        (["play", GAME, "--seat", "me", "--seat", "me"], "'friend'"),
        (["play", GAME, "--players", "2", *["--seat", "random"] * 3], "this game has 2"),
        (["play", GAME, *["--seat", "random"] * 3], "number of players can be 2"),
        (["play", GAME, "--seed", "-1"], "whole number from 0"),
        (["play", GAME, "--seed", "x"], "--seed"),
        (["play", GAME, "--lang", "gd"], "en, es, fr"),
        (["play", GAME, "--seed", "3", "--resume", "nowhere.txt"], "--resume brings its own options"),
        (["play", "--resume", "nowhere.txt"], "nowhere.txt: No such file"),
        (["play", GAME, "--dance"], "--help"),
        (["show"], "RECORD"),
        (["show", "nowhere.txt"], "nowhere.txt: No such file"),
        (["replay", "nowhere.txt"], "nowhere.txt: No such file"),
        (["replay", "."], "directory"),
        (["bench", "chess"], "the games are"),
        (["bench", "--seconds", "0"], "more than 0"),
        (["bench", "--seconds", "nan"], "more than 0"),
        (["frolic"], "--help"),
    ],
)
def test_one_line_says_what_would_be_right(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], hint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert hint.lower() in shell(*arguments).complaint.lower()


def test_a_file_that_is_not_a_record_is_named(shell: Shell, tmp_path: Path) -> None:
    text, binary = tmp_path / "letter.txt", tmp_path / "picture.png"
    text.write_text("Dear Hamish,\n", "utf-8")
    binary.write_bytes(b"\x89PNG\xff\xfe")
    assert "letter.txt: this is not a record" in shell("show", text).complaint
    assert "picture.png is not a record" in shell("replay", binary).complaint


def test_a_record_that_was_tampered_with_is_refused(shell: Shell, record: Path) -> None:
    lines = record.read_text("utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("seed"))
    lines[start] = "seed: 8"
    record.write_text("\n".join(lines), "utf-8")
    for command in (["show", record], ["replay", record], ["play", "--resume", record]):
        assert "game.txt" in shell(*command).complaint


@pytest.mark.parametrize(
    ("option", "value"), [("--ply", "13"), ("--ply", "-1"), ("--seat", "2"), ("--seat", "x")]
)
def test_plies_and_seats_must_exist(shell: Shell, record: Path, option: str, value: str) -> None:
    assert "0 to" in shell("show", record, option, value).complaint


def test_a_picture_that_cannot_be_written_is_named(shell: Shell, record: Path, tmp_path: Path) -> None:
    assert (
        "missing/x.svg: No such file" in shell("show", record, "--svg", tmp_path / "missing/x.svg").complaint
    )


def test_nobody_there_to_play_is_an_error(shell: Shell) -> None:
    assert "standard input is closed" in shell("play", GAME).complaint


def test_the_program_itself_ends_without_a_traceback() -> None:
    done = subprocess.run([*PROGRAM, "play", "chess"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("stramash: no game 'chess'")
    assert done.stderr.count("\n") == 1
