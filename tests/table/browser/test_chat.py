"""Chat on the page: messages, gestures, mute, and presence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.table.browser.axe import flaws
from tests.table.browser.hands import PHONE
from tests.table.server import Server, open_table, sit_down, two_players
from tests.table.test_chat import say

Visit = Callable[..., Page]


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_friends_talk_and_see_each_other(visit: Visit, server: Server, screen: dict[str, Any]) -> None:
    host, guest = two_players(server)
    mine = visit(f"/t/{host.table}", secret=host.secret, **screen)
    expect(mine.locator(".players li").nth(1)).to_have_class("away")
    theirs = visit(f"/t/{guest.table}", secret=guest.secret, locale="fr-FR")
    expect(mine.locator(".players .here")).to_have_count(2)
    mine.locator("#say-text").fill("<img src=x> Good luck!")
    mine.locator("#say-text").press("Enter")
    expect(theirs.locator("#chat li")).to_contain_text("<img src=x> Good luck!")
    assert theirs.locator("#chat img").count() == 0
    theirs.get_by_role("button", name="Bien joué").click()
    expect(mine.locator("#chat li").nth(1)).to_contain_text("Well played!")
    expect(mine.locator("#chat li")).to_have_count(2)
    assert mine.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert flaws(mine) == []
    mine.reload()
    expect(mine.locator("#chat li")).to_have_count(2)
    mine.get_by_label("Mute the others").check()
    expect(mine.locator("#chat li")).to_have_count(1)
    theirs.close()
    expect(mine.locator(".players .away")).to_have_count(1)


def test_a_message_is_seen_where_the_talk_is_out_of_sight(visit: Visit, server: Server) -> None:
    host, guest = two_players(server)
    mine = visit(f"/t/{host.table}", secret=host.secret, **PHONE)
    theirs = visit(f"/t/{guest.table}", secret=guest.secret)
    expect(mine.locator(".players .here")).to_have_count(2)
    theirs.get_by_role("button", name="Hello!").click()
    expect(mine.locator("#heard")).to_have_text("Guest Hello!")
    expect(theirs.locator("#heard")).to_have_count(0)
    mine.locator("#heard").tap()
    expect(mine.locator("#say-text")).to_be_focused()
    expect(mine.locator("#heard")).to_have_count(0)
    mine.evaluate("scrollTo(0, 0)")
    mine.locator("#say-text").blur()
    mine.locator(".to-chat").tap()
    expect(mine.locator("#say-text")).to_be_focused()
    mine.get_by_label("Mute the others").check()
    mine.evaluate("scrollTo(0, 0)")
    theirs.get_by_role("button", name="Oops!").click()
    expect(theirs.locator("#chat li")).to_have_count(2)
    mine.wait_for_timeout(300)
    expect(mine.locator("#heard")).to_have_count(0)


#: The page is in the background, and notices are remembered
ELSEWHERE = """
    localStorage.setItem("stramash-notify", "on");
    window.sent = [];
    window.Notification = class { constructor(title, { body }) { window.sent.push([title, body]); } };
    Notification.permission = "granted";
    Object.defineProperty(document, "hidden", { get: () => true });
"""


def test_who_looks_elsewhere_is_told_that_the_friend_has_come_and_what_is_said(
    browser: Browser, server: Server
) -> None:
    host = open_table(server, "open", "person")
    context = browser.new_context(base_url=server.url, locale="en-GB")
    context.add_init_script(ELSEWHERE)
    context.add_cookies([{"name": "stramash", "value": str(host.secret), "url": server.url}])
    page = context.new_page()
    page.goto(f"/t/{host.table}")
    expect(page.locator("#invite")).to_be_visible()
    guest = sit_down(host, "Callum")
    page.wait_for_function("() => window.sent.length === 1")
    assert page.evaluate("window.sent[0]") == ["Schotten Totten", "Callum sits down."]
    say(guest, "Good luck!")
    page.wait_for_function("() => window.sent.length === 2")
    assert page.evaluate("window.sent[1]") == ["Schotten Totten", "Callum: Good luck!"]
    host.command("/resign")
    expect(page.locator(".result")).to_be_visible()
    guest.command("/rematch")
    page.wait_for_function("() => window.sent.length === 3")
    assert page.evaluate("window.sent[2]") == ["Schotten Totten", "Callum asked for a rematch."]
    expect(page.get_by_role("link", name="To the rematch")).to_be_visible()
    context.close()


def test_who_watches_has_no_talk_and_neither_has_a_game_against_a_bot(visit: Visit, server: Server) -> None:
    host, _ = two_players(server)
    assert visit(f"/t/{host.table}").locator(".chat").count() == 0
    alone = open_table(server, "person", "crofter")
    assert visit(f"/t/{alone.table}", secret=alone.secret).locator(".chat").count() == 0
