"""The first game: a bot says after each turn what was good and what would have been better."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.table.browser.hands import choose_seat, click_a_move, my_move, open_menu, start

Visit = Callable[..., Page]
SAID = "#comment p"


def test_the_first_game_after_a_lesson_is_commented(visit: Visit) -> None:
    page = visit("/learn/schotten-totten?step=99")
    page.get_by_role("button", name="My first game, with comments").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(SAID)).to_contain_text("I am Bairn")
    my_move(page)
    click_a_move(page)
    expect(page.locator(SAID)).to_contain_text("%")
    page.locator("#comment .close").click()
    expect(page.locator("#comment")).to_be_hidden()


def test_comments_can_be_asked_for_in_the_menu_and_stay_off_otherwise(visit: Visit) -> None:
    page = visit()
    start(page)
    expect(page.locator("#comment")).to_be_hidden()
    open_menu(page)
    page.get_by_label("Crofter comments on my moves").check()
    expect(page.locator(SAID)).to_contain_text("I am Crofter")
    page.reload()
    open_menu(page)
    expect(page.get_by_label("Crofter comments on my moves")).to_be_checked()


def test_between_people_nobody_comments(visit: Visit) -> None:
    page = visit("/new/schotten-totten")
    choose_seat(page, 1, "here")
    page.locator(".open .primary").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#comment")).to_have_count(0)
