"""Cache headers: pages that depend on the user are stored neither by a proxy nor by the browser of a shared tablet."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import has_vary_header, patch_cache_control


def private_by_default(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: responses that vary by cookie and have no Cache-Control get "private, no-store"."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if has_vary_header(response, "Cookie") and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        return response

    return middleware
