"""The line may break: reloads, lost connections, a server that ends, and two tabs at one seat."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.table.browser.hands import LIT, click_a_move, my_move, start, version, wait_for_change
from tests.table.server import Server

Visit = Callable[..., Page]


def choose_and_place(page: Page) -> None:
    """Touch a card and a stone, without waiting for the result."""
    page.locator(".hand [data-handle]").first.click()
    page.locator(f".board {LIT}").first.click()


def test_a_reload_in_the_middle_of_a_turn_changes_nothing(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    hand = [card.get_attribute("data-handle") for card in page.locator(".hand [data-handle]").all()]
    page.locator(".hand [data-handle]").first.click()
    page.reload()
    my_move(page)
    assert [card.get_attribute("data-handle") for card in page.locator(".hand [data-handle]").all()] == hand
    expect(page.locator(".chosen")).to_have_count(0)
    click_a_move(page)


def test_a_lost_connection_is_told_and_the_move_is_sent_again(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    before = version(page)
    page.context.set_offline(True)
    choose_and_place(page)
    expect(page.locator("#status")).to_contain_text("Trying again")
    page.context.set_offline(False)
    wait_for_change(page, before)
    my_move(page)
    assert page.locator("#story li[data-ply='1']").count() == 1


def test_a_move_lost_on_the_way_can_be_made_when_the_line_is_back(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    before = version(page)
    page.route("**/move", lambda route: route.abort())
    choose_and_place(page)
    # it was tried again and again; then the table is shown as it is
    page.wait_for_function("() => !document.body.classList.contains('pending')", timeout=60_000)
    page.unroute("**/move")
    assert version(page) == before
    click_a_move(page)


@pytest.mark.parametrize("refusal", [503, 429])
def test_a_move_is_sent_again_to_a_server_that_is_not_ready_yet(visit: Visit, refusal: int) -> None:
    page = visit()
    start(page)
    my_move(page)
    before = version(page)
    asked: list[str | None] = []

    def refuse_twice(route: Route) -> None:
        asked.append(route.request.post_data)
        if len(asked) > 2:
            route.continue_()
        else:
            route.fulfill(status=refusal, json={"error": "store-unavailable", "message": "later"})

    page.route("**/move", refuse_twice)
    choose_and_place(page)
    expect(page.locator("#status")).to_contain_text("Your move is being sent again")
    expect(page.locator("#prompt")).to_have_text("Sending…")
    wait_for_change(page, before)
    my_move(page)
    assert len(asked) == 3
    assert len(set(asked)) == 1, "the same move, with the same id"
    assert page.locator("#story li[data-ply='1']").count() == 1


def test_a_server_that_ends_and_starts_again_is_waited_for(visit: Visit, server: Server) -> None:
    page, watcher = visit(), visit()
    start(page)
    my_move(page)
    watcher.goto(page.url)
    click_a_move(page)
    my_move(page)
    story = page.locator("#story li").count()
    server.kill()
    expect(page.locator("#status")).to_contain_text("Trying again")
    server.start()
    expect(page.locator("#status")).to_have_text("Connected again.", timeout=60_000)
    expect(page.locator("#story li")).to_have_count(story)
    click_a_move(page)
    watcher.wait_for_function(
        "least => document.querySelectorAll('#story li').length > least", arg=story, timeout=60_000
    )


def test_a_move_made_in_another_tab_is_seen_and_a_stale_one_is_explained(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    # this tab hears no news: its page grows old
    old = page.context.new_page()
    old.route("**/events*", lambda route: route.abort())
    old.goto(page.url)
    my_move(old)
    click_a_move(page)
    my_move(page)
    before = version(old)
    choose_and_place(old)
    wait_for_change(old, before)
    expect(old.locator("#status")).to_contain_text("The table has changed in the meantime")
    assert old.locator("#story li").count() == page.locator("#story li").count()
