"""Hooks of the documentation site.

Links from `docs/` to other files of the repository become links to its host. Two pages come from elsewhere:
`contributing.md` is CONTRIBUTING.md, and `tour.md` is the notebook examples/tour.ipynb with its outputs.
After the build, every file that a page names must exist: MkDocs checks links in Markdown, not scripts.
"""

from __future__ import annotations

import json
import logging
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parent.parent
_LINK = re.compile(r"(\]\()([^)#\s]+)([^)]*\))")
#: In strict mode MkDocs fails after a warning of its loggers
_LOG = logging.getLogger("mkdocs.plugins.site_hooks")
_NAMED = re.compile(r"""<(?:a|img|link|script|source)\b[^>]*?\b(?:href|src)=["']?([^"'\s>]+)""")
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
        if inside is not None and inside in known:
            here = posixpath.dirname(page.file.src_uri)
            return f"{link[1]}{posixpath.relpath(inside, here or '.')}{link[3]}"
        kind = "tree" if (ROOT / target).is_dir() else "blob"
        return f"{link[1]}{config['repo_url'].rstrip('/')}/{kind}/main/{target}{link[3]}"

    parts = _FENCE.split(markdown)
    parts[::2] = [_LINK.sub(rewrite, part) for part in parts[::2]]
    return "".join(parts)


def on_post_build(*, config: Any) -> None:
    """Warn of every file that a page names and the site does not have."""
    for sentence in missing_files(Path(config["site_dir"]), urlsplit(config["site_url"]).path):
        _LOG.warning(sentence)


def missing_files(site: Path, base: str) -> Iterator[str]:
    """Yield a sentence for each local address that leads to no file; `base` is the path of the site."""
    for page in sorted(site.rglob("*.html")):
        for address in sorted(set(_NAMED.findall(page.read_text("utf-8")))):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or not parts.path:
                continue
            path = unquote(parts.path)
            target = site / path.removeprefix(base) if path.startswith("/") else page.parent / path
            if not (target / "index.html" if target.is_dir() else target).is_file():
                yield f"{page.relative_to(site).as_posix()} names {address}, which the site does not have"


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
