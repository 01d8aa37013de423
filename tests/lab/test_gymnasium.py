"""Gymnasium's own check, and one learner among bots."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import stramash
from stramash.bots import Bot, RandomBot, UnknownBot, make
from stramash.core.position import View
from stramash.lab.gymnasium import ID, TableEnv
from stramash.lab.rendering import show
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
        check_env(env.unwrapped)


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


class Counting:
    """Plays the first legal action, and counts how often it was asked."""

    name = "counting"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View) -> int:
        self.asked += 1
        return int(view.legal[0])


def first_views(env: Any, steps: int = 4) -> list[bytes]:
    """Return what a learner sees that always takes its first legal action."""
    seen = [env.reset(seed=7)[0]]
    seen += [env.step(int(env.action_masks().argmax()))[0] for _ in range(steps)]
    return [entry["observation"].tobytes() for entry in seen]


@pytest.mark.parametrize(
    "opponents",
    [make("random", seed=1), Counting(), RandomBot, lambda seed: make("search:20", seed=seed)],
    ids=["bot", "any object", "class", "function"],
)
def test_a_seed_gives_the_same_game_whatever_says_who_plays(opponents: Any) -> None:
    env = gymnasium.make(ID, opponents=opponents, seat=1, disable_env_checker=True).unwrapped
    assert first_views(env) == first_views(env)
    check_env(env)


def test_a_bot_in_person_sits_as_a_copy_of_its_own_at_every_seat_of_every_game() -> None:
    bot = Counting()
    env = TableEnv("glen-more", opponents=bot, players=3)
    bot.asked = 100
    for _ in range(2):
        env.reset(seed=1)
        while min(env._bots[seat].asked for seat in (1, 2)) == 0:  # type: ignore[attr-defined]
            env.step(int(env.action_masks().argmax()))
        assert env._bots[1] is not env._bots[2]
        assert all(env._bots[seat].asked < 100 for seat in (1, 2))  # type: ignore[attr-defined]
    assert bot.asked == 100


def test_what_makes_bots_is_given_another_seed_for_every_seat_and_game() -> None:
    seeds: list[int] = []

    def maker(seed: int) -> Bot:
        seeds.append(seed)
        return make("random", seed=seed)

    env = TableEnv("glen-more", opponents=["greedy", maker, maker], players=4)
    for _ in range(2):
        env.reset(seed=1)
    env.reset()
    assert seeds[:2] == seeds[2:4]
    assert len(set(seeds)) == 4


@pytest.mark.parametrize("wrong", [3, None, object(), ["greedy", 3], [None, None]])
def test_who_is_no_opponent_is_refused_at_once(wrong: Any) -> None:
    with pytest.raises(
        ValueError, match="is not an opponent: give the name of a bot, a bot with `choose`, or"
    ):
        TableEnv("glen-more", opponents=wrong, players=3)


def test_what_makes_no_bot_is_told_so() -> None:
    for wrong in (lambda seed: seed, lambda _: Counting):
        env = TableEnv("glen-more", opponents=wrong)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="is not a bot: what makes an opponent should return"):
            env.reset(seed=1)


@pytest.mark.parametrize("wrong", [1.7, 1.0, "1", None, True, [1]])
@pytest.mark.parametrize("illegal", ["lose", "raise"])
def test_an_action_is_a_whole_number(illegal: str, wrong: Any) -> None:
    env = TableEnv("schotten-totten", opponents="random", illegal=illegal)
    env.reset(seed=1)
    before = env.table.position()
    with pytest.raises(stramash.IllegalAction, match="is not an action: give a whole number from 0 to "):
        env.step(wrong)
    assert env.table.position() == before
    env.step(np.int64(env.action_masks().argmax()))  # type: ignore[arg-type]


def test_human_mode_shows_the_deal_every_step_and_a_loss(capsys: pytest.CaptureFixture[str]) -> None:
    env = TableEnv("schotten-totten", opponents="random", render_mode="human")
    env.reset(seed=1)
    assert "Player 2" in capsys.readouterr().out
    env.step(int(env.action_masks().argmax()))
    assert "Player 2" in capsys.readouterr().out
    assert env.step(int((~env.action_masks()).argmax()))[2]
    assert "Player 2" in capsys.readouterr().out


def test_check_env_passes_as_it_is_made_by_default() -> None:
    check_env(gymnasium.make(ID).unwrapped)


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
        ({"seat": True}, "no seat True: seats are 0 to 1"),
        ({"illegal": "random"}, "choose raise or lose"),
        ({"render_mode": "film"}, "choose one of human, ansi"),
        ({"clowns": 3}, "clowns"),
    ],
)
def test_settings_that_are_not_possible_say_what_is(settings: dict[str, Any], said: str) -> None:
    with pytest.raises((ValueError, stramash.StramashError), match=said):
        TableEnv("schotten-totten", **settings)


#: Imports an environment once without each library; says how that ended
WITHOUT = """
import importlib, sys
import stramash
for missing in ("pettingzoo", "gymnasium", "pyspiel", "resvg_py"):
    again = ("stramash.lab", "pettingzoo", "gymnasium")  # compiled libraries cannot be imported again
    for name in [one for one in sys.modules if one.startswith(again)]:
        del sys.modules[name]
    kept = sys.modules.pop(missing, None)
    sys.modules[missing] = None
    try:
        importlib.import_module("stramash.lab.MODULE")
        print("works without", missing)
    except stramash.StramashError as error:
        print(error)
    del sys.modules[missing]
    if kept is not None:
        sys.modules[missing] = kept
"""


@pytest.mark.parametrize("module", ["pettingzoo", "gymnasium", "openspiel"])
def test_where_the_lab_is_not_installed_it_says_how_to(module: str) -> None:
    code = WITHOUT.replace("MODULE", module)
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    missing = ["pettingzoo", "gymnasium", "pyspiel", "resvg_py"]
    needed = ["pyspiel"] if module == "openspiel" else ["pettingzoo", "gymnasium", "resvg_py"]
    assert done.stdout.splitlines() == [
        f'{one} is not installed: pip install "stramash[lab]"' if one in needed else f"works without {one}"
        for one in missing
    ]
