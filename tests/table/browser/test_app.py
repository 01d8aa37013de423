"""The pages as an app: a manifest, and a page for when the server cannot be reached."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from tests.table.browser.hands import PHONE
from tests.table.server import HTTP, serving_here


def test_the_manifest_names_an_icon_that_exists(browser: Browser, tmp_path: Path) -> None:
    with serving_here(f"sqlite:///{tmp_path / 'table.db'}", warm=False) as server:
        manifest = HTTP.get(f"{server.url}/static/manifest.webmanifest").json()
        assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
        for icon in manifest["icons"]:
            drawn = HTTP.get(server.url + icon["src"])
            assert drawn.status_code == 200
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", drawn.content[16:24])
                assert icon["sizes"] == f"{width}x{height}"
        purposes = {icon["purpose"] for icon in manifest["icons"] if icon["sizes"] == "512x512"}
        assert purposes == {"any", "maskable"}, "what Android asks for"
        settings: dict[str, Any] = {"base_url": server.url, **PHONE}
        page = browser.new_context(**settings).new_page()
        page.goto("/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        url = server.url
    page.goto(f"{url}/mine")  # the server has ended
    expect(page.locator("h1")).to_have_text("Stramash")
    expect(page.locator("[lang=fr]")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.sheet')).borderRadius") == "16px"
    page.context.close()
