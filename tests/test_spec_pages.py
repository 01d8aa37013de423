"""The spec pages say what the engine does: their tables are compared with it."""

import re
from pathlib import Path

import numpy as np
import pytest

import stramash
from tests.conformance import variants

PAGES = Path(__file__).parent.parent / "docs" / "games"


def rows(page: str, heading: str) -> list[list[str]]:
    section = page.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    table = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


@pytest.fixture(scope="module")
def page() -> str:
    return (PAGES / "schotten-totten.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["glen-more", "schotten-totten"])
def test_the_action_table_is_the_declared_one(name: str) -> None:
    """Compare with the variant that has the most actions: others have the first of them."""
    game = max((variant.load() for variant in variants(name)), key=lambda game: game.num_actions)
    text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    assert "\n".join(game.actions.table()) in text


def test_the_base_game_has_the_first_actions_of_the_table(page: str) -> None:
    base, tactics = stramash.load("schotten-totten"), stramash.load("schotten-totten", tactics=True)
    assert base.notations == tactics.notations[: base.num_actions]
    assert f"| actions | {base.num_actions}, with tactics {tactics.num_actions} |" in page
    assert f"| observation | {base.tensor_size} numbers, with tactics {tactics.tensor_size} |" in page


@pytest.mark.parametrize("tactics", [False, True])
def test_the_observation_table_covers_every_index_once(page: str, tactics: bool) -> None:
    game = stramash.load("schotten-totten", tactics=tactics)
    cards = 64 if tactics else 54
    covered: list[int] = []
    for index, _ in rows(page, "Observation"):
        match = re.fullmatch(r"`(.+?)` \+ (\d+)(?: … (\d+))?", index)
        assert match, index
        formula, low, high = match[1], int(match[2]), int(match[3] or match[2])
        for card in range(cards if "card" in formula else 1):
            for stone in range(9 if "stone" in formula else 1):
                base = eval(formula, {"card": card, "stone": stone, "C": cards})
                covered += range(base + low, base + high + 1)
    assert sorted(covered) == list(range(game.tensor_size))


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


def test_every_key_of_a_position_is_explained(page: str) -> None:
    position = stramash.load("schotten-totten").deal(seed=1)
    explained = {key for cell, _ in rows(page, "Position JSON") for key in re.findall(r"`(\w+)`", cell)}
    assert explained == set(position.to_dict())
