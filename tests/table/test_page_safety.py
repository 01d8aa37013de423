"""What people write is shown as they wrote it, and does nothing else."""

from __future__ import annotations

from tests.table.server import HTTP, Server


def test_names_are_escaped(server: Server) -> None:
    form = {"game": "schotten-totten", "players": "2", "seat0": "me", "seat1": "bot:greedy"}
    answer = HTTP.post(f"{server.url}/tables", data=form | {"name0": "<b>x</b>&\"'"})
    assert answer.status_code == 303
    text = HTTP.get(server.url + answer.headers["location"]).text
    assert "<b>x" not in text
    assert "&lt;b&gt;x&lt;/b&gt;" in text
