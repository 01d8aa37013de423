"""What the lab needs beyond the package itself, and what to say where it is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["of_the_lab"]


@contextmanager
def of_the_lab() -> Iterator[None]:
    """Import what comes with `stramash[lab]`; where it is missing, say how to get it.

    >>> with of_the_lab():
    ...     import no_such_library
    Traceback (most recent call last):
    ...
    ModuleNotFoundError: no_such_library is not installed here: pip install "stramash[lab]"
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "a library").partition(".")[0]
        raise ModuleNotFoundError(f'{library} is not installed here: pip install "stramash[lab]"') from error
