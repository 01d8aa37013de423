"""What the workflows of GitHub run can run: tools are installed before they are used, actions are pinned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def jobs(workflow: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the name and the steps of each job."""
    for name, job in yaml.safe_load(workflow.read_text("utf-8"))["jobs"].items():
        yield name, job["steps"]


def commands(steps: list[dict[str, Any]]) -> list[str]:
    """Return the commands of a job in the order in which they run."""
    lines = "\n".join(step["run"] for step in steps if "run" in step)
    return [part.strip() for part in re.split(r"&&|\n", lines)]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_build_tools_are_installed_before_a_build_that_does_not_install_its_own(workflow: Path) -> None:
    """Without build isolation pip asks for hatchling before it installs anything else of the same command."""
    for name, steps in jobs(workflow):
        found = commands(steps)
        builds = [at for at, one in enumerate(found) if re.search("--no(-build)?-isolation", one)]
        for at in builds:
            assert [
                one
                for one in found[:at]
                if re.search(r"pip install .*(requirements-dev\.lock|hatchling)", one)
            ], (name, found[at])


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_their_commits(workflow: Path) -> None:
    for name, steps in jobs(workflow):
        for action in (step["uses"] for step in steps if "uses" in step):
            assert re.fullmatch(r"[\w-]+/[\w/-]+@[0-9a-f]{40}", action), (name, action)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_programs_of_this_repository_that_are_run_exist(workflow: Path) -> None:
    for _, steps in jobs(workflow):
        for command in commands(steps):
            for file in re.findall(r"(?:^|\s)(\./[\w./-]+|[\w-]+\.lock|tests/[\w./-]+)", command):
                assert (ROOT / file).exists(), command
