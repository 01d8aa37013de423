"""After the game: how it was won, replay, review, export, the seal of the deal, and playing again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import stramash
from tests.table.browser.hands import (
    RESULT,
    choose_seat,
    click_a_move,
    fix_deal,
    my_move,
    open_menu,
    resign,
    start,
)
from tests.table.server import Player, Server, open_table

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def finished(server: Server) -> Player:
    """A game of a known deal, played to its end by two at one screen."""
    player = open_table(server, "person", "local")
    fix_deal(server, player, seed=20)
    while True:
        now = player.look()
        if now["player"] is None:
            return player
        legal = player.legal()
        claims = [action for action in legal if action.startswith("claim@")]
        assert player.move((claims or legal)[0], now["ply"], seat=now["player"]).status_code == 200


def test_the_page_says_how_it_was_won(visit: Visit, finished: Player) -> None:
    end = [*stramash.replay(finished.get("/record").text)][-1]
    names = [seat["name"] for seat in finished.look()["seats"]]
    page = visit(f"/t/{finished.table}")
    expect(page.locator(RESULT)).to_contain_text(end.outcome("en", names))
    expect(page.locator(".players .winner")).to_contain_text(names[end.winners[0]])


def test_the_score_sheet_is_counted_up_at_the_end_and_can_be_asked_for_before(visit: Visit) -> None:
    page = visit()
    start(page)
    open_menu(page)
    page.get_by_role("link", name="Score sheet").click()
    expect(page.locator("#sheet-over")).to_contain_text("Stone 9")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet-over")).to_have_count(0)
    assert my_move(page)
    click_a_move(page)
    resign(page)
    expect(page.locator("#sheet-over tbody tr")).to_have_count(9)
    expect(page.locator("#sheet-over tfoot")).to_contain_text("Total")
    page.locator("#sheet-over .close").click()
    expect(page.locator("#sheet-over")).to_have_count(0)


def test_a_game_is_replayed_by_keys_slider_story_and_by_itself(visit: Visit, finished: Player) -> None:
    page = visit(f"/t/{finished.table}")
    last = int(page.locator("#replay").get_attribute("max") or 0)
    moment = page.locator(".replay")
    page.locator("body").press("Home")
    expect(moment).to_contain_text(f"0 / {last}")
    page.locator("body").press("ArrowRight")
    expect(moment).to_contain_text(f"1 / {last}")
    page.locator("body").press("ArrowLeft")
    expect(moment).to_contain_text(f"0 / {last}")
    expect(page.locator(".players .winner")).to_have_count(0)
    page.locator("#story a").nth(2).click()
    expect(moment).to_contain_text(f"3 / {last}")
    page.get_by_role("button", name="One action back").click()
    expect(moment).to_contain_text(f"2 / {last}")
    page.locator("#replay").fill(str(last - 2))
    expect(moment).to_contain_text(f"{last - 2} / {last}")
    page.get_by_role("button", name="Replay").click()
    expect(moment).to_contain_text(f"{last} / {last}", timeout=30_000)
    expect(page.locator(RESULT)).to_be_visible()


def test_the_record_and_any_moment_can_be_taken_home(visit: Visit, finished: Player, tmp_path: Path) -> None:
    page = visit(f"/t/{finished.table}?ply=3")
    open_menu(page)
    with page.expect_download() as picture:
        page.get_by_role("link", name="Picture").click()
    assert picture.value.suggested_filename.endswith("-3.svg")
    picture.value.save_as(tmp_path / "moment.svg")
    assert "<svg" in (tmp_path / "moment.svg").read_text()
    with page.expect_download() as record:
        page.get_by_role("link", name="Record").click()
    record.value.save_as(tmp_path / "game.txt")
    positions = [*stramash.replay((tmp_path / "game.txt").read_text())]
    assert positions[-1].over


def test_the_seal_of_the_deal_fits_seed_and_salt(visit: Visit, finished: Player) -> None:
    page = visit(f"/t/{finished.table}")
    open_menu(page)
    page.locator(".fair summary").click()
    seal, check = page.locator(".fair code").all_text_contents()
    found = re.search(r"printf '%s:%s' (\w+) (\d+) \| sha256sum", check)
    assert found
    assert hashlib.sha256(f"{found[1]}:{found[2]}".encode()).hexdigest() == seal


def test_the_seal_is_shown_before_the_first_move_and_the_seed_is_not(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    open_menu(page)
    page.locator(".fair summary").click()
    expect(page.locator(".fair code")).to_have_count(1)
    expect(page.locator(".fair")).not_to_contain_text("sha256sum")


def test_a_game_is_reviewed_once_and_the_review_is_kept(visit: Visit, finished: Player) -> None:
    page = visit(f"/t/{finished.table}")
    page.get_by_role("button", name="Review").click()
    page.wait_for_url("**/review")
    chart = page.locator(".chart svg")
    expect(chart).to_be_visible(timeout=120_000)
    expect(chart.locator("polyline")).to_have_count(2)
    expect(page.locator(".seats section")).to_have_count(2)
    page.locator("summary", has_text="Every decision").click()
    first = page.locator(".scroll tbody tr").first
    expect(first).to_contain_text("Play ")
    first.get_by_role("link").click()
    page.wait_for_url("**?ply=*")
    page.goto(f"/t/{finished.table}")
    page.get_by_role("link", name="Review").click()
    expect(chart).to_be_visible()
    other = visit(f"/t/{finished.table}/review", locale="fr-FR")
    expect(other.locator("h1")).to_have_text("Analyse")
    expect(other.locator(".chart svg")).to_be_visible()


def test_no_game_is_reviewed_before_it_is_over(visit: Visit) -> None:
    page = visit()
    start(page)
    my_move(page)
    page.goto(f"{page.url}/review")
    expect(page.locator("#review")).to_contain_text("when it is over")
    assert page.get_by_role("button", name="Review").count() == 0


def test_a_rematch_seats_both_at_a_new_table(visit: Visit) -> None:
    host = visit("/new/schotten-totten")
    choose_seat(host, 1, "link")
    host.get_by_role("button", name="Open the table").click()
    guest = visit(host.locator("#invite").input_value())
    guest.get_by_role("button", name="Sit down").click()
    my_move(host)
    resign(host)
    expect(guest.locator(".verdict")).to_have_text("You win.")
    expect(guest.locator(RESULT)).to_contain_text("resigned")
    expect(host.locator(".verdict")).to_have_text("You lose.")
    first = host.url
    host.get_by_role("button", name="Rematch").click()
    host.wait_for_function("first => location.href !== first", arg=first)
    guest.get_by_role("link", name="To the rematch").click()
    guest.wait_for_function("first => location.href !== first", arg=first)
    assert guest.url == host.url
    my_move(guest)  # seats moved on: the other begins
    click_a_move(guest)
