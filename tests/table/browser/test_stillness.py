"""What stays where it is and what nothing may cover: at the end of a game, above the hand, at the curtain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import stramash
from tests.table.browser.hands import LIT, PHONE, RESULT, choose_seat, my_move, resign, start

Visit = Callable[..., Page]

SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
    "on its side": PHONE | {"viewport": {"width": 844, "height": 390}},
}
#: Where the board, the hand and the line between them are on the page
PLACES = """() => { scrollTo(0, 0); return ['.board', '.say', '.hand'].map((one) => {
    const { x, y, width } = document.querySelector(one).getBoundingClientRect();
    return [x, y, width].map((value) => Math.round(value / 2)); }); }"""
#: Whether two things overlap by more than their edges
OVERLAP = """(things) => {
    const [a, b] = things.map((what) => document.querySelector(what).getBoundingClientRect());
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2; }"""
#: Write a long prompt under long news, and return the buttons beside it that cover a word of it
COVERED = """() => {
    document.querySelector('#prompt').textContent = 'Turn 2 of 5: recruit a card or muster a Follower.';
    document.querySelector('.saying').insertAdjacentHTML('afterbegin', `<button class="latest"><span>Crofter
        musters Wemyss 7 with its power: discard a Follower ·
        Crofter discards face-down Makgill 7</span></button>`);
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('#prompt'));
    return [...document.querySelectorAll('.helps button')].filter((button) => {
        const a = button.getBoundingClientRect();
        return [...range.getClientRects()].some((b) => Math.min(a.right, b.right) > Math.max(a.left, b.left)
            && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top));
    }).map((button) => button.textContent.trim());
}"""


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", stramash.games())
def test_the_end_moves_nothing_and_leaves_the_board_in_sight(visit: Visit, game: str, screen: str) -> None:
    page = visit("/", **SCREENS[screen])
    start(page, stramash.load(game).title)
    my_move(page)
    before = page.evaluate(PLACES)
    resign(page)
    expect(page.locator("#replay")).to_be_visible()
    assert page.evaluate(PLACES) == before
    kept = ".hand" if game == "glen-more" else ".board"  # what is worth a look at the end
    assert not page.evaluate(OVERLAP, [RESULT, kept])


@pytest.mark.parametrize("screen", SCREENS)
def test_no_button_covers_what_the_prompt_says(visit: Visit, screen: str) -> None:
    page = visit("/", **SCREENS[screen])
    start(page, "Lords of Scotland")
    my_move(page)
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_the_way_past_the_curtain_is_in_sight(visit: Visit, screen: str) -> None:
    page = visit("/new/schotten-totten", **SCREENS[screen])
    choose_seat(page, 1, "here")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#lift")).to_be_in_viewport(ratio=1)
    assert not page.evaluate(OVERLAP, [".curtain", ".board"])


def test_two_people_at_one_screen_need_no_chat(visit: Visit) -> None:
    page = visit("/new/schotten-totten")
    choose_seat(page, 1, "here")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#lift")).to_be_visible()
    assert page.locator(".chat, .presence").count() == 0


def test_answers_are_short_where_the_prompt_says_the_rest(visit: Visit) -> None:
    page = visit("/", **SCREENS["desk"])
    start(page, "Lords of Scotland")
    my_move(page)
    page.locator(f".hand {LIT}").first.click()
    answer = page.locator("#choices-as-buttons button").first
    expect(answer).to_have_text("Face-down")
    expect(page.get_by_role("button", name="Muster", exact=False).first).to_have_text("Face-down")
    assert not page.locator(".say.tall").count(), "answers lie in their own room, not over the army"


@pytest.mark.parametrize("game", stramash.games())
def test_on_its_side_a_phone_shows_board_and_hand_at_once(visit: Visit, game: str) -> None:
    page = visit("/", **SCREENS["on its side"])
    start(page, stramash.load(game).title)
    my_move(page)
    page.wait_for_selector("#table[data-screen=low]")
    board = page.locator(".board")
    assert board.evaluate("(board) => board.scrollHeight - board.clientHeight") <= 1
    page.evaluate("scrollTo(0, 0)")
    for part in (".board svg", ".hand [data-card]"):
        expect(page.locator(part).last).to_be_in_viewport(ratio=0.95)
