"""What the account pages say when something is wrong, in the club's words."""

from collections.abc import Mapping
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.core.internal import ratelimit
from allauth.usersessions.models import UserSession
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

WAYS = {
    "reauthenticate": gettext_lazy("Use the password"),
    "mfa_reauthenticate": gettext_lazy("Use a code from the app"),
    "mfa_reauthenticate:webauthn": gettext_lazy("Use a passkey"),
}


def account_tried(mail: str) -> str:
    """The primary address of the account that signs in with this one: its other addresses bring no tries of their own.

    The address itself where nobody has it, or more than one account.
    """
    typed = mail.strip().lower()
    found = filter_users_by_email(typed, prefer_verified=True, for_login=True)
    return str(found[0].email).lower() if len(found) == 1 else typed


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str:
    """For the guard against guessing: the account's primary address, from what is being checked or from the form."""
    values = credentials or {}
    name = values.get("email") or values.get("username") or request.POST.get("login", "")
    return account_tried(str(name))[:255]


class Adapter(DefaultAccountAdapter):
    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": gettext_lazy("Wrong email or password. Try again, or have a code emailed to you."),
        "email_taken": gettext_lazy("An account with this email already exists. Sign in instead."),
        "too_many_login_attempts": gettext_lazy(
            "Too many attempts. Wait a few minutes, or have a code emailed to you."
        ),
        "incorrect_code": gettext_lazy("Wrong code. Check the newest email."),
        "incorrect_password": gettext_lazy("Wrong password."),
        "invalid_password_reset": gettext_lazy("This link was used or has expired. Request a new one."),
    }

    def send_account_already_exists_mail(self, email: str) -> None:
        """As slow as making the account would have been, so that nobody can tell by the clock."""
        if "password1" in self.request.POST:
            make_password("as slow as any other")
        super().send_account_already_exists_mail(email)

    def get_reauthentication_methods(self, user: AbstractBaseUser | AnonymousUser) -> list[dict[str, Any]]:
        """Each way of showing once more who one is, in the words of the buttons elsewhere."""
        ways: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [{**way, "description": WAYS.get(way["id"], way["description"])} for way in ways]

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Guesses count for an account and an address together, so that a stranger's do not lock its owner out."""
        account = account_tried(str(credentials.get("email", "")))
        key: str = super()._get_login_attempts_cache_key(request, **{**credentials, "email": account})
        return f"{key}:{self.get_client_ip(request)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Addresses by the thousand still have few guesses between them, apart from those its owner signed in from.

        Raises ValidationError when there were too many.
        """
        super().pre_authenticate(request, **credentials)
        account = account_tried(str(credentials.get("email", "")))
        if UserSession.objects.filter(user__email=account, ip=self.get_client_ip(request)).exists():
            return
        self._guess = ratelimit.consume(request, app="allauth.account", action="login_failed_elsewhere", key=account)
        if not self._guess:
            raise self.validation_error("too_many_login_attempts")

    def _rollback_login_failed_rl_usage(self) -> None:
        super()._rollback_login_failed_rl_usage()
        if guess := getattr(self, "_guess", None):
            guess.rollback()
