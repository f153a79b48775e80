"""What somebody was writing when their session ended: kept until they have signed in again."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect

from clubs.access import account
from games.models.comment import LONGEST_COMMENT

P = ParamSpec("P")
KEY = "unsent_comment"  # in the session
LONGEST = 4 * LONGEST_COMMENT  # characters; what is too long is kept as well, to be shortened


def keeps_unsent(
    view: Callable[[HttpRequest, *tuple[object, ...]], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """For a page with one text, to which whoever signs in again comes back."""

    @wraps(view)
    def inner(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        text = request.POST.get("text", "") if request.method == "POST" else ""
        if text and account(request) is None and isinstance(response, HttpResponseRedirect):
            request.session[KEY] = {"path": request.path, "text": text[:LONGEST]}
        return response

    return inner


def take_unsent(request: HttpRequest) -> str:
    """What was being written on this page; it is given once."""
    kept = request.session.get(KEY)
    if not kept or kept["path"] != request.path:
        return ""
    del request.session[KEY]
    text: str = kept["text"]
    return text
