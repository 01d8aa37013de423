"""Counts of action sequences and recorded games are as they ever were."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import stramash
from tests.schotten_totten import goldens

COUNTS: dict[str, int] = json.loads((goldens.FOLDER / "perft.json").read_text())
RESULTS = json.loads((goldens.FOLDER / "results.json").read_text())
RECORDS = sorted(goldens.FOLDER.glob("*.txt"))


def test_the_number_of_action_sequences_is_as_it_was() -> None:
    assert goldens.counts() == COUNTS


def test_there_are_records_of_every_variant() -> None:
    assert len(RECORDS) >= 12
    assert {path.stem for path in RECORDS} == set(RESULTS)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_bit_for_bit(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    *_, last = stramash.replay(text)
    assert last.over
    assert {"winners": last.winners, "scores": last.scores} == RESULTS[path.stem]
    now = re.sub("^engine: .*$", "", str(last.record()), flags=re.MULTILINE)
    assert now == re.sub("^engine: .*$", "", text, flags=re.MULTILINE)


def test_the_recorded_deadlock_is_one() -> None:
    *_, before, last = stramash.replay((goldens.FOLDER / "tactics-deadlock.txt").read_text())
    assert last.to_dict()["idle"] == 2
    assert before.to_dict()["idle"] == 1
    assert len(goldens.tactics_in_hands(last)) > 3
