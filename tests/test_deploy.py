"""What the container files name exists: files that are copied, settings, services."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from stramash.table.app import create_app
from stramash.table.settings import ServerSettings

ROOT = Path(__file__).parent.parent


def copied_files() -> list[str]:
    """The files and folders that the Dockerfile copies from this repository."""
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    copies = [line.split()[1:-1] for line in lines if line.startswith("COPY ") and "--from" not in line]
    return [name for names in copies for name in names]


def services() -> dict[str, Any]:
    content = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    found: dict[str, Any] = content["services"]
    return found


def paths_of(router: Any) -> list[str]:
    """The paths of all routes; FastAPI keeps the routers that were included as they were."""
    found: list[str] = []
    for route in router.routes:
        included = getattr(route, "original_router", None)
        found += [route.path] if included is None else paths_of(included)
    return found


def test_what_the_image_copies_exists_and_is_sent_to_the_builder() -> None:
    sent = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert sent[0] == "*"
    assert copied_files()
    for name in copied_files():
        assert (ROOT / name).exists(), name
        assert f"!{name}" in sent, name


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml"])
def test_every_variable_is_a_setting_of_the_server(name: str) -> None:
    known = {f"STRAMASH_{field.name.upper()}" for field in fields(ServerSettings)} | {"STRAMASH_CACHE"}
    named = set(re.findall(r"STRAMASH_[A-Z_]+", (ROOT / name).read_text("utf-8")))
    assert named
    assert named <= known, named - known


def test_the_proxy_speaks_to_the_tables_of_the_compose_file() -> None:
    proxied = re.findall(r"([\w-]+):8000", (ROOT / "deploy" / "Caddyfile").read_text("utf-8"))
    tables = [name for name in services() if name.startswith("table-")]
    assert proxied == tables


def test_the_proxy_sends_all_requests_for_a_table_to_one_process() -> None:
    """Only the process that has a player's stream knows that the player is present: `docs/serving.md`."""
    proxy = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
    matched = re.search(r"@table path_regexp table (\S+)", proxy)
    assert matched is not None
    assert "lb_policy header X-Stramash-Table" in proxy
    named = [path for path in paths_of(create_app()) if "{table_id}" in path]
    paths = [path for path in named if not path.startswith("/mine/")]  # a visitor's list, from the database
    assert {"/api/tables/{table_id}/moves", "/t/{table_id}/events"} <= set(paths)
    for path in paths:
        found = re.search(matched[1], path.replace("{table_id}", "some-table"))
        assert found is not None, path
        assert found[1] == "some-table"


def test_tables_run_unprivileged_on_a_read_only_file_system() -> None:
    image = (ROOT / "Dockerfile").read_text("utf-8")
    assert "useradd --system --uid 10001 --gid 10001" in image
    assert "\nUSER 10001:10001\n" in image, "without a group the process may run in root's"
    for name in ("table-1", "table-2", "upgrade"):
        service = services()[name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_a_service_waits_for_services_that_exist() -> None:
    for service in services().values():
        assert set(service.get("depends_on", ())) <= set(services())
