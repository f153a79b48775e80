"""Another language, from the foot of any page: for this browser, and for good where somebody is signed in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from clubs.access import account
from clubs.language.choice import is_known, remember


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """`language` is a code, or anything else for what the club or the browser has; `next` is where one was."""
    wished = request.POST.get("language", "")
    code = wished if is_known(wished) else ""
    user = account(request)
    if user is not None and user.language != code:
        user.language = code
        user.save(update_fields=["language"])
    back = request.POST.get("next", "")
    response = redirect(back if url_has_allowed_host_and_scheme(back, None) else "/")
    remember(response, code)
    return response
