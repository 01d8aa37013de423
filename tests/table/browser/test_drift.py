"""A page compares the digest of what it shows with what the server announced."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.table.server import Server, two_players


def test_a_page_that_differs_from_the_server_is_loaded_again_and_says_so(
    server: Server, visit: Callable[..., Page]
) -> None:
    players = two_players(server)
    page = visit(f"/t/{players[1].table}", secret=players[1].secret)
    spoilt: list[str] = []

    def spoil(route: object) -> None:
        """Let the first page after the move claim another digest, as if a proxy had kept an old picture."""
        answer = route.fetch()  # type: ignore[attr-defined]
        text = answer.text()
        if not spoilt and 'data-version="2"' in text:
            before = text.partition('data-digest="')[2].partition('"')[0]
            text = text.replace(f'data-digest="{before}"', 'data-digest="0000000000000000"')
            spoilt.append(before)
        route.fulfill(response=answer, body=text)  # type: ignore[attr-defined]

    page.wait_for_selector("#table")
    page.route(f"**/t/{players[1].table}", spoil)
    players[0].play_any(random.Random(1))
    expect(page.locator("#status")).to_have_text(
        "This page did not show what the server has. It was loaded again."
    )
    expect(page.locator("#table")).to_have_attribute("data-digest", players[1].look()["digest"])


def test_a_page_that_shows_what_the_server_has_says_nothing(
    server: Server, visit: Callable[..., Page]
) -> None:
    players = two_players(server)
    page = visit(f"/t/{players[1].table}", secret=players[1].secret)
    players[0].play_any(random.Random(1))
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    expect(page.locator("#status")).to_have_text("")
