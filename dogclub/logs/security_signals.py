"""Writes security events for signals of Django, allauth, axes and the clubs: sign-ins, lockouts, changes of access."""

from collections.abc import Callable
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as factors
from axes.signals import user_locked_out
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import Signal

from clubs.models import ApiKey, User
from clubs.security.events import security_event
from dogclub.logs.security import is_first_use, note

# Each of these signals sends the account as `user`.
OF_AN_ACCOUNT: dict[str, Signal] = {
    "sign-in": user_logged_in,
    "sign-out": user_logged_out,
    "sign-up": account.user_signed_up,
    "password-set": account.password_set,
    "password-changed": account.password_changed,
    "password-reset": account.password_reset,
    "mail-added": account.email_added,
    "mail-changed": account.email_changed,
    "mail-removed": account.email_removed,
    "code-refused": account.login_code_rejected,
    "reset-code-refused": account.password_reset_code_rejected,
    "mail-code-refused": account.email_verification_code_rejected,
    "factor-added": factors.authenticator_added,
    "factor-removed": factors.authenticator_removed,
    "factor-renewed": factors.authenticator_reset,
}


def connect() -> None:
    """Connect all signals to the security log."""
    for kind, signal in OF_AN_ACCOUNT.items():
        signal.connect(_reporter(kind), weak=False, dispatch_uid=f"security log: {kind}")
    user_login_failed.connect(_failed, dispatch_uid="security log: sign-in-failed")
    user_locked_out.connect(_locked_out, dispatch_uid="security log: locked-out")
    account.email_confirmed.connect(_confirmed, dispatch_uid="security log: mail-confirmed")
    security_event.connect(_of_a_club, dispatch_uid="security log: clubs")


def _reporter(kind: str) -> Callable[..., None]:
    """Return a receiver that writes an event of this kind."""

    def report(user: Any = None, authenticator: Any = None, **_: Any) -> None:
        """`authenticator` is the second factor, whose type is logged."""
        note(kind, account=getattr(user, "email", ""), detail=getattr(authenticator, "type", ""))

    return report


def _failed(credentials: dict[str, Any] | None = None, **_: Any) -> None:
    given = credentials or {}
    note("sign-in-failed", account=str(given.get("email") or given.get("username") or ""))


def _locked_out(username: str | None = None, **_: Any) -> None:
    note("locked-out", account=username or "")


def _confirmed(email_address: Any, **_: Any) -> None:
    note("mail-confirmed", account=email_address.email)


def _of_a_club(kind: str, subject: User | None = None, key: ApiKey | None = None, detail: str = "", **_: Any) -> None:
    if kind != "key-used" or (key and is_first_use(key)):
        note(kind, subject=subject, key=key, detail=detail)
