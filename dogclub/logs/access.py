"""One look at every request from outside all other middleware: how long it took, for the metrics and for the log."""

import logging
import re
import time
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from dogclub.logs import security
from dogclub.logs.redaction import route_of
from dogclub.metrics.requests import requests

logger = logging.getLogger("dogclub.requests")
WELL_FORMED = re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
NUMBER = "HTTP_X_REQUEST_ID"
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def log_requests(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware. A request's number from outside counts only when it is one; else the next middleware makes one."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        if not WELL_FORMED.fullmatch(request.META.get(NUMBER, "")):
            request.META.pop(NUMBER, None)
        response, token = None, security.begin(request)
        try:
            response = get_response(request)
        finally:
            security.end(token, request, response)
        seconds, route = time.perf_counter() - begun, route_of(request)
        requests.add(route, response.status_code, seconds)
        if logger.isEnabledFor(logging.INFO):
            log_request(request, response, route, seconds)
        return response

    return middleware


def log_request(request: HttpRequest, response: HttpResponseBase, route: str, seconds: float) -> None:
    """Neither who asked nor for what club: names of routes, and figures."""
    method = request.method if request.method in METHODS else "other"
    fields = {"route": route, "method": method, "status": response.status_code, "ms": round(seconds * 1000)}
    size = size_of(response)
    logger.info(
        "%s %s %s, %s ms, %s bytes", *fields.values(), "?" if size is None else size, extra=fields | {"bytes": size}
    )


def size_of(response: HttpResponseBase) -> int | None:
    """None for a stream that does not say how long it is."""
    if not response.streaming:
        return len(response.content)  # type: ignore[attr-defined]
    length = response.headers.get("Content-Length", "")
    return int(length) if length.isdigit() else None
