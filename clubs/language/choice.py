"""Choice of a page's language: the user's, else the browser's cookie, else the club's, else the Accept-Language
header.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext

from clubs.models import Club, User

YEAR = 60 * 60 * 24 * 365
API = "/api/"
COOKIE_LANGUAGE = "cookie_language"  # attribute of a request: the language to store in the cookie


def offered() -> list[tuple[str, str]]:
    """Return the (code, own name) of all languages: the complete ones, then the partial ones."""
    return [*settings.LANGUAGES, *settings.PARTIAL_LANGUAGES]


def is_known(code: str) -> bool:
    """Whether the code is one of the languages."""
    return any(code == known for known, _ in offered())


def club_choices() -> list[tuple[str, str]]:
    """Return the complete languages, so that no club is partly in another language without a choice of the user."""
    return [("", gettext("Each browser’s own")), *settings.LANGUAGES]


def language_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: activate the language of the cookie, else of the Accept-Language header, until a view knows its user
    and club.

    A user's language is stored in the cookie, so that pages without a user have the same language.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        is_partial = cookie in dict(settings.PARTIAL_LANGUAGES)  # Django knows the complete ones alone
        translation.activate(cookie if is_partial else translation.get_language_from_request(request))
        response = get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
        patch_vary_headers(response, ["Accept-Language"])
        if chosen := getattr(request, COOKIE_LANGUAGE, ""):
            remember(response, chosen)
        return response

    return middleware


def languages(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `language`, its `direction`, whether it `is_partial` (some texts are still English), and all
    `languages` to choose from.
    """
    language = translation.get_language() or settings.LANGUAGE_CODE
    return {
        "language": language,
        "direction": "rtl" if translation.get_language_bidi() else "ltr",
        "is_partial": language in dict(settings.PARTIAL_LANGUAGES),
        "languages": tuple(offered()),
    }


def follow_language(request: HttpRequest, club: Club | None, user: User | None) -> None:
    """Activate the user's or club's language for the rest of the request. API requests choose by their header only."""
    if request.path_info.startswith(API):
        return
    cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if user is not None and is_known(user.language):
        translation.activate(user.language)
        if user.language != cookie:
            setattr(request, COOKIE_LANGUAGE, user.language)
    elif club is not None and is_known(club.language) and not is_known(cookie):
        translation.activate(club.language)


@contextmanager
def language_of(user: User | None, club: Club | None = None) -> Iterator[None]:
    """Activate the language of a user or club for what is not a response to them: an email, the PDF of a job."""
    with translation.override(code_of(user, club)):
        yield


def code_of(user: User | None, club: Club | None = None) -> str:
    """Return the user's language, else the club's, else English."""
    chosen = [row.language for row in (user, club) if row is not None]
    return next((code for code in chosen if is_known(code)), settings.LANGUAGE_CODE)


def remember(response: HttpResponse, code: str) -> None:
    """Store the language in this browser for a year; an empty code deletes it."""
    name = settings.LANGUAGE_COOKIE_NAME
    if code:
        response.set_cookie(name, code, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.HTTPS)
    else:
        response.delete_cookie(name, samesite="Lax")


def connect() -> None:
    """Connect the receiver that stores a user's language at sign-in."""
    user_logged_in.connect(_signed_in, dispatch_uid="the language of who signed in")


def _signed_in(request: HttpRequest, user: Any, **_: object) -> None:
    setattr(request, COOKIE_LANGUAGE, user.language)
