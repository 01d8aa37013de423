"""Glen More in a real browser: a whole game by clicking, the lesson, the rules, and a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.table.browser.axe import flaws
from tests.table.browser.hands import (
    ANSWERS,
    LIT,
    PHONE,
    RESULT,
    choose_seat,
    go_on,
    key_a_move,
    my_move,
    start,
    touch,
    version,
    wait_for_change,
)

Visit = Callable[..., Page]

LANGUAGES = ("en-GB", "es-ES", "fr-FR")
_LONGEST = 400
_EAGER = 40  # the number of actions that are tried; then the game is played to its end

#: The handles to touch in each step of the lesson
LESSON = (
    ["tile:forest1"],
    ["place:quarry1-n"],
    ["tile:forest1"],
    ["cube:forest2"],
    ["warehouse:stone"],
    ["sell", "cube:field1"],
    ["cube:field1"],
    ["tile:home", "move:home-n"],
    ["tile:village3", "crown"],
    ["tile:lochy"],
    ["gain:wood"],
    ["done"],
    ["tile:tavern1"],
)


def sit_down(page: Page, players: int = 2) -> None:
    """Open a table against quick bots."""
    page.goto(f"/new/glen-more?players={players}")
    for number in range(1, players):
        choose_seat(page, number, "crofter")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")


def choice(page: Page, *, eager: bool) -> list[str]:
    """Choose as one would who wants the game to go on: far ahead, no sale; eager to activate, or not."""
    paths: list[list[str]] = page.evaluate(
        "JSON.parse(document.querySelector('#choices').textContent).map((choice) => choice.path)"
    )
    paths = [path for path in paths if path[0] != "sell"] or paths
    ahead = [path for path in paths if path[0].startswith("tile:")]
    if ahead and page.locator(f".board {LIT}[data-handle^='tile:']").count():
        far = page.evaluate(
            "JSON.parse(document.querySelector('#choices').textContent)"
            ".filter((choice) => choice.action.startsWith('take:') || choice.action.startsWith('remove:'))"
            ".map((choice) => [Number(choice.text.match(/\\((\\d+) ahead/)[1]), choice.path])"
        )
        return list(max(far)[1])
    done = [path for path in paths if path == ["done"]]
    return done[0] if done and not eager else paths[0]


def act(page: Page, *, eager: bool = True) -> None:
    """Make one action by touching what it needs."""
    before = version(page)
    for handle in choice(page, eager=eager):
        touch(page, handle)
    wait_for_change(page, before)


def test_a_whole_game_of_glen_more_is_played_by_clicking_only(visit: Visit) -> None:
    page = visit()
    sit_down(page)
    for actions in range(_LONGEST):
        if not my_move(page):
            break
        act(page, eager=actions < _EAGER)
    expect(page.locator(RESULT)).to_be_visible()
    expect(page.locator(".verdict")).to_have_text(re.compile("You win|You lose|The game is over"))
    expect(page.locator("#story")).to_contain_text("scoring 3: ")
    assert page.locator(LIT).count() == 0


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_lesson_of_glen_more_is_learned_by_doing(visit: Visit, locale: str) -> None:
    page = visit("/learn/glen-more", locale=locale)
    for step, path in enumerate(LESSON):
        page.wait_for_selector(f"#table[data-version='step {step}']")
        page.wait_for_selector(f"{LIT}, {ANSWERS}")
        for handle in path:
            touch(page, handle)
        go_on(page, step)
    expect(page.locator(".finished")).to_be_visible()


def test_a_wrong_step_of_glen_more_is_explained(visit: Visit) -> None:
    page = visit("/learn/glen-more?step=1")
    page.wait_for_selector(LIT)
    touch(page, "place:quarry1-s")
    expect(page.locator("#status")).to_contain_text("Choose the place with three icons, north of the quarry.")


def test_the_lesson_is_done_on_a_phone_by_touch_without_scrolling_sideways(visit: Visit) -> None:
    page = visit("/learn/glen-more", **PHONE)
    for step, path in enumerate(LESSON):
        page.wait_for_selector(f"#table[data-version='step {step}'][data-screen=narrow]")
        page.wait_for_selector(f"{LIT}, {ANSWERS}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for handle in path:
            touch(page, handle)
        go_on(page, step)
    expect(page.locator(".finished")).to_be_visible()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_the_rules_of_glen_more_are_written_with_pictures(visit: Visit, locale: str) -> None:
    page = visit("/rules/glen-more", locale=locale)
    assert page.locator("html").get_attribute("lang") == locale[:2]
    assert page.locator("figure svg").count() == 7
    castle = {"en-GB": "Cawdor Castle", "es-ES": "Castillo de Cawdor", "fr-FR": "Château de Cawdor"}[locale]
    expect(page.get_by_role("rowheader", name=castle)).to_be_visible()
    assert page.locator("figure .place.legal").count() == 3, "lit places stay lit in a picture"


def test_axe_finds_nothing_serious_in_glen_more(visit: Visit) -> None:
    page = visit("/learn/glen-more?step=1")
    page.wait_for_selector(LIT)
    assert flaws(page) == []
    page.goto("/learn/glen-more?step=3")
    page.wait_for_selector(LIT)
    assert page.locator("[data-handle^='tile:'] [data-handle^='cube:']").count(), "a tile holds cubes"
    assert flaws(page) == []
    sit_down(page, players=3)
    for _ in range(3):
        my_move(page)
        act(page)
    my_move(page)
    assert flaws(page) == []


@pytest.mark.parametrize("players", [2, 5])
def test_whole_turns_are_played_on_a_phone_by_touch(visit: Visit, players: int) -> None:
    page = visit(**PHONE)
    sit_down(page, players)
    my_move(page)
    assert page.locator("#table").get_attribute("data-screen") == "narrow"
    for thing in page.locator(".board [data-handle^='tile:'], .board [data-handle^='warehouse:']").all():
        box = thing.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 38, (
            "tiles and the warehouse should be large enough for a thumb"
        )
    lit = page.locator(f".board {LIT}").first
    assert lit.evaluate("tile => getComputedStyle(tile).touchAction") == "manipulation", "a thumb can scroll"
    for _ in range(12):
        if not my_move(page):
            break
        act(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator(".panel svg").count() == 1, "the others come below"


def test_a_tile_says_what_it_costs_now_and_a_place_what_it_would_activate(visit: Visit) -> None:
    page = visit("/learn/glen-more?step=4")
    page.wait_for_selector(LIT)
    page.locator("[data-handle='tile:village6']").hover()
    expect(page.locator("#fact")).to_contain_text(
        "Village needs 1 wood: at hand. When activated: 1 movement point."
    )
    page.locator("[data-handle='warehouse:stone']").hover()
    expect(page.locator("#fact")).to_have_text("stone: buy for 2, sell for 1")
    page.goto("/learn/glen-more?step=1")
    page.wait_for_selector(LIT)
    page.locator("[data-handle='place:quarry1-n']").hover()
    expect(page.locator("#fact")).to_have_text(re.compile("^Here it would activate .*Quarry.*Forest"))
    page.locator("[data-handle='category:whisky']").hover()
    expect(page.locator("#fact")).to_contain_text("points in a scoring now")


def test_a_cube_is_hit_by_touching_near_it_and_lets_its_tile_be_touched_otherwise(visit: Visit) -> None:
    page = visit("/learn/glen-more?step=3")
    page.wait_for_selector(LIT)
    tile = page.locator("[data-handle='tile:forest2']").bounding_box()
    assert tile
    page.mouse.click(tile["x"] + tile["width"] * 0.85, tile["y"] + tile["height"] * 0.9)
    page.wait_for_selector("#table[data-version='step 3 done']")
    page.goto("/learn/glen-more?step=7")
    page.wait_for_selector(LIT)
    touch(page, "tile:home")
    north = page.locator("[data-handle='tile:meadow1']").bounding_box()
    assert north
    page.mouse.click(north["x"] + north["width"] / 4, north["y"] + north["height"] / 4)
    page.wait_for_selector("#table[data-version='step 7 done']")


def test_the_keyboard_keeps_its_place_through_whole_turns(visit: Visit) -> None:
    page = visit()
    sit_down(page)
    for actions in range(20):
        my_move(page)
        if actions:
            page.wait_for_function(
                "() => document.activeElement.matches('[data-handle].legal, #choices-as-buttons button')"
            )
        key_a_move(page)
    assert page.locator("#story").get_by_text(re.compile("ends the turn")).count() > 1


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_every_place_for_a_tile_lies_within_the_glen(visit: Visit, screen: dict[str, object]) -> None:
    page = visit(**screen)
    start(page, "Glen More")
    my_move(page)
    page.locator(f".board {LIT}").first.click()
    places = page.locator("[data-handle^='place:'].legal:not(.later)")
    expect(places.first).to_be_visible()
    glen = page.locator(".hand").bounding_box()
    assert glen
    for place in places.all():
        box = place.bounding_box()
        assert box
        assert glen["x"] <= box["x"]
        assert glen["y"] <= box["y"]
        assert box["x"] + box["width"] <= glen["x"] + glen["width"]
        assert box["y"] + box["height"] <= glen["y"] + glen["height"]
