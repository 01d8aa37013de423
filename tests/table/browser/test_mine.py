"""My games, results and the lobby, as people see them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.table.browser.axe import flaws
from tests.table.browser.hands import PHONE, resign, start
from tests.table.server import Server, open_table

Visit = Callable[..., Page]
BOTH = pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])


@BOTH
def test_a_game_is_listed_with_its_opponent_date_and_result_and_can_be_removed(
    visit: Visit, screen: dict[str, Any]
) -> None:
    page = visit("/", **screen)
    start(page)
    resign(page)
    page.goto("/")
    page.get_by_role("link", name="All my games and results").click()
    entry = page.locator(".entry").first
    expect(entry).to_contain_text("Crofter")
    expect(entry).to_contain_text("lost")
    expect(entry.locator("time")).to_contain_text("20")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert flaws(page) == []
    entry.get_by_role("button").click()
    expect(page.locator(".entry")).to_have_count(0)
    # the result stays
    expect(page.locator("tr[data-game=schotten-totten] [data-level=crofter]")).to_have_text("0 / 1")


def test_results_can_be_saved_and_read_in_another_browser(visit: Visit, tmp_path: Path) -> None:
    page = visit("/")
    start(page)
    resign(page)
    page.goto("/mine")
    mine = "tr[data-game=schotten-totten] [data-level=crofter]"
    expect(page.locator(mine)).to_have_text("0 / 1")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "results.json"
    saved.value.save_as(file)
    assert len(json.loads(file.read_text())["results"]) == 1
    other = visit("/mine")
    expect(other.locator(mine)).to_have_text("–")
    for _ in range(2):  # read twice, it counts once
        other.locator("#import-results").set_input_files(file)
        expect(other.locator("#status")).to_have_text("Results read: 1.")
        expect(other.locator(mine)).to_have_text("0 / 1")
    other.reload()
    expect(other.locator(mine)).to_have_text("0 / 1")


@pytest.mark.parametrize("text", ["no JSON", '{"results": 3}', '{"kind": "stramash-results", "results": 3}'])
def test_a_file_of_another_kind_is_refused_in_words(visit: Visit, tmp_path: Path, text: str) -> None:
    page = visit("/mine")
    file = tmp_path / "other.json"
    file.write_text(text)
    page.locator("#import-results").set_input_files(file)
    expect(page.locator("#status")).to_have_text("This file contains no Stramash results.")


@BOTH
def test_the_lobby_says_since_when_a_table_waits_and_shows_one_game_only(
    visit: Visit, server: Server, screen: dict[str, Any]
) -> None:
    open_table(server, "person", "open", listed=True, clock=86400)
    open_table(server, "person", "open", listed=True, game="glen-more")
    page = visit("/", **screen)
    lobby = page.locator("#open-tables")
    expect(lobby).to_contain_text("1 day")
    expect(lobby.locator("time").first).to_contain_text("this minute")
    lobby.get_by_role("link", name="Glen More", exact=True).click()
    expect(lobby.locator(".entry strong").first).to_have_text("Glen More")
    assert set(lobby.locator(".entry strong").all_inner_texts()) == {"Glen More"}
    lobby.get_by_role("link", name="all", exact=True).click()
    expect(lobby).to_contain_text("Schotten Totten")
