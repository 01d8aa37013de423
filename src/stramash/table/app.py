"""The application: services, limits, API and pages put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version as package_version
from typing import TYPE_CHECKING

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from stramash.table.domain.errors import BadRequest, TableError
from stramash.table.http import api
from stramash.table.http.dependencies import services_of
from stramash.table.http.errors import RETRY_AFTER, refusal, status_of
from stramash.table.http.guard import Guard
from stramash.table.http.limits import Limits
from stramash.table.http.moves import MoveRoute
from stramash.table.http.reference import reference_page
from stramash.table.server.services import Services
from stramash.table.settings import ServerSettings
from stramash.table.web import pages
from stramash.table.web.compression import CompressedFiles
from stramash.table.web.parts import PartsRenderer
from stramash.table.web.renderer import STATIC

if TYPE_CHECKING:
    from fastapi.telemetry import TelemetryConfig

__all__ = ["create_app"]

#: Without this FastAPI looks up telemetry providers for every request, which takes longer than most requests
_NO_TELEMETRY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False}

_SUMMARY = "Play, watch and open tables of three games of Scottish clans."


def create_app(settings: ServerSettings | None = None, *, listens_everywhere: bool = False) -> FastAPI:
    """Return the table server: pages, JSON API, event streams.

    `listens_everywhere` says whether other machines of the network can reach it, for invitations.
    """
    services = Services(settings or ServerSettings())
    limits = Limits(services.settings)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = services.settings.page_threads
        services.start()
        yield
        await services.close()

    app = FastAPI(
        title="Stramash",
        version=package_version("stramash"),
        description=_SUMMARY,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        telemetry=_NO_TELEMETRY,
    )
    app.state.services = services
    app.state.listens_everywhere = listens_everywhere
    app.state.limits = limits
    app.state.parts = PartsRenderer()
    app.include_router(api.router)
    app.include_router(pages.router, include_in_schema=False)
    app.mount("/static", CompressedFiles(directory=STATIC), name="static")
    app.add_api_route("/healthz", _healthz, include_in_schema=False)
    app.add_api_route("/warm-up", _warm_up, include_in_schema=False)
    app.add_api_route("/docs", _docs, include_in_schema=False, response_class=HTMLResponse)
    app.add_exception_handler(TableError, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse_malformed)
    app.add_exception_handler(HTTPException, _refuse_by_status)
    app.add_middleware(MoveRoute, services=services, refuse=_refuse)
    app.add_middleware(Guard, limits=limits, body_bytes=services.settings.body_bytes, refuse=_refuse)
    if services.settings.trusted_proxies:  # before the guard, which counts by the visitor's address
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=services.settings.trusted_proxies)
    return app


async def _healthz(request: Request) -> JSONResponse:
    """Answer whether the database can be used."""
    problem = await services_of(request).store.check()
    if problem:
        return JSONResponse({"status": "unhealthy", "problem": problem}, 503)
    return JSONResponse({"status": "ok"})


async def _warm_up(request: Request) -> dict[str, dict[str, object]]:
    progress = services_of(request).warm_up.progress()
    return {name: dict(vars(one)) for name, one in progress.items()}


async def _docs(request: Request) -> HTMLResponse:
    return HTMLResponse(reference_page(request.app.openapi()))


async def _refuse(request: Request, error: Exception) -> Response:
    """Answer a refusal: as JSON to programs, as a page to people."""
    assert isinstance(error, TableError)
    status = status_of(error)
    response: Response
    if request.url.path.startswith("/api/"):
        response = JSONResponse({"error": error.code, "message": str(error)}, status)
    else:
        response = await pages.error_page(request, error, status)
    if status == 503:
        response.headers.setdefault("Retry-After", str(RETRY_AFTER))
    return response


async def _refuse_malformed(request: Request, error: Exception) -> Response:
    """Answer a malformed request with a sentence that names the wrong part."""
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
