"""allauth's account adapter: error messages, and limits on password guesses."""

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
    """Return the primary address of the account that signs in with this one, so that its other addresses give no
    further attempts.

    Return the address itself if no account has it, or more than one.
    """
    typed = mail.strip().lower()
    found = filter_users_by_email(typed, prefer_verified=True, for_login=True)
    return str(found[0].email).lower() if len(found) == 1 else typed


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str:
    """Return the name for the login-attempt limit: the account's primary address, from the credentials or the form."""
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
        """Hash a password as for a new account, so that the response time does not show that the account exists."""
        if "password1" in self.request.POST:
            make_password("as slow as any other")
        super().send_account_already_exists_mail(email)

    def get_reauthentication_methods(self, user: AbstractBaseUser | AnonymousUser) -> list[dict[str, Any]]:
        """Return the methods, described as on the buttons elsewhere."""
        ways: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [{**way, "description": WAYS.get(way["id"], way["description"])} for way in ways]

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count attempts by account and IP address together, so that a stranger's guesses do not lock the owner out."""
        account = account_tried(str(credentials.get("email", "")))
        key: str = super()._get_login_attempts_cache_key(request, **{**credentials, "email": account})
        return f"{key}:{self.get_client_ip(request)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Limit the guesses from all IP addresses together, apart from those the owner has signed in from.

        Raise ValidationError if there were too many.
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
