"""One test for all games: whatever is in `stramash.games()` keeps the contract, in every variant."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import stramash
from stramash.games import find
from tests import conformance
from tests.conformance import Variant, all_variants, variants

ROOT = Path(__file__).parent.parent

each_variant = pytest.mark.parametrize("variant", all_variants(), ids=str)
each_game = pytest.mark.parametrize("name", stramash.games())


@each_game
def test_declared_variants_cover_players_and_options(name: str) -> None:
    conformance.check_variants(find(name))


@cache
def decisions(variant: Variant) -> list[stramash.Position]:
    """Return sampled decisions of two random games."""
    game = variant.load()
    return [position for seed in (1, 2) for position in conformance.sampled(game, seed, 0.08)]


@each_variant
def test_every_decision_of_random_games_has_legal_actions(variant: Variant) -> None:
    for seed in range(4):
        for position in conformance.random_game(variant.load(), seed):
            conformance.check_legal(position)
            conformance.check_handles(position)


@each_variant
def test_what_is_not_legal_raises_and_changes_nothing(variant: Variant) -> None:
    for position in decisions(variant):
        conformance.check_refusals(position)


@each_variant
def test_copies_are_independent(variant: Variant) -> None:
    for position in decisions(variant)[::3]:
        conformance.check_copies(position)


@each_variant
def test_positions_survive_every_way_to_write_them(variant: Variant) -> None:
    for position in decisions(variant):
        conformance.check_round_trips(position)


@each_variant
def test_replays_are_bit_identical(variant: Variant) -> None:
    conformance.check_replay(variant.load(), 3)


@each_variant
def test_a_gpu_can_play_it(variant: Variant) -> None:
    conformance.check_gpu_contract(variant.load())


@each_variant
def test_views_fit_their_position(variant: Variant) -> None:
    for position in decisions(variant):
        conformance.check_views(position)


@each_variant
def test_nothing_hidden_shows_in_what_a_seat_receives(variant: Variant) -> None:
    for position in decisions(variant)[::2]:
        conformance.check_secrets(position)


@each_variant
def test_actions_that_look_alike_to_others_tell_them_the_same(variant: Variant) -> None:
    for seed in range(2):
        for ply, position in enumerate(conformance.random_game(variant.load(), seed)):
            if ply % (3 if variant.players == 2 else 6) == 0:  # with more seats there is more to compare
                conformance.check_veils(position)


@each_variant
def test_imagined_positions_can_be_played_to_the_end(variant: Variant) -> None:
    for position in decisions(variant)[::4]:
        conformance.check_imagined(position)


@each_variant
def test_undo_restores_every_byte(variant: Variant) -> None:
    for position in decisions(variant)[::2]:
        conformance.check_undo(position)


@each_variant
def test_everything_is_said_in_every_language(variant: Variant) -> None:
    for position in decisions(variant)[::5]:
        conformance.check_words(position)


@each_variant
def test_every_position_can_be_drawn(variant: Variant) -> None:
    for position in decisions(variant)[::8]:
        conformance.check_pictures(position)
        conformance.check_showing(position)


@each_variant
def test_nothing_hidden_shows_in_a_picture(variant: Variant) -> None:
    for position in decisions(variant)[::8]:
        conformance.check_secrets(position, range(1), pictures=True)


@each_game
def test_a_seat_that_does_not_exist_is_refused(name: str) -> None:
    conformance.check_seats(stramash.load(name).deal(1))


@each_game
def test_every_action_has_a_notation_of_its_own(name: str) -> None:
    for variant in variants(name):
        conformance.check_notations(variant.load())


@each_game
def test_a_seed_is_a_deal(name: str) -> None:
    conformance.check_deals(stramash.load(name))


@each_game
def test_unknown_options_and_player_counts_are_refused_with_what_is_possible(name: str) -> None:
    counts = stramash.load(name).player_counts
    for players in (counts.start - 1, counts.stop, -1, True, "2"):
        with pytest.raises(stramash.BadOption, match=str(counts.start)):
            stramash.load(name, players=players)  # type: ignore[arg-type]
    with pytest.raises(stramash.BadOption, match="its options are"):
        stramash.load(name, haggis=True)
    for option in stramash.load(name).option_specs:
        bad: list[Any] = ["haggis", -1, None, 1.0, []]
        for value in bad:
            with pytest.raises(stramash.BadOption, match=option.name):
                stramash.load(name, **{option.name: value})
        with pytest.raises(stramash.BadOption, match=option.name):
            option.read("haggis")


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    for name in ("chess", "", "schotten_totten", "Schotten-Totten"):
        with pytest.raises(stramash.UnknownGame, match="schotten-totten"):
            stramash.load(name)


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    position = stramash.load("schotten-totten").deal(1)
    with pytest.raises(stramash.UnknownLocale, match="en, es, fr"):
        position.prompt("gd")
    with pytest.raises(stramash.UnknownLocale, match="en, es, fr"):
        position.describe(position.legal[0], "../es")


@each_game
def test_interpreted_and_compiled_rules_play_the_same_games(name: str) -> None:
    chosen = variants(name)
    plies = 250
    script = [sys.executable, "-m", "tests.conformance", str(plies), *map(str, chosen)]
    interpreted = subprocess.run(
        script,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert interpreted.stdout.splitlines() == conformance.fingerprints(chosen, plies)
