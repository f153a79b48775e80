"""Times every request, outside all other middleware, for the metrics and the request log."""

import logging
import re
import time
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from dogclub.operations.logs import security
from dogclub.operations.logs.requests import CURRENT, requests, route_of

logger = logging.getLogger("dogclub.requests")
WELL_FORMED = re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
NUMBER = "HTTP_X_REQUEST_ID"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def log_requests(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware. A request id from outside is accepted only if well-formed; else the next middleware generates one."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        if not WELL_FORMED.fullmatch(request.META.get(NUMBER, "")):
            request.META.pop(NUMBER, None)
        token = CURRENT.set(request)
        try:
            response = get_response(request)
            if response.status_code >= 400 or request.method == "GET":
                security.note_response(request, response.status_code)
        finally:
            CURRENT.reset(token)
        seconds, route = time.perf_counter() - begun, route_of(request)
        requests.add(route, response.status_code, seconds)
        if logger.isEnabledFor(logging.INFO):
            log_request(request, response, route, seconds)
        return response

    return middleware


def log_request(request: HttpRequest, response: HttpResponseBase, route: str, seconds: float) -> None:
    """Log one request by route and figures, without user or club; `seconds` is its duration."""
    method = request.method if request.method in METHODS else "other"
    fields = {"route": route, "method": method, "status": response.status_code, "ms": round(seconds * 1000)}
    size = size_of(response)
    logger.info(
        "%s %s %s, %s ms, %s bytes", *fields.values(), "?" if size is None else size, extra=fields | {"bytes": size}
    )


def size_of(response: HttpResponseBase) -> int | None:
    """Return the length of the body in bytes; None for a stream without a Content-Length."""
    if not response.streaming:
        return len(response.content)  # type: ignore[attr-defined]
    length = response.headers.get("Content-Length", "")
    return int(length) if length.isdigit() else None
