"""The application: everything of the table put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version as package_version
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from stramash.table import api, pages
from stramash.table.clients import rooms_of
from stramash.table.errors import BadRequest, TableError, refusal
from stramash.table.guard import Guard
from stramash.table.reference import reference_page
from stramash.table.rooms import Rooms
from stramash.table.settings import Settings

__all__ = ["create_app"]

_STATIC = Path(__file__).parent / "static"

_SUMMARY = "Play, watch and open tables of three games of Scottish clans."


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the table server: pages, JSON API, events."""
    rooms = Rooms(settings or Settings())

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        rooms.thinkers.pace_by(asyncio.get_running_loop())
        yield
        await run_in_threadpool(rooms.close)

    app = FastAPI(
        title="Stramash",
        version=package_version("stramash"),
        description=_SUMMARY,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.rooms = rooms
    app.state.settings = rooms.settings
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    app.add_api_route("/healthz", _healthz, include_in_schema=False)
    app.add_api_route("/warm-up", _warm_up, include_in_schema=False)
    app.add_api_route("/docs", _docs, include_in_schema=False, response_class=HTMLResponse)
    app.include_router(api.router)
    app.include_router(api.page_events, include_in_schema=False)
    app.include_router(pages.router, include_in_schema=False)
    app.add_exception_handler(TableError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_malformed)
    app.add_exception_handler(HTTPException, _refuse_by_status)
    app.add_middleware(Guard, settings=rooms.settings, refuse=_refuse)
    if rooms.settings.trusted_proxies:  # before the guard, who counts by the address of the visitor
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=rooms.settings.trusted_proxies)
    return app


def _healthz() -> dict[str, str]:
    return {"status": "ok"}


def _warm_up(request: Request) -> dict[str, dict[str, object]]:
    return {name: dict(vars(progress)) for name, progress in rooms_of(request).warm_up.progress().items()}


def _docs(request: Request) -> HTMLResponse:
    return HTMLResponse(reference_page(request.app.openapi()))


async def _refuse(request: Request, error: Exception) -> Response:
    """Answer what the table refuses: as JSON to programs, as a page to people."""
    assert isinstance(error, TableError)
    response: Response
    if request.url.path.startswith("/api/"):
        response = JSONResponse({"error": error.code, "message": str(error)}, error.status)
    else:
        response = await pages.error_page(request, error)
    if error.status == 503:
        response.headers.setdefault("Retry-After", "2")
    return response


async def _refuse_malformed(request: Request, error: Exception) -> Response:
    """Say in a sentence which part of a request is not as it should be."""
    assert isinstance(error, RequestValidationError)
    problems = {
        f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}" for problem in error.errors()
    }
    return await _refuse(
        request, BadRequest("the request is not as it should be: " + "; ".join(sorted(problems)))
    )


async def _refuse_by_status(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = await _refuse(request, refusal(error.status_code, str(error.detail)))
    response.headers.update(error.headers or {})
    return response
