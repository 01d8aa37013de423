"""`stramash new-game` writes a package that pip installs, that conforms, and that a browser plays."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import stramash
from stramash.cli.starting import write_game
from stramash.games import broken, find
from tests import conformance
from tests.cli.terminal import Shell
from tests.installing import on_the_path, pip_install
from tests.table.browser.hands import (
    LIT,
    RESULT,
    my_move,
    version,
    wait_for_change,
)
from tests.table.server import serving

NAME, MODULE, TITLE = "loch-race", "loch_race", "Loch Race"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as `stramash new-game` writes it."""
    folder = tmp_path_factory.mktemp("written") / NAME
    write_game(NAME, folder)
    return folder


@pytest.fixture(scope="module")
def installed(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The package, built and installed by pip, for this process and those it starts."""
    folder = tmp_path_factory.mktemp("installed")
    pip_install(package, folder)
    with on_the_path(folder):
        yield
    for module in [module for module in sys.modules if module.split(".")[0] == MODULE]:
        del sys.modules[module]


def test_the_command_says_what_it_wrote(shell: Shell, tmp_path: Path) -> None:
    done = shell("new-game", NAME, "--folder", tmp_path / "here")
    assert done.code == 0
    assert f"src/{MODULE}/rules/turn.py" in done.out
    assert f"stramash play {NAME}" in done.out
    assert (tmp_path / "here" / "pyproject.toml").exists()


def test_what_cannot_be_written_is_refused_and_nothing_is_there(shell: Shell, tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("keep")
    assert "cannot be called 'My Game'" in shell("new-game", "My Game", "--folder", tmp_path / "a").complaint
    assert "cannot be called '../up'" in shell("new-game", "../up").complaint
    assert (
        "there is a game 'glen-more'" in shell("new-game", "glen-more", "--folder", tmp_path / "b").complaint
    )
    for taken in ("class", "json", "stramash"):
        said = shell("new-game", taken, "--folder", tmp_path / "c").complaint
        assert f"cannot be called '{taken}': Python has a word or a module of that name" in said
    assert "choose an empty folder" in shell("new-game", NAME, "--folder", full).complaint
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["mine.txt"]


def test_the_written_package_is_clean(package: Path) -> None:
    """Without blanks that were not filled in, and as our own sources are checked."""
    for path in package.rglob("*"):
        if path.is_file():
            assert not {"{name}", "{module}", "{class_name}", "{title}"} & set(path.read_text().split())
    for check in (["ruff", "check", "--isolated"], ["ruff", "format", "--check", "--isolated"]):
        done = subprocess.run(
            [sys.executable, "-m", *check, "."], cwd=package, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout


def test_the_written_package_has_the_files_of_our_games(package: Path) -> None:
    """Each file has the name that CONTRIBUTING gives it."""
    layout = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for path in (package / "src" / MODULE).rglob("*.py"):
        file = path.relative_to(package / "src" / MODULE).as_posix()
        assert f"| `{file}` |" in layout or file == "rules/__init__.py"


@pytest.mark.usefixtures("installed")
def test_the_installed_game_conforms() -> None:
    assert broken() == {}
    assert NAME in stramash.games()
    game = stramash.load(NAME)
    conformance.check_variants(find(NAME))
    conformance.check_notations(game)
    conformance.check_deals(game)
    conformance.check_gpu_contract(game)
    for seed in range(5):
        conformance.check_replay(game, seed)
        for position in conformance.random_game(game, seed):
            for check in conformance.EACH_POSITION:
                check(position)


@pytest.mark.usefixtures("installed")
def test_the_check_of_the_command_line_finds_no_fault(shell: Shell) -> None:
    assert "no fault found in 2 random games" in shell("check", NAME, "--games", 2).out
    assert "no game 'haggis'" in shell("check", "haggis").complaint


@pytest.mark.usefixtures("installed")
def test_its_own_tests_pass(package: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(package / "tests")]
    done = subprocess.run(command, cwd=package, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.browser
@pytest.mark.usefixtures("installed")
def test_the_installed_game_is_played_in_the_browser(tmp_path: Path, browser: Browser) -> None:
    database, dice = f"sqlite:///{tmp_path / 'table.db'}", random.Random(1)
    with serving(database, games=[NAME]) as server:
        page = browser.new_page(base_url=server.url, locale="fr-FR")
        page.goto("/")
        page.get_by_role("article", name=TITLE).locator("form button.primary").click()
        page.wait_for_url("**/t/*")
        while my_move(page):
            before, lit = version(page), page.locator(LIT)
            lit.nth(dice.randrange(lit.count())).click()
            wait_for_change(page, before)
        expect(page.locator(RESULT)).to_contain_text("gagne.")
        page.close()
