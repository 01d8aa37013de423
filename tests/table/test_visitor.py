"""What a visitor prefers comes from cookies, also from those of an older version."""

from __future__ import annotations

import pytest
from fastapi import Request

from stramash.table.web.visitor import Visitor


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
