"""A page compares the digest of what it shows with what the server announced."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.table.server import Server, two_players

#: What a page shows and says, with everything that the picker has done to it
SHOWN = """() => [...document.querySelectorAll('#table, #table *')].map((element) => [
    element.tagName,
    // the address of the events begins at the version that was loaded, data-now says when that was;
    // data-usual is the picker's memory
    ...[...element.attributes]
        .filter(({ name }) => !['data-events-url', 'data-now', 'data-usual'].includes(name))
        .map(({ name, value }) => `${name}=${value}`).sort(),
    ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent.trim()),
].filter(Boolean).join(' '))"""


def test_a_page_that_differs_from_the_server_is_loaded_again_and_says_so(
    server: Server, visit: Callable[..., Page]
) -> None:
    players = two_players(server)
    page = visit(f"/t/{players[1].table}", secret=players[1].secret)
    players[0].play_any(random.Random(1))
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    page.evaluate("() => { document.querySelector('#table').dataset.digest = '0000000000000000'; }")
    players[1].play_any(random.Random(1))
    expect(page.locator("#status")).to_have_text("This page was out of date. It has been loaded again.")
    expect(page.locator("#table")).to_have_attribute("data-digest", players[1].look()["digest"])


def test_a_page_that_was_fetched_with_another_digest_is_loaded_again(
    server: Server, visit: Callable[..., Page]
) -> None:
    players = two_players(server)
    page = visit(f"/t/{players[1].table}", secret=players[1].secret)
    spoilt: list[str] = []

    def spoil(route: Route) -> None:
        """Let the first page after the move claim another digest, as if a proxy had kept an old picture."""
        answer = route.fetch()
        text = answer.text()
        if not spoilt and 'data-version="2"' in text:
            before = text.partition('data-digest="')[2].partition('"')[0]
            text = text.replace(f'data-digest="{before}"', 'data-digest="0000000000000000"')
            spoilt.append(before)
        route.fulfill(response=answer, body=text)

    page.wait_for_selector("#table")
    # an update that does not fit this page makes it load itself again
    page.evaluate("() => { document.querySelector('#table').dataset.shape = 'another'; }")
    page.route(f"**/t/{players[1].table}", spoil)
    players[0].play_any(random.Random(1))
    expect(page.locator("#status")).to_have_text("This page was out of date. It has been loaded again.")
    assert spoilt
    expect(page.locator("#table")).to_have_attribute("data-digest", players[1].look()["digest"])


def test_updates_bring_what_a_reload_would_show(server: Server, visit: Callable[..., Page]) -> None:
    players = two_players(server)
    page = visit(f"/t/{players[1].table}", secret=players[1].secret)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    rng = random.Random(3)
    for ply in range(6):
        players[ply % 2].play_any(rng)
        expect(page.locator("#table")).to_have_attribute("data-ply", str(ply + 1))
    assert not [url for url in fetched if url.endswith(players[1].table)], "the page was fetched again"
    shown = page.evaluate(SHOWN)
    page.reload()
    again = page.evaluate(SHOWN)
    deadline = time.monotonic() + 10  # who is present arrives with the stream, a moment after the page
    while again != shown and time.monotonic() < deadline:
        page.wait_for_timeout(100)
        again = page.evaluate(SHOWN)
    assert (
        [line for line in shown if line not in again] == [line for line in again if line not in shown] == []
    )
    assert shown == again


def test_a_page_that_shows_what_the_server_has_says_nothing(
    server: Server, visit: Callable[..., Page]
) -> None:
    players = two_players(server)
    page = visit(f"/t/{players[1].table}", secret=players[1].secret)
    players[0].play_any(random.Random(1))
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    expect(page.locator("#status")).to_have_text("")
