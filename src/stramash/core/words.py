"""Words: gettext catalogues, one folder `words/` beside what they translate.

English is the source language. A catalogue is a `.po` file. It is compiled in memory when its language is
first used, so there is no build step and no stale binary. A message that is missing there is looked up in the
catalogue of the core; if it is missing there too, it stays English. So a game need not be translated.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from stramash.core.errors import UnknownLocale

__all__ = ["CORE_WORDS", "LOCALES", "Translate", "translator"]

#: The catalogues of the core, with messages for any game
CORE_WORDS = Path(__file__).parent / "words"

#: The languages of all interface texts; the first is the source.
LOCALES = ("en", "es", "fr")


class Translate:
    """Translates messages of one catalogue: `_("stone {stone}", stone=3)`.

    >>> Translate(gettext.NullTranslations(), "en")("stone {stone}", stone=3)
    'stone 3'
    """

    def __init__(
        self, catalogue: gettext.NullTranslations, locale: str, players: tuple[str, ...] = ()
    ) -> None:
        self._catalogue = catalogue
        self.locale = locale
        #: the names of the players, by seat; empty if unknown
        self.players = players
        #: the seat of the reader, whom sentences address as "you": "You pass"; None if sentences name
        #: everybody
        self.reader: int | None = None
        #: the translator without names: one object for a catalogue, so that caches can be keyed by it
        self.nameless = self
        #: translations looked up so far: a catalogue looks in Python, and then in the core's behind it
        self._known: dict[str, str] = {}

    def naming(self, players: Sequence[str], reader: int | None = None) -> Translate:
        """Return a translator of the same language with the players' names and the reader's seat."""
        named = Translate(self._catalogue, self.locale, tuple(players))
        named.reader = reader
        named.nameless = self.nameless
        named._known = self._known
        return named

    def player(self, seat: int) -> str:
        """Return the name of a player, or the number if names are unknown."""
        _ = self
        return self.players[seat] if self.players else _("Player {number}", number=seat + 1)

    def __call__(self, message: str, **values: Any) -> str:
        """Translate a message and fill in its values."""
        text = self._known.get(message)
        if text is None:
            text = self._known[message] = self._catalogue.gettext(message)
        return text.format(**values) if values else text

    def count(self, one: str, many: str, number: int, **values: Any) -> str:
        """Translate a message that depends on a number: `_.count("{n} card", "{n} cards", 2)`."""
        return self._catalogue.ngettext(one, many, number).format(n=number, **values)


def translator(folder: Path, locale: str) -> Translate:
    """Return the translator of one `words/` folder into one language."""
    if locale not in LOCALES:
        raise UnknownLocale(f"no words in {locale!r}: choose one of {', '.join(LOCALES)}")
    return _read(folder, locale)


@cache
def _read(folder: Path, locale: str) -> Translate:
    return Translate(_catalogue(folder, locale), locale)


@cache
def _catalogue(folder: Path, locale: str) -> gettext.NullTranslations:
    """Return a catalogue with the core's catalogue as its fallback."""
    path = folder / f"{locale}.po"
    found = _compile(path, locale) if path.is_file() else gettext.NullTranslations()
    if folder != CORE_WORDS:
        found.add_fallback(_catalogue(CORE_WORDS, locale))
    return found


def _compile(path: Path, locale: str) -> gettext.GNUTranslations:
    # Import Babel only if a translation is needed: English needs none.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as po:
        catalogue = read_po(po, locale=locale)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
