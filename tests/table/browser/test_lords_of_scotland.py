"""Lords of Scotland in a real browser: a whole game, powers step by step, the lesson, the rules, a phone."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.table.browser.axe import flaws
from tests.table.browser.hands import (
    ANSWERS,
    LIT,
    PHONE,
    STRAY,
    choose_seat,
    click_a_move,
    go_on,
    key_a_move,
    my_move,
    touch,
    version,
    wait_for_change,
)
from tests.table.browser.test_languages import PLAY_NOW
from tests.table.server import Server, open_table

Visit = Callable[..., Page]

GAME = "lords-of-scotland"
#: The handles to touch in each step of the lesson
LESSON = (
    ["recruit:1"],
    ["recruit:4"],
    ["card:ch12", "muster:down"],
    ["card:fo4", "muster:power"],
    ["card:md9", "muster:up"],
    ["card:we2", "muster:power"],
    ["follower:fe11"],
    ["card:ch6", "muster:power"],
    ["card:sc6", "muster:up"],
    ["card:br97", "muster:power"],
    ["supporter:ck9"],
    ["supporter:we8"],
)
_LONGEST = 160


def sit_down(page: Page, players: int = 2) -> None:
    """Open a table against bots that do not think long."""
    page.goto(f"/new/{GAME}?players={players}")
    for number in range(1, players):
        choose_seat(page, number, "bairn")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")


def act(page: Page) -> None:
    """Click through one action as somebody would who likes powers: target, claim, muster, or else recruit."""
    before = version(page)
    goal = page.locator(f".board [data-handle^='follower:']{LIT}, .board [data-handle^='supporter:']{LIT}")
    if goal.count():
        goal.last.click()
    elif page.locator(f".hand {LIT}").count():
        page.locator(f".hand {LIT}").first.click()
        page.locator(ANSWERS).last.click()
    else:
        click_a_move(page)
        return
    wait_for_change(page, before)


def too_small(page: Page, where: str) -> list[tuple[float, str]]:
    """Return the words in pictures that are too small, with their size; not those on cards."""
    found: list[tuple[float, str]] = page.evaluate(
        """where => [...document.querySelectorAll(`${where} svg text`)]
          .filter((text) => !text.closest('.card') && text.getClientRects().length)
          .map((text) => ({ size: parseFloat(getComputedStyle(text).fontSize), text }))
          .map(({ size, text }) => [size * text.getScreenCTM().a, text.textContent])
          .filter(([size]) => size < 9.5)""",
        where,
    )
    return found


def test_a_whole_game_is_played_by_clicking_only(visit: Visit) -> None:
    page = visit()
    sit_down(page)
    for _actions in range(_LONGEST):
        if not my_move(page):
            break
        act(page)
    expect(page.locator(".verdict")).to_have_text(re.compile("You win|You lose|The game is over"))
    expect(page.locator("#story")).to_contain_text("claims")
    most = max(int(text.split()[0]) for text in page.locator(".players .quiet").all_text_contents())
    assert most >= 40, "a game ends when somebody has forty points"


def test_a_power_is_used_step_by_step_and_can_be_thought_over(visit: Visit) -> None:
    page = visit(f"/learn/{GAME}?step=5")
    page.wait_for_selector(LIT)
    touch(page, "card:we2")
    expect(page.locator("#prompt")).to_have_text("How do you muster Wemyss 2?")
    expect(page.locator(ANSWERS)).to_have_text(["Face-down", "Face-up, no power", "Face-up, with its power"])
    page.locator("#cancel").click()
    expect(page.locator(ANSWERS)).to_have_count(0)
    touch(page, "card:we2")
    touch(page, "card:ch7")
    expect(page.locator(ANSWERS)).to_have_text(["Face-down", "Face-up, no power"])
    touch(page, "card:we2")
    touch(page, "muster:power")
    go_on(page, 5)
    page.wait_for_selector("#table[data-version='step 6']")
    expect(page.locator("#prompt")).to_have_text("Wemyss 2: choose a Follower to discard.")
    expect(page.locator(LIT)).to_have_count(4)
    lit = [thing.get_attribute("data-handle") for thing in page.locator(LIT).all()]
    assert sorted(map(str, lit)) == ["follower:fe11", "follower:fo4", "follower:md9", "follower:mk3"]
    touch(page, "follower:fo4")
    expect(page.locator("#status")).to_have_text(
        "“Discard Forsyth 4 (yours)” is allowed, but not what this step is about. "
        "Touch Fergusson 11 in the other army."
    )
    touch(page, "follower:fe11")
    page.wait_for_selector("#table[data-version='step 6 done']")


def test_a_card_is_dragged_to_where_it_is_mustered(visit: Visit) -> None:
    page = visit(f"/learn/{GAME}?step=2")
    page.wait_for_selector(LIT)
    card, place = page.locator("[data-handle='card:ch12']"), page.locator("[data-drop='muster:down']")
    expect(place).not_to_be_visible()
    start = card.bounding_box()
    assert start
    page.mouse.move(start["x"] + 20, start["y"] + 40)
    page.mouse.down()
    page.mouse.move(start["x"] + 20, start["y"] - 20, steps=4)
    expect(place).to_be_visible()
    end = place.bounding_box()
    assert end
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()
    page.wait_for_selector("#table[data-version='step 2 done']")


def test_under_each_card_it_says_whether_its_power_works_and_what_blocks_it(visit: Visit) -> None:
    page = visit(f"/learn/{GAME}?step=4")
    page.wait_for_selector(LIT)
    expect(page.locator(".hand")).to_contain_text("works now")
    expect(page.locator(".hand")).to_contain_text("blocked by")
    page.locator("[data-handle='card:md9']").hover()
    expect(page.locator("#fact")).to_have_text("MacDonnell 9: no power now, Makgill 3 (The other) is lower.")


@pytest.mark.parametrize("locale", PLAY_NOW)
def test_the_lesson_is_learned_by_doing(visit: Visit, locale: str) -> None:
    page = visit(f"/learn/{GAME}", locale=locale)
    for step, path in enumerate(LESSON):
        page.wait_for_selector(f"#table[data-version='step {step}']")
        page.wait_for_selector(LIT)
        for handle in path:
            touch(page, handle)
        go_on(page, step)
    expect(page.locator(".finished")).to_be_visible()


@pytest.mark.parametrize("locale", PLAY_NOW)
def test_the_rules_are_told_with_pictures(visit: Visit, locale: str) -> None:
    page = visit(f"/rules/{GAME}", locale=locale)
    assert page.locator("html").get_attribute("lang") == locale[:2]
    parts = {"h2": 9, "figure": 4, "li": 6, "th[scope=row]": 12}
    assert {part: page.locator(f"main {part}").count() for part in parts} == parts
    assert page.locator("figure .on-wide svg.stramash:not(.shared):visible").count() == 7
    assert page.locator("figure .on-phone svg:visible").count() == 0


def test_axe_finds_nothing_serious(visit: Visit) -> None:
    page = visit(f"/learn/{GAME}?step=4")
    page.wait_for_selector(LIT)
    assert flaws(page) == []
    sit_down(page, 3)
    for _ in range(2):
        my_move(page)
        act(page)
    my_move(page)
    assert flaws(page) == []


@pytest.mark.parametrize("players", [2, 5])
def test_a_phone_has_room_for_everything(visit: Visit, players: int) -> None:
    page = visit(**PHONE)
    sit_down(page, players)
    for _ in range(3):
        my_move(page)
        act(page)
    my_move(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for thing in page.locator(LIT).all():
        box = thing.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 40, thing.get_attribute("data-handle")
    assert too_small(page, ".panel") == []


#: The answers that another button lies over, at their middle or near an end, and whether they cover the board
_COVERED = """() => [...document.querySelectorAll("#choices-as-buttons button")].filter((answer) => {
    const { left, right, top, bottom } = answer.getBoundingClientRect();
    return [left + 8, (left + right) / 2, right - 8].some((x) =>
        !answer.contains(document.elementFromPoint(x, (top + bottom) / 2)));
}).map((answer) => answer.textContent)"""


@pytest.mark.parametrize("locale", PLAY_NOW)
def test_answers_on_a_phone_lie_between_the_buttons_and_leave_the_army_in_sight(
    visit: Visit, locale: str
) -> None:
    page = visit(f"/learn/{GAME}?step=5", locale=locale, **PHONE)
    page.wait_for_selector(LIT)
    touch(page, "card:we2")
    expect(page.locator(ANSWERS)).to_have_count(3)
    expect(page.get_by_role("button", name=re.compile("Wemyss 2")).first).to_be_visible()
    assert page.evaluate(_COVERED) == []
    board, words = page.locator(".board svg").bounding_box(), page.locator(".saying").bounding_box()
    assert board
    assert words
    assert words["y"] >= board["y"] + board["height"] - 8


def test_three_players_hands_fit_on_a_phone(visit: Visit) -> None:
    page = visit(**PHONE)
    sit_down(page, 3)
    my_move(page)
    hand = page.locator(".hand svg").bounding_box()
    assert hand
    assert hand["y"] + hand["height"] <= 844


def test_on_a_phone_on_its_side_the_army_is_in_sight_with_and_without_a_card(visit: Visit) -> None:
    page = visit(**PHONE | {"viewport": {"width": 844, "height": 390}})
    sit_down(page)
    my_move(page)
    card = page.locator(f".hand {LIT}").first
    place, end = card.bounding_box(), "b => b.scrollTop + b.clientHeight >= b.scrollHeight - 1"
    page.wait_for_timeout(STRAY)
    card.tap()
    page.wait_for_selector(ANSWERS)
    assert page.locator(".play > .board").evaluate(end), "one's own army is the last in the board"
    assert page.evaluate("scrollY") == 0
    page.wait_for_timeout(STRAY)
    page.locator("#cancel").tap()
    expect(page.locator(ANSWERS)).to_have_count(0)
    assert page.locator(".play > .board").evaluate(end)
    page.wait_for_timeout(STRAY)
    assert card.bounding_box() == place, "the hand stays where it is"


@pytest.mark.parametrize("locale", PLAY_NOW)
def test_words_are_large_enough_to_read_on_a_phone(visit: Visit, locale: str) -> None:
    page = visit(locale=locale, **PHONE)
    for step in (4, 7, 9, 10):
        page.goto(f"/learn/{GAME}?step={step}")
        page.wait_for_selector(LIT)
        assert too_small(page, ".play") == []


@pytest.mark.parametrize("width", [320, 390])
def test_no_lesson_scrolls_sideways(visit: Visit, width: int) -> None:
    page = visit(f"/learn/{GAME}?step=7", viewport={"width": width, "height": 844}, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_keys_alone_recruit_and_muster(visit: Visit) -> None:
    page = visit()
    sit_down(page)
    for _ in range(4):
        assert my_move(page)
        key_a_move(page)
    expect(page.locator("#story li").nth(3)).to_be_visible()


@pytest.mark.parametrize("screen", [PHONE, PHONE | {"viewport": {"width": 844, "height": 390}}])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_eight_cards_in_the_hand_are_in_sight_on_a_phone(
    visit: Visit, server: Server, players: int, screen: dict[str, Any]
) -> None:
    player = open_table(server, "person", *["local"] * (players - 1), game=GAME)
    page = visit(f"/t/{player.table}", player.secret, **screen)
    for ply in itertools.count():  # everybody recruits
        now = player.look()["player"]
        if now == 0 and ply > 2 * players:
            break
        action = next(one for one in player.legal(now) if one.startswith("recruit"))
        assert player.move(action, ply, seat=now).status_code == 200
    page.goto(f"/t/{player.table}?seat=0")
    cards = page.locator(".hand .card")
    assert cards.count() >= 8
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)
    assert page.locator(".board").evaluate("board => board.scrollHeight - board.clientHeight") <= 1


@pytest.mark.parametrize("players", [4, 5])
def test_the_hand_is_in_sight_on_a_desk_screen_with_many_players(visit: Visit, players: int) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    sit_down(page, players)
    my_move(page)
    expect(page.locator(".hand svg")).to_be_in_viewport(ratio=0.99)
    tops = page.locator(".players li").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1, "the players stand in one line"
