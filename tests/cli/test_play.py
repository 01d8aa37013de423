"""Whole games in the terminal: moves, commands, saving, resuming, two people at one screen."""

from __future__ import annotations

import os
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import stramash
from stramash import bots
from stramash.core.words import LOCALES
from tests.cli.screen import Screen
from tests.cli.terminal import Shell

GAME = "schotten-totten"


def saved_game(home: Path) -> Path:
    (file,) = (home / "stramash").iterdir()
    return file


def resume_command(out: str) -> list[str]:
    """Return the arguments of the command that the terminal tells to go on with."""
    (line,) = [line for line in out.splitlines() if " play --resume " in line]
    return shlex.split(line)[1:]


def rehearse(game: stramash.Game, seed: int) -> tuple[list[str], stramash.Position]:
    """Play a game against the bot that seat 1 will be; return what a person types to do the same."""
    position, bot, chance = game.deal(seed), bots.make("random", seed + 1), random.Random(seed)
    typed = []
    while position.player is not None:
        if position.player == 1:
            position.play(bot.choose(position.view(1)))
        else:
            action = chance.choice(position.legal)
            typed.append(position.notation(action))
            position.play(action)
    return typed, position


@pytest.mark.parametrize("options", [{}, {"tactics": True}, {"tactics": True, "expert": True, "rounds": 2}])
def test_a_whole_game_is_played_to_its_result(shell: Shell, options: dict[str, int]) -> None:
    typed, end = rehearse(stramash.load(GAME, **options), seed=5)
    chosen = [part for key, value in options.items() for part in ("--option", f"{key}={str(value).lower()}")]
    done = shell("play", GAME, "--seed", 5, "--seat", "me", "--seat", "random", *chosen, typed=typed)
    assert done.code == 0, done.err
    names = ["Player 1", "Random"]
    points = f"Player 1 {end.scores[0]}, Random {end.scores[1]}"
    assert f"{end.outcome('en', names)} Points: {points}." in done.out.replace("\n", " ")
    assert "· Random plays" in done.out
    last = end.log(None, "en", names)[-1]
    assert f"The last move: {last}." in done.out.replace("\n", " ")


def test_bots_alone_play_while_one_watches(shell: Shell) -> None:
    done = shell("play", GAME, "--seed", 2, "--seat", "greedy", "--seat", "random")
    assert done.code == 0
    assert "Greedy plays" in done.out
    assert "Random plays" in done.out
    assert " wins with " in done.out


def test_the_same_seed_gives_the_same_game(shell: Shell) -> None:
    first, second = (
        shell("play", GAME, "--seed", 9, "--seat", "greedy", "--seat", "random").out for _ in "ab"
    )
    assert first == second


@pytest.mark.parametrize(
    "line", ["{move}", "{card} {stone}", "{card}@{stone}", "{row} {stone}", "{row},{stone}"]
)
def test_a_move_is_typed_by_notation_or_by_its_parts(shell: Shell, home: Path, line: str) -> None:
    deal = stramash.load(GAME).deal(seed=3)
    card = deal.to_dict()["hands"][0][1]
    typed = line.format(move=f"{card}@4", card=card, stone=4, row=2)
    shell("play", GAME, "--seed", 3, typed=[typed, "quit"])
    assert f"0: {card}@4\n" in saved_game(home).read_text("utf-8")


def test_a_move_can_be_chosen_step_by_step(shell: Shell, home: Path) -> None:
    done = shell("play", GAME, "--seed", 3, typed=["2", "4", "quit"])
    card = stramash.load(GAME).deal(seed=3).to_dict()["hands"][0][1]
    assert f"{card}@9" in done.out
    assert f"0: {card}@4\n" in saved_game(home).read_text("utf-8")


@pytest.mark.parametrize(
    "typed", ["b9@99", "claim@1", "done", "0", "7", "99 1", "1 10", "@", "perhaps", "🏴"]
)
def test_an_input_that_is_not_a_legal_move_changes_nothing(shell: Shell, home: Path, typed: str) -> None:
    done = shell("play", GAME, "--seed", 3, typed=[typed, "quit"])
    assert "'moves'" in done.out
    (record,) = stramash.replay(saved_game(home).read_text("utf-8"))
    assert record == stramash.load(GAME).deal(seed=3)


def test_help_names_every_command(shell: Shell) -> None:
    out = shell("play", GAME, "--seed", 3, typed=["help", "quit"]).out
    assert all(command in out for command in ("moves", "hint", "why 3", "undo", "log", "save FILE", "quit"))


def test_why_explains_and_log_tells(shell: Shell) -> None:
    typed = ["log", "why", "why 3", "why 12", "1 3", "log", "quit"]
    out = shell("play", GAME, "--seed", 3, typed=typed).out
    assert "Nothing has happened yet." in out
    assert "like 'why 3'" in out
    assert "Stone 3 cannot be claimed yet" in out
    assert "stones are 1 to 9" in out
    assert re.search(r"1 Player 1 plays .* on stone 3\.\n +2 Greedy plays", out)


def test_a_hint_can_be_typed_as_it_is(shell: Shell, home: Path) -> None:
    out = shell("play", GAME, "--seed", 3, typed=["hint", "quit"]).out
    (hint,) = re.findall(r"Hint: .*\((.*)\)\.", out)
    position = stramash.load(GAME).deal(seed=3)
    position.play(hint)


def test_undo_takes_back_an_unfinished_choice_and_nothing_else(shell: Shell, tmp_path: Path) -> None:
    game = stramash.load(GAME, tactics=True)
    position = game.position(
        {
            "stones": [{"sides": [["b1"], ["r9"]]}, *[{}] * 8],
            "hands": [["strategist", "b7"], ["g1"]],
        }
    )
    file = tmp_path / "ruse.txt"
    file.write_text(str(position.record()), "utf-8")
    done = shell("play", "--resume", file, typed=["undo", "strategist", "take:b1", "undo", "undo", "quit"])
    assert done.out.count("Nothing can be taken back") == 2
    assert resume_command(done.out)[2] == str(file)
    assert file.read_text("utf-8").rstrip().splitlines()[-3] == "0: strategist"


def test_a_game_is_saved_and_resumed_where_it_was(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    first = shell(
        "play", GAME, "--seed", 3, "--seat", "me", "--seat", "random", typed=["1 3", f"save {file}", "quit"]
    )
    assert f"Saved in {file}." in first.out.replace("\n", "")
    before = list(stramash.replay(file.read_text("utf-8")))[-1]
    command = resume_command(first.out)
    assert command == ["play", "--resume", str(file), "--lang", "en", "--seat", "me", "--seat", "random"]
    again = shell(*command, typed=["log", "1 4", "quit"])
    assert "Player 1 plays" in again.out
    after = list(stramash.replay(file.read_text("utf-8")))
    assert before in after
    assert len(after[-1].history) > len(before.history)


@pytest.mark.parametrize("module", ["stramash", "stramash.cli"])
def test_a_game_of_python_m_is_resumed_by_the_command_that_it_prints(home: Path, module: str) -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", module, "play", GAME, "--seed", "3", "--lang", "en"]
    first = subprocess.run(
        command, input="quit\n", capture_output=True, text=True, env=environment, check=True
    )
    (line,) = [line for line in first.stdout.splitlines() if " play --resume " in line]
    again = subprocess.run(
        line, shell=True, input="quit\n", capture_output=True, text=True, env=environment, check=False
    )
    assert again.returncode == 0, again.stderr
    assert line in again.stdout.splitlines()


def test_saving_never_overwrites_a_file_that_is_not_a_game(shell: Shell, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Hamish,\n", "utf-8")
    out = shell("play", GAME, "--seed", 3, typed=["save", f"save {letter}", f"save {letter}/y", "quit"]).out
    assert "the name of a file" in out
    assert out.count("Not saved:") == 2
    assert letter.read_text("utf-8") == "Dear Hamish,\n"


def test_a_game_that_cannot_be_saved_is_printed(shell: Shell, home: Path) -> None:
    home.write_text("not a folder", "utf-8")
    out = shell("play", GAME, "--seed", 3, typed=["quit"]).out
    assert "Not saved:" in out
    assert "stramash record 1" in out


def test_the_end_of_input_is_a_polite_way_to_leave(shell: Shell, home: Path) -> None:
    done = shell("play", GAME, "--seed", 3, typed=["1 3"])
    assert done.code == 0
    assert resume_command(done.out)[2] == str(saved_game(home))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_whole_conversation_is_in_one_language(shell: Shell, locale: str) -> None:
    out = shell("play", GAME, "--seed", 3, "--lang", locale, typed=["help", "1 3", "log", "hint", "quit"]).out
    assert ("Type a move" in out) == (locale == "en")
    assert ("Escribe una jugada" in out) == (locale == "es")
    assert ("Tapez un coup" in out) == (locale == "fr")


def test_two_people_never_see_each_other_s_hand(shell: Shell, home: Path) -> None:
    """Between the two there is a curtain: what one saw is gone before the other looks."""
    chance = random.Random(4)
    typed = []
    for _ in range(12):
        typed += ["", f"{chance.randint(1, 6)} {chance.randint(1, 9)}"]
    out = shell("play", GAME, "--seed", 6, "--seat", "me", "--seat", "friend", typed=[*typed, "quit"]).out
    scenes = re.split(r"Pass the screen to (Player \d), then press Enter\. ", out)
    names, shown = scenes[1::2], scenes[2::2]
    assert names[:4] == ["Player 1", "Player 2", "Player 1", "Player 2"]
    deal = stramash.load(GAME).deal(seed=6).to_dict()["hands"]
    for name, scene in zip(names[:2], shown[:2], strict=True):
        mine = int(name[-1]) - 1
        assert "\n" * 40 in scene
        assert all(re.search(rf"\b{card}\b", scene) for card in deal[mine])
        hidden = set(deal[1 - mine]) - {move.split("@")[0] for move in played(home)}
        assert not any(re.search(rf"\b{card}\b", scene) for card in hidden)


def played(home: Path) -> list[str]:
    end = list(stramash.replay(saved_game(home).read_text("utf-8")))[-1]
    return list(end.seen_by(None))


# --- At a real terminal ----------------------------------------------------------------------------------


def test_a_curtain_clears_a_real_screen_and_what_was_scrolled_off(home: Path) -> None:
    with Screen("play", GAME, "--seed", "6", "--seat", "me", "--seat", "friend", home=home) as screen:
        screen.wait_for("Pass the screen to Player 1")
        screen.type("")
        screen.wait_for("> ")
        screen.type("1 5")
        screen.wait_for("\x1b[2J\x1b[3J\x1b[H")
        screen.wait_for("Pass the screen to Player 2")
        screen.type("quit")
        screen.wait_for("> ")
        screen.type("quit")
        screen.wait_for("--resume")
        assert screen.exit_code() == 0


def test_control_c_leaves_politely(home: Path) -> None:
    with Screen("play", GAME, "--seed", "6", home=home) as screen:
        screen.wait_for("> ")
        screen.type("1 5")
        screen.wait_for("Greedy")
        screen.wait_for("> ")
        screen.interrupt("The game is saved")
        assert screen.exit_code() == 0
    assert "0: " in saved_game(home).read_text("utf-8")


def test_control_d_leaves_politely_even_before_the_first_move(home: Path) -> None:
    with Screen("play", GAME, "--seed", "6", home=home) as screen:
        screen.wait_for("> ")
        screen.type("\x04", end="")
        screen.wait_for("The game is saved")
        assert screen.exit_code() == 0


def test_a_finished_game_ends_the_program_and_leaves_no_file(home: Path) -> None:
    with Screen("play", GAME, "--seed", "6", "--seat", "random", "--seat", "random", home=home) as screen:
        screen.wait_for("wins with")
        assert screen.exit_code() == 0
    assert not home.exists()
