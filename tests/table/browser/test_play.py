"""Whole games in a real browser, by every way of playing."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, Request, expect

from tests.table.browser.hands import (
    ANSWERS,
    LIT,
    RESULT,
    choose_seat,
    click_a_move,
    drag_a_move,
    key_a_move,
    middle,
    my_move,
    open_menu,
    play_on,
    resign,
    start,
    tap_a_move,
    version,
    wait_for_change,
    whose_turn,
)
from tests.table.server import Server, open_table

Visit = Callable[..., Page]


def test_a_whole_game_is_played_by_clicking_only(visit: Visit) -> None:
    page = visit()
    start(page)
    assert play_on(page, click_a_move) > 5
    expect(page.locator(RESULT)).to_contain_text("wins with")
    expect(page.locator("#replay")).to_be_visible()


def test_a_whole_game_is_played_by_keyboard_only(visit: Visit) -> None:
    page = visit()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.includes('Play now Schotten Totten')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    assert play_on(page, key_a_move) > 5
    expect(page.locator(RESULT)).to_contain_text("wins with")


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
    assert play_on(page, tap_a_move) > 5
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_whole_game_is_played_by_dragging_cards(visit: Visit) -> None:
    page = visit()
    start(page)
    assert play_on(page, drag_a_move) > 5
    expect(page.locator(RESULT)).to_contain_text("wins with")


def test_a_dragged_card_lies_where_it_was_dropped(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    before = version(page)
    card, stone = page.locator(f".hand {LIT}").first, page.locator("[data-handle='stone:5']")
    name = card.get_attribute("data-handle")
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(*middle(stone), steps=8)
    expect(page.locator("[data-handle='stone:5'].over")).to_be_visible()
    page.mouse.up()
    wait_for_change(page, before)
    expect(page.locator("#story li").first).to_contain_text("on stone 5")
    expect(page.locator(f".board [data-handle='{name}']")).to_be_visible()


def test_a_card_dropped_nowhere_stays_in_the_hand(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    card = page.locator(f".hand {LIT}").first
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(2, 790, steps=8)
    page.mouse.up()
    expect(page.locator(".chosen")).to_have_count(0)
    assert page.locator("#table").get_attribute("data-ply") == "0"


def test_a_card_is_dragged_with_a_finger(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    start(page)
    my_move(page)
    before = version(page)
    (x, y), (to_x, to_y) = (
        middle(page.locator(f".hand {LIT}").first),
        middle(page.locator("[data-handle='stone:4']")),
    )
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        point = {"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wait_for_change(page, before)
    expect(page.locator("#story li").first).to_contain_text("on stone 4")


def test_two_people_play_in_two_browsers_and_a_third_watches(visit: Visit) -> None:
    host = visit("/new/schotten-totten")
    choose_seat(host, 1, "link")
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
    for page, told in (
        (host, ("You play", "Callum plays")),
        (guest, ("Ailsa plays", "You play")),
        (watcher, ("Ailsa plays", "Callum plays")),
    ):
        page.wait_for_function("() => document.querySelectorAll('#story li').length >= 8")
        for words in told:
            expect(page.locator("#story")).to_contain_text(words)
    assert watcher.locator(LIT).count() == 0
    assert watcher.locator(".hand .back").count() == 6, "one who watches sees the backs of cards"
    assert watcher.locator("button", has_text="Resign").count() == 0


def test_two_people_share_a_screen_with_a_curtain_between_turns(visit: Visit) -> None:
    page = visit("/new/schotten-totten")
    choose_seat(page, 1, "here")
    page.get_by_label("Name at seat 1").fill("Ailsa")
    page.get_by_label("Name at seat 2").fill("Callum")
    page.get_by_role("button", name="Open the table").click()
    hands: set[str] = set()
    for name in ("Ailsa", "Callum", "Ailsa"):
        lift = page.get_by_role("link", name=f"I am {name}: show my hand")
        expect(lift).to_be_visible()
        assert page.locator(".hand").count() == 0, "behind the curtain lies no hand"
        html = page.content()
        laid = {f'"{card.get_attribute("data-handle")}"' for card in page.locator(".board .card").all()}
        assert not [card for card in hands - laid if card in html], "nor is one in the page"
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


def test_an_open_table_is_joined_from_the_home_page(visit: Visit) -> None:
    host = visit("/new/schotten-totten")
    choose_seat(host, 1, "link")
    host.get_by_label("Name at seat 1").fill("Morag")
    host.get_by_label("Show free seats").check()
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_selector("#invite")
    guest = visit()
    guest.get_by_role("link", name="Morag").click()
    guest.get_by_role("button", name="Sit down").click()
    click_a_move(whose_turn([host, guest]))
    expect(host.locator("#story li[data-ply]")).to_have_count(1)


def test_a_game_is_found_again_among_mine(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    table = page.url
    page.goto("/")
    mine = page.locator(".tables", has_text="My games")
    expect(mine).to_contain_text("your turn")
    mine.get_by_role("link").first.click()
    assert page.url == table
    click_a_move(page)


def test_a_leaver_is_replaced_by_a_bot_that_plays_on(visit: Visit) -> None:
    host = visit("/new/schotten-totten")
    choose_seat(host, 1, "link")
    host.get_by_role("button", name="Open the table").click()
    guest = visit(host.locator("#invite").input_value())
    guest.get_by_role("button", name="Sit down").click()
    click_a_move(whose_turn([host, guest]))
    guest.once("dialog", lambda dialog: dialog.accept())
    open_menu(guest)
    guest.get_by_role("button", name="Leave").click()
    expect(guest.get_by_role("button", name="Play now").first).to_be_visible()
    expect(host.locator(".players")).to_contain_text("bot")
    expect(host.locator("#spoken")).to_contain_text("Guest left; Crofter plays on")
    host.wait_for_selector(f"{LIT}, {ANSWERS}")
    click_a_move(host)
    expect(host.locator("#story .note")).to_have_text(["Guest sits down.", "Guest left; Crofter plays on."])


def test_every_command_of_a_page_has_an_id_and_the_version_it_answers(visit: Visit) -> None:
    page = visit("/new/glen-more")
    commands: dict[str, dict[str, str]] = {}

    def note(request: Request) -> None:
        if request.method == "POST":
            commands[request.url.rpartition("/")[2]] = dict(request.post_data_json or {})

    page.on("request", note)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    my_move(page)
    click_a_move(page)
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(undo).to_be_disabled()
    resign(page)
    before = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_function("page => location.href !== page", arg=before)
    page.goto("/")
    page.get_by_role("button", name="Play now Schotten Totten").click()
    page.wait_for_url("**/t/*")
    assert set(commands) == {"tables", "move", "undo", "resign", "rematch", "schotten-totten"}
    assert len({command["client_id"] for command in commands.values()}) == len(commands)
    at_a_table = [commands[name] for name in ("move", "undo", "resign", "rematch")]
    assert all(isinstance(command["version"], int) for command in at_a_table)


def test_a_button_that_is_clicked_twice_opens_one_table(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now Schotten Totten").dblclick()
    page.wait_for_url("**/t/*")
    page.goto("/")
    expect(page.locator(".tables:not(#open-tables) li")).to_have_count(1)


def test_those_who_share_a_screen_but_not_the_first_seat_leave_and_play_again(
    visit: Visit, server: Server
) -> None:
    seats = ("greedy", "person", "local")
    leavers = open_table(server, *seats, game="lords-of-scotland")
    page = visit(f"/t/{leavers.table}", secret=leavers.secret)
    expect(page.locator("#lift")).to_be_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    open_menu(page)
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    assert leavers.look()["status"] == "over"

    players = open_table(server, *seats, game="lords-of-scotland")
    dice = random.Random(1)
    while (now := players.look())["status"] == "playing":
        if now["player"] in players.seats:
            players.play_any(dice, now["player"])
    page.context.add_cookies([{"name": "stramash", "value": str(players.secret), "url": server.url}])
    page.goto(f"/t/{players.table}")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_function("first => !location.href.includes(first)", arg=players.table)
    expect(page.locator(".players li")).to_have_count(3)
