"""The words of bots, arena and review; the catalogues lie beside this file."""

from pathlib import Path

from stramash.core.words import Translate
from stramash.core.words import translator as _translator

__all__ = ["Translate", "translator"]


def translator(locale: str) -> Translate:
    """Return the words of the bots in a language."""
    return _translator(Path(__file__).parent, locale)
