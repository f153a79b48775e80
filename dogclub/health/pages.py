"""`/health/live` and `/health/ready`: short JSON responses that are not cached."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_safe

from dogclub.health import stopping

PROBES = ("/health/", "/metrics")


@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """200 while this process answers; nothing else is checked. 503 once it has been told to stop: see STOP_AFTER."""
    if stopping.is_set():
        return JsonResponse({"status": "stopping"}, status=503)
    return JsonResponse({"status": "ok"})


@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """503, with the reasons, while a check fails that the server cannot do without."""
    from dogclub.health.checks import find_all

    checks = find_all()
    is_well = all(each.is_well for each in checks if each.counts)
    words_of = {each.name: {"ok": each.is_well, "words": each.words} for each in checks}
    return JsonResponse({"status": "ok" if is_well else "not ready", **words_of}, status=200 if is_well else 503)


def answered_first(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware for health and metrics: monitors use any host name and no HTTPS, so it comes before the checks of
    both.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(PROBES):
            return get_response(request)
        try:
            request.resolver_match = resolve(request.path_info)
        except Resolver404:
            return get_response(request)
        response: HttpResponse = request.resolver_match.func(request)
        response["Cache-Control"], response["X-Content-Type-Options"] = "no-store", "nosniff"
        return response

    return middleware
