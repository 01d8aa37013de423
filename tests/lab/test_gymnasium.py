"""Gymnasium's own check, and one learner among bots."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import stramash
from stramash.bots import UnknownBot, make
from stramash.core.position import View
from stramash.lab.gymnasium import ID, TableEnv
from stramash.lab.showing import show
from tests.conformance import Variant, all_variants


@pytest.mark.parametrize("variant", all_variants(), ids=str)
def test_check_env_passes(variant: Variant) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(
            ID,
            game=variant.name,
            players=variant.players,
            opponents="random",
            seat=variant.players - 1,
            illegal="lose",
            render_mode="ansi",
            **dict(variant.options),
        )
        # Render modes are tried one by one below: each pixel picture takes a second.
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", stramash.games())
@pytest.mark.parametrize("mode", ["human", "ansi", "svg", "rgb_array"])
def test_a_seat_can_be_shown_in_every_way(name: str, mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(ID, game=name, opponents="random", render_mode=mode, disable_env_checker=True)
    env.reset(seed=1)
    shown = env.render()
    if mode == "rgb_array":
        assert shown.shape[2] == 3
        assert shown.std() > 10
    elif mode == "human":
        assert shown is None
        assert len(capsys.readouterr().out.splitlines()) > 5
    else:
        assert isinstance(shown, str)
        assert shown == env.unwrapped.table.view(0).svg() or mode == "ansi"


@pytest.mark.parametrize("mode", ["human", "ansi"])
def test_what_stands_between_colons_is_shown_as_it_is(
    mode: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rich would take it for the name of an emoji."""
    monkeypatch.setattr(View, "sketch", lambda _: "[bold]:up:[/bold]")
    view = stramash.load("lords-of-scotland").deal(seed=1).view(0)
    shown = show(view, mode)
    assert (shown or capsys.readouterr().out.strip()) == ":up:"


@pytest.mark.parametrize("opponents", ["random", "greedy", "bairn", "search:20"])
def test_any_bot_sits_at_the_other_seats_and_plays_to_the_end(opponents: str) -> None:
    env = TableEnv("schotten-totten", opponents=opponents, seat=1, stones=3, clans=3, strengths=6)
    observation, info = env.reset(seed=2)
    over, reward = False, 0.0
    while not over:
        assert info["action_mask"].tolist() == observation["action_mask"].tolist()
        action = int(observation["action_mask"].nonzero()[0][0])
        observation, reward, over, _, info = env.step(action)
    assert reward in (-1, 0, 1)
    assert reward == env.table.returns[1]


def test_every_seat_can_have_another_bot() -> None:
    env = TableEnv("glen-more", opponents=["random", "greedy"], players=3, seat=1)
    env.reset(seed=1)
    assert [bot.name for bot in env._bots.values()] == ["random", "greedy"]
    with pytest.raises(ValueError, match="1 opponents for 2 other seats"):
        TableEnv("glen-more", opponents=["random"], players=3)
    with pytest.raises(UnknownBot, match="no bot 'nobody'"):
        TableEnv("glen-more", opponents="nobody")


def test_a_bot_may_come_in_person() -> None:
    bot = make("greedy", seed=1)
    env = TableEnv("schotten-totten", opponents=bot)
    env.reset(seed=1)
    assert env._bots == {1: bot}
    three = TableEnv("glen-more", opponents=["random", bot], players=3)
    three.reset(seed=1)
    assert three._bots[2] is bot


def test_check_env_passes_as_it_is_made_by_default() -> None:
    check_env(gymnasium.make(ID).unwrapped, skip_render_check=True)


def test_an_illegal_action_raises_or_loses() -> None:
    strict = TableEnv("schotten-totten", opponents="random", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(stramash.IllegalAction, match="done is not legal now"):
        strict.step(strict.game.parse("done"))
    for players in (2, 3):
        lenient = TableEnv("lords-of-scotland", opponents="random", players=players)
        lenient.reset(seed=1)
        wrong = int((lenient.action_masks() == 0).argmax())
        assert lenient.step(wrong)[1:4] == (-1 / (players - 1), True, False)
        with pytest.raises(ResetNeeded, match="reset deals one"):
            lenient.step(wrong)


def test_there_is_no_step_before_the_deal_or_after_the_end() -> None:
    env = TableEnv("schotten-totten", opponents="random", stones=1, clans=2, strengths=4, hand=2)
    with pytest.raises(ResetNeeded, match="no game is being played"):
        env.step(0)
    env.reset(seed=1)
    over = False
    while not over:
        over = env.step(int(env.action_masks().argmax()))[2]
    with pytest.raises(ResetNeeded, match="no game is being played"):
        env.step(0)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"seat": 2}, "no seat 2: seats are 0 to 1"),
        ({"illegal": "random"}, "choose raise or lose"),
        ({"render_mode": "film"}, "choose one of human, ansi"),
        ({"clowns": 3}, "clowns"),
    ],
)
def test_settings_that_are_not_possible_say_what_is(settings: dict[str, Any], said: str) -> None:
    with pytest.raises((ValueError, stramash.StramashError), match=said):
        TableEnv("schotten-totten", **settings)


@pytest.mark.parametrize("module", ["pettingzoo", "gymnasium", "openspiel"])
@pytest.mark.parametrize("missing", ["pettingzoo", "gymnasium", "pyspiel", "resvg_py"])
def test_where_the_lab_is_not_installed_it_says_how_to(module: str, missing: str) -> None:
    code = f"import sys; sys.modules['{missing}'] = None; import stramash.lab.{module}"
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    if (missing == "pyspiel") == (module == "openspiel"):
        assert f'{missing} is not installed here: pip install "stramash[lab]"' in done.stderr
    else:
        assert done.returncode == 0
