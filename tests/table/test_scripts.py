"""The scripts of the pages: what one imports from another is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stramash.table import web

SCRIPTS = sorted((Path(web.__file__).parent / "static").glob("*.js"))
_IMPORT = re.compile(r'import (?:\{([^}]*)\} from )?"\./([\w-]+\.js)";')
_EXPORT = re.compile(r"export (?:async )?(?:function|const|let|class) (\$*\w*)")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_imports_what_another_exports(script: Path) -> None:
    for names, source in _IMPORT.findall(script.read_text("utf-8")):
        exported = set(_EXPORT.findall(script.with_name(source).read_text("utf-8")))
        wanted = {name.split(" as ")[0].strip() for name in names.split(",") if name.strip()}
        assert wanted <= exported, f"{source} does not export {wanted - exported}"
