"""Games of other packages: found by their entry points; a broken package never breaks the other games."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import stramash
from stramash.cli import main
from stramash.games import broken
from tests.installing import declare, forget_games, on_the_path

#: A game like one of ours under another name: enough to be found
GOOD = """
from stramash.games import find

class {class_name}(find("glen-more")):
    name = "{name}"
    title = "{class_name}"
"""

MINE = GOOD.format(class_name="Mine", name="mine")

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path) -> Iterator[Install]:
    """Install packages for one test: the source of a module, and its entry points as name and object."""
    installed = []

    def put(package: str, source: str, **points: str) -> None:
        (tmp_path / f"{package}.py").write_text(source)
        declare(tmp_path, package, **points)
        installed.append(package)
        forget_games()

    with on_the_path(tmp_path):
        yield put
    for package in installed:
        sys.modules.pop(package, None)


def test_a_game_of_another_package_is_found_and_played(install: Install) -> None:
    install("sheep_pack", GOOD.format(class_name="Sheep", name="sheep-run"), sheep_run="sheep_pack:Sheep")
    assert "sheep-run" in stramash.games()
    assert broken() == {}
    game = stramash.load("sheep-run", players=3)
    position = game.deal(seed=1)
    position.play(position.legal[0])
    *_, last = stramash.replay(str(position.record()))
    assert last == position
    assert stramash.position(position.to_dict()) == position


@pytest.mark.parametrize(
    ("source", "target", "says"),
    [
        ("import no_such_module", "pack:Game", "importing 'pack:Game' fails with ModuleNotFoundError: No"),
        ("raise SystemExit", "pack:Game", "importing 'pack:Game' fails with SystemExit"),
        ("this is no Python", "pack:Game", "importing 'pack:Game' fails with SyntaxError"),
        ("", "pack:Game", "importing 'pack:Game' fails with AttributeError"),
        ("Game = 3", "pack:Game", "'pack:Game' is not a subclass of stramash.Game"),
        (
            "import stramash\nclass Mine(stramash.Game):\n    name = 'mine'",
            "pack:Mine",
            "tensor_size",
        ),
        (GOOD.format(class_name="Mine", name="other"), "pack:Mine", "Mine.name should be 'mine'"),
        (
            GOOD.format(class_name="Mine", name="mine")
            + "    def configure(self, state): state.nothing[3] = 1",
            "pack:Mine",
            "it cannot be set up: AttributeError",
        ),
        (
            MINE + "    def cover(self, _): raise OSError('no paint')",
            "pack:Mine",
            "it cannot be set up: OSError: no paint",
        ),
    ],
)
def test_a_broken_game_says_why_and_leaves_the_others(
    install: Install, source: str, target: str, says: str
) -> None:
    install("fine", GOOD.format(class_name="Fine", name="fine-game"), fine_game="fine:Fine")
    install("pack", source, mine=target)
    assert "fine-game" in stramash.games()
    assert "mine" not in stramash.games()
    (sentence,) = broken().values()
    assert sentence.startswith("the game 'mine' of package pack cannot be played: ")
    assert says in sentence
    with pytest.raises(stramash.UnknownGame, match="the game 'mine' of package pack cannot be played"):
        stramash.load("mine")


def test_names_that_clash_are_refused_and_the_house_keeps_its_own(install: Install) -> None:
    install("thief", GOOD.format(class_name="Thief", name="glen-more"), glen_more="thief:Thief")
    assert stramash.load("glen-more").title == "Glen More"
    assert "Stramash has a game of that name" in broken()["glen-more"]
    for package in ("one", "two"):
        install(package, GOOD.format(class_name="Same", name="same-game"), same_game=f"{package}:Same")
    assert "same-game" not in stramash.games()
    assert "packages one and two" in broken()["same-game"]
    assert "uninstall one package" in broken()["same-game"]


def test_a_name_that_no_command_could_be_given_is_refused(install: Install) -> None:
    install("loud", GOOD.format(class_name="Loud", name="LOUD!"), **{"LOUD!": "loud:Loud"})
    assert "lower-case words with hyphens" in broken()["LOUD!"]


def test_the_command_line_lists_games_and_says_what_is_broken(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("fine", GOOD.format(class_name="Fine", name="fine-game"), fine_game="fine:Fine")
    install("bad", "Game = 3", bad_game="bad:Game")
    with pytest.raises(SystemExit, match="0"):
        main(["games", "--json"])
    said = capsys.readouterr()
    assert {"fine-game", "glen-more"} <= {game["name"] for game in json.loads(said.out)}
    assert "stramash: the game 'bad-game' of package bad cannot be played" in said.err
