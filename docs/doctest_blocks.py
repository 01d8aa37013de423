"""An extension for the API reference: doctests in docstrings are shown as code."""

from __future__ import annotations

import re
from typing import Any

import griffe

#: A doctest: lines from one that begins with >>> to the next empty line
_DOCTEST = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)


class DoctestBlocks(griffe.Extension):  # type: ignore[misc]
    """Puts every doctest of a docstring into a code block."""

    def on_instance(self, *, obj: Any, **_kwargs: Any) -> None:
        """Rewrite the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = _DOCTEST.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
