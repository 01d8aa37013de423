"""Optional dependencies: where one is missing, the error names the extra to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from stramash.core.errors import StramashError

__all__ = ["MissingExtra", "check_extra", "extra"]


class MissingExtra(StramashError, ModuleNotFoundError):
    """A library of an extra is not installed."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import libraries of an extra; if one is missing, raise MissingExtra with the command that installs it.

    >>> with extra("lab"):
    ...     import no_such_library
    Traceback (most recent call last):
    ...
    stramash.core.extras.MissingExtra: no_such_library is not installed: pip install "stramash[lab]"
    """
    try:
        yield
    except MissingExtra:  # from a module of ours that was imported here: it names the library
        raise
    except ModuleNotFoundError as error:
        library = (error.name or "a library").partition(".")[0]
        if library == "stramash":  # an error in our code, not a missing dependency
            raise
        raise MissingExtra(_sentence(library, name)) from error


def check_extra(name: str, library: str) -> None:
    """Raise MissingExtra if a library of an extra is not installed; import nothing.

    >>> check_extra("arena", "no_such_library")
    Traceback (most recent call last):
    ...
    stramash.core.extras.MissingExtra: no_such_library is not installed: pip install "stramash[arena]"
    """
    if find_spec(library) is None:
        raise MissingExtra(_sentence(library, name))


def _sentence(library: str, name: str) -> str:
    return f'{library} is not installed: pip install "stramash[{name}]"'
