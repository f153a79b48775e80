"""API requests over plain HTTP are refused instead of redirected, so that a key sent in the clear is noticed
at once.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from dogclub.api.http.problems import page_problem
from dogclub.web.errors import is_program

Respond = Callable[[HttpRequest], HttpResponseBase]


def refuse_programs(get_response: Respond) -> Respond:
    """Middleware, placed before Django's redirect to HTTPS, which then applies to browsers only."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if settings.SECURE_SSL_REDIRECT and is_program(request) and not request.is_secure():
            detail = _("Call {base_url} instead. If a key was sent, revoke it: others may have read it.").format(
                base_url=settings.BASE_URL
            )
            return page_problem(request, "https", detail)
        return get_response(request)

    return middleware
