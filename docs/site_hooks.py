"""Hooks of the documentation site.

Links from `docs/` to other files of the repository become links to its host. Two pages come from elsewhere:
`contributing.md` is CONTRIBUTING.md, and `tour.md` is the notebook examples/tour.ipynb with its outputs.
"""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
_LINK = re.compile(r"(\]\()([^)#\s]+)([^)]*\))")
_FENCE = re.compile(r"(```.*?```)", re.DOTALL)


def on_page_markdown(markdown: str, *, page: Any, config: Any, files: Any) -> str:
    """Return the content of a page, with links that leave `docs/` rewritten."""
    folder = posixpath.join("docs", posixpath.dirname(page.file.src_uri))
    if page.file.src_uri == "contributing.md":
        markdown, folder = (ROOT / "CONTRIBUTING.md").read_text("utf-8"), "."
    if page.file.src_uri == "tour.md":
        markdown = _notebook(json.loads((ROOT / "examples" / "tour.ipynb").read_text("utf-8")))
    known = {file.src_uri for file in files}

    def rewrite(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link[2]))
        if "://" in link[2] or not (ROOT / target).exists():
            return link[0]
        inside = target.removeprefix("docs/") if target.startswith("docs/") else None
        if target == "CONTRIBUTING.md":
            inside = "contributing.md"
        if inside in known:
            here = posixpath.dirname(page.file.src_uri)
            return f"{link[1]}{posixpath.relpath(inside, here or '.')}{link[3]}"
        kind = "tree" if (ROOT / target).is_dir() else "blob"
        return f"{link[1]}{config['repo_url'].rstrip('/')}/{kind}/main/{target}{link[3]}"

    parts = _FENCE.split(markdown)
    parts[::2] = [_LINK.sub(rewrite, part) for part in parts[::2]]
    return "".join(parts)


def _notebook(notebook: dict[str, Any]) -> str:
    """Return a notebook as Markdown, its outputs included."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        parts += [_output(output) for output in cell.get("outputs", ())]
    return "\n\n".join(parts) + "\n\n[The notebook](../examples/tour.ipynb)\n"


def _output(output: dict[str, Any]) -> str:
    if "image/svg+xml" in output.get("data", {}):
        return str(output["data"]["image/svg+xml"])
    return f"```text\n{(output.get('text') or output['data']['text/plain']).rstrip()}\n```"
