"""Choice of a page's language: the user's, else the device's, else the browser's, else the club's (ADR 87)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation.trans_real import parse_accept_lang_header

from clubs.language.properties import covered_pages
from clubs.models import Club, User

YEAR = 60 * 60 * 24 * 365
API = "/api/"
UNKNOWN = gettext_lazy("Choose a language from the list.")
SIGNED_IN = "signed_in_language"  # attribute of a request: the language to store for whoever is signed in
CHOSEN = "chosen_language"  # attribute of a request: the language of its reader, even if the page is not in it
NO_PAGE = "404"  # stands for an address without a page among the pages of an area
REQUESTED = "requested_languages"  # attribute of a request: its `RequestedLanguages`


class RequestedLanguages(NamedTuple):
    """What a request asks for, each "" if there is none: the language of whoever is signed in, the one chosen on the
    device, and the first complete one of the Accept-Language header.
    """

    account: str = ""
    device: str = ""
    browser: str = ""


def offered() -> list[tuple[str, str]]:
    """Return the (code, own name) of all languages: the complete ones, then the partial ones."""
    return [*settings.LANGUAGES, *settings.PARTIAL_LANGUAGES]


def is_known(code: str) -> bool:
    """Whether the code is one of the languages."""
    return code in dict(settings.LANGUAGES) or code in dict(settings.PARTIAL_LANGUAGES)


def club_choices() -> list[tuple[str, str]]:
    """Return the complete languages, so that no club is partly in another language without a choice of the user."""
    return list(settings.LANGUAGES)


def account_choices() -> list[tuple[str, str]]:
    """Return all languages, and “Automatic” for that of each browser."""
    return [("", gettext("Automatic")), *offered()]


def language_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: activate the language of whoever is signed in, else of the device, else of the browser, until a view
    knows its user and club.

    Two cookies: the account's language lives as long as the session, so that pages without a user have it and the next
    person at a shared tablet does not; a device's language was chosen while nobody was signed in.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        account = request.COOKIES.get(settings.ACCOUNT_LANGUAGE_COOKIE_NAME, "")
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not is_known(account):
            account = ""  # that person is gone
        device, browser = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""), ""
        for wished, _quality in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
            with suppress(LookupError):
                browser = translation.get_supported_language_variant(wished)
                break
        asked = RequestedLanguages(account, device if is_known(device) else "", browser)
        setattr(request, REQUESTED, asked)
        _activate(request, asked.account or asked.device or asked.browser or settings.LANGUAGE_CODE)
        response = get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
        patch_vary_headers(response, ["Accept-Language"])
        stored = request.COOKIES.get(settings.ACCOUNT_LANGUAGE_COOKIE_NAME, "")
        if getattr(request, SIGNED_IN, stored) != stored:
            _store(response, settings.ACCOUNT_LANGUAGE_COOKIE_NAME, getattr(request, SIGNED_IN))
        return response

    return middleware


def languages(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the page's `language` and its `direction`, the language that its reader has `chosen` and
    whether it `is_partial` (some pages are still English), and all `languages` to choose from.
    """
    language = translation.get_language() or settings.LANGUAGE_CODE
    chosen = getattr(request, CHOSEN, language)
    return {
        "language": language,
        "direction": "rtl" if translation.get_language_bidi() else "ltr",
        "chosen_language": chosen,
        "is_partial": chosen in dict(settings.PARTIAL_LANGUAGES),
        "languages": tuple(offered()),
    }


def follow_language(request: HttpRequest, club: Club | None, user: User | None, *, is_signed_in: bool = True) -> None:
    """Activate the user's language for the rest of the request, else the one this browser asks for, else the club's.
    API requests choose by their header only.

    `is_signed_in` is false for the user of a link who may be on anybody's device.
    """
    if request.path_info.startswith(API):
        return
    asked: RequestedLanguages = getattr(request, REQUESTED, RequestedLanguages())
    mine = user.language if user is not None else ""
    if user is not None and is_signed_in and not mine:
        mine = asked.account  # of an account that several people share, such as the demo's
    code = mine if is_known(mine) else asked.device or asked.browser
    if not code:
        code = club.language if club is not None and is_known(club.language) else settings.LANGUAGE_CODE
    _activate(request, code)
    if is_signed_in and asked.account != mine:
        setattr(request, SIGNED_IN, mine)


def learn_language(request: HttpRequest, user: User) -> None:
    """Store the language that this device or browser asks for as the user's, unless they have one."""
    asked: RequestedLanguages = getattr(request, REQUESTED, RequestedLanguages())
    code = asked.device or asked.browser
    if code and not user.language:
        user.language = code
        user.save(update_fields=["language"])


@contextmanager
def language_of(user: User | None, club: Club | None = None) -> Iterator[None]:
    """Activate the language of a user or club for what is not a response to them: an email, the PDF of a job."""
    with translation.override(code_of(user, club)):
        yield


def _activate(request: HttpRequest, code: str) -> None:
    """Activate a language for the page of this request."""
    setattr(request, CHOSEN, code)
    shown = of_page(request, code)
    if shown != translation.get_language():
        translation.activate(shown)


def of_page(request: HttpRequest, code: str) -> str:
    """Return the code, or English if it is of a partial language that does not cover this page
    (`dogclub/locale/areas.toml`): a page with sentences of two languages cannot be read.
    """
    pages = covered_pages(code)
    if pages is None:
        return code
    try:
        page = resolve(request.path_info).url_name
    except Resolver404:
        page = NO_PAGE
    return code if page in pages else settings.LANGUAGE_CODE


def code_of(user: User | None, club: Club | None = None) -> str:
    """Return the user's language, else the club's, else English; English also for a partial language, which covers
    pages only.
    """
    chosen = [row.language for row in (user, club) if row is not None]
    code = next((code for code in chosen if is_known(code)), settings.LANGUAGE_CODE)
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def choose(request: HttpRequest, response: HttpResponse, code: str, *, is_signed_in: bool) -> None:
    """Store the chosen language in the browser: for whoever is signed in, else for the device; "" deletes it."""
    if is_signed_in:
        setattr(request, SIGNED_IN, code)
    else:
        _store(response, settings.LANGUAGE_COOKIE_NAME, code)


def _store(response: HttpResponse, name: str, code: str) -> None:
    """Store the language in this browser for a year; an empty code deletes it."""
    if code:
        response.set_cookie(name, code, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.HTTPS)
    else:
        response.delete_cookie(name, samesite="Lax")


def connect() -> None:
    """Connect the receivers that learn a user's language at sign-in, and forget it at sign-out."""
    user_logged_in.connect(_signed_in, dispatch_uid="the language of who signed in")
    user_logged_out.connect(_signed_out, dispatch_uid="the language of who signed out")


def _signed_in(request: HttpRequest, user: Any, **_: object) -> None:
    """Learn from the browser alone: the device's choice may be somebody else's."""
    code = getattr(request, REQUESTED, RequestedLanguages()).browser
    if code and not user.language and not user.memberships.filter(club__is_demo=True).exists():
        user.language = code
        user.save(update_fields=["language"])
    setattr(request, SIGNED_IN, user.language)


def _signed_out(request: HttpRequest, **_: object) -> None:
    setattr(request, SIGNED_IN, "")
