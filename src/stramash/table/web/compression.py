"""Compressed answers: pages when they are rendered, static files once."""

from __future__ import annotations

import gzip
import os
from functools import lru_cache
from pathlib import Path

from fastapi import Request
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

__all__ = ["CompressedFiles", "accepts_gzip", "compress"]

#: Shorter texts are sent as they are
_SHORTEST = 1000
#: Compression levels: low for pages, which are rendered for one visitor; high for files, which are compressed
#: once
_QUICK, _WELL = 4, 9
_TEXTS = {".css", ".js", ".svg"}


def accepts_gzip(headers: Headers) -> bool:
    """Return whether a client can read gzip.

    >>> accepts_gzip(Headers({"accept-encoding": "br, gzip;q=0.8"})), accepts_gzip(Headers({}))
    (True, False)
    """
    wishes = (wish.strip().replace(" ", "") for wish in headers.get("accept-encoding", "").split(","))
    return any(wish == "gzip" or (wish.startswith("gzip;") and wish != "gzip;q=0") for wish in wishes)


def compress(request: Request, response: Response) -> Response:
    """Compress the body of a response if it is long enough and the client accepts gzip."""
    response.headers["Vary"] = ", ".join(filter(None, (response.headers.get("Vary"), "Accept-Encoding")))
    if len(response.body) >= _SHORTEST and accepts_gzip(request.headers):
        response.body = gzip.compress(bytes(response.body), _QUICK, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    return response


class CompressedFiles(StaticFiles):
    """Static files; texts among them are sent compressed to those who can read it."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return a file, or that it has not changed."""
        plain = super().file_response(full_path, stat_result, scope, status_code)
        headers, path = Headers(scope=scope), Path(full_path)
        if path.suffix not in _TEXTS or isinstance(plain, NotModifiedResponse) or not accepts_gzip(headers):
            return plain
        response = Response(
            _compressed(path, stat_result.st_mtime_ns), status_code, media_type=plain.media_type
        )
        for name in ("etag", "last-modified"):
            response.headers[name] = plain.headers[name]
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        return response


@lru_cache(maxsize=64)
def _compressed(path: Path, changed: int) -> bytes:
    del changed  # a file that was changed is compressed again
    return gzip.compress(path.read_bytes(), _WELL, mtime=0)
