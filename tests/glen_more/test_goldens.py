"""Counts of action sequences and recorded games stay as they were."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import stramash
from tests.glen_more import goldens

COUNTS: dict[str, int] = json.loads((goldens.FOLDER / "perft.json").read_text())
RESULTS = json.loads((goldens.FOLDER / "results.json").read_text())
RECORDS = sorted(goldens.FOLDER.glob("*.txt"))


def test_the_number_of_action_sequences_is_as_it_was() -> None:
    assert goldens.counts() == COUNTS


def test_there_are_records_for_every_number_of_players() -> None:
    assert {path.stem for path in RECORDS} == set(RESULTS)
    assert {path.stem.partition("-")[0] for path in RECORDS} == {"two", "three", "four", "five"}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_bit_for_bit(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    *_, last = stramash.replay(text)
    assert last.over
    assert {"winners": last.winners, "scores": last.scores} == RESULTS[path.stem]
    now = re.sub("^engine: .*$", "", str(last.record()), flags=re.MULTILINE)
    assert now == re.sub("^engine: .*$", "", text, flags=re.MULTILINE)
