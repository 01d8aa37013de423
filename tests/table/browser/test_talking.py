"""Talk on the page: words, gestures, mute, and who is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.table.browser.axe import flaws
from tests.table.browser.hands import PHONE
from tests.table.server import Server, open_table, two_players

Visit = Callable[..., Page]


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_friends_talk_and_see_each_other(visit: Visit, server: Server, screen: dict[str, Any]) -> None:
    host, guest = two_players(server)
    mine = visit(f"/t/{host.table}", secret=host.secret, **screen)
    expect(mine.locator(".players li").nth(1)).to_have_class("away")
    theirs = visit(f"/t/{guest.table}", secret=guest.secret, locale="fr-FR")
    expect(mine.locator(".players .here")).to_have_count(2)
    mine.locator("#say-text").fill("<img src=x> Good luck!")
    mine.locator("#say-text").press("Enter")
    expect(theirs.locator("#talk li")).to_contain_text("<img src=x> Good luck!")
    assert theirs.locator("#talk img").count() == 0
    theirs.get_by_role("button", name="Bien joué").click()
    expect(mine.locator("#talk li").nth(1)).to_contain_text("Well played!")
    expect(mine.locator("#talk li")).to_have_count(2)
    assert mine.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert flaws(mine) == []
    mine.reload()
    expect(mine.locator("#talk li")).to_have_count(2)
    mine.get_by_label("Mute the others").check()
    expect(mine.locator("#talk li")).to_have_count(1)
    theirs.close()
    expect(mine.locator(".players .away")).to_have_count(1)


def test_who_watches_has_no_talk_and_neither_has_a_game_against_a_bot(visit: Visit, server: Server) -> None:
    host, _ = two_players(server)
    assert visit(f"/t/{host.table}").locator(".talk").count() == 0
    alone = open_table(server, "person", "crofter")
    assert visit(f"/t/{alone.table}", secret=alone.secret).locator(".talk").count() == 0
