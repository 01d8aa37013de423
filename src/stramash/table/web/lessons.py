"""Lessons and rules of the games, for the pages that teach. Both are cached by game and language."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from stramash.core.lesson import Step
from stramash.games import load

__all__ = ["lesson_of", "rules_of"]

_PICTURE = re.compile(r"<!-- picture: ([a-z-]+) -->")
_PLAIN_SIZE = re.compile(r'<svg (?=([^>]*?viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ))\1')
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
#: Makes a part of a picture clickable; pictures in a text are not
_HANDLE = re.compile(r' data-handle="[^"]*"')


@cache
def lesson_of(game: str, locale: str) -> list[Step]:
    """Return the steps of a game's lesson in a language."""
    chosen = load(game)
    return chosen.lesson(chosen.translator(locale))


@cache
def rules_of(game: str, locale: str) -> Markup | None:
    """Return the rules of a game as HTML with pictures, None if nobody has written them in this language."""
    chosen = load(game)
    text = chosen.words / f"rules.{locale}.html"
    if not text.exists():
        return None
    pictures = chosen.illustrations(chosen.translator(locale))
    figures = {name: _figure(picture, f"{name}-") for name, picture in pictures.items()}
    return Markup(_PICTURE.sub(lambda found: figures[found[1]], text.read_text("utf-8")))


def _figure(picture: str, prefix: str) -> str:
    """Return an SVG picture as a figure; a prefix keeps its ids apart from those of other pictures."""
    plain = _HANDLE.sub("", _STYLE.sub("", picture))
    for attribute in ('id="', 'href="#', "url(#"):
        plain = plain.replace(attribute, f"{attribute}{prefix}")
    # on a phone a picture keeps its size, so that it can be read, and scrolls
    plain = _PLAIN_SIZE.sub(r'<svg width="\2" \1', plain)
    return f'<figure tabindex="0">{plain}</figure>'
