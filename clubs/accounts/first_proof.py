"""Whose mailbox it is: until that is shown, anybody may have made the account with somebody else's address.

Whoever shows it first gets the account without what was made before: keys, passkeys, authenticator app, recovery codes.
"""

from typing import Any

from allauth.account.internal.stagekit import clear_login, get_pending_stage
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_reset
from allauth.account.stages import EmailVerificationStage
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.accounts.sessions import end_other_sessions
from clubs.models import ApiKey, User

ENDED = gettext_lazy(
    "This is the first proof that the mailbox is yours. Keys, passkeys, authenticator apps and recovery codes created "
    "before it were removed; create them again."
)


def connect() -> None:
    email_confirmed.connect(_confirmed, dispatch_uid="first proof of a mailbox")
    password_reset.connect(_reset, dispatch_uid="a password was reset")


def has_proof(user: User) -> bool:
    """Whether this person has shown that a mailbox is theirs."""
    return bool(EmailAddress.objects.filter(user=user, verified=True).exists())


def must_prove(user: User) -> bool:
    """Whether this person may only make keys once an address is confirmed; where no mail is sent nobody can."""
    return bool(settings.MAIL_IS_SENT and not has_proof(user))


@transaction.atomic
def _confirmed(sender: Any, request: HttpRequest, email_address: EmailAddress, **_: Any) -> None:
    others = EmailAddress.objects.filter(user=email_address.user).exclude(pk=email_address.pk)
    if others.filter(verified=True).exists():
        return
    _keep_only(email_address, others)
    user: User = email_address.user
    is_here = request.user.is_authenticated and request.user.pk == user.pk
    if not (is_here or _typed_the_password(request, user)):
        user.set_unusable_password()  # whoever made the account still knows it
        user.save(update_fields=["password"])
    end_other_sessions(request, user)
    # Somebody who is signed in and has no password would be left without any way in.
    if _end_what_was_made(user, keep_factors=is_here and not user.has_usable_password()):
        messages.warning(request, ENDED)


def _keep_only(address: EmailAddress, others: Any) -> None:
    """An address nobody has shown to be theirs must not stay a way into the account of who did."""
    if settings.MAIL_IS_SENT and others:
        address.set_as_primary()
        others.delete()


def _typed_the_password(request: HttpRequest, user: User) -> bool:
    """Just now and in this browser: at sign-up, at sign-in, or a new one by the link of a reset."""
    if getattr(request, "password_was_reset", False):
        return True
    stage = get_pending_stage(request)
    return isinstance(stage, EmailVerificationStage) and stage.login.user == user


@transaction.atomic
def _reset(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """Of an account that had its mailbox, keys end with the password; second steps stay, as a mailbox is only one."""
    clear_login(request)  # the code page of an account that was there already must not stand in the way of signing in
    end_other_sessions(request, user)
    addresses = list(EmailAddress.objects.filter(user=user))
    if any(address.verified for address in addresses):
        _revoke(Q(user=user))
        return
    vars(request)["password_was_reset"] = True
    if _end_what_was_made(user):
        messages.warning(request, ENDED)
    if len(addresses) == 1 and addresses[0].set_verified():
        email_confirmed.send(EmailAddress, request=request, email_address=addresses[0])


def _end_what_was_made(user: User, *, keep_factors: bool = False) -> bool:
    """Whether there was anything."""
    factors = Authenticator.objects.none() if keep_factors else Authenticator.objects.filter(user=user)
    gone, _ = factors.delete()
    return bool(_revoke(Q(user=user) | Q(created_by=user)) + gone)


def _revoke(whose: Q) -> int:
    return ApiKey.objects.filter(whose, revoked_at=None).update(revoked_at=timezone.now())
