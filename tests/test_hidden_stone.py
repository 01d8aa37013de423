"""The example game goes through everything: page, terminal, bots, arena, environments, batches, kernels."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from examples.hidden_stone import ACTIONS, HiddenStone
from playwright.sync_api import Browser, Page, expect

import stramash
from stramash import bots
from stramash.cli import main
from stramash.core.rule import INTERPRETED
from stramash.lab import BatchGame
from tests import conformance
from tests.installing import declare, on_the_path
from tests.table.browser.hands import (
    LIT,
    RESULT,
    my_move,
    start,
    version,
    wait_for_change,
)
from tests.table.server import serving

ROOT = Path(__file__).parent.parent
NAME = "hidden-stone"


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The example as an installed package, also for programs that a test starts."""
    folder = tmp_path_factory.mktemp("installed")
    declare(folder, "hidden-stone-example", hidden_stone="examples.hidden_stone:HiddenStone")
    with on_the_path(folder, ROOT):
        yield


def run(code: str) -> str:
    """Run a program of its own."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_found_by_its_name() -> None:
    assert stramash.load(NAME) == HiddenStone()
    conformance.check_variants(HiddenStone)
    conformance.check_notations(HiddenStone())
    conformance.check_deals(HiddenStone())
    conformance.check_gpu_contract(HiddenStone())


@pytest.mark.parametrize("check", conformance.EACH_POSITION)
def test_every_position_of_random_games_conforms(check: Callable[[stramash.Position], None]) -> None:
    for seed in range(8):
        for position in conformance.random_game(stramash.load(NAME), seed):
            check(position)


def test_interpreted_and_compiled_rules_play_the_same_games() -> None:
    """Interpreted, what `observe` needs of a GPU is checked, too."""
    script = (
        "import os; os.environ['NUMBA_DISABLE_JIT'] = '1'\n"
        "from tests.conformance import fingerprint\n"
        "from examples.hidden_stone import HiddenStone\n"
        "print(*[fingerprint(HiddenStone(), seed, 50) for seed in range(6)])"
    )
    assert run(script).split() == [conformance.fingerprint(HiddenStone(), seed, 50) for seed in range(6)]


@pytest.mark.parametrize(
    "description",
    [
        {"stones": ["bag"] * 9},
        {"stones": ["seat 0"] * 2 + ["seat 1"] + ["bag"] * 6},
        {"winner": 1},
        {"player": None},
        {"stones": ["?"] * 9},
        {"stones": 3},
        {"haggis": True},
    ],
    ids=str,
)
def test_a_position_that_cannot_be_is_refused(description: Any) -> None:
    with pytest.raises(stramash.BadPosition, match=r"\w"):
        HiddenStone().position(description)


def test_the_lower_of_two_neighbours_wins() -> None:
    def after_standing(mine: int, theirs: int) -> list[int]:
        stones = ["bag"] * 9
        stones[mine - 1], stones[theirs - 1] = "seat 0", "seat 1"
        position = HiddenStone().position({"stones": stones})
        position.play("stand")
        position.play("stand")
        return position.winners

    assert [after_standing(7, other) for other in (1, 5, 6, 8, 9)] == [[0], [0], [1], [0], [1]]


def test_it_is_played_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["play", NAME, "--seed", "3", "--seat", "greedy", "--seat", "random", "--lang", "fr"])
    assert "gagne." in capsys.readouterr().out


@pytest.mark.parametrize("spec", ["random", "greedy", "search:60", "crofter"])
def test_bots_play_it(spec: str) -> None:
    for seed in range(5):
        position, bot = stramash.load(NAME).deal(seed), bots.make(spec, seed)
        while not position.over:
            position.play(bot.choose(position.view(position.player)))


def test_a_search_is_sure_of_the_last_stone_left() -> None:
    """All stones but two are open: a seat that sees one knows the other."""
    stones = ["open"] * 9
    stones[2], stones[6] = "seat 0", "seat 1"
    position = stramash.load(NAME).position({"stones": stones})
    assert position.notation(bots.make("search:200", 1).choose(position.view(0))) == "name:7"


def test_bots_meet_in_the_arena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "arena",
        NAME,
        "search:40",
        "random",
        "--pairs",
        "3",
        "--out",
        str(tmp_path / "games"),
        "--json",
    ]
    with pytest.raises(SystemExit, match="0"):
        main(command)
    assert json.loads(capsys.readouterr().out)


def test_pettingzoo_takes_it() -> None:
    run(
        "import warnings; warnings.simplefilter('ignore')\n"
        "from pettingzoo.test import api_test\n"
        "from stramash.lab import pettingzoo\n"
        f"api_test(pettingzoo.env({NAME!r}), num_cycles=40)\n"
    )


def test_openspiel_takes_it() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install 'stramash[lab]'")
    run(
        "import pyspiel, warnings; warnings.simplefilter('ignore')\n"
        "from stramash.lab import openspiel\n"
        "pyspiel.random_sim_test(pyspiel.load_game('stramash_hidden_stone'), 5, True, False)\n"
    )


def test_a_batch_plays_the_games_of_single_positions() -> None:
    game, size = stramash.load(NAME), 64
    batch = BatchGame(game, size, redeal=False)
    batch.reset(seeds=range(size))
    singles = [game.deal(seed) for seed in range(size)]
    while not all(single.over for single in singles):
        chosen = batch.sample()
        for single, action in zip(singles, chosen.tolist(), strict=True):
            if not single.over:
                single.play(action)
        batch.step(chosen)
        assert [bytes(state) for state in batch.states] == [bytes(single) for single in singles]


def test_a_gpu_kernel_is_compiled() -> None:
    if INTERPRETED:
        pytest.skip("rules are interpreted here: nothing is compiled")
    pytest.importorskip("numba_cuda", reason="numba-cuda is not installed: pip install 'stramash[cuda]'")
    from stramash.lab.cuda_compile import translate
    from stramash.lab.cuda_contract import options_of
    from stramash.lab.cuda_kernels import kernels

    for kernel in kernels(HiddenStone()).values():
        assembly, name = translate(kernel.function, kernel.signature, options_of(HiddenStone()), (9, 0))
        assert name in assembly


def play_to_the_end(page: Page) -> None:
    """Click what is lit until somebody has won."""
    dice = random.Random(2)
    for _ in range(40):
        if not my_move(page):
            return
        before, lit = version(page), page.locator(LIT)
        lit.nth(dice.randrange(lit.count())).click()
        wait_for_change(page, before)
    raise AssertionError("the game did not end")


@pytest.mark.browser
def test_it_is_played_in_the_browser(tmp_path: Path, browser: Browser) -> None:
    with serving(f"sqlite:///{tmp_path / 'table.db'}", games=[NAME]) as server:
        page = browser.new_page(base_url=server.url, locale="en-GB")
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        for path in (f"/new/{NAME}", f"/learn/{NAME}", f"/rules/{NAME}", "/docs", "/"):
            answer = page.goto(path)
            assert answer is not None
            assert answer.status == 200, path
            if "rules" in path:
                expect(page.get_by_role("listitem")).to_have_text([kind.summary for kind in ACTIONS.kinds])
        mine = page.get_by_role("article", name="Hidden Stone")
        expect(mine.get_by_role("link", name="Learn in minutes")).to_have_count(0)
        start(page, "Hidden Stone")
        play_to_the_end(page)
        expect(page.locator(RESULT)).to_contain_text("wins.")
        expect(page.locator("#story")).to_contain_text("stone")
        page.close()
    assert not problems
