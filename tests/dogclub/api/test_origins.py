"""Pages of other origins call the API only where the server allows them, with a key and never with a session (CORS)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings

from tests.test_settings import settings_with

OURS, OTHER = "https://club.example", "https://other.example"
CORS = "corsheaders.middleware.CorsMiddleware"
ALLOWED = "Access-Control-Allow-Origin"


@pytest.fixture
def allowed() -> Iterator[None]:
    with override_settings(CORS_ALLOWED_ORIGINS=[OURS], MIDDLEWARE=[CORS, *settings.MIDDLEWARE]):
        yield


def test_no_origin_is_allowed_unless_the_server_says_so(tmp_path: Path) -> None:
    assert CORS not in settings.MIDDLEWARE
    found = settings_with(tmp_path, "MIDDLEWARE", "CORS_ALLOWED_ORIGINS", API_ORIGINS=f"{OURS}/, http://localhost:5173")
    assert found["CORS_ALLOWED_ORIGINS"] == [OURS, "http://localhost:5173"]
    assert CORS in found["MIDDLEWARE"]


@pytest.mark.django_db
def test_an_allowed_page_reads_answers_and_refusals(allowed: None) -> None:
    for path, status in (("/api/v1/games", 200), ("/api/v1/clubs", 401)):
        answer = Client().get(path, headers={"Origin": OURS})
        assert (answer.status_code, answer[ALLOWED]) == (status, OURS)
        assert "ETag" in answer["Access-Control-Expose-Headers"]
        assert "Access-Control-Allow-Credentials" not in answer


def test_it_may_send_a_key_and_the_etag_it_read(allowed: None) -> None:
    asked = {"Origin": OURS, "Access-Control-Request-Method": "PATCH"}
    answer = Client().options("/api/v1/clubs/kennel/players/1", headers=asked)
    assert (answer.status_code, answer[ALLOWED]) == (200, OURS)
    assert {"authorization", "content-type", "if-match"} <= set(answer["Access-Control-Allow-Headers"].split(", "))


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "origin"), [("/api/v1/games", OTHER), ("/help/", OURS)])
def test_other_origins_and_other_pages_stay_closed(path: str, origin: str, allowed: None) -> None:
    assert ALLOWED not in Client().get(path, headers={"Origin": origin})
