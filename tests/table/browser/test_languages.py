"""Every page speaks the visitor's language: no English sentence is left on a Spanish or a French one."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Page, expect

import stramash
from stramash.table.web.renderer import WORDS
from tests.table.browser.hands import click_a_move, my_move, open_menu, version, wait_for_change

Visit = Callable[..., Page]

GAMES = stramash.games()
PLAY_NOW = {"en-GB": "Play now", "es-ES": "Jugar ahora", "fr-FR": "Jouer"}
RESIGN = {"es-ES": "Rendirse", "fr-FR": "Abandonner"}
REVIEW = {"es-ES": "Análisis", "fr-FR": "Analyse"}
FOREIGN = ["es-ES", "fr-FR"]

#: Everything that a page says, to the eye or to the ear
ALL_WORDS = """() => {
    const said = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        if (!walker.currentNode.parentElement.closest('script, noscript, [lang]:not(html)'))
            said.add(walker.currentNode.textContent.replace(/\\s+/g, ' ').trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder'])
            if (element.hasAttribute(name)) said.add(element.getAttribute(name).trim());
    said.add(document.title);
    return [...said].filter(Boolean);
}"""


@cache
def english(locale: str) -> re.Pattern[str]:
    """Return a pattern of every sentence that is said otherwise in a language."""
    patterns = []
    for folder in (WORDS, *(stramash.load(game).words for game in GAMES)):
        patterns += _english_of(folder, locale)
    return re.compile("|".join(patterns))


def _english_of(folder: Path, locale: str) -> list[str]:
    with (folder / f"{locale}.po").open("rb") as po:
        entries = [entry for entry in read_po(po, locale=locale) if entry.id]
    found = []
    for entry in entries:
        forms = (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)
        said = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
        for form in forms:
            literal = re.sub(r"\{\w+\}", "", form)
            # a word or two may be the same in both languages, in a name or in another sentence
            if form in said or len(re.findall(r"[A-Za-z]{2,}", literal)) < 2:
                continue
            found.append(re.sub(r"\\\{\w+\\\}", ".+", re.escape(form)))
    return found


def left_in_english(page: Page, locale: str) -> list[str]:
    said: list[str] = page.evaluate(ALL_WORDS)
    assert said
    return [text for text in said if english(locale[:2]).fullmatch(text)]


@pytest.mark.parametrize("locale", FOREIGN)
def test_the_pattern_finds_english_where_it_is(visit: Visit, locale: str) -> None:
    page = visit("/new/schotten-totten")
    assert len(left_in_english(page, locale)) > 8


@pytest.mark.parametrize("locale", FOREIGN)
def test_no_page_is_left_in_english(visit: Visit, locale: str) -> None:
    page = visit(locale=locale)
    paths = ["/", "/no-such-page"]
    paths += [f"/{kind}/{game}" for kind in ("new", "learn", "rules") for game in GAMES]
    for path in paths:
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == locale[:2]
        assert left_in_english(page, locale) == [], path


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("locale", FOREIGN)
def test_no_table_is_left_in_english(visit: Visit, game: str, locale: str) -> None:
    page = visit(f"/new/{game}", locale=locale)
    page.locator("#set-up .primary").click()
    page.wait_for_url("**/t/*")
    for _ in range(6):
        my_move(page)
        assert left_in_english(page, locale) == []
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
