"""The score sheet of a table: what each player scored, row by row."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from stramash.core.sheet import SheetRow, total_of
from stramash.table.domain.state import OVER, TableState
from stramash.table.http.dependencies import TheRoom
from stramash.table.web.contexts import shown_names
from stramash.table.web.renderer import PageRenderer

__all__ = ["SheetTable", "router", "sheet_of"]

router = APIRouter()


@dataclass(frozen=True)
class SheetTable:
    """A score sheet as a page shows it."""

    rows: list[SheetRow]
    total: tuple[int, ...]
    #: whether everything was counted: the total is the result
    final: bool


def sheet_of(state: TableState, locale: str) -> SheetTable:
    """Return the score sheet of a table now. Points are public, so it is the same for everybody."""
    position = state.the_position()
    rows = position.score_sheet(locale)
    return SheetTable(rows, total_of(rows, position.game.players), final=state.status == OVER)


@router.get("/t/{table_id}/sheet")
async def score_sheet(room: TheRoom, request: Request) -> Response:
    """Show the score sheet of a table."""
    state, page = room.state, PageRenderer(request)
    state.the_position()

    def render() -> Response:
        return page.page(
            "sheet.html",
            table=state,
            names=shown_names(state, page._),
            sheet=sheet_of(state, page.visitor.locale),
        )

    return await run_in_threadpool(render)
