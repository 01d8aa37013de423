"""Make the package of this checkout importable: `.venv/bin/python .ci/link.py`.

It writes what an editable installation writes: a path to the sources, the metadata and the command. The build
tools for that would be seven packages to download.
"""

from __future__ import annotations

import re
import shutil
import sys
import sysconfig
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Write the files."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], _version()
    site, scripts = Path(sysconfig.get_path("purelib")), Path(sysconfig.get_path("scripts"))
    for old in site.glob(f"{name}-*.dist-info"):
        shutil.rmtree(old)
    info = site / f"{name}-{version}.dist-info"
    files = {
        site / f"{name}.pth": f"{ROOT / 'src'}\n",
        info / "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        info / "INSTALLER": "stramash\n",
        info / "entry_points.txt": _entry_points(project["scripts"]),
    }
    files |= {scripts / command: _script(target) for command, target in project["scripts"].items()}
    info.mkdir()
    for path, text in files.items():
        path.write_text(text, "utf-8")
    for command in project["scripts"]:
        (scripts / command).chmod(0o755)
    # what pip removes when it installs the package itself
    (info / "RECORD").write_text("".join(f"{path},,\n" for path in [*files, info / "RECORD"]), "utf-8")


def _version() -> str:
    found = re.search(r'^__version__ = "(.+)"$', (ROOT / "src/stramash/__init__.py").read_text("utf-8"), re.M)
    assert found is not None
    return found[1]


def _entry_points(commands: dict[str, str]) -> str:
    return "[console_scripts]\n" + "".join(f"{name} = {target}\n" for name, target in commands.items())


def _script(target: str) -> str:
    """Return the source of a command. Processes that it starts import it, and must not run it again."""
    module, _, function = target.partition(":")
    return (
        f"#!{sys.executable}\nimport sys\n\nfrom {module} import {function}\n\n"
        f'if __name__ == "__main__":\n    sys.exit({function}())\n'
    )


if __name__ == "__main__":
    main()
