"""The installable app: its manifest, its icons, its service worker, and the user that a cached page belongs to."""

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import translation

from clubs.models import Role
from dogclub.app import worker
from dogclub.app.worker import HEADER, about, owner_mark
from tests import factory
from tests.server import ROOT

SOURCE = (ROOT / "dogclub" / "app" / "worker.js").read_text()


def test_the_manifest_says_what_installing_needs(client: Client) -> None:
    answer = client.get("/app.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    found = json.loads(answer.content)
    assert (found["id"], found["start_url"], found["scope"], found["display"]) == ("/", "/", "/", "standalone")
    assert found["name"] == found["short_name"] == "Dog Club"
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}


@pytest.mark.django_db
def test_the_manifest_says_in_which_language_it_is() -> None:
    with translation.override("fr"):
        assert (about()["lang"], about()["dir"]) == ("fr", "ltr")
    with translation.override("ar"):
        assert (about()["lang"], about()["dir"]) == ("ar", "rtl")


@pytest.mark.parametrize("shortcut", about()["shortcuts"], ids=lambda found: found["url"])
def test_every_shortcut_leads_somewhere_for_everybody(client: Client, shortcut: dict[str, str]) -> None:
    assert client.get(shortcut["url"]).status_code == 200


def file(address: str) -> Path:
    return Path(str(finders.find(address.removeprefix("/static/"))))


@pytest.mark.parametrize(
    "icon", [*about()["icons"], {"src": "/static/dogclub/icons/touch-180.png", "sizes": "180x180"}]
)
def test_every_icon_is_as_large_as_it_says(icon: dict[str, str]) -> None:
    drawn = file(icon["src"]).read_bytes()
    if icon["sizes"] == "any":
        assert drawn.startswith(b"<svg ")
    else:
        assert drawn.startswith(b"\x89PNG")
        assert "{}x{}".format(*struct.unpack(">II", drawn[16:24])) == icon["sizes"]


def test_the_colours_are_those_of_the_paper() -> None:
    tokens = (ROOT / "dogclub" / "styles" / "table" / "tokens.css").read_text()
    light, dark = re.findall(r"--paper: (#\w+);", tokens)[:2]
    frame = (ROOT / "templates" / "_shared" / "app.html").read_text()
    assert re.findall(r'content="(#\w+)"', frame) == [light, dark]
    assert about()["theme_color"] == about()["background_color"] == light


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("theme", "told"),
    [
        (
            "",
            [
                ("#f5f8f2", ' media="(prefers-color-scheme: light)"'),
                ("#0d1512", ' media="(prefers-color-scheme: dark)"'),
            ],
        ),
        ("light", [("#f5f8f2", "")]),
        ("dark", [("#0d1512", "")]),
    ],
)
def test_every_page_tells_its_colour_and_its_manifest(client: Client, theme: str, told: list[tuple[str, str]]) -> None:
    client.cookies["theme"] = theme
    page = client.get("/").content.decode()
    assert re.findall(r'<meta name="theme-color" content="(#\w+)"([^>]*)>', page) == told
    assert '<link rel="manifest" href="/app.webmanifest">' in page


@pytest.mark.django_db
def test_a_page_says_whose_it_is_as_its_answer_does(client: Client) -> None:
    club = factory.a_club()
    seen = set()
    for who in (None, factory.a_member(club, Role.OWNER)):
        if who:
            client.force_login(who)
        answer = client.get("/", follow=True)
        assert f'data-owner="{answer[HEADER]}"' in answer.content.decode()
        seen.add(answer[HEADER])
    assert len(seen) == 2


def test_the_worker_is_asked_for_anew_and_answers_briefly_when_it_is_the_same(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert not answer.cookies
    assert client.get("/worker.js", headers={"If-None-Match": answer["ETag"]}).status_code == 304


@pytest.mark.parametrize("directive", ["worker-src 'self'", "manifest-src 'self'", "default-src 'none'"])
def test_the_policy_lets_nobody_else_in(client: Client, directive: str) -> None:
    assert directive in client.get("/worker.js")["Content-Security-Policy"].split("; ")


def test_the_shell_is_what_the_tables_need_and_all_of_it_is_there() -> None:
    names = [address.removeprefix("/static/") for address in worker.shell()]
    others = {re.sub(r"^\w+/(fonts/)?", "", name) for name in set(names) - set(worker.TABLES)}
    assert set(worker.TABLES) < set(names)
    assert others == {
        *("besley-latin-ext.woff2", "besley-latin.woff2", "besley-numerals.woff2"),
        *(
            "public-sans-ascii.woff2",
            "public-sans-signs.woff2",
            "public-sans-west.woff2",
            "public-sans-latin-ext.woff2",
            "public-sans-latin.woff2",
        ),
        *("book.css", "games.css", "favicon.svg", "htmx-4.min.js", "offline.js"),
    }
    assert all(finders.find(name) for name in names)


@pytest.mark.parametrize("what", ["files", "source", "offline page"])
def test_another_build_is_another_worker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str) -> None:
    before, _ = worker.script.__wrapped__()
    changed = tmp_path / "worker.js"
    changed.write_text(SOURCE + "\n")
    changes: dict[str, Any] = {
        "files": (worker, "shell", lambda: ["/static/other.js"]),
        "source": (worker, "SOURCE", changed),
        "offline page": (worker, "offline_page", lambda: "<!doctype html>"),
    }
    monkeypatch.setattr(*changes[what])
    after, text = worker.script.__wrapped__()
    assert after != before
    assert f'VERSION = "{after}"' in text


PATTERNS = dict(re.findall(r"const (TABLE|HASHED) = /(.+)/;", SOURCE.replace("\\/", "/")))
A_MATCH = "/m/0190c0de-0000-7000-8000-000000000001/"


@pytest.mark.parametrize(
    ("address", "by"),
    [
        (f"{A_MATCH}table/", "TABLE"),
        ("/static/dogclub/table.0123456789ab.css", "HASHED"),
        ("/script-messages/de/form.table.late.0123456789ab.json", "HASHED"),
        *[
            (f"{A_MATCH}{rest}", None)
            for rest in ("", "table/misdeal/", "table/live/", "live/", "wall/", "record.json")
        ],
        *[(f"{A_MATCH}{rest}", None) for rest in ("sheet.pdf", "handover/", "history/", "undo/")],
        *[(rest, None) for rest in ("/", "/accounts/login/", "/accounts/logout/", "/api/v1/matches", "/c/kennel/")],
        *[
            (rest, None)
            for rest in ("/static/dogclub/table.css", "/tablet/1.a/", "/c/kennel/nights/1/live/", "/worker.js")
        ],
    ],
)
def test_only_tables_and_hashed_files_may_be_kept(address: str, by: str | None) -> None:
    assert [name for name, pattern in PATTERNS.items() if re.search(pattern, address)] == ([by] if by else [])


def test_the_worker_never_opens_the_store_of_the_taps_and_never_answers_what_is_sent() -> None:
    assert "indexedDB" not in SOURCE
    handler = SOURCE[SOURCE.index('addEventListener("fetch"') :]
    assert handler.index('request.method !== "GET"') < handler.index("respondWith")


@pytest.mark.django_db
def test_a_page_says_whose_it_is_without_saying_who(client: Client) -> None:
    club = factory.a_club()
    one, other = (factory.a_member(club, role) for role in (Role.MEMBER, Role.OWNER))
    said = [client.get("/")[HEADER]]
    for user in (one, other, one):
        client.force_login(user)
        said.append(client.get("/start/")[HEADER])
    assert said == [owner_mark(""), owner_mark(str(one.pk)), owner_mark(str(other.pk)), owner_mark(str(one.pk))]
    assert len(set(said)) == 3
    client.logout()
    assert client.get("/")[HEADER] == owner_mark("")


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/worker.js", "/app.webmanifest", "/offline/", "/theme/"])
def test_what_is_made_for_everybody_says_nothing(client: Client, address: str) -> None:
    client.force_login(factory.a_member(factory.a_club(), Role.MEMBER))
    answer = client.get(address)
    assert HEADER not in answer
    assert "Cookie" not in answer.get("Vary", "")
    assert not answer.cookies
