"""Lessons and rules: what each game teaches, in the visitor's language."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from stramash.core.lesson import Step
from stramash.games import load

__all__ = ["lesson_of", "rules_of"]

_PICTURE = re.compile(r"<!-- picture: ([a-z-]+) -->")
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
#: What a page would make touchable; a picture in a text is only looked at
_HANDLE = re.compile(r' data-handle="[^"]*"')


@cache
def lesson_of(game: str, locale: str) -> list[Step]:
    """Return the lesson of a game, in a language."""
    chosen = load(game)
    return chosen.lesson(chosen.translator(locale))


@cache
def rules_of(game: str, locale: str) -> Markup | None:
    """Return the rules of a game in our own words, with their pictures; None if they are not written."""
    chosen = load(game)
    text = chosen.words / f"rules.{locale}.html"
    if not text.exists():
        return None
    pictures = chosen.illustrations(chosen.translator(locale))
    # each picture has its own ids, because several stand on one page
    numbered = {name: _on_page(picture, f"{name}-") for name, picture in pictures.items()}
    return Markup(_PICTURE.sub(lambda found: numbered[found[1]], text.read_text("utf-8")))


def _on_page(picture: str, prefix: str) -> str:
    plain = _HANDLE.sub("", _STYLE.sub("", picture))
    for attribute in ('id="', 'href="#', "url(#"):
        plain = plain.replace(attribute, f"{attribute}{prefix}")
    return f"<figure>{plain}</figure>"
