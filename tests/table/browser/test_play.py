"""Whole games in a real browser, by every way of playing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.table.browser.hands import ANSWERS, LIT, RESULT, click_a_move, key_a_move, my_move, start, version

Visit = Callable[..., Page]

_LONGEST = 220


def play_on(page: Page, act: Callable[[Page], None]) -> int:
    """Play until the game is over; return how many actions that took."""
    for actions in range(_LONGEST):
        if not my_move(page):
            return actions
        act(page)
    raise AssertionError(f"the game is not over after {_LONGEST} actions")


def whose_turn(pages: list[Page]) -> Page:
    """Wait until one of these people can act, and return their page."""
    for _ in range(200):
        for page in pages:
            if page.locator(f"{LIT}, {ANSWERS}").count() and not page.locator("body.pending").count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody can act")


def test_a_whole_game_is_played_by_clicking_only(visit: Visit) -> None:
    page = visit()
    start(page)
    assert play_on(page, click_a_move) > 5
    expect(page.locator(".verdict")).to_contain_text("win")
    expect(page.locator("#replay")).to_be_visible()


def test_a_whole_game_is_played_by_keyboard_only(visit: Visit) -> None:
    page = visit()
    page.get_by_role("article", name="Schotten Totten").get_by_role("button", name="Play now").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    assert play_on(page, key_a_move) > 5
    expect(page.locator(".verdict")).to_contain_text("win")


def test_a_whole_game_is_played_on_a_phone_by_touch(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    start(page)
    my_move(page)
    assert page.locator("#table").get_attribute("data-screen") == "narrow"
    for stone in page.locator("[data-handle^='stone:']").all():
        box = stone.bounding_box()
        assert box
        assert box["width"] >= 38, "stones should be wide enough for a thumb"
    for card in page.locator(f".hand {LIT}").all():
        box = card.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 40
    assert play_on(page, click_a_move) > 5
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_card_can_be_dragged_to_a_stone(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    before = version(page)
    card, stone = page.locator(f".hand {LIT}").first, page.locator("[data-handle='stone:5']")
    name = card.get_attribute("data-handle")
    from_, to = card.bounding_box(), stone.bounding_box()
    assert from_
    assert to
    page.mouse.move(from_["x"] + from_["width"] / 2, from_["y"] + from_["height"] / 2)
    page.mouse.down()
    page.mouse.move(to["x"] + 20, to["y"] + 60, steps=6)
    page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2, steps=3)
    page.mouse.up()
    page.wait_for_function(
        "before => document.querySelector('#table').dataset.version !== before", arg=before
    )
    expect(page.locator(f".board [data-handle='{name}']")).to_be_visible()


def test_a_choice_can_be_cancelled_and_changed(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    hand = page.locator(".hand [data-handle]")
    hand.nth(0).click()
    expect(page.locator("#cancel")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)
    hand.nth(1).click()
    hand.nth(2).click()
    expect(page.locator(".chosen")).to_have_count(1)
    expect(hand.nth(2)).to_have_class("card chosen")
    page.locator("#cancel").click()
    expect(page.locator(".chosen")).to_have_count(0)
    assert page.locator("#table").get_attribute("data-ply") == "0"


def test_two_people_play_in_two_browsers_and_a_third_watches(visit: Visit) -> None:
    host = visit("/new/schotten-totten")
    host.get_by_label("Seat 2", exact=True).select_option("link")
    host.get_by_label("Name at seat 1").fill("Ailsa")
    host.get_by_role("button", name="Open the table").click()
    link = host.locator("#invite").input_value()
    table = host.url
    guest = visit(link)
    guest.get_by_label("Your name").fill("Callum")
    guest.get_by_role("button", name="Sit down").click()
    watcher = visit(table)
    players = [host, guest]
    for _ in range(8):
        click_a_move(whose_turn(players))
    for page in (*players, watcher):
        page.wait_for_function("() => document.querySelectorAll('#story li').length >= 8")
        expect(page.locator("#story")).to_contain_text("Ailsa plays")
        expect(page.locator("#story")).to_contain_text("Callum plays")
    assert watcher.locator(LIT).count() == 0
    assert watcher.locator(".hand .back").count() == 6, "one who watches sees the backs of cards"
    assert watcher.locator("button", has_text="Resign").count() == 0


def test_two_people_share_a_screen_with_a_curtain_between_turns(visit: Visit) -> None:
    page = visit("/new/schotten-totten")
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Name at seat 1").fill("Ailsa")
    page.get_by_label("Name at seat 2").fill("Callum")
    page.get_by_role("button", name="Open the table").click()
    hands: set[str] = set()
    for name in ("Ailsa", "Callum", "Ailsa"):
        lift = page.get_by_role("link", name=f"I am {name}: show my hand")
        expect(lift).to_be_visible()
        assert page.locator(".hand").count() == 0, "behind the curtain lies no hand"
        html = page.content()
        assert not [card for card in hands if card in html], "nor is one in the page"
        lift.click()
        my_move(page)
        expect(page.locator(".hand [data-handle]").first).to_be_visible()
        shown = {
            f'"{card.get_attribute("data-handle")}"' for card in page.locator(".hand [data-handle]").all()
        }
        assert len(shown) == 6
        click_a_move(page)
        played = page.locator("#marks").text_content() or ""
        hands |= {card for card in shown if card not in played}


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
    page.locator(".hand [data-handle]").first.click()
    page.locator(f".board {LIT}").first.click()
    expect(page.locator("#status")).to_contain_text("Trying again")
    page.context.set_offline(False)
    page.wait_for_function(
        "before => document.querySelector('#table').dataset.version !== before", arg=before
    )
    assert page.locator("#story li[data-ply='1']").count() == 1


def test_hint_undo_resign_and_rematch(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#status")).to_contain_text("An idea: Play")
    expect(page.locator(".hinted").first).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(".verdict")).to_contain_text("wins.")
    expect(page.locator(".verdict")).to_contain_text("resigned")
    first = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_function("first => location.href !== first", arg=first)
    my_move(page)


def test_a_finished_game_is_replayed_and_exported(visit: Visit) -> None:
    page = visit()
    start(page)
    for _ in range(4):
        my_move(page)
        click_a_move(page)
    my_move(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(RESULT)).to_be_visible()
    last = int(page.locator("#replay").get_attribute("max") or 0)
    page.locator("body").press("Home")
    expect(page.locator(".replay")).to_contain_text(f"0 / {last}")
    page.locator("body").press("ArrowRight")
    expect(page.locator(".replay")).to_contain_text(f"1 / {last}")
    page.locator("#story a").nth(2).click()
    expect(page.locator(".replay")).to_contain_text(f"3 / {last}")
    page.locator("#replay").fill(str(last))
    expect(page.locator(RESULT)).to_be_visible()
    with page.expect_download() as record:
        page.get_by_role("link", name="Record").click()
    assert record.value.suggested_filename.endswith(".txt")
    with page.expect_download() as picture:
        page.get_by_role("link", name="Picture").click()
    assert picture.value.suggested_filename.endswith(".svg")
    page.locator(".fair summary").click()
    expect(page.locator(".fair")).to_contain_text("sha256sum")


@pytest.mark.parametrize(("wish", "claims"), [("automatic", 1), ("hand", 0)])
def test_claims_are_made_as_each_player_prefers(visit: Visit, wish: str, claims: int) -> None:
    page = visit("/learn/schotten-totten?step=2")
    page.wait_for_selector(LIT)
    page.evaluate("wish => { document.querySelector('#table').dataset.claims = wish }", wish)
    page.evaluate("htmx.trigger(document.body, 'htmx:afterSettle')")
    if wish == "automatic":
        expect(page.locator("h1")).to_contain_text("Prove a claim")
    else:
        expect(page.locator(".board .stone.legal")).to_have_count(claims)
        page.locator("[data-handle='stone:5']").click()
        expect(page.locator("h1")).to_contain_text("Prove a claim")
