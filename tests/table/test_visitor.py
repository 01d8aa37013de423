"""What a visitor prefers comes from cookies, also from those of an older version."""

from __future__ import annotations

import pytest
from fastapi import Request, Response

from stramash.table.web.visitor import Visitor, keep_name


@pytest.mark.parametrize(
    ("cookie", "routine"),
    [
        ("", "prompted"),
        ("stramash_routine=hand", "hand"),
        ("stramash_routine=never", "prompted"),
        ("stramash_claims=automatic", "automatic"),
        ("stramash_claims=automatic; stramash_routine=hand", "hand"),
    ],
)
def test_a_cookie_says_who_plays_routine_actions(cookie: str, routine: str) -> None:
    request = Request({"type": "http", "headers": [(b"cookie", cookie.encode())]})
    assert Visitor.of(request).routine == routine


def test_of_a_long_name_the_cookie_keeps_as_much_as_is_shown() -> None:
    response = Response()
    keep_name(response, "\u3164Ann " + "é" * 10_000)
    name = response.headers["set-cookie"].partition(";")[0]
    assert len(name) < 200
    request = Request({"type": "http", "headers": [(b"cookie", name.encode())]})
    assert Visitor.of(request).name == "Ann " + "é" * 20
