"""Before a key is made, a club handed over, a member removed or erased, or another browser signed out: sign in again.

Whoever finds an open tablet must not do what nobody can take back.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ImmediateHttpResponse, ReauthenticationRequired
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from clubs.accounts.sessions import SIGNED_IN

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
BY_DEMO = "by_demo_entrance"  # session key: came in by one tap, without a password
NO_WAY = gettext_lazy("This needs you to sign in again. Set a password first, then try again.")


def second_sign_in(view: View[P]) -> View[P]:
    """A POST waits until its person has signed in within the last minutes, and then goes through as it was sent."""

    @wraps(view)
    def inner(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.method == "POST":
            require_second_sign_in(request)
        return view(request, *args, **kwargs)

    return inner


def require_second_sign_in(request: HttpRequest) -> None:
    """Raises ReauthenticationRequired, which allauth answers with a page that asks and then sends the form on, or
    ImmediateHttpResponse for somebody who has neither password nor passkey.
    """
    if _is_fresh(request) or _proves_nothing(request):
        return
    if get_adapter(request).get_reauthentication_methods(request.user):
        raise ReauthenticationRequired
    messages.warning(request, NO_WAY)
    raise ImmediateHttpResponse(redirect("account_set_password"))


def _is_fresh(request: HttpRequest) -> bool:
    shown = [each["at"] for each in get_authentication_records(request, request.user) if each.get("reauthenticated")]
    newest = max([request.session.get(SIGNED_IN, 0), *shown])
    return bool(time.time() - newest < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)


def _proves_nothing(request: HttpRequest) -> bool:
    """Where one tap signs anybody in to the demo, asking that person again keeps nobody out."""
    return BY_DEMO in request.session and not settings.HTTPS
