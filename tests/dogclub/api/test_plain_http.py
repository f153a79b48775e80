"""HTTPS only: a request of a program by plain HTTP is refused, while a browser is redirected."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings


@pytest.fixture
def browser(settings: Settings) -> Client:
    settings.SECURE_SSL_REDIRECT = True
    settings.BASE_URL = "https://dogs.example"
    return Client()


def test_a_program_is_told_and_not_led_over(browser: Client) -> None:
    answer = browser.get("/api/v1/clubs", headers={"authorization": "Bearer dog_something"})
    assert (answer.status_code, answer.headers.get("Location")) == (403, None)
    assert answer.json()["type"] == "/api/v1/problems/https"
    assert "https://dogs.example" in answer.json()["detail"]


def test_a_browser_is_led_over(browser: Client) -> None:
    answer = browser.get("/rules/")
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://testserver/rules/")


@pytest.mark.django_db
def test_over_https_both_are_answered(browser: Client) -> None:
    assert browser.get("/api/v1/schema", secure=True).status_code == 200
