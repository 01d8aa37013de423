"""The pages: HTML for people."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from stramash.table.errors import TableError

__all__ = ["error_page", "router"]

router = APIRouter()


async def error_page(request: Request, error: TableError) -> Response:
    """Say to a person what was refused and what to do."""
    del request
    return PlainTextResponse(str(error), error.status)
