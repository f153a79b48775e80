"""The form at the foot of any page that sets the language of the browser, and of the account if signed in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from clubs.access import account
from clubs.language.choice import is_known, remember


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """`language` is a code; any other value restores that of the club or browser. `next` is the page to return to."""
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
