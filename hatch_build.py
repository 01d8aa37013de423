"""The description on the package index: README.md with absolute links; relative ones do not work there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

#: A link to a file of the repository; a picture begins with an exclamation mark
_LINK = re.compile(r"(!?)(\[[^\]]*\])\((?!\w+:|#)([^)\s]+)\)")


class AbsoluteLinks(MetadataHookInterface):
    """Writes the description; links lead to the files of this version."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description to the metadata."""
        source, tag = metadata["urls"]["Source"], f"v{metadata['version']}"

        def absolute(link: re.Match[str]) -> str:
            kind = "raw" if link[1] else "blob"
            return f"{link[1]}{link[2]}({source}/{kind}/{tag}/{link[3]})"

        text = _LINK.sub(absolute, Path(self.root, "README.md").read_text("utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
