"""Pages and static files are compressed for those who can read it, pages with a secret never."""

from __future__ import annotations

import httpx
import pytest

from tests.table.server import Server, open_table

GZIP = {"Accept-Encoding": "gzip"}
PLAIN = {"Accept-Encoding": "identity"}


@pytest.mark.parametrize("path", ["/", "/rules/glen-more", "/pictures.css", "/static/table.js"])
def test_texts_are_compressed_for_those_who_can_read_it(server: Server, path: str) -> None:
    small = httpx.get(server.url + path, headers=GZIP, timeout=60)
    large = httpx.get(server.url + path, headers=PLAIN, timeout=60)
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in large.headers
    assert "Accept-Encoding" in small.headers["vary"]
    assert int(small.headers["content-length"]) < int(large.headers["content-length"]) / 2
    assert small.text == large.text


def test_a_page_with_an_invitation_is_not_compressed(server: Server) -> None:
    host = open_table(server, "person", "open")
    headers = {"Cookie": f"stramash={host.secret}", **GZIP}
    page = httpx.get(f"{server.url}/t/{host.table}", headers=headers, timeout=60)
    assert str(host.invite) in page.text
    assert "content-encoding" not in page.headers
    watched = httpx.get(f"{server.url}/t/{host.table}", headers=GZIP, timeout=60)
    assert watched.headers["content-encoding"] == "gzip"


def test_a_file_that_was_not_changed_is_not_sent_again(server: Server) -> None:
    url = f"{server.url}/static/picker.js"
    first = httpx.get(url, headers=GZIP, timeout=60)
    again = httpx.get(url, headers={**GZIP, "If-None-Match": first.headers["etag"]}, timeout=60)
    assert (again.status_code, again.content) == (304, b"")
