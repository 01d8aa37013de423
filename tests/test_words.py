"""Words: every message of the sources is translated, with its blanks, and no translation is left over."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import stramash
from stramash.core.words import CORE_WORDS, LOCALES
from stramash.games import find

PACKAGE = Path(stramash.__file__).parent
GAMES = sorted(path.parent for path in (PACKAGE / "games").glob("*/__init__.py"))

#: Each catalogue folder and the sources whose messages it translates
CATALOGUES: dict[Path, list[Path]] = {game / "words": [*game.rglob("*.py")] for game in GAMES} | {
    CORE_WORDS: [*(PACKAGE / "core").glob("*.py")],
    PACKAGE / "words": [*(PACKAGE / "cli").rglob("*.py"), *PACKAGE.glob("*.py")],
    PACKAGE / "bots" / "words": [*(PACKAGE / "bots").rglob("*.py"), *(PACKAGE / "arena").rglob("*.py")],
}

each_catalogue = pytest.mark.parametrize("folder", CATALOGUES, ids=lambda path: path.parent.name)
each_language = pytest.mark.parametrize("locale", LOCALES[1:])


def is_translate(node: ast.expr) -> bool:
    """Whether an expression is a translator: `_` or `self._`."""
    return (isinstance(node, ast.Name) and node.id == "_") or (
        isinstance(node, ast.Attribute) and node.attr == "_"
    )


def constants(arguments: list[ast.expr]) -> tuple[str, ...]:
    return tuple(
        node.value for node in arguments if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@cache
def messages_of(source: Path) -> frozenset[tuple[str, ...]]:
    """Return the messages in a source: one text, or two where they depend on a number."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        if is_translate(node.func):
            found.add(constants(node.args[:1]))
        elif (
            isinstance(node.func, ast.Attribute)
            and node.func.attr == "count"
            and is_translate(node.func.value)
        ):
            found.add(constants(node.args[:2]))
    return frozenset(found - {()})


def options_of(folder: Path) -> set[tuple[str, ...]]:
    """Return what pages and the terminal say of a game's options: their summaries, meanings and choices."""
    if folder.parent not in GAMES:
        return set()
    options = find(folder.parent.name.replace("_", "-")).option_specs
    spoken = [option for option in options if any(isinstance(choice, str) for choice in option.choices)]
    labels = {(option.label(choice),) for option in spoken for choice in option.choices}
    abouts = {(option.about,) for option in options if option.about}
    return {(option.summary,) for option in options} | abouts | labels


def needed(folder: Path) -> set[tuple[str, ...]]:
    return {message for source in CATALOGUES[folder] for message in messages_of(source)} | options_of(folder)


def catalogue(folder: Path, locale: str) -> Catalog:
    with (folder / f"{locale}.po").open("rb") as po:
        return read_po(po, locale=locale)


def several(text: object) -> tuple[str, ...]:
    """Return the forms of a text, one or one for each number."""
    return tuple(map(str, text)) if isinstance(text, tuple | list) else (str(text or ""),)


def ids(message: Message) -> tuple[str, ...]:
    return several(message.id)


def blanks(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)", text))


@each_catalogue
def test_there_are_messages_to_translate(folder: Path) -> None:
    assert len(needed(folder)) > 4


@each_language
@each_catalogue
def test_every_message_has_a_translation(folder: Path, locale: str) -> None:
    found = {ids(message): message for message in catalogue(folder, locale) if message.id}
    assert needed(folder) - set(found) == set(), "not translated"
    for message in found.values():
        texts = several(message.string)
        assert all(text.strip() for text in texts), message.id
        assert not message.fuzzy, message.id


@each_language
@each_catalogue
def test_a_translation_has_the_blanks_of_its_message(folder: Path, locale: str) -> None:
    for message in catalogue(folder, locale):
        if not message.id:
            continue
        texts = several(message.string)
        wanted = blanks(ids(message)[-1])
        for text in texts:
            assert blanks(text) | {"n"} == wanted | {"n"}, message.id
            assert text.count("{") == text.count("}"), message.id
        assert len(texts) == len(ids(message)), message.id


@each_language
@each_catalogue
def test_no_translation_is_left_over(folder: Path, locale: str) -> None:
    found = catalogue(folder, locale)
    assert not found.obsolete
    used = needed(folder) | needed(CORE_WORDS)  # a game may say in other words what the core says
    assert {ids(message) for message in found if message.id} - used == set(), "used nowhere"


TERMS = {
    "bluff@1": ("Blind-Man’s Bluff", "Gallito Ciego", "Colin-Maillard"),
    "mud@1": ("Mud Fight", "Lucha en el Barro", "Combat de Boue"),
    "joker1@1": ("Joker", "Comodín", "Joker"),
    "spy@1": ("Spy", "Espía", "Espion"),
    "shield@1": ("Shield-Bearer", "Escudero", "Porte-Bouclier"),
    "recruiter": ("Recruiter", "Reclutador", "Chasseur de Tête"),
    "strategist": ("Strategist", "Estratega", "Stratège"),
    "banshee": ("Banshee", "Banshee", "Banshee"),
    "traitor": ("Traitor", "Traidor", "Traître"),
}


@pytest.mark.parametrize("notation", TERMS)
def test_the_rulebooks_own_terms_are_used(notation: str) -> None:
    position = stramash.load("schotten-totten", tactics=True).deal(1)
    for locale, term in zip(LOCALES, TERMS[notation], strict=True):
        assert term.lower() in position.describe(position.parse(notation), locale).lower()


_NARROW = "\u202f"  # narrow no-break space
EVERY_CATALOGUE = [*CATALOGUES, PACKAGE / "table" / "web" / "words"]


def spoken(folder: Path, locale: str) -> list[str]:
    """Return the translations of a catalogue and its rules page, a letter in place of each value."""
    texts = [text for message in catalogue(folder, locale) if message.id for text in several(message.string)]
    page = folder / f"rules.{locale}.html"
    if page.is_file():
        texts += re.sub(r"<[^>]*>|&\w+;", "", page.read_text("utf-8")).splitlines()
    return [re.sub(r"{\w*(:[^}]*)?}", "X", text) for text in texts]


@pytest.mark.parametrize("folder", EVERY_CATALOGUE, ids=lambda path: path.parent.name)
def test_french_is_set_as_french_printers_do(folder: Path) -> None:
    missing = rf"[^{_NARROW}:;?!.…][;?!]|[^{_NARROW}]:(\s|$)|«[^{_NARROW}]|[^{_NARROW}]»"
    for text in spoken(folder, "fr"):
        plain = re.sub(r"`[^`]*`|https?://\S+|\s{2,}!", "", text)  # a sign in a legend is no punctuation
        assert not re.search(missing, plain), f"a narrow no-break space is missing: {text}"
        assert not re.search(r"\w'\w", plain), f"an apostrophe is ’: {text}"


@each_language
@pytest.mark.parametrize("folder", EVERY_CATALOGUE, ids=lambda path: path.parent.name)
def test_percent_and_minus_are_written_in_one_way(folder: Path, locale: str) -> None:
    for text in spoken(folder, locale):
        assert not re.search(rf"[^{_NARROW}]%", text), f"a narrow no-break space belongs before %: {text}"
        assert not re.search(r"(^|[\s(])-\s?[X\d]", text), f"a minus is −: {text}"


def messages(folder: Path) -> list[str]:
    """Return the English messages of a catalogue and its English rules page."""
    texts = [text for message in catalogue(folder, LOCALES[1]) if message.id for text in ids(message)]
    page = folder / "rules.en.html"
    return texts + (re.sub(r"<[^>]*>", "", page.read_text("utf-8")).splitlines() if page.is_file() else [])


@pytest.mark.parametrize("folder", EVERY_CATALOGUE, ids=lambda path: path.parent.name)
def test_apostrophes_and_dots_are_set_as_printers_do(folder: Path) -> None:
    if folder != PACKAGE / "words":  # a terminal writes commands as they are typed
        for text in messages(folder):
            assert not re.search(r"\w'\w|s' ", text), f"an apostrophe is ’: {text}"
    for text in [*messages(folder), *(text for locale in LOCALES[1:] for text in spoken(folder, locale))]:
        assert not re.search(r"\w …$", text), f"no space belongs before …: {text}"


#: Words of one thing, by language: the first is ours, the others are not used beside it
SAME = {
    "es": [("rival", "oponente"), ("ordenador", "máquina"), ("trío", "pierna")],
    "fr": [
        ("feuille de partie", "enregistrement"),
        ("s’assoit", "s’assied"),
    ],
}


@each_language
@pytest.mark.parametrize("folder", EVERY_CATALOGUE, ids=lambda path: path.parent.name)
def test_one_thing_has_one_word(folder: Path, locale: str) -> None:
    for text in spoken(folder, locale):
        for ours, other in SAME[locale]:
            assert other.lower() not in text.lower(), f"we say {ours!r}: {text}"
