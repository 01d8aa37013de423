"""How it feels: things glide, the last move is marked, focus and voice follow, screens are used well."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.table.browser.hands import (
    LIT,
    PHONE,
    choose_seat,
    click_a_move,
    my_move,
    open_menu,
    start,
    touch,
)
from tests.table.server import Server, take_turns, two_players

Visit = Callable[..., Page]

#: Note every animation that begins, by what it moves
NOTE_ANIMATIONS = """() => {
    window.begun = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        window.begun.push({ id: this.id, frames, duration: timing.duration });
        return animate.call(this, frames, timing);
    };
}"""


def test_a_card_glides_from_the_hand_to_its_stone(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    start(page)
    my_move(page)
    page.evaluate(NOTE_ANIMATIONS)
    card = page.locator(f".hand {LIT}").first.get_attribute("id")
    click_a_move_of(page, 5)
    page.wait_for_function(
        "card => window.begun.some((one) => one.id === card && one.frames[0].translate)", arg=card
    )
    begun = page.evaluate("card => window.begun.find((one) => one.id === card)", card)
    assert 200 <= begun["duration"] <= 700
    up = float(begun["frames"][0]["translate"].split()[1].removesuffix("px"))
    assert up > 60, "it begins below, in the hand"


def click_a_move_of(page: Page, stone: int) -> None:
    page.locator(f".hand {LIT}").first.click()
    page.locator(f"[data-handle='stone:{stone}']").click()


def test_nothing_moves_for_those_who_like_it_calm(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    start(page)
    my_move(page)
    page.evaluate(NOTE_ANIMATIONS)
    click_a_move(page)
    my_move(page)
    assert page.evaluate("window.begun") == []
    assert page.evaluate("document.getAnimations().length") == 0


def test_the_last_move_is_marked(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    click_a_move(page)
    my_move(page)
    expect(page.locator(".board .last-move")).to_have_count(1)
    expect(page.locator(".board .last-move")).to_have_class(re.compile("card"))


#: How something on the table is outlined, beside a colour of the page: both as the browser computes them
OUTLINE = """([thing, colour]) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${colour})`;
    const wanted = getComputedStyle(probe).color;
    probe.remove();
    return [getComputedStyle(document.querySelector(thing)).stroke, wanted];
}"""


@pytest.mark.parametrize("screen", [{}, PHONE])
def test_a_stone_is_outlined_in_gold_where_it_can_be_chosen(visit: Visit, screen: dict[str, Any]) -> None:
    page = visit("/", **screen)
    start(page)
    my_move(page)
    stone = "[data-handle='stone:5'] .edge.stone"
    outline, gold = page.evaluate(OUTLINE, [stone, "--sm-gold"])
    assert outline != gold
    touch(page, page.locator(f".hand {LIT}").first.get_attribute("data-handle") or "")
    page.wait_for_selector("[data-handle='stone:5'].legal:not(.later)")
    outline, gold = page.evaluate(OUTLINE, [stone, "--sm-gold"])
    assert outline == gold


def test_a_stone_that_the_other_has_claimed_is_marked(visit: Visit, server: Server) -> None:
    players, rng = two_players(server), random.Random(4)
    claims: list[str] = []
    while not claims:
        now = players[0].look()
        claimer = players[now["player"]]
        claims = [action for action in claimer.legal() if action.startswith("claim")]
        if claims:
            assert claimer.move(claims[0], now["ply"]).status_code == 200
        else:
            take_turns(players, rng, 1)
    page = visit(f"/t/{claimer.table}", next(one for one in players if one is not claimer).secret)
    stone = f"[data-handle='stone:{claims[0].partition('@')[2]}']"
    expect(page.locator(stone)).to_have_class(re.compile("last-move"))
    outline, heather = page.evaluate(OUTLINE, [f"{stone} .edge.stone", "--heather"])
    assert outline == heather


def test_the_title_says_when_it_is_my_turn(visit: Visit) -> None:
    host = visit("/new/schotten-totten")
    choose_seat(host, 1, "link")
    host.get_by_role("button", name="Open the table").click()
    guest = visit(host.locator("#invite").input_value())
    guest.get_by_role("button", name="Sit down").click()
    my_move(host)
    expect(host).to_have_title("Your turn · Schotten Totten")
    expect(guest).to_have_title("Schotten Totten")
    click_a_move(host)
    expect(guest).to_have_title("Your turn · Schotten Totten")
    expect(host).to_have_title("Schotten Totten")


def test_focus_survives_an_update_and_the_story_is_spoken(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    first = page.locator(f".hand {LIT}").first
    first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#spoken').textContent.includes('plays')")
    my_move(page)
    page.wait_for_function("() => document.activeElement.matches('[data-handle].legal')")


def test_focus_on_a_tool_stays_there_while_others_move(visit: Visit) -> None:
    host = visit("/new/schotten-totten")
    choose_seat(host, 1, "link")
    host.get_by_role("button", name="Open the table").click()
    guest = visit(host.locator("#invite").input_value())
    guest.get_by_role("button", name="Sit down").click()
    open_menu(guest)
    guest.get_by_role("button", name="Copy link for spectators").focus()
    my_move(host)
    click_a_move(host)
    expect(guest.locator("#story li[data-ply]")).to_have_count(1)
    assert guest.evaluate("document.activeElement.textContent") == "Copy link for spectators"


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (2560, 1440)])
@pytest.mark.parametrize("game", ["Schotten Totten", "Lords of Scotland", "Glen More"])
def test_a_large_screen_is_used(visit: Visit, game: str, width: int, height: int) -> None:
    page = visit(viewport={"width": width, "height": height})
    start(page, game)
    my_move(page)
    board, hand = (page.locator(place).bounding_box() for place in (".board", ".hand"))
    told = page.locator(".told").bounding_box()
    assert board
    assert hand
    assert told
    assert board["width"] > 0.6 * width
    assert board["x"] < 0.05 * width, "nothing is left unused at the left"
    assert told["x"] + told["width"] > 0.95 * width, "nothing is left unused at the right"
    assert hand["y"] + hand["height"] <= height, "hand and board fit the screen without scrolling"


@pytest.mark.parametrize(("theme", "dark"), [("dark", True), ("light", False)])
def test_colours_follow_the_choice_and_are_remembered(visit: Visit, theme: str, dark: bool) -> None:
    page = visit(color_scheme="light" if dark else "dark")
    ground = "parseInt(getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/)[0])"
    page.locator("#theme").select_option(theme)
    page.wait_for_selector(f"html.{theme}")
    assert (page.evaluate(ground) < 128) == dark
    page.goto("/new/glen-more")
    assert (page.evaluate(ground) < 128) == dark
    expect(page.locator("#theme")).to_have_value(theme)


def test_a_link_to_watch_is_copied(visit: Visit) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    start(page)
    my_move(page)
    open_menu(page)
    page.get_by_role("button", name="Copy link for spectators").click()
    expect(page.locator("#status")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
