"""The analysis board: step through a finished game, try other moves, ask the bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.table.browser.hands import LIT, touch
from tests.table.server import HTTP, Player, Server, open_table

Visit = Callable[..., Page]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
screens = pytest.mark.parametrize("screen", [{}, PHONE], ids=["desktop", "phone"])


@pytest.fixture(scope="module")
def finished(server: Server) -> Player:
    """A game that was given up after ten actions."""
    player = open_table(server, "person", "local")
    for _ in range(10):
        now = player.look()
        assert player.move(player.legal()[0], now["ply"], seat=now["player"]).status_code == 200
    assert player.command("/resign", seat=player.look()["player"]).status_code == 200
    return player


@screens
def test_other_moves_are_tried_and_taken_back(visit: Visit, finished: Player, screen: dict[str, Any]) -> None:
    page = visit(f"/t/{finished.table}?ply=0", **screen)
    page.get_by_role("link", name="Analysis board").click()
    expect(page.locator("h1")).to_have_text("Analysis board")
    page.wait_for_selector(f".hand {LIT}")  # before that, a click chooses nothing
    card = page.locator(".hand [data-card]").last.get_attribute("data-handle")
    assert card
    touch(page, card)
    touch(page, "stone:9")
    expect(page.locator(".tried li")).to_have_count(1)
    expect(page.locator(".tried li")).to_contain_text("stone 9")
    page.get_by_role("link", name="Take back").click()
    expect(page.locator(".tried li")).to_have_count(0)
    page.get_by_role("link", name="One action on").click()
    expect(page.locator(".moment")).to_contain_text("1 / 10")


@screens
def test_the_bot_says_its_chances_and_draws_its_best_moves(
    visit: Visit, finished: Player, screen: dict[str, Any]
) -> None:
    page = visit(f"/t/{finished.table}/analysis?ply=3", **screen)
    expect(page.locator(".chances")).to_have_count(0)

    def asked() -> bool:
        page.goto(f"/t/{finished.table}/analysis?ply=3&bot=true")
        return page.locator(".chances li").count() > 0

    for _ in range(60):  # a server that has just started prepares its bots first
        if asked():
            break
        page.wait_for_timeout(2000)
    expect(page.locator(".chances .right")).to_contain_text("%")
    expect(page.locator(".arrows .arrow.better")).to_have_count(1)
    ghost, border = (
        page.locator(".arrows .ghost.better").bounding_box(),
        page.locator("[data-handle='stone:1']").first.bounding_box(),
    )
    assert ghost
    assert border
    assert ghost["y"] > border["y"] + border["height"] - 4, (
        "the ghost lies where the card would, not on the stone"
    )
    expect(page.get_by_role("switch", name="Ask the bot")).to_have_attribute("aria-checked", "true")


def test_a_game_that_is_played_cannot_be_analysed(server: Server) -> None:
    player = open_table(server, "person", "local")
    address = f"{server.url}/t/{player.table}/analysis"
    assert HTTP.get(address).status_code == 409
    assert HTTP.post(address, json={"action": "b1@1", "ply": 0, "client_id": "x" * 16}).status_code == 409


def test_an_impossible_line_is_refused(server: Server, finished: Player) -> None:
    address = f"{server.url}/t/{finished.table}/analysis"
    assert HTTP.get(address, params={"ply": 0, "line": "claim@1"}).status_code in (400, 422)
    assert HTTP.get(address, params={"ply": 0, "line": "b1@1 " * 300}).status_code in (400, 422)
    assert HTTP.get(address, params={"ply": 99}).status_code == 200
