"""A finished game: open hands, the better move on the board, and the link to the review."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.table.server import HTTP, Player, Server, open_table

Visit = Callable[..., Page]

DESKTOP: dict[str, Any] = {}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
screens = pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])

#: The face of a card in the hand of the other, at the top of the board
OTHER_FACES = ".board [data-card]"


@pytest.fixture(scope="module")
def finished(server: Server) -> Player:
    """A game that was given up after a while, and its review."""
    player = open_table(server, "person", "local")
    for _ in range(12):
        now = player.look()
        assert player.move(player.legal()[0], now["ply"], seat=now["player"]).status_code == 200
    now = player.look()
    assert player.command("/resign", seat=now["player"]).status_code == 200
    assert HTTP.post(f"{server.url}/t/{player.table}/review").status_code == 303
    return player


@screens
def test_earlier_moments_show_all_hands_and_a_switch_hides_them(
    visit: Visit, finished: Player, screen: dict[str, Any]
) -> None:
    page = visit(f"/t/{finished.table}?ply=0", **screen)
    switch = page.get_by_role("switch", name="Open hands")
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(page.locator(OTHER_FACES)).to_have_count(6)
    switch.click()
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "false")
    expect(page.locator(OTHER_FACES)).to_have_count(0)
    page.get_by_role("button", name="One action on").click()
    expect(page.locator(".replay")).to_contain_text("1 / ")
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "false")
    page.locator("#story a").nth(2).click()
    expect(page.locator(".replay")).to_contain_text("3 / ")
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "false")


@screens
def test_the_review_leads_to_the_better_move_on_the_board_and_back(
    visit: Visit, finished: Player, screen: dict[str, Any]
) -> None:
    page = visit(f"/t/{finished.table}/review", **screen)
    mistake = page.locator(".mistake h3 a").first
    expect(mistake).to_be_visible(timeout=120_000)
    mistake.click()
    page.wait_for_url("**?ply=*")
    expect(page.locator(".moment-review")).to_contain_text("Better: ")
    expect(page.locator(".arrows .better").first).to_be_attached()
    expect(page.locator(".arrows .played").first).to_be_attached()
    page.get_by_role("link", name="To the review").click()
    page.wait_for_url("**/review#action-*")
    expect(page.locator(":target")).to_be_visible()


def test_the_other_side_can_be_near(visit: Visit, finished: Player) -> None:
    mine, theirs = (
        visit(f"/t/{finished.table}?ply=0&side={side}").locator(".hand [data-card]") for side in (0, 1)
    )
    expect(mine).to_have_count(6)
    expect(theirs).to_have_count(6)
    cards = [{card.get_attribute("data-card") for card in hand.all()} for hand in (mine, theirs)]
    assert not cards[0] & cards[1]
