"""Text of a comment that was submitted after the session had ended: stored until the member has signed in again."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect

from clubs.access import account
from games.models.comment import LONGEST_COMMENT

P = ParamSpec("P")
KEY = "unsent_comment"  # session key
LONGEST = 4 * LONGEST_COMMENT  # characters; more than a comment may have, so that the author can shorten it


def keeps_unsent(
    view: Callable[[HttpRequest, *tuple[object, ...]], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Decorate a view with a form field `text`: if a POST is redirected to the sign-in page, store its text in the
    session.
    """

    @wraps(view)
    def inner(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        text = request.POST.get("text", "") if request.method == "POST" else ""
        if text and account(request) is None and isinstance(response, HttpResponseRedirect):
            request.session[KEY] = {"path": request.path, "text": text[:LONGEST]}
        return response

    return inner


def take_unsent(request: HttpRequest) -> str:
    """Return the text stored for this page, "" if there is none, and remove it from the session."""
    kept = request.session.get(KEY)
    if not kept or kept["path"] != request.path:
        return ""
    del request.session[KEY]
    text: str = kept["text"]
    return text
