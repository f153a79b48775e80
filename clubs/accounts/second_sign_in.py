"""Reauthentication before actions that cannot be undone: making a key, handing over a club, removing or erasing a
member, signing out another browser.

Somebody who finds an unattended tablet must not be able to do them.
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
BY_DEMO = "by_demo_entrance"  # session key: signed in to the demo with one click, without a password
NO_WAY = gettext_lazy("This needs you to sign in again. Set a password first, then try again.")


def second_sign_in(view: View[P]) -> View[P]:
    """Decorate a view: a POST requires a recent sign-in, and is then processed as it was sent."""

    @wraps(view)
    def inner(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.method == "POST":
            require_second_sign_in(request)
        return view(request, *args, **kwargs)

    return inner


def require_second_sign_in(request: HttpRequest) -> None:
    """Require a recent sign-in.

    Raise ReauthenticationRequired, for which allauth shows a page that asks and then resubmits the form, or
    ImmediateHttpResponse for a user with neither password nor passkey.
    """
    if _is_fresh(request) or _proves_nothing(request):
        return
    if get_adapter(request).get_reauthentication_methods(request.user):
        raise ReauthenticationRequired
    messages.warning(request, NO_WAY)
    raise ImmediateHttpResponse(redirect("account_set_password"))


def _is_fresh(request: HttpRequest) -> bool:
    """Whether the last sign-in or reauthentication is recent enough."""
    shown = [each["at"] for each in get_authentication_records(request, request.user) if each.get("reauthenticated")]
    newest = max([request.session.get(SIGNED_IN, 0), *shown])
    return bool(time.time() - newest < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)


def _proves_nothing(request: HttpRequest) -> bool:
    """Whether the user came by the demo's one-click sign-in, where asking again would stop nobody."""
    return BY_DEMO in request.session and not settings.HTTPS
