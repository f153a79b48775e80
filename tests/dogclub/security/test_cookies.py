"""With HTTPS, no other site or plain HTTP connection can set a cookie or read a response."""

import json
import urllib.error
import urllib.request

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from dogclub.server.web.headers import of_static_files
from tests.server import Server

pytestmark = pytest.mark.only("sqlite")
LOOK = """
import json
from django.test import Client
from clubs.models import User
User.objects.create_user("a@dogs.example", "woof-woof-woof-woof")
client = Client(enforce_csrf_checks=True, headers={"host": "dogclub.example", "referer": "https://dogclub.example/"})
page = client.get("/accounts/login/", secure=True)
token = {"csrfmiddlewaretoken": client.cookies["__Host-csrftoken"].value}
form = {**token, "login": "a@dogs.example", "password": "woof-woof-woof-woof"}
answers = [page, client.post("/accounts/login/", form, secure=True), client.get("/account/", secure=True)]
token = {"csrfmiddlewaretoken": client.cookies["__Host-csrftoken"].value}
answers.append(client.post("/theme/", {**token, "theme": "dark"}, secure=True))
statuses = [answer.status_code for answer in answers]
kept = {name: [row["path"], row["domain"], row["secure"]] for name, row in client.cookies.items()}
is_dark = 'data-theme="dark"' in client.get("/account/", secure=True).content.decode()
print(json.dumps([statuses, kept, dict(page.headers), is_dark]))
"""


@pytest.mark.thorough
def test_behind_https_every_cookie_is_this_host_s_alone(shared_server: Server) -> None:
    shared_server.extra = {"BASE_URL": "https://dogclub.example"}
    done = shared_server.manage("shell", "--verbosity=0", "-c", LOOK)
    assert done.returncode == 0, done.stderr
    statuses, cookies, headers, is_dark = json.loads(done.stdout)
    assert statuses == [200, 302, 200, 302]
    names = ["__Host-csrftoken", "__Host-sessionid", "__Host-theme"]
    assert cookies == {name: ["/", "", True] for name in names}
    assert headers["Cross-Origin-Opener-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert is_dark


@pytest.mark.parametrize(
    "path", ["/accounts/login/", "/nowhere/", "/health/live", "/static/dogclub/favicon.svg", "/worker.js"]
)
def test_no_answer_is_for_the_page_of_another_site(shared_server: Server, path: str) -> None:
    try:
        with urllib.request.urlopen(f"{shared_server.url}{path}", timeout=60) as answer:
            headers = answer.headers
    except urllib.error.HTTPError as error:
        headers = error.headers
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Dog-Club"] == "1"  # or a tablet takes it for a portal's


def test_a_static_file_comes_with_the_headers_of_a_page(shared_server: Server) -> None:
    with urllib.request.urlopen(f"{shared_server.url}/static/dogclub/favicon.svg", timeout=60) as answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
        assert "Strict-Transport-Security" not in answer.headers


def test_with_https_a_static_file_insists_on_it(settings: Settings) -> None:
    settings.SECURE_HSTS_SECONDS = 31_536_000
    assert of_static_files()["Strict-Transport-Security"] == "max-age=31536000"
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    assert of_static_files()["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"


@pytest.mark.django_db
def test_on_plain_http_the_names_are_plain(client: Client) -> None:
    client.post("/theme/", {"theme": "dark"})
    client.get("/accounts/login/")
    assert sorted(client.cookies) == ["csrftoken", "theme"]
