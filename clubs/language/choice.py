"""Which language a page has: the person's, else the browser's cookie, else the club's, else what it asks for."""

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
WISHED = "wished_language"  # an attribute of requests


def offered() -> list[tuple[str, str]]:
    """What a person may choose: the complete languages, then the partial ones, each by its own name."""
    return [*settings.LANGUAGES, *settings.PARTIAL_LANGUAGES]


def is_known(code: str) -> bool:
    return any(code == known for known, _ in offered())


def is_partial(code: str) -> bool:
    """Whether part of what is said in it is still English."""
    return any(code == known for known, _ in settings.PARTIAL_LANGUAGES)


def club_choices() -> list[tuple[str, str]]:
    """The complete ones: nobody finds a club half in another language unasked."""
    return [("", gettext("Each browser’s own")), *settings.LANGUAGES]


def speak(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: what the cookie says, else what the browser asks for, until a page knows its person and its club.

    What a page learnt of its person goes into the cookie, so that pages without a person speak the same language.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        translation.activate(cookie if is_partial(cookie) else translation.get_language_from_request(request))
        response = get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
        patch_vary_headers(response, ["Accept-Language"])
        if wished := getattr(request, WISHED, ""):
            remember(response, wished)
        return response

    return middleware


def languages(request: HttpRequest) -> dict[str, Any]:
    """For every template: `language`, its `direction`, whether it `is_partial`, and those there are to choose from."""
    language = translation.get_language() or settings.LANGUAGE_CODE
    return {
        "language": language,
        "direction": "rtl" if translation.get_language_bidi() else "ltr",
        "is_partial": is_partial(language),
        "languages": tuple(offered()),
    }


def follow_language(request: HttpRequest, club: Club | None, user: User | None) -> None:
    """From here to the end of the request. A program that asks the API says by a header what it wants."""
    if request.path_info.startswith(API):
        return
    cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if user is not None and is_known(user.language):
        translation.activate(user.language)
        if user.language != cookie:
            setattr(request, WISHED, user.language)
    elif club is not None and is_known(club.language) and not is_known(cookie):
        translation.activate(club.language)


@contextmanager
def language_of(user: User | None, club: Club | None = None) -> Iterator[None]:
    """Round what is written for somebody who is not there: an email, a PDF of a job."""
    with translation.override(code_of(user, club)):
        yield


def code_of(user: User | None, club: Club | None = None) -> str:
    """The person's, else the club's, else English."""
    wished = [row.language for row in (user, club) if row is not None]
    return next((code for code in wished if is_known(code)), settings.LANGUAGE_CODE)


def remember(response: HttpResponse, code: str) -> None:
    """In this browser, for a year; an empty code forgets."""
    name = settings.LANGUAGE_COOKIE_NAME
    if code:
        response.set_cookie(name, code, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.HTTPS)
    else:
        response.delete_cookie(name, samesite="Lax")


def connect() -> None:
    user_logged_in.connect(_signed_in, dispatch_uid="the language of who signed in")


def _signed_in(request: HttpRequest, user: Any, **_: object) -> None:
    setattr(request, WISHED, user.language)
