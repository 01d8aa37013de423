"""Take the pictures of the table's pages again: `python docs/make_screenshots.py [FOLDER]`.

It starts a server of its own, visits every page in Chromium, on a desk and on a phone, in the dark and in the
light, and writes JPEG files. Deals are random, so pictures differ from run to run; what they show does not.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).parent / "pictures" / "table"
GAMES = ("schotten-totten", "lords-of-scotland", "glen-more")
LIT = "[data-handle].legal:not(.later)"
DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
QUIET = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
#: Names of Chromium; the headless shell first, because it starts faster
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
#: Bots do not wait, hints and reviews do not think long, and we may open many tables
QUICK = {
    "STRAMASH_PACE": "0",
    "STRAMASH_HINT_BUDGET": "150",
    "STRAMASH_REVIEW_BUDGET": "1000",
    "STRAMASH_TABLES_AN_HOUR": "1000",
    "STRAMASH_HINTS_A_MINUTE": "100000",
    "STRAMASH_REQUESTS_A_SECOND": "1000",
    "STRAMASH_REQUESTS_AT_ONCE": "1000",
}


def chromium() -> str:
    """Return the path of Chromium, or end this script where there is none."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    sys.exit("no Chromium here: on Debian or Ubuntu, sudo apt install chromium")


@contextmanager
def serving() -> Iterator[str]:
    """Run a server on a database that is thrown away; yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "stramash.cli", "serve", "--port", "0", "--db"]
        server = subprocess.Popen(
            [*command, f"sqlite:///{folder}/table.db"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | QUICK,
        )
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().partition("localhost:")[2].split()[0])
            address = f"http://127.0.0.1:{port}"
            while b'"rules_ready":false' in urllib.request.urlopen(f"{address}/warm-up").read():
                time.sleep(0.5)
            yield address
        finally:
            server.terminate()
            server.wait()


def sit_down(page: Page, game: str, *, option: str = "") -> None:
    """Open a table against a bot."""
    page.goto(f"/new/{game}")
    if option:
        page.locator(f"[name={option}]").check()
    page.locator("#name0").fill("Ailsa")
    page.locator(".primary").click()
    page.wait_for_url("**/t/*")


def play(page: Page, game: str, actions: int, *, option: str = "") -> None:
    """Sit down and follow the hints, for `actions` actions or to the end."""
    sit_down(page, game, option=option)
    for _ in range(actions):
        page.wait_for_selector(f"{LIT}, #choices-as-buttons button, .result")
        if page.locator(".result").count():
            return
        _follow_a_hint(page)
    page.wait_for_selector(f"{LIT}, #choices-as-buttons button, .result")


def _follow_a_hint(page: Page) -> None:
    version = page.locator("#table").get_attribute("data-version")
    done = page.evaluate(
        """async () => {
            const table = document.querySelector('#table').dataset;
            const post = (url, content) => fetch(url, {method: 'POST', body: JSON.stringify(content),
                headers: {'Content-Type': 'application/json'}}).then((answer) => answer.json());
            const idea = await post(table.moveUrl.replace('move', 'hint'), {seat: Number(table.seat)});
            const choices = JSON.parse(document.querySelector('#choices').textContent);
            const choice = choices.find((one) => JSON.stringify(one.path) === JSON.stringify(idea.hint));
            return post(table.moveUrl, {action: choice.action, ply: Number(table.ply),
                seat: Number(table.seat), client_id: crypto.randomUUID()});
        }"""
    )
    assert done.get("version"), done
    page.wait_for_function(
        "before => document.querySelector('#table').dataset.version !== before", arg=version
    )


def choosing(page: Page) -> None:
    """The middle of a game, a card touched so that stones are lit."""
    play(page, "schotten-totten", 9)
    if page.locator(f".hand {LIT}").count():
        page.locator(f".hand {LIT}").nth(2).click()


def reviewed(page: Page) -> None:
    """The review of a finished game."""
    play(page, "schotten-totten", 200)
    page.locator("[form=ask-for-review]").click()
    page.wait_for_selector(".chart", timeout=300_000)


def analysed(page: Page) -> None:
    """A moment of a finished game on the analysis board."""
    play(page, "schotten-totten", 200)
    page.goto(page.url.partition("?")[0] + "/analysis?ply=20&bot=true")
    page.wait_for_selector(".chances", timeout=60_000)


def commented(page: Page) -> None:
    """The first game after a lesson, after a move."""
    page.goto("/learn/schotten-totten?step=99")
    page.locator("[name=comments]").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(f".hand {LIT}")
    page.locator(f".hand {LIT}").nth(2).click()
    page.locator("[data-handle='stone:5']").click()
    page.wait_for_function("() => document.querySelector('#comment p').textContent.includes('%')")


def mine(page: Page) -> None:
    """My games and results, with two games."""
    play(page, "schotten-totten", 200)
    sit_down(page, "glen-more")
    page.goto("/mine")


def with_a_curtain(page: Page) -> None:
    """Two people at one screen."""
    page.goto("/new/schotten-totten")
    page.locator("#seat1-here").check()
    page.locator("#name0").fill("Ailsa")
    page.locator("#name1").fill("Callum")
    page.locator(".primary").click()
    page.wait_for_selector("#lift")


def with_a_friend(page: Page) -> None:
    """Waiting for somebody with the link."""
    page.goto("/new/schotten-totten")
    page.locator("#seat1-link").check()
    page.locator(".primary").click()
    page.wait_for_selector("#invite")


def invited(page: Page) -> None:
    """What the friend sees who follows the link."""
    with_a_friend(page)
    link = page.locator("#invite").input_value()
    page.context.clear_cookies()
    page.goto(link)


def _plain_pages() -> dict[str, Callable[[Page], object]]:
    """For each game its set-up, its lesson and its rules."""
    pages: dict[str, Callable[[Page], object]] = {}
    for game in GAMES:
        for kind, path in (("set-up", "new"), ("learn", "learn"), ("rules", "rules")):
            pages[f"{game}-{kind}"] = lambda page, path=path, game=game: page.goto(f"/{path}/{game}")
    return pages


#: Every page: how to get there
PAGES: dict[str, Callable[[Page], object]] = {
    "home": lambda page: page.goto("/"),
    "schotten-totten-table": choosing,
    "schotten-totten-tactics": lambda page: play(page, "schotten-totten", 22, option="tactics"),
    "lords-of-scotland-table": lambda page: play(page, "lords-of-scotland", 14),
    "glen-more-table": lambda page: play(page, "glen-more", 24),
    "after-the-game": lambda page: play(page, "schotten-totten", 200),
    "review": reviewed,
    "analysis": analysed,
    "first-game": commented,
    "puzzle": lambda page: page.goto("/puzzles/schotten-totten"),
    "my-games": mine,
    "curtain": with_a_curtain,
    "waiting": with_a_friend,
    "invitation": invited,
    **_plain_pages(),
    "not-found": lambda page: page.goto("/nowhere"),
}
#: What is shown on some screens only: in the light, and on a phone on its side
_TABLES = ("schotten-totten-table", "lords-of-scotland-table", "glen-more-table")
ONLY = {"light": ("home", *_TABLES, "review"), "side": _TABLES}
#: Every screen: its name, and how a browser is made such
SCREENS: dict[str, dict[str, object]] = {
    "desk-dark": DESK | {"color_scheme": "dark"},
    "desk-light": DESK | {"color_scheme": "light"},
    "phone-dark": PHONE | {"color_scheme": "dark"},
    "phone-side": PHONE | {"viewport": {"width": 844, "height": 390}, "color_scheme": "dark"},
}


def take(browser: Browser, address: str, folder: Path) -> None:
    """Take every picture."""
    for screen, settings in SCREENS.items():
        for name, visit in PAGES.items():
            if name not in ONLY.get(screen.partition("-")[2], PAGES):
                continue
            context = browser.new_context(
                base_url=address, locale="en-GB", reduced_motion="reduce", **settings
            )  # type: ignore[arg-type]
            page = context.new_page()
            visit(page)
            page.wait_for_timeout(300)
            page.screenshot(path=folder / f"{name}-{screen}.jpg", type="jpeg", quality=72)
            context.close()


def main() -> None:
    """Take all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        take(browser, address, folder)
        browser.close()


if __name__ == "__main__":
    main()
