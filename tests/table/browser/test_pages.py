"""Every page, in every language, for everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.table.browser.hands import LIT, click_a_move, my_move, start
from tests.table.server import Server

Visit = Callable[..., Page]

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
PAGES = ("/", "/new/schotten-totten", "/learn/schotten-totten", "/rules/schotten-totten", "/no-such-page")
PLAY_NOW = {"en-GB": "Play now", "es-ES": "Jugar ya", "fr-FR": "Jouer"}


def flaws(page: Page) -> list[str]:
    """Return what axe finds serious or critical."""
    page.evaluate(AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)"
    )
    return [
        f"{flaw['id']} ({flaw['impact']}): {flaw['nodes'][0]['html'][:160]}"
        for flaw in found
        if flaw["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious(visit: Visit, path: str, scheme: str) -> None:
    assert flaws(visit(path, color_scheme=scheme)) == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_serious_at_a_table(visit: Visit, scheme: str) -> None:
    page = visit(color_scheme=scheme)
    start(page)
    for _ in range(3):
        my_move(page)
        click_a_move(page)
    my_move(page)
    assert flaws(page) == []
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(".result")).to_be_visible()
    assert flaws(page) == []


@pytest.mark.parametrize("path", [*PAGES[:-1], "table"])
@pytest.mark.parametrize("width", [320, 390, 1920])
def test_no_page_scrolls_sideways(visit: Visit, path: str, width: int) -> None:
    page = visit("/" if path == "table" else path, viewport={"width": width, "height": 844})
    if path == "table":
        start(page)
        my_move(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("locale", PLAY_NOW)
def test_the_browsers_language_is_spoken_everywhere(visit: Visit, locale: str) -> None:
    page = visit(locale=locale)
    assert page.locator("html").get_attribute("lang") == locale[:2]
    schotten = page.get_by_role("article", name="Schotten Totten")
    schotten.get_by_role("button", name=re.compile(PLAY_NOW[locale])).click()
    page.wait_for_url("**/t/*")
    my_move(page)
    click_a_move(page)
    prompts = {"en-GB": "Play a card", "es-ES": "Juega", "fr-FR": "Jouez"}
    my_move(page)
    expect(page.locator("#prompt")).to_contain_text(re.compile(prompts[locale], re.IGNORECASE))


def test_another_language_can_be_chosen_and_is_remembered(visit: Visit) -> None:
    page = visit()
    page.locator("#lang").select_option("fr")
    page.wait_for_selector("html[lang=fr]")
    page.goto("/rules/schotten-totten")
    assert page.locator("html").get_attribute("lang") == "fr"


@pytest.mark.parametrize("locale", PLAY_NOW)
def test_the_lesson_is_learned_by_doing(visit: Visit, locale: str) -> None:
    page = visit("/learn/schotten-totten", locale=locale)
    page.wait_for_selector(LIT)
    page.locator("[data-handle='card:r3']").click()
    page.locator("[data-handle='stone:2']").click()
    for step, path in enumerate(
        (["card:b7", "stone:5"], ["stone:5"], ["stone:3"], ["stone:6"], ["card:spy", "stone:4"]), 2
    ):
        page.wait_for_selector(f"#table[data-version='step {step - 1}']")
        for handle in path:
            page.locator(f"[data-handle='{handle}']").click()
    expect(page.locator(".finished")).to_be_visible()


def test_a_wrong_step_of_the_lesson_is_explained(visit: Visit) -> None:
    page = visit("/learn/schotten-totten?step=1")
    page.wait_for_selector(LIT)
    page.locator("[data-handle='card:r3']").click()
    page.locator("[data-handle='stone:1']").click()
    expect(page.locator("#status")).to_have_text("Play the blue 7 on stone 5.")


def test_what_is_refused_is_told_with_what_to_do(visit: Visit, server: Server) -> None:
    page = visit("/t/nosuchtable")
    expect(page.get_by_role("alert")).to_contain_text("Check the link")
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()


def test_a_page_asks_nobody_else_for_anything(visit: Visit, server: Server) -> None:
    page = visit()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    start(page)
    my_move(page)
    assert asked
    assert all(url.startswith((server.url, "data:", "blob:")) for url in asked)


def test_pages_need_no_inline_script_or_style(server: Server) -> None:
    for path in PAGES:
        html = httpx.get(server.url + path).text
        assert "<style" not in html
        assert " style=" not in html
        assert not re.search(r"<script(?![^>]*(src=|application/json))", html)
        assert not re.search(r"\son\w+=", html)
