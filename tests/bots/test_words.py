"""Every message of bots, arena and review is translated, and no catalogue holds more than that."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

import stramash.arena
import stramash.bots.words
from stramash.core.words import LOCALES

FOLDERS = [Path(stramash.arena.__file__).parent, Path(stramash.bots.__file__).parent]
WORDS = Path(stramash.bots.words.__file__).parent


def messages() -> set[str]:
    found = set()
    for source in (source for folder in FOLDERS for source in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if called == "_":
                    found.add(str(node.args[0].value))
    return found


def fields(text: str) -> set[str | None]:
    return {field for _, field, _, _ in Formatter().parse(text)} - {None}


@pytest.mark.parametrize("locale", LOCALES[1:])
def test_every_message_is_translated_with_its_values(locale: str) -> None:
    with (WORDS / f"{locale}.po").open("rb") as po:
        catalogue = {str(entry.id): str(entry.string) for entry in read_po(po) if entry.id}
    assert set(catalogue) == messages()
    for message, translation in catalogue.items():
        assert translation, message
        assert fields(translation) == fields(message), message
