"""Puzzles in the browser: solve, fail, give up, go on; progress stays in the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from stramash.arena.puzzles import Puzzle, puzzles_of
from stramash.core.puzzle import BEST
from stramash.games import load
from tests.table.browser.hands import touch

Visit = Callable[..., Page]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
screens = pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])


def a_puzzle(game: str, kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles_of(game).values() if puzzle.kind == kind)


def address(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.game}/{puzzle.id}"


def play(page: Page, puzzle: Puzzle, action: str) -> None:
    """Touch all things that make an action."""
    game = load(puzzle.game, players=puzzle.players, **puzzle.options)
    for handle in game.handles(game.parse(action)):
        touch(page, handle)


@screens
def test_a_wrong_claim_is_explained_and_the_right_one_solves_the_puzzle(
    visit: Visit, screen: dict[str, Any]
) -> None:
    puzzle = a_puzzle("schotten-totten", "claim")
    page = visit(address(puzzle), **screen)
    wrong = next(choice for choice in puzzle.choices if choice != puzzle.answer)
    play(page, puzzle, wrong)
    expect(page.locator("#status")).to_contain_text("stone", ignore_case=True)
    play(page, puzzle, puzzle.answer)
    expect(page.locator(".verdict")).to_have_text("Solved, but not at once.")
    expect(page.locator(".arrows .better").first).to_be_attached()
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(lambda url: puzzle.id not in url)
    page.goto("/puzzles")
    expect(page.locator(f"[data-grade='{puzzle.game} {puzzle.grade}'] .solved")).to_contain_text("1 of ")


@screens
@pytest.mark.parametrize("game", ["schotten-totten", "lords-of-scotland", "glen-more"])
def test_the_best_move_is_found_with_its_chances(visit: Visit, game: str, screen: dict[str, Any]) -> None:
    puzzle = a_puzzle(game, BEST)
    page = visit(address(puzzle), **screen)
    expect(page.locator("#prompt")).to_contain_text("clearly better")
    play(page, puzzle, puzzle.answer)
    expect(page.locator(".verdict")).to_have_text("Solved!")
    expect(page.locator(".chances .right")).to_have_count(1)
    expect(page.locator(".chances .right")).to_contain_text(f"{dict(puzzle.chances)[puzzle.answer]}%")


def test_who_asks_for_the_solution_has_not_solved_it(visit: Visit) -> None:
    puzzle = a_puzzle("schotten-totten", "prove")
    page = visit(address(puzzle), locale="fr-FR")
    page.get_by_role("link", name="Voir la solution").click()
    expect(page.locator(".verdict")).to_have_text("La solution")
    page.goto("/puzzles")
    expect(page.locator(f"[data-grade='{puzzle.game} {puzzle.grade}'] .solved")).to_have_text("")


def test_the_home_page_leads_to_the_puzzle_of_the_day(visit: Visit) -> None:
    page = visit()
    page.get_by_role("article", name="Glen More").get_by_role("link", name="Today’s puzzle").click()
    expect(page.locator("h1")).to_contain_text("Today’s puzzle")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator(".puzzle-games section")).to_have_count(3)


def test_a_puzzle_shows_nothing_that_its_player_did_not_know(visit: Visit) -> None:
    puzzle = a_puzzle("schotten-totten", BEST)
    page = visit(address(puzzle))
    position = puzzle.position()
    assert position.player is not None
    other = position.to_dict()["hands"][1 - position.player]
    shown = {card.get_attribute("data-card") for card in page.locator("[data-card]").all()}
    assert not shown & set(other)


def test_an_unknown_puzzle_is_not_found(visit: Visit) -> None:
    page = visit("/puzzles/glen-more/nothing")
    expect(page.locator("h1, h2, p").first).to_be_visible()
    assert page.request.get("/puzzles/glen-more/nothing").status == 404
    assert page.request.get("/puzzles/chess").status == 404
