"""`/metrics`: for clients with METRICS_TOKEN; without such a setting for this machine and the networks in
METRICS_FROM.
"""

from ipaddress import ip_address

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe

KIND = "text/plain; version=0.0.4; charset=utf-8"
NOT_FOR_YOU = "The metrics are for this machine, or for whoever knows METRICS_TOKEN. The operations page says how.\n"
HERE = {"localhost", "127.0.0.1", "[::1]"}


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    if not may_read(request):
        return HttpResponse(NOT_FOR_YOU, status=403, content_type="text/plain; charset=utf-8")
    from dogclub.operations.health.exposition import text  # imports prometheus_client, on the first request

    return HttpResponse(text(), content_type=KIND)


def may_read(request: HttpRequest) -> bool:
    """Whether the request has the token, or without METRICS_TOKEN comes from an allowed address."""
    if settings.METRICS_TOKEN:
        token = request.headers.get("Authorization", "").partition("Bearer ")[2]
        return constant_time_compare(token, settings.METRICS_TOKEN)
    return _is_near(request) and _is_asked_by_name(request)


def _is_near(request: HttpRequest) -> bool:
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in network for network in settings.METRICS_FROM)


def _is_asked_by_name(request: HttpRequest) -> bool:
    """Return False for a request from this machine under another host name: a proxy forwards it, which keeps the public
    name.
    """
    try:
        host, _ = split_domain_port(request.get_host())
    except DisallowedHost:
        return False
    return host in HERE or not ip_address(request.META["REMOTE_ADDR"]).is_loopback
