"""The rule layer: compiled once a machine, never stale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from stramash.bots.compiled import compile_bots
from stramash.core import rule
from stramash.games import find, names

PACKAGE = Path(rule.__file__).parent.parent

PLAY_A_GAME = """
import random, numba, stramash
game = stramash.load("schotten-totten", tactics=True)
position, dice = game.deal(1), random.Random(1)
while not position.over:
    position.play(dice.choice(position.legal))
view = game.deal(1).view(0)
view.tensor, view.imagine(1), position.winners, position.scores
for name in game.rules.signatures():
    stats = getattr(game.rules, name).stats
    print(name, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def run(script: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == "", "a warm cache compiles nothing and says nothing"
    return done.stdout


def test_a_second_process_compiles_nothing() -> None:
    find("schotten-totten")().prepare()
    lines = [line.split() for line in run(PLAY_A_GAME).splitlines()]
    assert all(misses == "0" for _, _, misses in lines), lines
    used = {name for name, hits, _ in lines if int(hits)}
    assert used >= {"deal", "legal", "play", "scores", "winners", "hide", "imagine", "observe"}


def test_a_copy_of_the_same_sources_elsewhere_compiles_nothing(tmp_path: Path) -> None:
    find("schotten-totten")().prepare()
    shutil.copytree(PACKAGE, tmp_path / "stramash", ignore=shutil.ignore_patterns("__pycache__"))
    where = f"import stramash\nassert stramash.__file__.startswith({str(tmp_path)!r})\n"
    lines = [line.split() for line in run(where + PLAY_A_GAME, PYTHONPATH=str(tmp_path)).splitlines()]
    assert all(misses == "0" for _, _, misses in lines), lines


def test_bots_compiled_in_one_checkout_are_found_by_another(tmp_path: Path) -> None:
    """They close over the rules of a game: the path of the checkout must be no part of their names."""
    compile_bots(find("schotten-totten")())
    shutil.copytree(PACKAGE, tmp_path / "stramash", ignore=shutil.ignore_patterns("__pycache__"))
    script = (
        "import stramash\nfrom stramash.bots.compiled import _signatures\n"
        f"assert stramash.__file__.startswith({str(tmp_path)!r})\n"
        "for one, signature in _signatures(stramash.load('schotten-totten')):\n"
        "    print(one.py_func.__qualname__, one.find(signature) is not None)\n"
    )
    lines = [line.split() for line in run(script, PYTHONPATH=str(tmp_path)).splitlines()]
    assert len(lines) > 4
    assert all(found == "True" for _, found in lines), lines


def test_every_core_file_with_a_rule_is_part_of_every_key() -> None:
    with_rules = {path.name for path in (PACKAGE / "core").glob("*.py") if "\n@rule" in path.read_text()}
    assert with_rules - {"rule.py"} <= set(rule.CORE_RULES)
    assert all((PACKAGE / "core" / name).is_file() for name in rule.CORE_RULES)


def test_all_rules_of_a_game_lie_in_the_folder_that_is_hashed() -> None:
    for name in names():
        folder = PACKAGE / "games" / name.replace("-", "_")
        for path in folder.rglob("*.py"):
            if "\n@rule" in path.read_text():
                assert path.is_relative_to(folder / "rules"), path


def keys(package: Path) -> dict[str, str]:
    """Return the key of each game's rules as a copy of the package computes it."""
    script = (
        "from stramash.core.rule import sources_key\n"
        "from stramash.games import find, names\n"
        "for name in names(): print(name, sources_key(find(name).rules.deal))\n"
    )
    output = run(script, PYTHONPATH=str(package.parent), NUMBA_DISABLE_JIT="1")
    return dict(line.split() for line in output.splitlines())


def test_a_change_of_a_rule_source_changes_the_key(tmp_path: Path) -> None:
    copy = tmp_path / "stramash"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = keys(copy)
    game = copy / "games" / "schotten_totten"

    (game / "text.py").write_text((game / "text.py").read_text() + "\n# words are no rules\n")
    assert keys(copy) == before

    claims = game / "rules" / "claims.py"
    claims.write_text(claims.read_text() + "\n# changed\n")
    after = keys(copy)
    assert after["schotten-totten"] != before["schotten-totten"]
    assert {name for name in after if after[name] != before[name]} == {"schotten-totten"}

    chance = copy / "core" / "chance.py"
    chance.write_text(chance.read_text() + "\n# changed\n")
    changed = keys(copy)
    assert all(changed[name] != after[name] for name in changed)


def test_a_rule_made_over_other_rules_is_not_mistaken_for_the_same() -> None:
    """Numba would find one cached where the other is asked for: they have one text and one type."""

    @rule.rule
    def one_more(number: int) -> int:
        return number + 1

    @rule.rule
    def two_more(number: int) -> int:
        return number + 2

    def thrice(step: Callable[[int], int]) -> Callable[[int], int]:
        @rule.rule
        def inner(number: int) -> int:
            return step(number)

        @rule.rule
        def outer(number: int) -> int:
            return inner(inner(inner(number)))

        return outer

    assert (thrice(one_more)(0), thrice(two_more)(0)) == (3, 6)
    assert thrice(one_more)._uuid == thrice(one_more)._uuid  # type: ignore[attr-defined]
