"""Accessibility of a page, by axe-core."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

from tests.programs import missing

__all__ = ["flaws"]

_SCRIPT = Path(__file__).parent / "vendor" / "axe.min.js"
_RUN = "(only) => axe.run(document, {...only, resultTypes: ['violations']}).then(r => r.violations)"
#: What axe looks for in the light: what another colour scheme can change
_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
#: By colour scheme: everything once, then colours
_RULES: dict[Literal["dark", "light"], dict[str, Any]] = {"dark": {}, "light": _COLOURS}


def flaws(page: Page) -> list[str]:
    """Return what axe finds moderate, serious or critical, in the dark and in the light."""
    if not _SCRIPT.exists():
        missing("axe-core is in the repository only, not in the source distribution.")
    page.evaluate(_SCRIPT.read_text("utf-8"))
    found = []
    for scheme, only in _RULES.items():
        page.emulate_media(color_scheme=scheme)
        violations: list[dict[str, Any]] = page.evaluate(_RUN, only)
        found += [
            f"{scheme}: {flaw['id']} ({flaw['impact']}): {flaw['nodes'][0]['html'][:160]}"
            for flaw in violations
            if flaw["impact"] in ("moderate", "serious", "critical")
        ]
    return found
