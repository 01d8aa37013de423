"""Every page speaks the visitor's language: no English sentence is left on a Spanish or a French one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import stramash
from tests.table.browser.english import left_in_english
from tests.table.browser.hands import (
    PHONE,
    click_a_move,
    my_move,
    open_menu,
    scrolls_sideways,
    version,
    wait_for_change,
)

Visit = Callable[..., Page]

GAMES = stramash.games()
PLAY_NOW = {"en-GB": "Play now", "es-ES": "Jugar ahora", "fr-FR": "Jouer"}
RESIGN = {"es-ES": "Rendirse", "fr-FR": "Abandonner"}
REVIEW = {"es-ES": "Análisis", "fr-FR": "Analyse"}
FOREIGN = ["es-ES", "fr-FR"]


@pytest.mark.parametrize("locale", FOREIGN)
def test_the_pattern_finds_english_where_it_is(visit: Visit, locale: str) -> None:
    page = visit("/new/schotten-totten")
    assert len(left_in_english(page, locale)) > 8


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("locale", "screen"), [("es-ES", {}), ("fr-FR", PHONE)], ids=["es desk", "fr phone"])
def test_no_table_is_left_in_english_or_scrolls_sideways(
    visit: Visit, game: str, locale: str, screen: dict[str, Any]
) -> None:
    page = visit(f"/new/{game}", locale=locale, **screen)
    page.locator("#set-up .primary").click()
    page.wait_for_url("**/t/*")
    for _ in range(6):
        my_move(page)
        assert left_in_english(page, locale) == []
        assert scrolls_sideways(page) is False
        expect(page.locator(".players")).not_to_contain_text("Player")
        click_a_move(page)
    my_move(page)
    before = version(page)
    page.once("dialog", lambda dialog: dialog.accept())
    open_menu(page)
    page.get_by_role("button", name=RESIGN[locale]).click()
    wait_for_change(page, before)
    expect(page.locator(".result")).to_be_visible()
    assert left_in_english(page, locale) == []
    page.get_by_role("button", name=REVIEW[locale]).click()
    expect(page.locator(".chart")).to_be_visible(timeout=60_000)
    assert left_in_english(page, locale) == []


@pytest.mark.parametrize("locale", PLAY_NOW)
def test_the_browsers_language_is_spoken(visit: Visit, locale: str) -> None:
    page = visit(locale=locale)
    assert page.locator("html").get_attribute("lang") == locale[:2]
    schotten = page.get_by_role("article", name="Schotten Totten")
    expect(schotten.get_by_role("button", name=re.compile(PLAY_NOW[locale]))).to_be_visible()


def test_another_language_can_be_chosen_and_is_remembered(visit: Visit) -> None:
    page = visit()
    page.locator("#lang").select_option("fr")
    page.wait_for_selector("html[lang=fr]")
    page.goto("/rules/schotten-totten")
    assert page.locator("html").get_attribute("lang") == "fr"
    expect(page.locator("#lang")).to_have_value("fr")
