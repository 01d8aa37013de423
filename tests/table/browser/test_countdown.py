"""The clock on the page: it counts down beside the player to act, and the end says why the game was lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.table.browser.hands import PHONE, choose_seat, click_a_move, my_move, open_menu
from tests.table.server import Server, two_players

Visit = Callable[..., Page]


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_a_clock_counts_down_beside_the_player_to_act(visit: Visit, screen: dict[str, Any]) -> None:
    page = visit("/new/schotten-totten", **screen)
    choose_seat(page, 1, "here")
    page.locator("#clock-180").check()
    page.get_by_role("button", name="Open the table").click()
    page.locator("#lift").click()
    my_move(page)
    clock = page.locator(".players .to-act .clock")
    expect(clock).to_have_text(re.compile(r"3:00|2:\d\d"))
    before = clock.inner_text()
    page.wait_for_function("before => document.querySelector('.clock').textContent < before", arg=before)
    click_a_move(page)
    expect(page.locator(".players .to-act .clock")).to_be_visible()
    expect(page.locator(".clock")).to_have_count(1)


def test_days_are_told_in_the_visitors_language(visit: Visit, server: Server) -> None:
    players = two_players(server, clock=3 * 86400)
    page = visit(f"/t/{players[0].table}", secret=players[0].secret, locale="es-ES")
    expect(page.locator(".clock")).to_contain_text("d")
    open_menu(page)
    page.locator(".terms summary").click()
    expect(page.locator(".terms")).to_contain_text("Una persona tiene 3 días para cada acción.")


def test_the_end_says_that_the_time_ran_out(visit: Visit, server: Server) -> None:
    players = two_players(server, clock=5)
    page = visit(f"/t/{players[1].table}", secret=players[1].secret)
    late = players[0].look()["seats"][players[0].look()["player"]]["name"]
    expect(page.locator(".result")).to_contain_text(f"{late} ran out of time.")
    expect(page.locator("#story")).to_contain_text(f"{late} ran out of time.")
