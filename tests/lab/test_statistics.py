"""The statistics of docs/statistics.md count what happened in the games that were played for them."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from game_statistics import GAMES, KEPT, RANDOM, RESULTS, main, read, write
from statistics_numbers import CLANS, middle, share
from statistics_page import write_page
from statistics_play import VARIANTS, Clocked, Kept, Level, count_kept, count_random, load, play_one
from statistics_watch import Counts, Field, added

from stramash.core.position import Position
from stramash.games.glen_more.rules.components import LOCATIONS
from stramash.games.lords_of_scotland.rules.components import CLAN_CODES
from stramash.lab.cuda_device import has_gpu

ROOT = Path(__file__).parents[2]
DEALS = range(1, 41)


@cache
def played(variant: str) -> tuple[list[Position], Counts]:
    """Play games at random, one by one; return how each ended, and what is counted of all."""
    games = [(deal, play_one(variant, "random", deal)[0]) for deal in DEALS]
    ended = []
    for deal, actions in games:
        position = load(variant).deal(deal)
        for action in actions:
            position.play(action)
        ended.append(position)
    return ended, count_kept(variant, games)


def notations(position: Position) -> list[str]:
    return [position.game.notations[action] for _, action in position.history]


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_won_and_how_long_it_took_is_counted(variant: str) -> None:
    ended, counts = played(variant)
    winners, decisions = [0] * len(counts["winners"]), [0] * len(counts["decisions"])
    for position in ended:
        winners[sum(1 << seat for seat in position.winners)] += 1
        decisions[len(position.history)] += 1
    assert (counts["games"], counts["winners"], counts["decisions"]) == (len(ended), winners, decisions)


@pytest.mark.parametrize("variant", ["schotten-totten", "schotten-totten-tactics"])
def test_how_games_of_stones_end_is_counted_as_the_game_tells_it(variant: str) -> None:
    ended, counts = played(variant)
    told = [0, 0, 0, 0]
    for position in ended:
        sentence = position.outcome()
        kinds = ("side by side", "wins with", "Nothing more can be played", "draw")
        told[next(kind for kind, words in enumerate(kinds) if words in sentence)] += 1
    assert counts["ends"] == told
    by_claim = sum(notations(position)[-1].startswith("claim") for position in ended)
    assert sum(counts["deciding"][:-1]) == sum(counts["deciding_stone"][:-1]) == by_claim
    assert sum(counts["claimed"]) == sum(int((position.state.owner >= 0).sum()) for position in ended)


def test_tactic_cards_are_counted_with_who_played_them() -> None:
    ended, counts = played("schotten-totten-tactics")
    spies, won = 0, 0.0
    for position in ended:
        for (seat, _), text in zip(position.history, notations(position), strict=True):
            if text.startswith("spy@"):
                spies += 1
                won += (seat in position.winners) / len(position.winners)
    assert spies > 0
    assert (counts["tactics"]["times"][2], counts["tactics"]["won"][2]) == (spies, won)


@pytest.mark.parametrize("variant", ["lords-of-scotland-2", "lords-of-scotland-5"])
def test_powers_are_counted_when_a_follower_is_mustered_with_one(variant: str) -> None:
    ended, counts = played(variant)
    texts = [text for position in ended for text in notations(position)]
    uses = [sum(bool(re.fullmatch(f"up:{code}\\d+!", text)) for text in texts) for code in CLAN_CODES]
    assert counts["uses"] == uses
    assert counts["rounds"] == sum(int(position.state.round_number) for position in ended)
    for clan in range(len(CLANS)):
        assert counts["used_first"][clan] <= counts["rounds_with"][clan] <= counts["used"][clan] <= uses[clan]


def test_an_owner_of_a_location_is_counted_with_the_win() -> None:
    ended, counts = played("glen-more-3")
    for place, tile in enumerate(LOCATIONS):
        owners = [(position, int(position.state.owner[tile])) for position in ended]
        owned = [(position, owner) for position, owner in owners if owner >= 0]
        won = sum((owner in position.winners) / len(position.winners) for position, owner in owned)
        assert counts["locations"]["times"][place] == len(owned)
        assert counts["locations"]["won"][place] == pytest.approx(won, abs=0.001)


def test_the_sources_of_points_add_up_to_the_scores() -> None:
    ended, counts = played("glen-more-2")
    alone = [position for position in ended if len(position.winners) == 1]
    winners = sum(position.scores[position.winners[0]] for position in alone)
    others = sum(position.scores[1 - position.winners[0]] for position in alone)
    assert (sum(counts["winners_sources"]), sum(counts["others_sources"])) == (winners, others)
    assert counts["winners_counted"] == len(alone)


def test_batches_of_random_games_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    together = count_random("lords-of-scotland-2", 32, "cpu", end=float("inf"))
    monkeypatch.setattr("statistics_play.BATCH", {"cpu": 8})
    assert count_random("lords-of-scotland-2", 32, "cpu", end=float("inf")) == together
    assert count_random("lords-of-scotland-2", 32, "cpu", end=0)["games"] == 8


def test_a_field_on_a_gpu_is_seen_where_it_lies() -> None:
    states = np.repeat(load("schotten-totten").deal(3)._states, 4)
    states["owner"][2, 5] = 1
    device = SimpleNamespace(dtype=states.dtype, size=states.size, pointer=states.ctypes.data)
    for name in ("owner", "strength", "turn"):
        seen: Any = SimpleNamespace(__array_interface__=Field(device, name).__cuda_array_interface__)
        assert (np.asarray(seen) == states[name]).all()


def test_no_game_is_begun_that_would_not_end_in_time() -> None:
    games = Clocked(["glen-more-2"], [Level("bairn", 9, 0)], first_deal=5, end=time.time() + 1e6)
    assert games.next() is None  # nothing is compiled yet
    games.ready("glen-more")
    assert [games.next() for _ in range(2)] == [("glen-more-2", "bairn", 5), ("glen-more-2", "bairn", 6)]
    games.took("glen-more-2", "bairn", 2e6)
    assert games.next() is None


def test_all_who_play_advance_together() -> None:
    levels = [Level("bairn", 4, 0), Level("laird", 2, 0)]
    games = Clocked(["glen-more-2"], levels, first_deal=1, end=float("inf"))
    games.ready("glen-more")
    order = [game[1] for _ in range(6) if (game := games.next())]
    assert order == ["bairn", "laird", "bairn", "bairn", "laird", "bairn"]


def test_kept_games_are_found_again(tmp_path: Path) -> None:
    kept, again = Kept(), Kept()
    kept.add("glen-more-2", "bairn", 8, [3, 1])
    kept.add("glen-more-2", "bairn", 7, [5])
    kept.add("schotten-totten", "laird", 1, [400, 2, 9])
    kept.save(tmp_path / "games.npz")
    again.read(tmp_path / "games.npz")
    assert again.games == kept.games


def test_counts_of_different_things_are_not_added() -> None:
    with pytest.raises(ValueError, match=r"counts of \['a'\] cannot be added to counts of \['b'\]"):
        added({"a": 1}, {"b": 1})


def test_parts_have_intervals_by_wilson() -> None:
    found = share(30, 40)
    assert found is not None
    assert str(found) == "75.0% (59.8 to 85.8)"
    assert share(3, 4) is None
    assert middle([0, 0, 5, 4, 1]) == 2


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a step that is refused; return all that it says."""

    def run(*arguments: object) -> str:
        monkeypatch.setattr(sys, "argv", ["game_statistics.py", *map(str, arguments)])
        assert main() == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        return shown.err

    return run


def test_only_what_was_found_is_written_over_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, kept = tmp_path / "found", tmp_path / "kept"
    for folder in (found, kept):
        folder.mkdir()
    for name in KEPT:
        (kept / name).write_text("as it was")
    counts = {"glen-more-2": {"random": {"games": 5}}}
    write(found / RANDOM, {"cores": 2}, counts)
    monkeypatch.setattr(sys, "argv", ["", "count", "--from", str(found), "--out", str(kept)])
    assert main() == 0
    assert read(kept / KEPT[0])["counts"] == counts
    assert (kept / KEPT[1]).read_text() == "as it was"


def test_where_nothing_was_found_nothing_is_written(tmp_path: Path, told: Callable[..., str]) -> None:
    out = tmp_path / "kept"
    for folder in (tmp_path, tmp_path / "nowhere"):
        said = told("count", "--from", folder, "--out", out)
        assert (
            said
            == f"nothing to count in {folder}: there is neither {RANDOM} nor {GAMES}, as play writes them\n"
        )
    Kept().save(tmp_path / GAMES)
    assert told("count", "--from", tmp_path, "--out", out).startswith(
        "nothing to count: no game was finished"
    )
    assert not list(out.glob("*"))


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (("--levels", "lard:10"), "nobody called 'lard' plays for the statistics: choose of random, bairn, "),
        (("--levels", "laird"), "'laird' does not say how many games: write laird:1000, or laird:1000:50"),
        (("--levels", "laird:ten"), "'laird:ten' does not say how many games: write laird:1000, or "),
        (("--random", 9, "--variants", "chess"), "no variant 'chess': the variants are schotten-totten, "),
        ((), "nothing to play: say --random 1000, or --levels bairn:100, or both"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(
    wish: tuple[object, ...], sentence: str, tmp_path: Path, told: Callable[..., str]
) -> None:
    said = told("play", *wish, "--out", tmp_path / "games")
    assert said.startswith(sentence)
    assert said.count("\n") == 1
    assert not (tmp_path / "games").exists()


@pytest.mark.skipif(has_gpu(), reason="there is a GPU here")
def test_where_no_gpu_is_one_sentence_says_so(tmp_path: Path, told: Callable[..., str]) -> None:
    said = told("play", "--device", "cuda", "--random", 9, "--out", tmp_path)
    assert re.fullmatch(r"device='cuda' needs .*use device='cpu'\n", said)


def test_a_page_is_made_of_games_that_were_played(tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        command = [sys.executable, "bench/game_statistics.py", *arguments]
        return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout

    kept, folder = str(tmp_path / "kept"), str(tmp_path)
    levels = ("--levels", "bairn:20:1", "--workers", "2", "--minutes", "600")
    told = run("play", "--random", "100", *levels, "--out", folder)
    assert "glen-more-5: 100 random games" in told
    assert "glen-more-2: 20 games of bairn" in told
    run("count", "--from", folder, "--out", kept)
    pages = []
    for docs in ("one", "two"):
        run("page", "--from", kept, "--out", str(tmp_path / docs))
        files = sorted(path for path in (tmp_path / docs).rglob("*") if path.is_file())
        pages.append({path.name: path.read_bytes() for path in files})
    assert pages[0] == pages[1]
    page = pages[0]["statistics.md"].decode()
    assert "| Schotten Totten | 100 | 20 | – | – | – | – |" in page
    pictures = re.findall(r"pictures/([a-z-]+\.svg)", page)
    assert {*pictures} == {name for name in pages[0] if name.endswith(".svg")}


def test_the_page_in_the_docs_is_made_of_what_is_kept(tmp_path: Path) -> None:
    write_page({name: read(RESULTS / name) for name in KEPT}, tmp_path)
    assert (tmp_path / "statistics.md").read_text() == (ROOT / "docs" / "statistics.md").read_text()
    made = {path.name for path in (tmp_path / "pictures").iterdir()}
    assert made == {path.name for path in (ROOT / "docs" / "pictures").glob("statistics-*")}
