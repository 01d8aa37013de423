"""Lessons and rules of the games, for the pages that teach. Both are cached by game and language."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from stramash.core.lesson import Step
from stramash.games import load

__all__ = ["lesson_of", "rules_of"]

_PICTURE = re.compile(r"<!-- picture: ([a-z-]+) -->")
_VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ')
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
    wide = _VIEW_BOX.search(plain)
    if wide:  # on a phone it keeps its size, so that it can be read, and scrolls
        plain = plain.replace("<svg ", f'<svg width="{wide[1]}" ', 1)
    return f'<figure tabindex="0">{plain}</figure>'
