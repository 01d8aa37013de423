"""The package as people install it: what the wheel holds, and what works without and with each extra."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from email.parser import Parser
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import stramash

ROOT = Path(__file__).parent.parent
#: What `stramash` needs beyond itself, by extra: libraries that the base package must do without
LIBRARIES = {
    "table": ("alembic", "fastapi", "jinja2", "sqlalchemy", "uvicorn"),
    "postgres": ("psycopg",),
    "arena": ("matplotlib",),
    "lab": ("gymnasium", "pettingzoo", "pyspiel", "PIL", "resvg_py"),
    "learn": ("torch",),
    "ray": ("ray",),
}
#: A command that needs an extra, and what shows that it works
USES = {
    "": (
        "import stramash; from stramash import bots, cli\n"
        "position = stramash.load('schotten-totten').deal(seed=1)\n"
        "position.play(bots.make('network').choose(position.view(0)))"
    ),
    "table": "from stramash.table.app import create_app; create_app()",
    "postgres": 'from stramash.table.server.database import open_engine; open_engine("postgresql://h/x")',
    "arena": "from pathlib import Path; from stramash.arena import check_plot; check_plot(Path('x.png'))",
    "lab": (
        "from stramash.lab import gymnasium, openspiel, picture, pettingzoo\n"
        "pettingzoo.env('schotten-totten', render_mode='rgb_array').reset(seed=1)"
    ),
    "learn": "import stramash.learn.trainer",
    "ray": "import ray",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return folder


def wheel_in(built: Path) -> Path:
    (wheel,) = built.glob("*.whl")
    return wheel


def source_in(built: Path) -> Path:
    (archive,) = built.glob("*.tar.gz")
    return archive


def run(*command: str, **settings: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, **settings)  # type: ignore[call-overload, no-any-return]


def test_the_wheel_holds_everything_that_is_read_at_run_time(built: Path) -> None:
    held = set(zipfile.ZipFile(wheel_in(built)).namelist())
    source = ROOT / "src"
    wanted = {
        path.relative_to(source).as_posix()
        for path in (source / "stramash").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted <= held
    assert {"stramash/py.typed", "stramash/games/glen_more/weights/network.npz"} <= wanted
    assert any(name.endswith("licenses/NOTICE") for name in held)
    assert not [name for name in held if name.startswith(("tests/", "docs/"))]


def test_the_source_distribution_holds_what_its_tests_and_scripts_read(built: Path) -> None:
    with tarfile.open(source_in(built)) as packed:
        held = {name.partition("/")[2] for name in packed.getnames()}
    assert {"README.md", "CITATION.cff", "Dockerfile", "deploy/Caddyfile", ".ci/link.py", "test"} <= held
    modules = {
        path.relative_to(ROOT).as_posix()
        for folder in ("src", "tests", "docs", "bench", "examples")
        for path in (ROOT / folder).rglob("*.py")
    }
    assert modules <= held
    assert not [name for name in held if "axe" in name and not name.endswith(".py")], "under the MPL"


def test_the_notice_names_every_file_of_others() -> None:
    named = re.findall(r"^  (\S+/\S+)", (ROOT / "NOTICE").read_text("utf-8"), re.M)
    folders = [ROOT / "src/stramash/table/web/static" / name for name in ("vendor", "fonts")]
    folders.append(ROOT / "tests/table/browser/vendor")
    for path in (path for folder in folders for path in folder.iterdir()):
        if path.name != "README.md" and "LICENSE" not in path.name:
            assert any(path.relative_to(ROOT).match(pattern) for pattern in named), path
    for pattern in named:
        assert list(ROOT.glob(pattern)), pattern


def addresses() -> dict[str, str]:
    """The addresses of the project, which pyproject.toml decides."""
    urls: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    return urls


def test_every_file_names_the_addresses_of_pyproject() -> None:
    source, site = addresses()["Source"], addresses()["Documentation"]
    owner, name = source.removeprefix("https://github.com/").split("/")
    files = (
        ".github/CODEOWNERS",
        "CITATION.cff",
        "SECURITY.md",
        "docs/deploy.md",
        "mkdocs.yml",
        "pyproject.toml",
    )
    text = "\n".join((ROOT / file).read_text("utf-8") for file in files)
    assert set(re.findall(r"https://github\.com/[\w-]+/[\w-]+", text)) == {source}
    assert set(re.findall(r"https://[\w-]+\.github\.io/\S*?/", text)) == {site}
    assert set(re.findall(r"@([\w-]+)/maintainers", text)) == {owner}
    assert f"git clone {source} && cd {name}\n" in text


def test_the_description_on_the_package_index_has_absolute_links(built: Path) -> None:
    with zipfile.ZipFile(wheel_in(built)) as wheel:
        (name,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        text = wheel.read(name).decode()
    assert text.startswith("Metadata-Version: 2.4\n"), "tools of 2025 refuse a later version"
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    here = f"{addresses()['Source']}/(?:blob|raw)/v{stramash.__version__}/(.+)"
    files = [found[1] for link in links if (found := re.fullmatch(here, link))]
    assert "docs/pictures/game.svg" in files
    assert all((ROOT / file).exists() for file in files)
    assert [link for link in links if not link.startswith("https://")] == []


def test_a_wheel_can_be_built_from_the_source_distribution(built: Path, tmp_path: Path) -> None:
    with tarfile.open(source_in(built)) as packed:
        packed.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    done = run(
        sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(unpacked)
    )
    assert done.returncode == 0, done.stderr
    (again,) = tmp_path.glob("*.whl")
    assert set(zipfile.ZipFile(again).namelist()) == set(zipfile.ZipFile(wheel_in(built)).namelist())


def test_the_tools_of_others_find_no_fault(built: Path) -> None:
    checks = (
        ("twine", "check", "--strict", *map(str, built.iterdir())),
        ("check_wheel_contents", str(wheel_in(built))),
        ("pyroma", "--min", "8", "--file", str(source_in(built))),
    )
    for module, *arguments in checks:
        done = run(sys.executable, "-m", module, *arguments, cwd=ROOT)
        assert done.returncode == 0, (module, done.stdout, done.stderr)


def blocked(folder: Path, libraries: tuple[str, ...]) -> dict[str, str]:
    """Return an environment in which some libraries cannot be imported."""
    (folder / "sitecustomize.py").write_text(
        f"import sys\nsys.modules.update(dict.fromkeys({libraries!r}))\n", "utf-8"
    )
    return {**os.environ, "PYTHONPATH": str(folder)}


def brought_by(wheel: Path, extra: str) -> list[Distribution]:
    """Return the installed distributions that `pip install stramash[extra]` would bring."""
    with zipfile.ZipFile(wheel) as packed:
        (name,) = [name for name in packed.namelist() if name.endswith(".dist-info/METADATA")]
        wanted = Parser().parsestr(packed.read(name).decode()).get_all("Requires-Dist")
    assert wanted
    found: dict[str, Distribution] = {}
    waiting = [(Requirement(text), extra) for text in wanted]
    while waiting:
        requirement, chosen = waiting.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": chosen}):
            continue
        key = canonicalize_name(requirement.name)
        if key == "stramash":  # an extra that includes another
            waiting += [(Requirement(text), one) for one in requirement.extras for text in wanted]
        elif key not in found or requirement.extras:
            found[key] = distribution(requirement.name)
            assert requirement.specifier.contains(found[key].version, prereleases=True), requirement
            below = found[key].requires or []
            waiting += [(Requirement(text), one) for one in ("", *requirement.extras) for text in below]
    return list(found.values())


def fresh_environment(wheel: Path, extra: str, folder: Path) -> str:
    """Make an environment of the wheel and of what an extra brings, and nothing else; return its Python.

    Libraries are linked from the environment of the tests, so that nothing is downloaded.
    """
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))
    tops: set[Path] = set()
    for one in brought_by(wheel, extra):
        for file in one.files or ():
            if ".." not in file.parts and file.parts[0] != "__pycache__":
                tops.add(Path(str(one.locate_file(file.parts[0]))))
    for top in tops:
        (site / top.name).symlink_to(top)
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    return str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")


@pytest.mark.skipif(sys.platform == "win32", reason="links need a permission on Windows")
@pytest.mark.parametrize("extra", list(USES))
def test_an_extra_brings_all_that_it_needs_and_no_other(built: Path, tmp_path: Path, extra: str) -> None:
    python = fresh_environment(wheel_in(built), extra, tmp_path / "env")
    unused = [
        library
        for other, libraries in LIBRARIES.items()
        if other not in (extra, "table" if extra == "postgres" else "")
        for library in libraries[:1]
    ]
    program = (
        f"from importlib.util import find_spec\nassert not [one for one in {unused} if find_spec(one)]\n"
        f"import stramash; assert stramash.__file__.startswith({str(tmp_path)!r})\n{USES[extra]}"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = run(python, "-c", program, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("extra", "command"),
    [
        ("table", ["serve"]),
        ("table", ["db", "show"]),
        ("learn", ["learn", "schotten-totten"]),
        ("arena", ["arena", "schotten-totten", "greedy", "random", "--plot", "x.png"]),
        ("ray", ["arena", "schotten-totten", "greedy", "random", "--ray"]),
        ("postgres", ["db", "show", "--db", "postgresql://h/x"]),
    ],
)
def test_where_an_extra_is_missing_the_command_names_it(
    tmp_path: Path, extra: str, command: list[str]
) -> None:
    environment = blocked(tmp_path, LIBRARIES[extra])
    done = run(sys.executable, "-m", "stramash", *command, env=environment, cwd=tmp_path)
    assert done.returncode == 2
    assert f'pip install "stramash[{extra}]"' in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr


def test_tests_of_a_missing_library_are_left_out_with_a_sentence(tmp_path: Path) -> None:
    environment = blocked(tmp_path, ("torch",))
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "src/stramash/learn"]
    done = run(*command, env=environment | {"STRAMASH_TEST_ALL": "0"}, cwd=ROOT)
    assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED, done.stdout
    assert (
        "torch is not installed: left out src/stramash/learn, tests/learn, tests/test_tour.py" in done.stdout
    )
    insisting = run(*command, env=environment | {"STRAMASH_TEST_ALL": "1"}, cwd=ROOT)
    assert insisting.returncode == pytest.ExitCode.USAGE_ERROR
    assert "./test --all needs all libraries: torch is not installed" in insisting.stderr


def test_the_package_is_imported_in_under_a_second() -> None:
    """Processor time, so that a busy machine does not matter; the first import may compile bytecode."""
    program = "import time, stramash; print(time.process_time())"
    assert min(float(run(sys.executable, "-c", program).stdout) for _ in range(3)) < 1


def test_the_version_is_written_in_one_place() -> None:
    done = run(sys.executable, "-m", "stramash", "--version")
    assert done.stdout == f"stramash {stramash.__version__}\n"
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"version: {stramash.__version__}\n" in citation
    sections = re.findall(r"^## (\S+) \((.+)\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    version, date = sections[0]
    assert version == stramash.__version__
    assert re.findall("date-released: (.+)", citation) == ([] if date == "not released yet" else [date])


@pytest.mark.soak
@pytest.mark.parametrize("extra", list(USES))
def test_an_extra_installs_into_a_fresh_environment(built: Path, tmp_path: Path, extra: str) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    python = str(tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin") / "python")
    wanted = f"stramash[{extra}] @ {wheel_in(built).as_uri()}" if extra else str(wheel_in(built))
    constraint = ROOT / ("requirements-learn.lock" if extra == "learn" else "requirements-dev.lock")
    installed = run(python, "-m", "pip", "install", "--quiet", "-c", str(constraint), wanted)
    assert installed.returncode == 0, installed.stderr
    done = run(python, "-c", USES[extra], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for other, libraries in LIBRARIES.items():
        if not extra or (other != extra and extra in ("table", "arena", "lab", "learn", "ray")):
            for library in libraries[:1]:
                assert run(python, "-c", f"import {library}").returncode, f"{extra} brings {library}"
