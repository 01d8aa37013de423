"""How long a newcomer waits, from a fresh clone or from *Play now*, until the bot's first answer.

    .venv/bin/python bench/first_move.py                   the server of this environment, nothing compiled
    .venv/bin/python bench/first_move.py --clone           a fresh clone of the last commit, started by ./play
    .venv/bin/python bench/first_move.py --busy 2          while two processes keep the cores busy

It clicks in a headless Chromium, so it needs what `./test` installs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
GAMES = {
    "schotten-totten": "Schotten Totten",
    "lords-of-scotland": "Lords of Scotland",
    "glen-more": "Glen More",
}
QUIET = (
    "--no-sandbox --disable-background-networking --disable-component-update --disable-sync --no-first-run"
)
#: Something that can be chosen now
LIT = "[data-handle].legal:not(.later), #choices-as-buttons button"


def main() -> None:
    """Measure, and print a row of seconds for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clone", action="store_true", help="install from a fresh clone first")
    parser.add_argument("--busy", type=int, default=0, help="processes that keep cores busy meanwhile")
    parser.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    rows = []
    with busy(chosen.busy):
        for game in chosen.games:  # each with a server and an empty cache of its own
            with tempfile.TemporaryDirectory() as folder:
                rows.append({"game": game} | measure(Path(folder), game, chosen.clone) | load())
    if chosen.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        print(", ".join(f"{name} {value}" for name, value in row.items()))


def load() -> dict[str, float]:
    """Return the load of the machine in the last minute."""
    return {"load": round(os.getloadavg()[0], 1)}


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep processes computing."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def measure(folder: Path, game: str, clone: bool) -> dict[str, float]:
    """Return the seconds of each step."""
    command = [sys.executable, "-m", "stramash.cli", "serve"]
    begin = time.perf_counter()
    if clone:
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder / "clone")], check=True)
        command = [str(folder / "clone" / "play")]
    with serving(folder, command) as address:
        served = time.perf_counter() - begin
        with sync_playwright() as playwright:
            chromium = shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=chromium, args=QUIET.split())
            page = browser.new_page(locale="en-GB", viewport={"width": 1280, "height": 800})
            page.set_default_timeout(600_000)
            page.goto(address)
            steps = play(page, GAMES[game])
            browser.close()
    return {"until the page is served": round(served, 1)} | steps


@contextmanager
def serving(folder: Path, command: list[str]) -> Iterator[str]:
    """Start a server with an empty cache; yield its address once it listens."""
    server = subprocess.Popen(
        [*command, "--port", "0", "--db", f"sqlite:///{folder / 'table.db'}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"STRAMASH_CACHE": str(folder / "cache")},
        start_new_session=True,
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        yield "http://127.0.0.1:" + said.partition("localhost:")[2].split()[0]
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()


def play(page: Page, title: str) -> dict[str, float]:
    """Click *Play now*, make moves until it is the bot's turn, and wait for what the bot does."""
    begin = time.perf_counter()
    page.get_by_role("article", name=title).get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(LIT)
    usable = time.perf_counter()
    while page.locator(LIT).count():  # a turn may take several choices
        before = page.locator("#table").get_attribute("data-version")
        while page.locator("#table").get_attribute("data-version") == before and page.locator(LIT).count():
            page.locator(LIT).first.click()
            page.wait_for_timeout(50)
        page.wait_for_function("() => !document.body.classList.contains('pending')")
    acted = time.perf_counter()
    before = page.locator("#table").get_attribute("data-version")
    page.wait_for_function(
        "before => document.querySelector('#table').dataset.version !== before", arg=before
    )
    answered = time.perf_counter()
    return {
        "from Play now to a table where one can move": round(usable - begin, 2),
        "one's own turn": round(acted - usable, 2),
        "the bot's first answer": round(answered - acted, 2),
    }


if __name__ == "__main__":
    main()
