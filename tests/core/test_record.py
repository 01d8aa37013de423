"""Records: what was tampered with or malformed is refused with a sentence."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

import stramash
from stramash import BadRecord, Position, Record


def played(plies: int = 25, *, tactics: bool = False) -> Position:
    position, dice = stramash.load("schotten-totten", tactics=tactics).deal(7), random.Random(7)
    for _ in range(plies):
        position.play(dice.choice(position.legal))
    return position


TEXT = str(played(tactics=True).record())
FROM_A_START = str(played().game.position(played().to_dict()).record())


def refused(text: str) -> str:
    """Return the sentence with which a record is refused."""
    with pytest.raises(BadRecord) as caught:
        for _ in stramash.replay(text):
            pass
    assert len(str(caught.value)) > 15
    return str(caught.value)


def test_a_record_replays_to_its_last_position() -> None:
    *_, last = stramash.replay(TEXT)
    assert last == played(tactics=True)
    assert str(Record.read(TEXT)) == TEXT
    assert str(Record.read(FROM_A_START)) == FROM_A_START


def test_a_change_of_any_line_is_noticed_even_where_the_end_is_the_same() -> None:
    match = stramash.load("schotten-totten", rounds=2).deal(3)
    dice = random.Random(3)
    while not match.over:
        match.play(dice.choice(match.legal))
    lines = str(match.record()).splitlines()
    *_, last = stramash.replay("\n".join(lines))
    assert last == match
    refused("\n".join("engine: 9.9" if line.startswith("engine") else line for line in lines))
    moves = [number for number, line in enumerate(lines) if re.match(r"0: \w\d@\d$", line)]
    for one, two in pairwise(moves[:8]):
        swapped = list(lines)
        swapped[one], swapped[two] = lines[two], lines[one]
        refused("\n".join(swapped))


@pytest.mark.parametrize("nothing", [None, 5, b"stramash record 1"])
def test_a_value_that_is_not_a_text_is_refused_as_a_record(nothing: Any) -> None:
    with pytest.raises(BadRecord, match="is not a record"):
        list(stramash.replay(nothing))


def test_a_start_that_is_nested_too_deep_is_refused() -> None:
    start = next(line for line in FROM_A_START.splitlines() if line.startswith("start"))
    assert "nested" in refused(FROM_A_START.replace(start, "start: " + "[" * 100_000))


def test_a_record_may_have_blank_lines_and_spaces_around() -> None:
    loose = TEXT.replace("\n", "  \n\n")
    assert Record.read(loose) == Record.read(TEXT)


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("stramash record 1", "stramash record 2"),
        ("game: schotten-totten 1", "game: chess 1"),
        ("game: schotten-totten 1", "game: schotten-totten 2"),
        ("game: schotten-totten 1", "game: schotten-totten one"),
        ("game: schotten-totten 1", "game: schotten-totten"),
        ("players: 2", "players: 3"),
        ("players: 2", "players: two"),
        ("tactics=true", "tactics=false"),
        ("tactics=true", "tactics=maybe"),
        ("tactics=true", "haggis=true"),
        ("expert=false", "expert=true"),
        ("proofs=clan", "proofs=all"),
        ("rounds=1", "rounds=2"),
        ("rounds=1", "rounds=100"),
        ("seed: 7", "seed: 8"),
        ("seed: 7", "seed: -7"),
        ("seed: 7", "seed: seven"),
        ("seed: 7", "seed: 7\nseed: 7"),
        ("seed: 7", "start: {}"),
        ("seed: 7", "start: 7"),
        ("seed: 7", "start: [1, 2]"),
        ("seed: 7", "start: {"),
        ("seed: 7", 'start: {"stones": 3}'),
        ("seed: 7", ""),
        ("players: 2", ""),
        ("digest: ", "diggest: "),
        ("digest: ", "digest: 0"),
        ("0: ", "1: "),
        ("0: ", "²: "),
        ("0: ", "7: "),
        ("0: ", "0: nonsense "),
        ("0: ", "0 "),
    ],
)
def test_tampering_with_any_line_is_noticed(line: str, instead: str) -> None:
    assert line in TEXT
    refused(TEXT.replace(line, instead, 1))


@pytest.mark.parametrize("key", ["game", "players", "options", "engine", "seed", "digest"])
def test_a_missing_line_is_named(key: str) -> None:
    assert key in refused(re.sub(f"^{key}:.*\n", "", TEXT, flags=re.MULTILINE))


def test_every_change_of_one_move_is_noticed() -> None:
    record = Record.read(TEXT)
    lines = TEXT.splitlines()
    moves = [index for index, line in enumerate(lines) if re.match(r"[01]:", line)]
    assert len(moves) > 10
    for index in moves:
        refused("\n".join(lines[:index] + lines[index + 1 :]))
    other = "b1@1" if record.actions[0][1] != "b1@1" else "b2@1"
    refused(TEXT.replace(record.actions[0][1], other, 1))


def test_a_tampered_start_position_is_noticed() -> None:
    assert '"idle": 0' in FROM_A_START
    refused(FROM_A_START.replace('"idle": 0', '"idle": 1'))
    refused(FROM_A_START.replace('"idle": 0', '"idle": "0"'))
    refused(FROM_A_START.replace('"b1"', '"b2"', 1))


@pytest.mark.parametrize(
    "text", ["", "\n", "hello", "stramash record 1", "stramash record 1\n\x00", TEXT[:60]]
)
def test_a_text_that_is_not_a_record_is_refused(text: str) -> None:
    refused(text)


def test_a_record_says_who_resigned_and_is_sealed_with_it() -> None:
    position = played()
    record = replace(position.record(), resigned=1).sealed(bytes(position))
    text = str(record)
    assert "\nresigned: 1\n" in text
    assert Record.read(text) == record
    assert list(stramash.replay(text))[-1] == position
    for changed in (text.replace("resigned: 1", "resigned: 0"), text.replace("resigned: 1\n", "")):
        assert "digest" in refused(changed)
    assert "resigned" not in str(position.record())


def test_nobody_resigns_who_does_not_play_or_after_the_end() -> None:
    position = played()
    stranger = replace(position.record(), resigned=2).sealed(bytes(position))
    assert "seats are 0 to 1" in refused(str(stranger))
    dice = random.Random(1)
    while not position.over:
        position.play(dice.choice(position.legal))
    late = replace(position.record(), resigned=0).sealed(bytes(position))
    assert "played to its end" in refused(str(late))
