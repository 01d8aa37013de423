"""PettingZoo's own tests, on every game and variant."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test

import stramash
from stramash.lab import pettingzoo
from tests.conformance import Variant, all_variants

each_variant = pytest.mark.parametrize("variant", all_variants(), ids=str)
each_game = pytest.mark.parametrize("name", stramash.games())


def env_of(variant: Variant) -> Any:
    options: dict[str, Any] = dict(variant.options)
    return partial(pettingzoo.env, variant.name, players=variant.players, **options)


def play_at_random(env: Any, seed: int, decisions: int = 100_000) -> dict[str, float]:
    """Play a game to its end; return what each seat was rewarded in all."""
    dice = np.random.default_rng(seed)
    env.reset(seed=seed)
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter(decisions):
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] += reward
        over = termination or truncation
        env.step(None if over else int(dice.choice(observation["action_mask"].nonzero()[0])))
    return rewards


@each_variant
def test_api_test_passes(variant: Variant) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It asks for plain arrays, and has a list of its own games that may give dictionaries.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        # Who is not to decide has no legal action.
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        api_test(env_of(variant)(), num_cycles=60)


@each_variant
def test_seed_test_passes(variant: Variant) -> None:
    seed_test(env_of(variant), num_cycles=20)


@each_game
def test_render_test_passes(name: str) -> None:
    pictures = {"svg": lambda picture: picture.startswith("<svg")}
    render_test(partial(pettingzoo.env, name), custom_tests=pictures)


@each_game
def test_max_cycles_test_passes(name: str) -> None:
    # It answers without looking at the mask, so answers that are not legal must stand for others. All seats
    # must have answered equally often, as only cycles have it: rules may ask one several times in a row.
    cycles = partial(pettingzoo.cycle_env, name, illegal="random")
    together = partial(pettingzoo.parallel_env, name, illegal="random")
    max_cycles_test(SimpleNamespace(env=cycles, parallel_env=together))


@each_variant
def test_a_game_is_worth_nothing_in_all_and_one_to_a_sole_winner(variant: Variant) -> None:
    env = env_of(variant)()
    rewards = play_at_random(env, seed=3)
    winners = env.unwrapped.table.position().winners
    assert sum(rewards.values()) == pytest.approx(0)
    assert {agent for agent, reward in rewards.items() if reward == max(rewards.values())} == {
        f"seat_{seat}" for seat in winners
    }
    if len(winners) == 1:
        assert max(rewards.values()) == 1


@each_game
def test_a_seat_observes_its_view_and_its_mask(name: str) -> None:
    env = pettingzoo.env(name)
    env.reset(seed=7)
    position = stramash.load(name).deal(seed=7)
    for _ in range(30):
        for agent, seat in env.unwrapped.seats.items():
            seen, view = env.observe(agent), position.view(seat)
            assert seen["observation"].tobytes() == view.tensor.tobytes()
            assert seen["action_mask"].astype(bool).tobytes() == view.mask.tobytes()
        action = position.legal[len(position.legal) // 2]
        position.play(action)
        env.step(action)
    assert env.unwrapped.table.position().record() == position.record()


def test_an_illegal_action_is_refused_with_what_is_legal() -> None:
    env = pettingzoo.env("schotten-totten")
    env.reset(seed=7)
    before = env.unwrapped.table.position()
    with pytest.raises(stramash.IllegalAction, match="pass is not legal now: legal are"):
        env.step(before.game.parse("pass"))
    assert env.unwrapped.table.position() == before


@pytest.mark.parametrize("wrong", [-1, 498, 10**30])
def test_an_action_is_one_of_those_there_are(wrong: int) -> None:
    env = pettingzoo.env("schotten-totten")
    env.reset(seed=7)
    with pytest.raises(stramash.IllegalAction, match="is not an action: actions are 0 to 497"):
        env.step(wrong)
    assert env.unwrapped.table.history == []


@pytest.mark.parametrize("wrong", [1.7, 1.0, "1", True, [1]])
@pytest.mark.parametrize("illegal", ["random", "raise"])
def test_an_action_is_a_whole_number(illegal: str, wrong: Any) -> None:
    env = pettingzoo.env("schotten-totten", illegal=illegal)
    env.reset(seed=7)
    with pytest.raises(stramash.IllegalAction, match="is not an action: give a whole number from 0 to "):
        env.step(wrong)
    assert env.unwrapped.table.history == []
    env.step(np.int32(env.observe("seat_0")["action_mask"].argmax()))
    together = pettingzoo.parallel_env("schotten-totten", illegal=illegal)
    together.reset(seed=7)
    with pytest.raises(stramash.IllegalAction, match="is not an action"):
        together.step(dict.fromkeys(together.agents, wrong))


@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env])
def test_human_mode_shows_the_deal(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    make("schotten-totten", render_mode="human").reset(seed=1)
    assert "Player 2" in capsys.readouterr().out


def test_games_without_a_seed_differ_and_follow_from_the_last_seed() -> None:
    env = pettingzoo.env("schotten-totten")
    deals = []
    for _ in range(2):
        env.reset(seed=5)
        first = bytes(env.unwrapped.table.position())
        env.reset()
        deals.append((first, bytes(env.unwrapped.table.position())))
    assert deals[0] == deals[1]
    assert deals[0][0] != deals[0][1]


def test_any_whole_number_is_a_seed() -> None:
    env = pettingzoo.env("schotten-totten")
    for seed in (7, np.int64(7), np.uint32(7)):
        env.reset(seed=seed)
        assert bytes(env.unwrapped.table.position()) == bytes(stramash.load("schotten-totten").deal(seed=7))
    for wrong in (-1, 2**200, True):
        with pytest.raises(stramash.BadOption, match="is not possible: a whole number from 0"):
            env.reset(seed=wrong)


@pytest.mark.parametrize(
    "settings",
    [
        {"render_mode": "film"},
        {"illegal": "lose"},
        *({"max_cycles": wrong} for wrong in (0, -3, "x", True, 1.5)),
    ],
    ids=str,
)
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env, pettingzoo.cycle_env])
def test_settings_that_are_not_possible_say_what_is(make: Any, settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"is not possible: (choose|a whole number from 1)"):
        make("schotten-totten", **settings)


def test_an_option_or_a_game_that_does_not_exist_is_named() -> None:
    with pytest.raises(stramash.BadOption, match="clowns"):
        pettingzoo.env("schotten-totten", clowns=3)
    with pytest.raises(stramash.StramashError, match="chess"):
        pettingzoo.env("chess")


def test_an_illegal_action_can_stand_for_a_legal_one() -> None:
    env = pettingzoo.env("schotten-totten", illegal="random")
    env.reset(seed=7)
    env.step(env.unwrapped.game.parse("pass"))
    (first,) = env.unwrapped.table.history
    assert first[1] in stramash.load("schotten-totten").deal(seed=7).legal


@each_game
def test_max_cycles_counts_as_many_decisions_for_each_seat(name: str) -> None:
    env = pettingzoo.env(name, max_cycles=3)
    play_at_random(env, seed=1)
    assert len(env.unwrapped.table.history) == 3 * env.unwrapped.game.players


def test_a_finished_game_takes_no_more_actions_and_a_running_one_wants_one() -> None:
    env = pettingzoo.env("schotten-totten", max_cycles=1)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="seat_0 has to decide"):
        env.unwrapped.step(None)
    play_at_random(env, seed=1, decisions=2)
    with pytest.raises(ValueError, match="None"):
        env.step(0)


def test_in_parallel_all_seats_act_and_the_action_of_the_seat_to_act_counts() -> None:
    env = pettingzoo.parallel_env("lords-of-scotland", players=3)
    with pytest.raises(ValueError, match="before the deal and after the end: call reset"):
        env.step({})
    seen, infos = env.reset(seed=3)
    assert list(seen) == list(infos) == ["seat_0", "seat_1", "seat_2"]
    acting = env.possible_agents[env.table.player]
    with pytest.raises(ValueError, match=f"{acting} has to decide: its action is missing"):
        env.step({other: 0 for other in env.agents if other != acting})
    rewards = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        answers = {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}
        seen, gained, _, _, _ = env.step(answers)
        rewards = {agent: rewards[agent] + gained[agent] for agent in rewards}
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0
    with pytest.raises(ValueError, match="after the end"):
        env.step(answers)


def test_without_a_render_mode_render_says_which_there_are() -> None:
    env = pettingzoo.env("glen-more")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="render_mode can be human, ansi, svg, rgb_array"):
        env.unwrapped.render()
    env.close()
