"""The documentation page of the API: it is complete, has no scripts, and its examples work as printed."""

import json
import re
import shlex
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from clubs.models import Player, Scope
from dogclub.api.reference import document
from tests.dogclub.api.kennel import Kennel, a_kennel
from tests.server import ROOT

pytestmark = pytest.mark.django_db
DOCS = "/api/v1/docs"
METHODS = ("get", "post", "put", "patch", "delete")


class Page(HTMLParser):
    """A parsed page: its ids, links, tags and the text of each example."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.handlers: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.add(tag)
        self.names += filter(None, [found.get("id")])
        self.links += filter(None, [found.get("href")])
        self.handlers += [name for name in found if name.startswith("on") or name == "style"]


def operations() -> dict[str, tuple[str, str, Any]]:
    """Method, path and OpenAPI operation, by operation id."""
    return {
        found["operationId"]: (method, path, found)
        for path, methods in document()["paths"].items()
        for method, found in methods.items()
        if method in METHODS and "summary" in found
    }


@pytest.fixture
def text() -> str:
    return Client().get(DOCS).content.decode()


def test_every_operation_stands_on_it_once_with_its_anchor(text: str) -> None:
    page = Page(text)
    for key, (method, path, found) in operations().items():
        assert page.names.count(key) == 1, key
        assert f"#{key}" in page.links, key
        article = text.partition(f'id="{key}"')[2].partition("</article>")[0]
        assert f"<b>{method.upper()}</b> <code>{path}</code>" in article
        assert found["summary"] in unescape(article), key


def test_no_name_is_given_twice_and_every_link_on_it_leads_somewhere(text: str) -> None:
    page = Page(text)
    assert len(page.names) == len(set(page.names))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.names)


def test_nothing_on_it_runs_and_nothing_comes_from_elsewhere(text: str) -> None:
    page = Page(text)
    main = text.partition("<main")[2].partition("</main>")[0]
    assert "<script" not in main
    assert page.handlers == []
    assert [link for link in page.links if link.startswith("//") or "://" in link] == []


def test_code_in_its_sentences_is_set_as_code(text: str) -> None:
    assert "`" not in text.partition("<main")[2].partition("</main>")[0]


def test_every_body_and_every_kind_of_work_is_told_by_its_fields(text: str) -> None:
    words = unescape(re.sub(r"<[^>]+>", " ", text))
    for name in ("AskedBook", "AskedNight", "AskedTable", "AskedArchive", "ImportAnswers", "NewHook"):
        assert name in words


def curl(text: str, key: str) -> list[str]:
    """The arguments of the printed curl command of an operation, split as a shell does, with variables not replaced."""
    article = text.partition(f'id="{key}"')[2].partition("</article>")[0]
    return shlex.split(unescape(article.partition("<code>curl")[2].partition("</code>")[0]).replace("\\\n", " "))


def run(words: list[str], **filled: str) -> Any:
    """Send the request that curl would send with these arguments; `filled` replaces the shell variables."""
    method, headers, data, address = "GET", {}, "", ""
    kind = "application/x-www-form-urlencoded"
    said = iter(re.sub(r"\$([A-Z]+)", lambda name: filled[name[1]], word) for word in words)
    for word in said:
        if word == "-X":
            method = next(said)
        elif word == "-H":
            name, _, value = next(said).partition(": ")
            headers[name] = value
        elif word in ("-d", "--data-binary"):
            data = next(said)
        else:
            address = word
    kind = headers.pop("Content-Type", kind)
    path = address.removeprefix("http://testserver")
    return Client().generic(method, path, data, content_type=kind, headers=headers)


def test_what_is_printed_works_as_printed(text: str) -> None:
    kennel = a_kennel()
    names = {"KEY": kennel.program().token, "CLUB": "kennel"}
    Player.objects.filter(name="Bea Marlowe").update(name="Old Bea")  # frees the name that the example adds
    added = run(curl(text, "add_player"), **names)
    assert added.status_code == 201, added.content
    assert Player.objects.filter(name=added.json()["name"]).exists()
    assert run(curl(text, "read_player"), **names, ID=str(added.json()["id"])).json() == added.json()
    asked = run(curl(text, "ask_for_job"), **names)
    assert asked.status_code == 202, asked.content


def test_every_example_can_be_read_by_a_shell(text: str) -> None:
    for key, (method, _, found) in operations().items():
        words = curl(text, key)
        assert words[-1].startswith("http://testserver/api/v1/"), key
        assert ("-X" in words) == (method != "get"), key
        bodies = found.get("requestBody", {}).get("content", {})
        if "application/json" in bodies:
            assert json.loads(words[words.index("-d") + 1]) == bodies["application/json"]["example"], key
        if "application/octet-stream" in bodies:
            assert words[words.index("--data-binary") + 1] == "@old.csv"


def test_the_guide_leads_to_the_keys_and_to_every_section_it_needs() -> None:
    guide = (ROOT / "docs" / "developers" / "api.md").read_text()
    for name in ("keys.md", "../organising/imports.md", "webhooks.md", "live.md", "archive.md"):
        assert f"({name})" in guide
        assert (ROOT / "docs" / "developers" / name).exists()


def test_a_key_that_only_reads_gets_the_reads_that_are_printed(text: str) -> None:
    kennel: Kennel = a_kennel()
    names = {"KEY": kennel.program(Scope.RESULTS).token, "CLUB": "kennel"}
    for key in ("list_players", "list_matches", "list_nights", "list_seasons", "list_jobs"):
        assert run(curl(text, key), **names).status_code == 200
