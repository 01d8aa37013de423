"""Words: gettext catalogues, one folder `words/` beside what they translate.

English is the source. A catalogue is a `.po` file that a translator can open; it is read and compiled in
memory when a language is first asked for, so there is no build step and no stale binary. What a catalogue
lacks is taken from the core's own, and what that lacks stays English: a game need not be translated.
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

#: The catalogues of what the core says of any game
CORE_WORDS = Path(__file__).parent / "words"

#: The languages everything is written in; the first is the source.
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
        #: what the players are called, by seat; empty if nobody said
        self.players = players
        #: the seat of the person who reads, whom sentences address: "You pass"; None if they name everybody
        self.reader: int | None = None
        #: the translator without names: one object for a catalogue, so that caches can be keyed by it
        self.nameless = self

    def naming(self, players: Sequence[str], reader: int | None = None) -> Translate:
        """Return a translator of the same language that knows what the players are called, and who reads."""
        named = Translate(self._catalogue, self.locale, tuple(players))
        named.reader = reader
        named.nameless = self.nameless
        return named

    def player(self, seat: int) -> str:
        """Return what a player is called: by name if names are known, else by number."""
        _ = self
        return self.players[seat] if self.players else _("Player {number}", number=seat + 1)

    def __call__(self, message: str, **values: Any) -> str:
        """Translate a message and fill in its values."""
        text = self._catalogue.gettext(message)
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
    """Return a catalogue, with the core's behind it."""
    path = folder / f"{locale}.po"
    found = _compile(path, locale) if path.is_file() else gettext.NullTranslations()
    if folder != CORE_WORDS:
        found.add_fallback(_catalogue(CORE_WORDS, locale))
    return found


def _compile(path: Path, locale: str) -> gettext.GNUTranslations:
    # Babel is needed, and loaded, only for a language that has to be translated.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as po:
        catalogue = read_po(po, locale=locale)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
