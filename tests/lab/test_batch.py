"""Many games in one array play exactly as one game at a time does."""

from __future__ import annotations

import ast
import inspect
import multiprocessing
import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import stramash
from stramash.lab import BatchGame, deals, playouts
from stramash.lab.rules.batch import batch_rules
from stramash.lab.rules.games import Endings, Playouts, Results, Scratch
from tests.conformance import Variant, all_variants

each_variant = pytest.mark.parametrize("variant", all_variants(), ids=str)
BASE = stramash.load("schotten-totten")


def choose(mask: npt.NDArray[np.bool_], dice: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return a legal action of each game, at random."""
    return np.asarray((mask * dice.random(mask.shape)).argmax(axis=1))


@each_variant
def test_a_batch_plays_as_its_games_do_alone(variant: Variant) -> None:
    game = variant.load()
    batch, dice = BatchGame(game, 3), np.random.default_rng(5)
    batch.reset(seeds=[11, 2**127 + 1, 13])
    alone = [game.deal(seed) for seed in (11, 2**127 + 1, 13)]
    for _ in range(60):
        mask, tensors = batch.legal_mask(), batch.observe()
        for index, position in enumerate(alone):
            assert position.player is not None
            view = position.view(position.player)
            assert batch.player[index] == position.player
            assert np.array_equal(mask[index], view.mask)
            assert np.array_equal(tensors[index], view.tensor)
            assert bytes(batch.position(index)) == bytes(position)
        chosen = choose(mask, dice)
        batch.step(chosen)
        for index, position in enumerate(alone):
            position.play(int(chosen[index]))
            assert batch.over[index] == position.over
            if position.over:
                assert batch.scores[index].tolist() == position.scores
                assert position.seed is not None
                alone[index] = game.deal((position.seed + 2**64) % 2**128)


@pytest.mark.parametrize("name", stramash.games())
def test_the_nth_game_in_a_place_has_the_seed_plus_n_times_two_to_the_64(name: str) -> None:
    game = stramash.load(name)
    batch, dice = BatchGame(game, 2), np.random.default_rng(1)
    batch.reset(seeds=[7, 2**128 - 1])
    ended = np.zeros(2, np.int64)
    while ended.min() < 2:
        batch.step(choose(batch.legal_mask(), dice))
        for index in np.flatnonzero(batch.over):
            ended[index] += 1
            seed = ((7, 2**128 - 1)[index] + int(ended[index]) * 2**64) % 2**128
            assert bytes(batch.position(int(index))) == bytes(game.deal(seed))


@pytest.mark.parametrize("name", stramash.games())
def test_without_redeal_a_game_that_is_over_stays_so(name: str) -> None:
    game = stramash.load(name)
    batch, dice = BatchGame(game, 4, redeal=False), np.random.default_rng(2)
    batch.reset(seeds=3)
    ends = np.zeros(4, np.int64)
    while (batch.player >= 0).any():
        batch.step(choose(batch.legal_mask(), dice))
        ends += batch.over
    assert ends.tolist() == [1, 1, 1, 1]
    final = batch.states.copy()
    batch.step(np.full(4, -1))
    assert (batch.states == final).all()
    assert not batch.over.any()
    assert not batch.rewards.any()
    assert not batch.legal_mask().any()
    assert np.array_equal(batch.observe()[0], batch.position(0).view(None).tensor)


@each_variant
def test_rewards_are_one_for_who_wins_alone_and_nothing_in_all(variant: Variant) -> None:
    game = variant.load()
    batch, dice = BatchGame(game, 8, redeal=False), np.random.default_rng(3)
    batch.reset(seeds=50)
    while (batch.player >= 0).any():
        batch.step(choose(batch.legal_mask(), dice))
        for index in range(8):
            rewards = batch.rewards[index]
            if not batch.over[index]:
                assert not rewards.any()
                continue
            winners = batch.position(index).winners
            assert rewards.sum() == pytest.approx(0, abs=1e-6)
            if len(winners) == 1:
                assert rewards[winners[0]] == 1
            assert {seat for seat in range(game.players) if rewards[seat] == rewards.max()} == set(winners)


def test_an_illegal_action_is_named_and_no_game_is_changed() -> None:
    batch = BatchGame(BASE, 1000)
    batch.reset(seeds=0)
    before = batch.states.copy()
    chosen = batch.legal_mask().argmax(axis=1)
    for wrong in (-1, BASE.num_actions, int((~batch.legal_mask()[700]).argmax()), 2**40):
        actions = chosen.copy()
        actions[700] = wrong
        with pytest.raises(stramash.IllegalAction, match=f"action {wrong} is not legal in game 700"):
            batch.step(actions)
        assert (batch.states == before).all()
    batch.step(chosen)
    assert (batch.player == 1).all()


def test_what_a_batch_cannot_be_is_said() -> None:
    with pytest.raises(stramash.BadOption, match="a whole number from 1"):
        BatchGame(BASE, 0)
    with pytest.raises(stramash.BadOption, match="choose one of cpu, cuda"):
        BatchGame(BASE, 1, device="tpu")
    batch = BatchGame(BASE, 3)
    with pytest.raises(stramash.BadOption, match="2 seeds do not fit 3 games"):
        batch.reset(seeds=[1, 2])
    with pytest.raises(stramash.BadOption, match="seed -1 is not possible"):
        batch.reset(seeds=[1, 2, -1])
    with pytest.raises(stramash.BadOption, match="give 3 whole numbers, one a game"):
        batch.step(np.zeros(3))
    with pytest.raises(stramash.BadOption, match="give 3 whole numbers, one a game"):
        batch.step([1, 2])
    with pytest.raises(stramash.BadSeat):
        batch.observe(seat=2)
    with pytest.raises(stramash.BadOption, match="give 3 whole numbers, one a game"):
        batch.step([1, [2, 3], 4])
    for index in (3, -4, "1", 1.0, True, None):
        with pytest.raises(stramash.BadOption, match="games are 0 to 2"):
            batch.position(index)  # type: ignore[arg-type]
    assert bytes(batch.position(np.int64(1))) == bytes(batch.position(-2))


@pytest.mark.parametrize(
    "seeds", [1.5, True, "7", b"abc", {1, 2, 3}, [1, 2.5, 3], 2**128 - 2, np.array([0.5, 1, 2])]
)
def test_an_invalid_seed_is_named(seeds: Any) -> None:
    batch = BatchGame(BASE, 3)
    before = batch.states.copy()
    with pytest.raises(stramash.BadOption, match="a whole number from 0 to"):
        batch.reset(seeds=seeds)
    assert (batch.states == before).all()


def test_numbers_of_numpy_are_numbers() -> None:
    batch = BatchGame(BASE, np.int64(3))
    ways: tuple[Any, ...] = (np.int64(5), np.array(5), [np.uint8(5), 6, np.int16(7)], np.arange(5, 8))
    for seeds in (*ways, range(5, 8)):
        batch.reset(seeds=seeds)
        assert [bytes(batch.position(index)) for index in range(3)] == [
            bytes(BASE.deal(seed)) for seed in (5, 6, np.int64(7))
        ]
    assert playouts([BASE.deal(1)], np.int64(2), seed=np.int64(1)).lengths.shape == (1, 2)


def test_a_batch_needs_a_game_and_not_its_name() -> None:
    with pytest.raises(stramash.BadOption, match=r"give what stramash\.load returns"):
        BatchGame("schotten-totten", 4)  # type: ignore[arg-type]
    with pytest.raises(stramash.BadOption, match=r"give what stramash\.load returns"):
        deals("schotten-totten", 4)  # type: ignore[arg-type]


def _play_a_step() -> int:
    batch = BatchGame(BASE, 1024)
    batch.reset(seeds=1)
    batch.step(batch.sample())
    return int(batch.player.sum())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    expected = _play_a_step()
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(_play_a_step).get(timeout=60) == expected


def test_arrays_begin_where_jax_takes_them_without_a_copy() -> None:
    batch = BatchGame(BASE, 5)
    arrays = (batch.rewards, batch.over, batch.player, batch.scores, batch.legal_mask(), batch.observe())
    assert [array.ctypes.data % 64 for array in arrays] == [0] * len(arrays)


def test_arrays_are_made_once_so_that_tensors_can_share_them() -> None:
    batch = BatchGame(BASE, 4)
    shared = [np.from_dlpack(array) for array in (batch.rewards, batch.over, batch.player, batch.scores)]
    mask, tensors = np.from_dlpack(batch.legal_mask()), np.from_dlpack(batch.observe())
    batch.step(batch.legal_mask().argmax(axis=1))
    arrays = (batch.rewards, batch.over, batch.player, batch.scores)
    assert all(np.shares_memory(one, other) for one, other in zip(shared, arrays, strict=True))
    assert np.shares_memory(mask, batch.legal_mask())
    assert np.shares_memory(tensors, batch.observe())
    assert shared[2].tolist() == [1, 1, 1, 1]


@each_variant
def test_playouts_end_as_their_shares_and_scores_say(variant: Variant) -> None:
    game = variant.load()
    positions = [game.deal(seed) for seed in (1, 2)]
    for position in positions:
        for _ in range(2):
            position.play(position.legal[0])
    played = playouts(positions, 300, seed=4)
    assert played.winners.shape == played.lengths.shape == (2, 300)
    assert played.scores.shape == (2, 300, game.players)
    assert played.shares.sum(axis=1) == pytest.approx([1, 1])
    assert (played.winners > 0).all()
    assert (played.lengths > 0).all()
    again = playouts(positions, 300, seed=4)
    assert (again.lengths == played.lengths).all()
    assert (again.scores == played.scores).all()


@each_variant
def test_dealt_games_are_those_of_their_seeds(variant: Variant) -> None:
    game, first = variant.load(), 2**64 - 20
    dealt = deals(game, 40, seed=first, digests=True)
    played = playouts([game.deal(first + index) for index in range(40)], 1, seed=first, digests=True)
    assert dealt.digests[0].tolist() == played.digests[:, 0].tolist()
    assert dealt.lengths[0].tolist() == played.lengths[:, 0].tolist()
    assert len(set(dealt.digests[0].tolist())) == 40


def test_a_batch_is_played_out_as_its_positions_are() -> None:
    batch = BatchGame(BASE, 50)
    batch.reset(seeds=3)
    batch.step(batch.sample())
    positions = [batch.position(index) for index in range(50)]
    ours, theirs = playouts(batch, 3, digests=True), playouts(positions, 3, digests=True)
    assert (ours.digests == theirs.digests).all()
    assert [bytes(batch.position(index)) for index in range(50)] == [bytes(one) for one in positions]


def test_a_view_is_not_played_out_but_what_it_imagines() -> None:
    view = BASE.deal(1).view(0)
    with pytest.raises(stramash.BadOption, match=r"view\.imagine\(\)"):
        playouts([view], 3)  # type: ignore[list-item]
    assert playouts([view.imagine(seed) for seed in range(4)], 3).winners.all()


def test_playouts_of_nothing_or_of_two_games_at_once_are_refused() -> None:
    with pytest.raises(stramash.BadOption, match="give a list of at least one position"):
        playouts([], 3)
    with pytest.raises(stramash.BadOption, match="give a list of at least one position"):
        playouts(BASE.deal(1), 3)  # type: ignore[arg-type]
    with pytest.raises(stramash.BadOption, match="seed '1' is not possible"):
        playouts([BASE.deal(1)], 3, seed="1")  # type: ignore[arg-type]
    with pytest.raises(stramash.BadOption, match="several games"):
        playouts([BASE.deal(1), stramash.load("glen-more").deal(1)], 3)
    with pytest.raises(stramash.BadOption, match="0 playouts are not possible"):
        playouts([BASE.deal(1)], 0)
    with pytest.raises(stramash.BadOption, match="choose one of cpu, cuda"):
        deals(BASE, 3, device="tpu")


def test_the_loops_take_the_fields_of_their_records_in_order() -> None:
    loops = batch_rules(BASE.rules)
    step, play_out = inspect.signature(loops.step).parameters, inspect.signature(loops.play_out).parameters
    assert tuple(step) == ("states", "blank", "chosen", *Results._fields, "again", "start", "stop")
    assert tuple(play_out) == (*Playouts._fields, *Scratch._fields, *Endings._fields, "start", "stop")


def test_the_kernels_take_the_fields_of_their_records_in_order() -> None:
    source = Path(stramash.__file__).parent / "lab" / "cuda_kernels.py"  # importing it needs numba-cuda
    kernels = {
        node.name: tuple(argument.arg for argument in node.args.args)
        for node in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    assert kernels["step"] == ("states", "blank", "chosen", *Results._fields, "again", "wrong")
    assert kernels["play_out"] == (*Playouts._fields, "first", *Endings._fields)
