"""The spec pages say what the engine does: their tables are compared with it, for every game."""

import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import stramash
from stramash import Game
from tests.conformance import variants

PAGES = Path(__file__).parent.parent / "docs" / "games"
NAMES = ["glen-more", "lords-of-scotland", "schotten-totten"]

#: What the names in the formulas of an observation table count to, by game
RANGES = {
    "glen-more": {"tile": 72, "seat": 5},
    "lords-of-scotland": {"card": 98, "down": 25, "s": 5, "place": 5},
    "schotten-totten": {"card": 64, "stone": 9},
}

each_game = pytest.mark.parametrize("name", NAMES)


def page_of(name: str) -> str:
    """Return the text of a game's spec page."""
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def rows(page: str, heading: str) -> list[list[str]]:
    """Return the cells of the tables of a section, without their heads where a table begins it."""
    section = page.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    table = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def largest(name: str) -> Game:
    """Return the variant that has the most actions: others have the first of them."""
    return max((variant.load() for variant in variants(name)), key=lambda game: game.num_actions)


def covered(page: str, ranges: dict[str, int], **constants: int) -> list[int]:
    """Return the indices that the observation table explains: each row for every value of its names."""
    found: list[int] = []
    for index, _ in rows(page, "Observation"):
        match = re.fullmatch(r"`(.+?)` \+ (\d+)(?: … (\d+))?", index)
        assert match, index
        formula, low, high = match[1], int(match[2]), int(match[3] or match[2])
        names = [name for name in ranges if re.search(rf"\b{name}\b", formula)]
        for values in product(*(range(ranges[name]) for name in names)):
            base = eval(formula, dict(zip(names, values, strict=True)) | constants)
            found += range(base + low, base + high + 1)
    return sorted(found)


@each_game
def test_the_action_table_is_the_declared_one(name: str) -> None:
    assert "\n".join(largest(name).actions.table()) in page_of(name)


@each_game
def test_the_page_names_the_sizes(name: str) -> None:
    for heading, size in (("actions", "num_actions"), ("observation", "tensor_size")):
        (told,) = re.findall(rf"\| {heading} \| (.*) \|", page_of(name))
        sizes = sorted({getattr(variant.load(), size) for variant in variants(name)})
        assert [int(number) for number in re.findall(r"\d+", told)] == sizes


@each_game
def test_the_phases_are_all_there_with_actions_that_exist(name: str) -> None:
    game = largest(name)
    table = [row for row in rows(page_of(name), "A turn, as decisions") if len(row) == 3]
    assert re.findall(r"`([^`]+)`", " ".join(row[0] for row in table)) == list(game.phases)
    for row in table:
        assert set(re.findall(r"`([^`]+)`", row[2])) <= set(game.notations)


@each_game
def test_the_observation_table_covers_every_index_once(name: str) -> None:
    assert covered(page_of(name), RANGES[name], C=64) == list(range(largest(name).tensor_size))


@each_game
def test_every_key_of_a_position_is_explained(name: str) -> None:
    table = rows(page_of(name), "Position JSON")
    explained = {key for cell, _ in table for key in re.findall(r"`(\w+)`", cell)}
    assert explained == set(stramash.load(name).deal(seed=1).to_dict())


@each_game
def test_every_key_of_a_component_is_explained(name: str) -> None:
    (told,) = re.findall(r"\| facts \| (.*) \|", page_of(name))
    printed = largest(name).components
    assert printed
    for component in printed.values():
        assert set(component) <= set(re.findall(r"`(\w+)`", told))


def test_the_base_game_has_the_first_actions_of_the_table() -> None:
    base, tactics = stramash.load("schotten-totten"), stramash.load("schotten-totten", tactics=True)
    assert base.notations == tactics.notations[: base.num_actions]
    ranges = RANGES["schotten-totten"] | {"card": 54}
    assert covered(page_of("schotten-totten"), ranges, C=54) == list(range(base.tensor_size))


def test_the_observation_places_cards_where_the_table_says() -> None:
    game = stramash.load("schotten-totten", tactics=True)
    position = game.position(
        {
            "stones": [{"sides": [["b1"], ["r9"]]}, *({} for _ in range(7)), {"sides": [["spy"], []]}],
            "hands": [["g5", "joker1"], ["y1"]],
            "discard": ["banshee"],
            "tactics_played": [1, 1],
        }
    )
    tensor = position.view(0).tensor
    assert tensor[24 * 0 + 2] == 1  # blue 1 on my side of stone 1
    assert tensor[24 * 26 + 11] == 1  # red 9 on their side of stone 1
    assert tensor[24 * 56 + 10] == 1  # the Spy on my side of stone 9
    assert tensor[24 * 13 + 1] == 1  # green 5 in my hand
    assert tensor[24 * 62 + 20] == 1  # the Banshee in the discard
    assert tensor[24 * 27 + 0] == 1  # yellow 1, in their hand, is unseen
    for card in range(64):
        assert tensor[24 * card : 24 * card + 24].sum() == 1
    assert np.all((tensor >= 0) & (tensor <= 1))
