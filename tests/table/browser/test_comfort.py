"""Comforts: a remembered name, an invitation that reaches others, two touches, sounds and notices."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.datastructures import URL

from stramash.table.web import invitations
from tests.table.browser.hands import LIT, PHONE, choose_seat, start, version, wait_for_change
from tests.table.server import Player, Server, open_table


def test_the_home_page_leads_with_the_shortest_game_and_says_whom_one_meets(
    visit: Callable[..., Page],
) -> None:
    page = visit("/")
    first = page.get_by_role("article").first
    expect(first.get_by_role("heading")).to_have_text("Schotten Totten")
    expect(first).to_contain_text("against Crofter")
    expect(first.locator("svg.portrait")).to_be_visible()


def test_a_name_is_remembered_without_an_account(visit: Callable[..., Page]) -> None:
    page = visit("/new/schotten-totten")
    page.locator("#name0").fill("Àilsa 3:0 ;")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    page.goto("/")
    start(page)
    expect(page.locator(".players strong").first).to_have_text("Àilsa 3:0 ;")
    page.goto("/new/glen-more")
    expect(page.locator("#name0")).to_have_value("Àilsa 3:0 ;")


def test_bots_of_one_level_have_names_of_their_own(visit: Callable[..., Page], server: Server) -> None:
    host = open_table(server, seats=[{"kind": "person"}], players=4, game="glen-more")
    names = [seat["name"] for seat in Player(server, host.table).look()["seats"]]
    assert names[1:] == ["Crofter", "Morag", "Hamish"]


def test_an_invitation_from_localhost_says_that_others_cannot_come(visit: Callable[..., Page]) -> None:
    page = visit("/new/schotten-totten")
    choose_seat(page, 1, "link")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".curtain")).to_contain_text("./play --host 0.0.0.0")
    expect(page.locator(".qr-code")).to_have_count(0)


def test_an_invitation_has_the_address_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "network_address", lambda: "192.168.7.5")
    here = URL("http://localhost:8000/t/abc?seat=1")
    reached = invitations.invite_to(here, "/t/abc/join/xyz", listens_everywhere=True)
    assert (reached.link, reached.reachable) == ("http://192.168.7.5:8000/t/abc/join/xyz", True)
    assert reached.qr_code.startswith("<svg")
    alone = invitations.invite_to(here, "/t/abc/join/xyz", listens_everywhere=False)
    assert (alone.link, alone.reachable) == ("http://localhost:8000/t/abc/join/xyz", False)
    named = invitations.invite_to(URL("https://table.example/t/abc"), "/t/abc/join/xyz", False)
    assert (named.link, named.reachable) == ("https://table.example/t/abc/join/xyz", True)


def test_with_a_finger_the_first_touch_shows_and_the_second_plays(visit: Callable[..., Page]) -> None:
    page = visit("/", **PHONE)
    page.evaluate("localStorage.setItem('stramash-taps', 'two')")
    start(page, "Lords of Scotland")
    recruit = page.locator(f".board {LIT}").first
    before = version(page)
    recruit.tap()
    expect(page.locator("#status")).to_contain_text("Touch it again")
    page.wait_for_timeout(400)
    assert version(page) == before, "nothing is played yet"
    recruit.tap()
    wait_for_change(page, before)


def test_one_touch_is_enough_for_who_wants_it_so(visit: Callable[..., Page]) -> None:
    page = visit("/", **PHONE)
    page.evaluate("localStorage.setItem('stramash-taps', 'two')")
    page.reload()
    page.locator(".comfort summary").click()
    page.get_by_label("One touch is enough").check()
    start(page, "Lords of Scotland")
    before = version(page)
    page.locator(f".board {LIT}").first.tap()
    wait_for_change(page, before)


def test_sounds_can_be_switched_off_and_stay_off(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.locator(".comfort summary").click()
    page.get_by_label("Sounds", exact=True).uncheck()
    page.reload()
    page.locator(".comfort summary").click()
    expect(page.get_by_label("Sounds", exact=True)).not_to_be_checked()


def test_a_hidden_page_sends_a_notice_when_it_is_my_turn(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, locale="en-GB", permissions=["notifications"])
    context.add_init_script(
        """window.sent = [];
        class Told { static permission = "granted"; static requestPermission = async () => "granted";
          constructor(title, more) { window.sent.push([title, more.body]); } }
        window.Notification = Told;
        Object.defineProperty(document, "hidden", { get: () => true });"""
    )
    page = context.new_page()
    page.goto("/")
    page.locator(".comfort summary").click()
    page.get_by_label("Tell me when it is my turn").check()
    start(page)
    page.locator(f".hand {LIT}").first.click()
    page.locator(f".board {LIT}").first.click()
    for _ in range(300):
        if page.evaluate("window.sent.length"):
            break
        page.wait_for_timeout(100)
    assert page.evaluate("window.sent[0]") == ["Your turn · Schotten Totten", "It is your turn."]
    context.close()


def test_portraits_are_drawn_for_every_level() -> None:
    from stramash.bots import LEVELS
    from stramash.draw.portraits import PORTRAITS, portrait

    assert [level.name for level in LEVELS] == list(PORTRAITS)
    assert len({portrait(name) for name in PORTRAITS}) == len(PORTRAITS)
