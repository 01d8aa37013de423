"""Choosing: cancel, guided ruses, undo, hints, and claims as each player likes them."""

from __future__ import annotations

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
    fix_deal,
    my_move,
    open_menu,
    start,
    touch,
    version,
    wait_for_change,
)
from tests.table.server import Player, Server, muster_face_down, open_table, two_players

Visit = Callable[..., Page]


def with_the_strategist(server: Server) -> Player:
    """Return a table where seat 0 holds the Strategist and has a card on stone 5."""
    player = open_table(server, "person", "local", options={"tactics": True})
    fix_deal(server, player, seed=1)
    for stone, draw in (("@5", "draw:tactic"), ("@4", "draw:clan")):
        now = player.look()
        card = next(action for action in player.legal() if action.endswith(stone))
        assert player.move(card, now["ply"], seat=now["player"]).status_code == 200
        if draw in player.legal():
            now = player.look()
            assert player.move(draw, now["ply"], seat=now["player"]).status_code == 200
    return player


def with_a_claim(server: Server) -> Player:
    """Return a table where seat 0 is to claim: it plays stone 1 full, the other piles up elsewhere."""
    player = open_table(server, "person", "local")
    fix_deal(server, player, seed=4)
    for _ in range(200):
        now = player.look()
        legal = player.legal()
        if now["player"] == 0 and any(action.startswith("claim@") for action in legal):
            return player
        claims = [action for action in legal if action.startswith("claim@")]
        stones = range(1, 10) if now["player"] == 0 else range(9, 0, -1)
        plays = [action for stone in stones for action in legal if action.endswith(f"@{stone}")]
        assert player.move((claims or plays or legal)[0], now["ply"], seat=now["player"]).status_code == 200
    raise AssertionError("seat 0 can claim nothing in this deal")


def test_the_prompt_asks_in_the_visitors_language_what_to_choose_next(visit: Visit) -> None:
    for locale, words in (
        ("en", "Choose a stone for "),
        ("fr", "Choisissez une borne pour "),
    ):
        page = visit("/", locale=locale)
        page.locator(".game form[action='/play/schotten-totten'] .primary").click()
        my_move(page)
        page.locator(f"body:not(.pending) .hand {LIT}").first.click()
        expect(page.locator("#prompt")).to_contain_text(words)


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


def test_a_ruse_guides_through_its_choices_and_a_step_can_be_taken_back(visit: Visit, server: Server) -> None:
    player = with_the_strategist(server)
    page = visit(f"/t/{player.table}?seat=0", secret=player.secret)
    my_move(page)
    before = version(page)
    page.locator("[data-handle='card:strategist']").click()
    wait_for_change(page, before)
    expect(page.locator("#prompt")).to_have_text("Strategist: choose one of your cards.")
    before = version(page)
    page.locator(f".board {LIT}").first.click()
    wait_for_change(page, before)
    expect(page.locator("#prompt")).to_contain_text("choose another stone for it")
    before = version(page)
    page.get_by_role("button", name="Undo").click()
    wait_for_change(page, before)
    expect(page.locator("#prompt")).to_have_text("Strategist: choose one of your cards.")
    before = version(page)
    page.locator(f".board {LIT}").first.click()
    wait_for_change(page, before)
    page.locator("[data-handle='stone:7']").click()
    expect(page.locator("#story")).to_contain_text("stone 7")


def test_a_hint_says_what_the_search_would_do_and_why(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#status")).to_contain_text("Hint: Play")
    expect(page.locator("#status")).to_contain_text("% of the time")
    expect(page.locator(".hinted").first).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_hint_goes_when_its_moment_has_passed(visit: Visit, server: Server) -> None:
    player = open_table(server, "person", "crofter")
    page = visit(f"/t/{player.table}", secret=player.secret)
    my_move(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#status")).to_contain_text("Hint: Play")
    assert "@" not in page.locator("#status").inner_text(), "a hint is a sentence, no notation"
    before = version(page)
    assert player.move(player.legal()[0], 0).status_code == 200  # made in another place
    wait_for_change(page, before)
    expect(page.locator("#status")).to_be_empty()
    assert page.locator(".hinted").count() == 0


def test_between_people_there_are_no_hints_unless_they_agreed_on_them(visit: Visit, server: Server) -> None:
    page = visit("/new/schotten-totten")
    choose_seat(page, 1, "here")
    page.get_by_role("button", name="Open the table").click()
    page.locator("#lift").click()
    my_move(page)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    open_menu(page)
    page.locator(".terms summary").click()
    expect(page.locator(".terms")).to_contain_text("There are no hints.")


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_who_asks_for_a_hint_gets_it_and_everybody_is_told(
    visit: Visit, server: Server, screen: dict[str, Any]
) -> None:
    players = two_players(server, hints=True)
    pages = [visit(f"/t/{one.table}", secret=one.secret, **screen) for one in players]
    turn = players[0].look()["player"]
    my_move(pages[turn])
    pages[turn].get_by_role("button", name="Hint").click()
    expect(pages[turn].locator("#status")).to_contain_text("Hint: Play")
    for page in pages:
        expect(page.locator("#story")).to_contain_text("asked for a hint.")
    expect(pages[turn].locator("#status")).to_contain_text("Hint: Play")


def test_claims_are_shown_when_one_likes_to_be_told(visit: Visit, server: Server) -> None:
    player = with_a_claim(server)
    page = visit(f"/t/{player.table}?seat=0", secret=player.secret)
    expect(page.locator(".board .stone.legal")).not_to_have_count(0)
    expect(page.locator(".reasons")).to_be_visible()
    before = version(page)
    page.locator(".board .stone.legal").first.click()
    wait_for_change(page, before)
    expect(page.locator("#story")).to_contain_text("claims stone")


def test_claims_are_left_to_those_who_look_for_themselves(visit: Visit, server: Server) -> None:
    player = with_a_claim(server)
    page = visit(f"/t/{player.table}?seat=0", secret=player.secret)
    stone = page.locator(".board .stone.legal").first.get_attribute("data-handle")
    open_menu(page)
    page.locator("#routine").select_option("hand")
    expect(page.locator("#table")).to_have_attribute("data-routine", "hand")
    expect(page.locator(".board .stone.legal")).to_have_count(0)
    expect(page.locator(".reasons")).to_have_count(0)
    before = version(page)
    page.locator(f"[data-handle='{stone}']").click()
    wait_for_change(page, before)
    expect(page.locator("#story")).to_contain_text("claims stone")


def test_claims_are_made_for_those_who_like_it_so(visit: Visit, server: Server) -> None:
    player = with_a_claim(server)
    page = visit(f"/t/{player.table}?seat=0", secret=player.secret)
    open_menu(page)
    page.locator("#routine").select_option("automatic")
    expect(page.locator("#story")).to_contain_text("claims stone", timeout=20_000)


def test_a_game_without_claims_asks_nobody_about_them(visit: Visit) -> None:
    page = visit()
    start(page, "Glen More")
    my_move(page)
    assert page.locator("#routine").count() == 0


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_between_people_undo_says_why_nothing_can_be_taken_back(
    visit: Visit, server: Server, screen: dict[str, Any]
) -> None:
    host, guest = two_players(server)
    first, second = (visit(f"/t/{one.table}", secret=one.secret, **screen) for one in (host, guest))
    if not first.locator(f".hand {LIT}").count():
        first, second = second, first
    my_move(first)
    undo = first.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    undo.click(force=True)
    expect(first.locator("#status")).to_have_text("Nothing was played yet: there is nothing to take back.")
    click_a_move(first)
    my_move(second)
    undo.click(force=True)
    expect(first.locator("#status")).to_have_text(
        "Your last action ended your turn: it cannot be taken back."
    )
    second.get_by_role("button", name="Undo").click(force=True)
    expect(second.locator("#status")).to_have_text(
        "Only your own last action can be taken back, before another player acts."
    )


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("agrees", [True, False], ids=["agreed", "refused"])
def test_a_player_asks_another_to_take_an_action_back(
    visit: Visit, server: Server, screen: dict[str, Any], agrees: bool
) -> None:
    mine, other = muster_face_down(server)
    first, second = (visit(f"/t/{one.table}", secret=one.secret, **screen) for one in (mine, other))
    first.on("dialog", lambda dialog: dialog.accept())
    first.get_by_role("button", name="Undo").click()
    question = second.get_by_role("region", name="Take back")
    expect(question).to_contain_text("asks to take back the last action:")
    expect(first.get_by_role("region", name="Take back")).to_contain_text("You asked to take back")
    for page in (first, second):
        assert not flaws(page)
        box = page.locator(".offer").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= page.evaluate("innerWidth")
    question.get_by_role("button", name="Agree" if agrees else "Refuse").click()
    expect(question).to_be_hidden()
    table = first.locator("#table")
    if agrees:
        expect(table).to_have_attribute("data-ply", "0")
        expect(first.locator("#story")).to_contain_text("The action is taken back: all agreed.")
        my_move(first)
        expect(first.get_by_role("region", name="Take back")).to_be_hidden()
    else:
        expect(first.get_by_role("region", name="Take back")).to_contain_text("the action stands")
        expect(table).to_have_attribute("data-ply", "1")
        first.get_by_role("region", name="Take back").get_by_role("button", name="Close").click()
        expect(first.get_by_role("region", name="Take back")).to_be_hidden()


def test_an_action_ends_the_question_whether_another_can_be_taken_back(visit: Visit, server: Server) -> None:
    mine, other = muster_face_down(server)
    first, second = (visit(f"/t/{one.table}", secret=one.secret) for one in (mine, other))
    first.on("dialog", lambda dialog: dialog.accept())
    first.get_by_role("button", name="Undo").click()
    expect(second.get_by_role("region", name="Take back")).to_be_visible()
    click_a_move(second)
    for page in (first, second):
        expect(page.get_by_role("region", name="Take back")).to_be_hidden()


def test_what_showed_nothing_new_can_be_undone(visit: Visit) -> None:
    page = visit()
    start(page, "Glen More")
    my_move(page)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    ply = page.locator("#table").get_attribute("data-ply") or ""
    click_a_move(page)
    my_move(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#table")).to_have_attribute("data-ply", ply)
    my_move(page)


@pytest.mark.parametrize("size", [(390, 667), (844, 390)])
def test_a_deck_that_is_out_of_sight_on_a_phone_has_a_button(
    visit: Visit, server: Server, size: tuple[int, int]
) -> None:
    player = open_table(server, "person", "bairn", options={"tactics": True})
    screen = PHONE | {"viewport": {"width": size[0], "height": size[1]}}
    page = visit(f"/t/{player.table}", player.secret, **screen)
    my_move(page)
    before = version(page)
    touch(page, page.locator(f".hand {LIT}").first.get_attribute("data-handle") or "")
    touch(page, "stone:5")
    wait_for_change(page, before)
    answers = page.locator(ANSWERS)
    expect(answers).to_have_count(2)
    for answer in answers.all():
        expect(answer).to_be_in_viewport(ratio=1)
    before = version(page)
    page.wait_for_timeout(STRAY)
    page.get_by_role("button", name="Tactic card").first.tap()
    wait_for_change(page, before)
    expect(page.locator("#story")).to_contain_text("You draw a Tactic card")


def test_what_a_first_touch_explains_is_outlined(visit: Visit) -> None:
    page = visit("/", **PHONE)
    page.evaluate("localStorage.setItem('stramash-taps', 'two')")
    start(page, "Lords of Scotland")
    my_move(page)
    outline = "handle => getComputedStyle(document.querySelector(`[data-handle='${handle}'] > .edge`)).stroke"
    lit = page.evaluate(outline, "recruit:1")
    touch(page, "recruit:1")
    expect(page.locator("#status")).to_contain_text("Touch it again")
    assert page.evaluate(outline, "recruit:2") == lit
    assert page.evaluate(outline, "recruit:1") != lit
