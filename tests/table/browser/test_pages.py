"""Every page, on every screen, for everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

import stramash
from tests.table.browser.axe import flaws
from tests.table.browser.english import left_in_english
from tests.table.browser.hands import (
    LIT,
    PHONE,
    RESULT,
    choose_seat,
    click_a_move,
    go_on,
    my_move,
    open_menu,
    resign,
    start,
    touch,
)
from tests.table.server import Server, open_table, two_players

Visit = Callable[..., Page]

GAMES = stramash.games()
PATHS = (
    "/",
    *(f"/{kind}/{game}" for kind in ("new", "learn", "rules") for game in GAMES),
    "/learn/schotten-totten?step=99",
    "/puzzles",
    *(f"/puzzles/{game}" for game in GAMES),
    "/mine",
    "/no-such-page",
)
TITLES = {game: stramash.load(game).title for game in GAMES}


def test_axe_finds_nothing_serious(visit: Visit) -> None:
    page = visit()
    for path in PATHS:
        page.goto(path)
        assert flaws(page) == [], path


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious_at_a_table_and_after_the_game(visit: Visit, game: str) -> None:
    page = visit()
    start(page, TITLES[game])
    for _ in range(3):
        my_move(page)
        click_a_move(page)
    my_move(page)
    assert flaws(page) == []
    if game != "schotten-totten":
        return  # what comes after a game is the same page for all
    resign(page)
    assert flaws(page) == []
    page.get_by_role("button", name="Review").click()
    expect(page.locator(".chart")).to_be_visible(timeout=60_000)
    assert flaws(page) == []


def test_axe_finds_nothing_serious_at_the_curtain_while_waiting_and_at_an_invitation(visit: Visit) -> None:
    page = visit("/new/schotten-totten")
    choose_seat(page, 1, "here")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("#lift")
    assert flaws(page) == []
    page.goto("/new/schotten-totten")
    choose_seat(page, 1, "link")
    page.get_by_role("button", name="Open the table").click()
    link = page.locator("#invite").input_value()
    assert flaws(page) == []
    assert flaws(visit(link)) == []


@pytest.mark.parametrize(("locale", "width"), [("en-GB", 320), ("es-ES", 390), ("fr-FR", 1920)])
def test_no_page_scrolls_sideways_or_is_left_in_english(visit: Visit, locale: str, width: int) -> None:
    page = visit(viewport={"width": width, "height": 844}, locale=locale)
    for path in PATHS:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.locator("html").get_attribute("lang") == locale[:2]
        if locale != "en-GB":
            assert left_in_english(page, locale) == [], path


def test_a_set_up_has_everything_to_choose(visit: Visit) -> None:
    page = visit("/new/lords-of-scotland")
    page.get_by_role("radio", name="4", exact=True).check()
    expect(page.locator(".place")).to_have_count(4)
    for number, level in ((1, "bairn"), (2, "laird"), (3, "crofter")):
        choose_seat(page, number, level)
    expect(page.locator(".place").nth(2)).to_contain_text("Laird")
    page.locator("[name=bruce]").check()
    page.get_by_role("button", name="Open the table").click()
    my_move(page)
    for name in ("Bairn", "Laird", "Crofter"):
        expect(page.locator(".players")).to_contain_text(name)


def test_another_number_of_players_keeps_what_was_chosen(visit: Visit) -> None:
    page = visit("/new/lords-of-scotland")
    page.locator("#name0").fill("Ailsa")
    choose_seat(page, 1, "here")
    page.locator("#name1").fill("Callum")
    page.locator("[name=bruce]").check()
    page.locator("#activation-clan").check()
    page.locator("#hints-on").check()
    page.locator("#order-lot").check()
    page.locator("#listed").check()
    page.get_by_role("radio", name="4", exact=True).check()
    expect(page.locator(".place")).to_have_count(4)
    expect(page.locator("#name0")).to_have_value("Ailsa")
    expect(page.locator("#seat1-here")).to_be_checked()
    expect(page.locator("#name1")).to_have_value("Callum")
    expect(page.locator("#seat3-crofter")).to_be_checked()
    for chosen in ("[name=bruce]", "#activation-clan", "#hints-on", "#order-lot", "#listed"):
        expect(page.locator(chosen)).to_be_checked()
    choose_seat(page, 3, "bairn")
    page.get_by_role("radio", name="3", exact=True).check()
    expect(page.locator(".place")).to_have_count(3)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".players")).to_contain_text("Callum")


def test_only_people_at_this_screen_are_asked_for_a_name(visit: Visit) -> None:
    page = visit("/new/schotten-totten")
    expect(page.locator("#name0")).to_be_visible()
    for kind, asked in (("laird", False), ("link", False), ("here", True), ("me", True)):
        choose_seat(page, 1, kind)
        expect(page.locator("#name1")).to_be_visible(visible=asked)


@pytest.mark.parametrize("game", ["schotten-totten", "lords-of-scotland", "glen-more"])
@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR"])
def test_every_choice_of_a_set_up_is_a_card_and_every_option_is_explained(
    visit: Visit, game: str, locale: str
) -> None:
    page = visit(f"/new/{game}", locale=locale)
    assert page.locator("main select").count() == 0
    for option in stramash.load(game).option_specs:
        place = page.locator(
            f"fieldset:has([name={option.name}]) p.quiet, .switch:has([name={option.name}]) small"
        )
        if not option.lab:
            assert len(place.inner_text().split()) > 6
    for card in page.locator(".choose:visible").all():
        assert card.inner_text().strip()
        assert card.inner_text() != card.locator("input").get_attribute("value")


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_seats_stand_around_the_table_and_do_not_cover_each_other(
    visit: Visit, screen: dict[str, Any]
) -> None:
    page = visit(**screen)
    for game, counts in (("schotten-totten", (2,)), ("glen-more", (2, 3, 4, 5))):
        for count in counts:
            page.goto(f"/new/{game}?players={count}")
            boxes = [place.bounding_box() for place in page.locator(".place").all()]
            assert len(boxes) == count
            for at, one in enumerate(boxes):
                assert one is not None
                assert one["x"] >= 0
                for other in boxes[:at]:
                    assert other is not None
                    apart = abs(one["x"] - other["x"]) >= one["width"] - 1
                    assert apart or abs(one["y"] - other["y"]) >= one["height"] - 1
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_reference_of_the_api_has_an_icon(visit: Visit) -> None:
    page = visit("/docs")
    assert page.locator("link[rel=icon]").count() == 1


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "fr-FR"])
def test_the_lesson_is_learned_by_doing(visit: Visit, locale: str) -> None:
    page = visit("/learn/schotten-totten", locale=locale)
    page.wait_for_selector(LIT)
    page.locator("[data-handle='card:r3']").click()
    page.locator("[data-handle='stone:2']").click()
    go_on(page, 0)
    for step, path in enumerate(
        (["card:b7", "stone:5"], ["stone:5"], ["stone:3"], ["stone:6"], ["card:spy", "stone:4"]), 1
    ):
        page.wait_for_selector(f"#table[data-version='step {step}']")
        for handle in path:
            page.locator(f"[data-handle='{handle}']").click()
        go_on(page, step)
    expect(page.locator(".finished")).to_be_visible()


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_the_other_replies_to_a_step_of_the_lesson(visit: Visit, screen: dict[str, Any]) -> None:
    page = visit("/learn/schotten-totten?step=3", **screen)
    page.wait_for_selector(LIT)
    touch(page, "stone:3")
    story = page.locator(".lesson .tried li")
    expect(story).to_have_count(2)
    expect(story.nth(0)).to_contain_text("You claim stone 3")
    expect(story.nth(1)).to_have_text("The other plays brown 8 on stone 6")
    expect(page.locator("[data-card=n8].last-move")).to_have_count(1)
    assert page.locator(LIT).count() == 0, "there is nothing to do but to go on"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert flaws(page) == []
    page.get_by_role("link", name="Once more").click()
    page.wait_for_selector(LIT)


def test_a_wrong_step_of_the_lesson_is_explained(visit: Visit) -> None:
    page = visit("/learn/schotten-totten?step=1")
    page.wait_for_selector(LIT)
    page.locator("[data-handle='card:r3']").click()
    page.locator("[data-handle='stone:1']").click()
    expect(page.locator("#status")).to_contain_text("“Play red 3 on stone 1” is allowed, but not")
    expect(page.locator("#status")).to_contain_text("Play the blue 7 on stone 5.")
    expect(page.locator(".arrows .arrow.better")).to_have_count(1)


def test_a_lesson_points_at_the_first_thing_to_do_and_later_on_request(visit: Visit) -> None:
    for game in GAMES:
        page = visit(f"/learn/{game}")
        expect(page.locator(".arrows .better").first).to_be_attached()
    page = visit("/learn/schotten-totten?step=2", viewport={"width": 390, "height": 844}, has_touch=True)
    expect(page.locator(".arrows")).to_have_count(0)
    page.get_by_role("button", name="Show me where").click()
    expect(page.locator(".arrows .ring.better")).to_have_count(1)
    expect(page.locator("#status")).to_have_text("Claim stone 5: it is lit.")


def test_the_last_step_of_the_glen_more_lesson_takes_a_tile_and_no_sale(visit: Visit) -> None:
    page = visit("/learn/glen-more?step=12")
    page.locator("[data-handle='sell']").click()
    page.locator("[data-handle='cube:field1']").first.click()
    expect(page.locator("#status")).to_contain_text("Touch a lit tile of the ring.")


def test_the_rules_are_one_click_from_a_table(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    open_menu(page)
    with page.expect_popup() as opened:
        page.locator(".tools").get_by_role("link", name="Rules").click()
    expect(opened.value.locator("h1")).to_be_visible()


# --- what is refused -----------------------------------------------------------------------------------


def test_a_table_that_is_not_there_is_told_with_what_to_do(visit: Visit) -> None:
    page = visit("/t/nosuchtable")
    expect(page.get_by_role("alert")).to_contain_text("Check the link")
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()


def test_a_visitor_who_comes_too_late_to_a_full_table_may_watch(visit: Visit, server: Server) -> None:
    host = open_table(server, "person", "open")
    late = visit(f"/t/{host.table}/join/{host.invite}")
    early = visit(f"/t/{host.table}/join/{host.invite}")
    early.get_by_role("button", name="Sit down").click()
    early.wait_for_url(f"**/t/{host.table}")
    late.get_by_role("button", name="Sit down").click()
    expect(late.get_by_role("alert")).to_contain_text("Every seat is taken. You can watch")
    late.get_by_role("link", name="Watch").click()
    expect(late.locator("#prompt")).to_be_visible()


def test_an_invitation_to_a_table_that_has_begun_leads_to_watching(visit: Visit, server: Server) -> None:
    players = two_players(server)
    page = visit(f"/t/{players[0].table}/join/{players[0].invite}")
    page.wait_for_url(f"**/t/{players[0].table}?late=true")
    assert page.locator(LIT).count() == 0
    expect(page.locator(".notice")).to_contain_text("Every seat is taken: you are watching.")
    page.get_by_role("link", name="Open your own table").click()
    page.wait_for_url("**/new/schotten-totten")


def test_a_player_who_follows_the_invitation_again_is_not_told_to_be_late(
    visit: Visit, server: Server
) -> None:
    host, guest = two_players(server)
    page = visit(f"/t/{host.table}/join/{host.invite}", secret=guest.secret)
    page.wait_for_url(f"**/t/{host.table}")
    assert page.locator(".notice").count() == 0


def test_a_move_for_another_or_after_the_end_is_refused_in_words(visit: Visit, server: Server) -> None:
    players = two_players(server)
    send = """async (seat) => {
        const {moveUrl, ply} = document.querySelector('#table').dataset;
        const move = {action: 'b1@1', ply: Number(ply), seat, client_id: String(Math.random())};
        const headers = {'Content-Type': 'application/json'};
        const answer = await fetch(moveUrl, {method: 'POST', body: JSON.stringify(move), headers});
        return [answer.status, (await answer.json()).message];
    }"""
    watcher = visit(f"/t/{players[0].table}")
    assert watcher.evaluate(send, 0) == [
        403,
        "This is not your seat, or not your turn. Look at the table again.",
    ]
    waiting = visit(f"/t/{players[0].table}", secret=players[1].secret, locale="fr-FR")
    status, message = waiting.evaluate(send, 1)
    assert status == 403
    assert "place" in message
    players[0].command("/resign")
    playing = visit(f"/t/{players[0].table}", secret=players[0].secret)
    assert playing.evaluate(send, 0) == [
        409,
        "The game is over. You can replay it, or ask for a rematch.",
    ]
    expect(playing.locator(RESULT)).to_be_visible()


# --- what a page is made of -------------------------------------------------------------------------------


def test_a_page_asks_nobody_else_for_anything(visit: Visit, server: Server) -> None:
    page = visit()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    start(page)
    my_move(page)
    assert asked
    assert all(url.startswith((server.url, "data:", "blob:")) for url in asked)


def test_pages_need_no_inline_script_or_style(server: Server) -> None:
    for path in PATHS:
        html = httpx.get(server.url + path).text
        assert "<style" not in html
        assert " style=" not in html
        assert not re.search(r"<script(?![^>]*(src=|application/json))", html)
        assert not re.search(r"\son\w+=", html)


def test_the_home_page_shows_a_table_in_play_beside_the_words(visit: Visit, server: Server) -> None:
    page = visit("/", color_scheme="light")
    picture = page.locator(".in-play img")
    expect(picture).to_be_visible()
    page.wait_for_function("document.querySelector('.in-play img').naturalWidth > 0")
    assert picture.evaluate("image => image.currentSrc").endswith("schotten-totten-light.svg")
    assert httpx.get(f"{server.url}/table-in-play/no-such-game-dark.svg").status_code == 404
    page.get_by_role("button", name="Play Schotten Totten", exact=True).click()
    page.wait_for_url("**/t/*")


@pytest.mark.parametrize("locale", ["en-GB", "es", "fr"])
def test_every_game_can_be_begun_without_scrolling(visit: Visit, locale: str) -> None:
    page = visit(viewport={"width": 1280, "height": 720}, locale=locale)
    begin = page.locator(".game form > .primary")
    expect(begin).to_have_count(3)
    for button in begin.all():
        expect(button).to_be_in_viewport(ratio=1)


#: Whether nothing lies over the middle of a thing
ON_TOP = """(thing) => {
    const { left, top, width, height } = thing.getBoundingClientRect();
    return thing.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.mark.parametrize("screen", [{"viewport": {"width": 1280, "height": 720}}, PHONE])
def test_every_bot_to_meet_can_be_reached(visit: Visit, screen: dict[str, Any]) -> None:
    page = visit(**screen)
    page.locator(".opponent summary").nth(1).click()
    bots = page.locator(".opponent ul").nth(1).locator("button")
    expect(bots).to_have_count(5)
    for bot in bots.all():
        bot.scroll_into_view_if_needed()
        expect(bot).to_be_in_viewport(ratio=0.95)
        assert bot.evaluate(ON_TOP), bot.inner_text()
