"""The documentation site: what MkDocs does not check itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.site_hooks import missing_files

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    "address",
    ["script.js", "../script.js", "/stramash/script.js", "sub/", "sub/#part", "?q", "https://a.b/c.js", "#x"],
)
def test_files_that_exist_are_not_reported(tmp_path: Path, address: str) -> None:
    (tmp_path / "page" / "sub").mkdir(parents=True)
    (tmp_path / "page" / "sub" / "index.html").touch()
    (tmp_path / "page" / "script.js").touch()
    (tmp_path / "script.js").touch()
    (tmp_path / "page" / "index.html").write_text(f'<script defer src="{address}"></script>', "utf-8")
    assert list(missing_files(tmp_path, "/stramash/")) == []


@pytest.mark.parametrize(
    "element", ['<script src="{}">', "<link href={}>", '<a class="x" href="{}">', "<img src='{}'>"]
)
def test_a_file_that_the_site_lacks_is_reported(tmp_path: Path, element: str) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text(element.format("../script.js?v=1"), "utf-8")
    assert list(missing_files(tmp_path, "/")) == [
        "page/index.html names ../script.js?v=1, which the site does not have"
    ]


@pytest.mark.parametrize("file", ["test", ".github/workflows/docs.yml"])
def test_the_site_is_built_strictly_and_warnings_are_counted(file: str) -> None:
    """MkDocs counts only warnings that it shows: with `--quiet`, `--strict` never fails."""
    builds = re.findall(r"mkdocs build.*", (ROOT / file).read_text("utf-8"))
    assert builds
    for build in builds:
        assert "--strict" in build
        assert "--quiet" not in build
