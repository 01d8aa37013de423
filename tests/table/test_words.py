"""Every word of the pages is written in every language."""

from __future__ import annotations

import string
from collections.abc import Sequence
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import stramash
from stramash.core.words import LOCALES
from stramash.table.web.renderer import WORDS

PAGES = WORDS.parent
TRANSLATED = LOCALES[1:]
#: Games with a lesson and rules in our own words
TAUGHT = ["schotten-totten", "glen-more"]
#: How messages are written, in templates and in Python
_MARKS = {"_": None, "ngettext": (1, 2)}
_WHERE = [("**.py", "python"), ("templates/**.html", "jinja2")]


def messages() -> set[str]:
    """Return every message of the pages, as templates and code write them."""
    found = extract_from_dir(PAGES, _WHERE, keywords=_MARKS)
    return {_first(message) for _, _, message, _, _ in found}


def catalogue(folder: Path, locale: str) -> dict[str, str]:
    with (folder / f"{locale}.po").open("rb") as po:
        entries = [entry for entry in read_po(po, locale=locale) if entry.id]
    return {_first(entry.id): _first(entry.string or "") for entry in entries}


def _first(forms: str | Sequence[str]) -> str:
    """Return a text, or its first form where it depends on a number."""
    return forms if isinstance(forms, str) else forms[0]


@pytest.mark.parametrize("locale", TRANSLATED)
def test_every_message_is_translated_and_none_is_left_over(locale: str) -> None:
    assert len(messages()) > 100
    assert set(catalogue(WORDS, locale)) == messages()


@pytest.mark.parametrize("locale", TRANSLATED)
def test_translations_keep_their_places_for_values(locale: str) -> None:
    def places(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    for message, text in catalogue(WORDS, locale).items():
        assert text, message
        assert places(text) == places(message), message


@pytest.mark.parametrize("locale", TRANSLATED)
@pytest.mark.parametrize("name", TAUGHT)
def test_lessons_and_options_are_translated(name: str, locale: str) -> None:
    game = stramash.load(name)
    english, translated = game.lesson(game.translator("en")), game.lesson(game.translator(locale))
    for step, other in zip(english, translated, strict=True):
        assert step.text != other.text
        assert step.help != other.help
        assert step.done != other.done
    words = catalogue(game.words, locale)
    for option in game.option_specs:
        assert words.get(option.summary), f"{option.name}: {option.summary!r} is not translated"


@pytest.mark.parametrize("name", TAUGHT)
def test_the_rules_are_written_in_every_language_with_the_same_headings_and_pictures(name: str) -> None:
    folder = stramash.load(name).words
    shapes = set()
    for locale in LOCALES:
        text = (folder / f"rules.{locale}.html").read_text("utf-8")
        shapes.add((text.count("<h2"), text.count("<!-- picture:"), text.count("<tr")))
    assert len(shapes) == 1
    assert shapes.pop()[0] >= 4


@pytest.mark.parametrize("name", TAUGHT)
def test_every_step_of_a_lesson_can_be_done(name: str) -> None:
    game = stramash.load(name)
    lesson = game.lesson(game.translator("en"))
    assert len(lesson) >= 3
    for step in lesson:
        view = step.view()
        assert view.player == 0
        assert all(step.fits(action) for action in step.right)
        legal = {view.notation(action) for action in view.legal}
        assert any(step.fits(action) for action in legal)
        if step.right:
            assert not all(step.fits(action) for action in legal)
