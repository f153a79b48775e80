"""The frame of every page: its theme, and the error pages."""

from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from dogclub.urls import handler400, handler403, handler404, handler500
from dogclub.urls import urlpatterns as pages
from tests import pseudo


def breaks(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


urlpatterns = [*pages, path("breaks/", breaks)]
__all__ = ["handler400", "handler403", "handler404", "handler500"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("chosen", "attribute"), [("dark", ' data-theme="dark"'), ("light", ' data-theme="light"'), ("auto", "")]
)
def test_a_theme_is_kept_in_a_cookie(client: Client, chosen: str, attribute: str) -> None:
    answer = client.post("/theme/", {"theme": chosen, "next": "/accounts/login/"})
    assert answer["Location"] == "/accounts/login/"
    assert f'<html lang="en-gb"{attribute}>' in client.get("/accounts/login/").content.decode()


@pytest.mark.parametrize("away", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_choosing_a_theme_leads_nowhere_else(client: Client, away: str) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": away})["Location"] == "/"


def test_a_theme_is_only_chosen_by_a_form(client: Client) -> None:
    assert client.get("/theme/").status_code == 405


@pytest.mark.django_db
def test_a_cookie_with_another_theme_is_ignored(client: Client) -> None:
    client.cookies["theme"] = '"><script>'
    assert '<html lang="en-gb">' in client.get("/accounts/login/").content.decode()


@pytest.mark.django_db
def test_a_page_that_is_not_there_says_so(client: Client) -> None:
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "This page is not in the box" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("cookie", "why"), [("theme", "This form went stale"), ("", "Cookies are blocked")])
def test_a_form_that_is_refused_is_explained(cookie: str, why: str) -> None:
    client = Client(enforce_csrf_checks=True)
    if cookie:
        client.cookies[cookie] = "light"
    answer = client.post("/theme/", {"theme": "dark"})
    assert (answer.status_code, why in answer.content.decode()) == (403, True)


@override_settings(ROOT_URLCONF=__name__)
def test_a_broken_page_needs_no_database_to_say_so(caplog: Any) -> None:
    answer = Client(raise_request_exception=False).get("/breaks/")
    assert answer.status_code == 500
    assert "We bid nothing and took one" in answer.content.decode()


@override_settings(ROOT_URLCONF=__name__)
def test_a_broken_page_is_mirrored_in_a_language_from_right_to_left() -> None:
    client = Client(raise_request_exception=False)
    assert "rtl" not in client.get("/breaks/", headers={"Accept-Language": "de"}).content.decode()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo.CODE
    with pseudo.offered(right_to_left=True):
        page = client.get("/breaks/").content.decode()
    assert f'<html lang="{pseudo.CODE}" dir="rtl">' in page and "dogclub/rtl" in page
