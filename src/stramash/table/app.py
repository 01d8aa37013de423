"""The application: everything of the table put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles

from stramash.table import pages
from stramash.table.clients import rooms_of
from stramash.table.errors import TableError
from stramash.table.rooms import Rooms
from stramash.table.settings import Settings

__all__ = ["create_app"]

_STATIC = Path(__file__).parent / "static"


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the table server: pages, JSON API, events."""
    rooms = Rooms(settings or Settings())

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        rooms.thinkers.pace_by(asyncio.get_running_loop())
        yield
        await run_in_threadpool(rooms.close)

    app = FastAPI(title="Stramash", docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.rooms = rooms
    app.state.settings = rooms.settings
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    app.add_api_route("/healthz", _healthz, include_in_schema=False)
    app.add_api_route("/warm-up", _warm_up, include_in_schema=False)
    app.include_router(pages.router, include_in_schema=False)
    app.add_exception_handler(TableError, _refuse)
    return app


def _healthz() -> dict[str, str]:
    return {"status": "ok"}


def _warm_up(request: Request) -> dict[str, dict[str, object]]:
    return {name: dict(vars(progress)) for name, progress in rooms_of(request).warm_up.progress().items()}


async def _refuse(request: Request, error: Exception) -> Response:
    """Answer what the table refuses: as JSON to programs, as a page to people."""
    assert isinstance(error, TableError)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": error.code, "message": str(error)}, error.status)
    return await pages.error_page(request, error)
