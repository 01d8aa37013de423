"""Score sheets: their rows add up to the result, and each game says what its points are for."""

from __future__ import annotations

import pytest

import stramash
from stramash.core.sheet import total_of
from stramash.core.words import LOCALES
from tests.test_outcome import played_out


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("lords-of-scotland", 2, {}),
        ("lords-of-scotland", 4, {}),
        ("glen-more", 2, {}),
        ("glen-more", 3, {}),
        ("schotten-totten", 2, {"rounds": 2}),
    ],
)
def test_the_rows_add_up_to_the_result(game: str, players: int, options: dict[str, int]) -> None:
    for seed in range(3):
        position = played_out(game, seed, players, **options)
        for locale in LOCALES:
            assert list(total_of(position.score_sheet(locale), players)) == position.scores


def test_a_single_round_is_counted_stone_by_stone() -> None:
    position = played_out("schotten-totten", 3)
    rows = position.score_sheet()
    assert [row.what for row in rows] == [f"Stone {number}" for number in range(1, 10)]
    owners = [int(owner) for owner in position.state.owner]
    assert list(total_of(rows, 2)) == [owners.count(0), owners.count(1)]
    assert all(row.notes[seat] for row in rows for seat in range(2) if row.points[seat])


def test_glen_more_tells_tiles_scorings_and_the_last_count_apart() -> None:
    position = played_out("glen-more", 2, players=3)
    rows = [row.what for row in position.score_sheet()]
    assert any(row.startswith("Scoring 3: ") for row in rows)
    assert rows[-1].startswith("At the end: ")
    assert len(set(rows)) == len(rows)
    assert position.game.scorings(position.state) == 3


def test_lords_of_scotland_notes_the_supporters_of_each_round() -> None:
    position = played_out("lords-of-scotland", 1, 3)
    for row in position.score_sheet():
        for points, note in zip(row.points, row.notes, strict=True):
            assert sum(map(int, note.split(" + "))) == points if note else points == 0


def test_a_game_without_a_score_sheet_has_its_points_in_one_row() -> None:
    position = stramash.load("schotten-totten").deal(seed=1)
    (row,) = stramash.Game.score_sheet(position.game, [], position.state, position.game.translator("fr"))
    assert row.points == (0, 0)
    assert row.what == "Points"
