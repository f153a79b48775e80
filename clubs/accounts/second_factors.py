"""Proof of who somebody is: second factors, whose secrets are encrypted and which are asked for anew before what cannot
be undone, and the first confirmation of a mailbox.
"""

import secrets
import time
from base64 import b32encode
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.stagekit import clear_login, get_pending_stage
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_reset
from allauth.account.stages import EmailVerificationStage
from allauth.core.exceptions import ImmediateHttpResponse, ReauthenticationRequired
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_used
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.accounts.sessions import SIGNED_IN, end_other_sessions
from clubs.models import ApiKey, User
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
    """Connect the receivers to allauth's signals."""
    authenticator_used.connect(_used, dispatch_uid="secrets in clear are sealed")
    email_confirmed.connect(_confirmed, dispatch_uid="first proof of a mailbox")
    password_reset.connect(_reset, dispatch_uid="a password was reset")


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


# The first proof that a mailbox belongs to an account: before it, anybody may have created the account with another
# person's address.
#
# The first to prove it gets the account without what was created before: keys, passkeys, authenticator app, recovery
# codes.

ENDED = gettext_lazy(
    "This is the first proof that the mailbox is yours. Keys, passkeys, authenticator apps and recovery codes created "
    "before it were removed; create them again."
)


def has_proof(user: User) -> bool:
    """Whether an address of the account is confirmed."""
    return bool(EmailAddress.objects.filter(user=user, verified=True).exists())


def must_prove(user: User) -> bool:
    """Whether the account must confirm an address before it may make keys; never if no mail is sent, as nobody
    could.
    """
    return bool(settings.MAIL_IS_SENT and not has_proof(user))


@transaction.atomic
def _confirmed(sender: Any, request: HttpRequest, email_address: EmailAddress, **_: Any) -> None:
    """End sessions, keys and factors from before the first confirmation of an address."""
    others = EmailAddress.objects.filter(user=email_address.user).exclude(pk=email_address.pk)
    if others.filter(verified=True).exists():
        return
    _keep_only(email_address, others)
    user: User = email_address.user
    is_here = request.user.is_authenticated and request.user.pk == user.pk
    if not (is_here or _typed_the_password(request, user)):
        user.set_unusable_password()  # the creator of the account still knows it
        user.save(update_fields=["password"])
    end_other_sessions(request, user)
    # A signed-in user without a password would have no way to sign in any more.
    if _end_what_was_made(user, keep_factors=is_here and not user.has_usable_password()):
        messages.warning(request, ENDED)


def _keep_only(address: EmailAddress, others: Any) -> None:
    """Delete unconfirmed addresses: they must not give access to the account of the person who confirmed one."""
    if settings.MAIL_IS_SENT and others:
        address.set_as_primary()
        others.delete()


def _typed_the_password(request: HttpRequest, user: User) -> bool:
    """Whether the password was just entered in this browser: at sign-up, at sign-in, or as a new one by a reset
    link.
    """
    if getattr(request, "password_was_reset", False):
        return True
    stage = get_pending_stage(request)
    return isinstance(stage, EmailVerificationStage) and stage.login.user == user


@transaction.atomic
def _reset(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """Revoke keys when a password is reset. If an address was confirmed before, second factors stay, as access to
    the mailbox is only one factor.
    """
    clear_login(request)  # a pending code page of an existing account must not block the sign-in
    end_other_sessions(request, user)
    addresses = list(EmailAddress.objects.filter(user=user))
    if any(address.verified for address in addresses):
        revoke_keys(user)
        return
    vars(request)["password_was_reset"] = True
    if _end_what_was_made(user):
        messages.warning(request, ENDED)
    if len(addresses) == 1 and addresses[0].set_verified():
        email_confirmed.send(EmailAddress, request=request, email_address=addresses[0])


def revoke_keys(user: User) -> None:
    """End the keys of the account, as a new password by a link does."""
    _revoke(Q(user=user))


def _end_what_was_made(user: User, *, keep_factors: bool = False) -> bool:
    """Revoke keys and delete factors; return whether there were any."""
    factors = Authenticator.objects.none() if keep_factors else Authenticator.objects.filter(user=user)
    gone, _ = factors.delete()
    return bool(_revoke(Q(user=user) | Q(created_by=user)) + gone)


def _revoke(whose: Q) -> int:
    return ApiKey.objects.filter(whose, revoked_at=None).update(revoked_at=timezone.now())
