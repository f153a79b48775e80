"""Second factors: their secrets are encrypted, and what cannot be undone asks for them anew."""

import secrets
import time
from base64 import b32encode
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ImmediateHttpResponse, ReauthenticationRequired
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_used
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from clubs.accounts.sessions import SIGNED_IN
from clubs.security import decrypt, encrypt

# Encryption of authenticator app secrets and recovery codes, so that a copy of the database alone does not reveal
# them.
# The key is derived from SECRET_KEY, which is not in the database. Secrets stored in clear before are encrypted when
# used.


SEALED = "sealed:"  # prefix of encrypted values
SECRETS = ("secret", "seed")  # keys of the data of an authenticator app, and of recovery codes
PURPOSE = "clubs.accounts.second_factors"


class MFAAdapter(DefaultMFAAdapter):
    def encrypt(self, text: str) -> str:
        return SEALED + encrypt(text, PURPOSE)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the decrypted text. If SECRET_KEY was changed, return a random secret that nobody can know."""
        head, sealed, token = encrypted_text.partition(SEALED)
        if head or not sealed:
            return encrypted_text
        return decrypt(token, PURPOSE) or b32encode(secrets.token_bytes(20)).decode()


def connect() -> None:
    """Connect the receiver that encrypts old secrets."""
    authenticator_used.connect(_used, dispatch_uid="secrets in clear are sealed")


def _used(authenticator: Authenticator, **_: Any) -> None:
    """Encrypt secrets that were stored in clear."""
    row = Authenticator.objects.get(pk=authenticator.pk)
    clear = {name: row.data[name] for name in SECRETS if not row.data.get(name, SEALED).startswith(SEALED)}
    if clear:
        row.data.update({name: MFAAdapter().encrypt(text) for name, text in clear.items()})
        row.save(update_fields=["data"])


# Reauthentication before actions that cannot be undone: making a key, handing over a club, removing or erasing a
# member, signing out another browser.
# Somebody who finds an unattended tablet must not be able to do them.


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
