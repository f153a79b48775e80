"""Help: every page opens, every link and picture has a target, and the search finds words."""

import json
import re
from html.parser import HTMLParser

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from dogclub.help.library import FOLDERS, JOINED, PICTURES, found, pages
from games.rules import DOCS, ENGLISH
from tests.server import ROOT

FOR_MEMBERS = ("/help/at-the-table/call-outs/", "/help/at-the-table/rules/")
DEVELOPERS_WORDS = r"\w+\.(?:py|js|css|html)\b|`[\w/-]+\.md`|\btest_\w+|tests/|\bADR\b|developers/"


def keys() -> list[str]:
    return sorted(key for key in pages(ENGLISH) if not key.endswith("/index"))


class Found(HTMLParser):
    """The addresses and ids in the content of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.pictures: list[str] = []
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids.add(given.get("id") or "")
        if tag == "a":
            self.links.add(given.get("href") or "")
        if tag == "img":
            self.pictures.append(given.get("src") or "")
            assert given.get("alt"), given


@pytest.fixture(scope="module")
def opened() -> dict[str, Found]:
    """Every page of Help by its address, requested without signing in."""
    client = Client()
    addresses = ["/help/", *(f"/help/{key}/" for key in keys())]
    answers = {address: client.get(address) for address in addresses}
    assert {address: answer.status_code for address, answer in answers.items() if answer.status_code != 200} == {}
    return {address: Found(answer.content.decode()) for address, answer in answers.items()}


def test_every_page_opens_and_has_a_way_back(opened: dict[str, Found]) -> None:
    assert len(opened) > 45
    assert [address for address, page in opened.items() if "/help/" not in page.links] == []


def test_every_link_between_pages_leads_to_a_page_and_a_heading(opened: dict[str, Found]) -> None:
    broken = [
        (address, link)
        for address, page in opened.items()
        for link in page.links
        if link.startswith(("/help/", "#"))
        and not link.startswith(FOR_MEMBERS)
        and not _is_there(opened, *(link if link.startswith("/") else address + link).split("#"))
    ]
    assert broken == []


def _is_there(opened: dict[str, Found], address: str, anchor: str = "") -> bool:
    return address in opened and (not anchor or anchor in opened[address].ids)


def test_every_picture_is_there_and_every_file_is_shown(opened: dict[str, Found]) -> None:
    shown = {src.rpartition("/")[2] for page in opened.values() for src in page.pictures}
    assert {name for name in shown if not finders.find(f"help/{name}")} == set()
    others = {"hero.webp", "eight-taps.webp", "league.png", "table.png"}  # of the README, and the contact sheets
    assert {file.name for file in (DOCS / PICTURES).iterdir()} - shown == others


def test_the_index_leads_to_every_page(opened: dict[str, Found]) -> None:
    assert {f"/help/{key}/" for key in keys()} - opened["/help/"].links == set()


def test_each_door_has_its_own_heading(opened: dict[str, Found]) -> None:
    assert set(FOLDERS) <= opened["/help/"].ids


def test_a_search_finds_the_page_by_its_title_first(client: Client) -> None:
    page = client.get("/help/", {"q": "print sheets"}).content.decode()
    hits = page.partition('class="help-hits"')[2].partition("</ul>")[0]
    assert re.findall(r'href="([^"]+)"', hits)[0] == "/help/organising/print-sheets/"


# What people type, and the page that answers it: among the first three.
ASKED = {
    "forgot password": "running-it/passwords",
    "forgotten my password": "history/account",
    "reverse proxy": "running-it/https",
    "nginx": "running-it/https",
    "odds": "history/chances",
    "undo": "at-the-table/correct-a-hand",
    "mistake": "at-the-table/correct-a-hand",
    "backup": "running-it/backups",
    "backups": "running-it/backups",
    "restoring": "running-it/restore",
    "two factor": "history/account",
    "api key": "developers/keys",
    "webhook": "developers/webhooks",
    "docker": "running-it/docker",
    "uninstall": "running-it/leave",
    "printing score sheets": "organising/print-sheets",
    "no wifi": "at-the-table/offline",
    "excel": "organising/imports",
    "import spreadsheet": "organising/imports",
    "tv": "organising/wall",
    "logo": "organising/branding",
    "calendar": "history/feeds",
    "playoffs": "organising/playoffs",
    "knockout": "organising/knock-out",
    "standings": "organising/standings",
    "our house rules": "organising/house-rules",
    "photo of a sheet": "organising/old-sheets",
    "gdpr": "history/privacy",
    "notifications": "history/emails",
    "profile picture": "history/account",
    "battery": "at-the-table/hand-over",
    "misdeal": "at-the-table/late-leave-redeal",
    "dark mode": "at-the-table/accessibility",
    "archive": "history/exports",
    "error message": "running-it/troubleshooting",
    "metrics": "running-it/monitor",
    "translate": "developers/translating",
    "postgresql connections": "running-it/postgresql",
    "correctng": "",
}


@pytest.mark.parametrize(("words", "key"), ASKED.items())
def test_what_people_ask_is_among_the_first_three(words: str, key: str) -> None:
    first = [hit.page.key for hit in found(words, ENGLISH)][:3]
    assert key in first if key else not first


@pytest.mark.parametrize(
    ("words", "language", "key"),
    [
        ("drucken", "de", "organising/print-sheets"),
        ("corriger une manche", "fr", "at-the-table/correct-a-hand"),
        ("sin conexión", "es", "at-the-table/offline"),
        ("afdrukken", "nl", "organising/print-sheets"),
        ("imprimir", "pt", "organising/print-sheets"),
        ("forgot password", "de", "running-it/passwords"),
    ],
)
def test_a_search_knows_the_words_of_its_language(words: str, language: str, key: str) -> None:
    assert key in [hit.page.key for hit in found(words, language)][:3]


def test_signs_are_no_words() -> None:
    assert found('“” * " ( :', ENGLISH) == []
    assert found('backup" OR (', ENGLISH)


def test_words_that_nobody_wrote_are_said_so(client: Client) -> None:
    assert "No page has any of these words" in client.get("/help/", {"q": "zeppelin <b>"}).content.decode()


@pytest.mark.parametrize("key", ["nowhere", "organising/index", "developers/adr/0001", "../../pyproject"])
def test_what_is_no_page_of_help_is_not_found(client: Client, key: str) -> None:
    assert client.get(f"/help/{key}/").status_code == 404


@pytest.mark.parametrize(("key", "address"), JOINED.items())
def test_a_joined_page_leads_to_the_one_that_has_its_text(
    client: Client, opened: dict[str, Found], key: str, address: str
) -> None:
    answer = client.get(f"/help/{key}/")
    assert (answer.status_code, answer["Location"]) == (301, f"/help/{address}")
    assert _is_there(opened, *answer["Location"].split("#"))


def test_pages_for_users_name_no_files_and_no_tests() -> None:
    users = {key: page for key, page in pages(ENGLISH).items() if not key.startswith(("running-it/", "developers/"))}
    found = {key: re.findall(DEVELOPERS_WORDS, page.markdown) for key, page in users.items()}
    assert {key: words for key, words in found.items() if words} == {}


def test_the_readme_leads_to_all_folders() -> None:
    readme = (ROOT / "README.md").read_text()
    assert all(f"(docs/{folder}/index.md)" in readme for folder in (*FOLDERS, "developers"))


def test_the_readme_takes_thirty_seconds() -> None:
    readme = (ROOT / "README.md").read_text()
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", readme)
    assert pictures == ["docs/screenshots/hero.webp", "docs/screenshots/eight-taps.webp"]
    assert sum((ROOT / picture).stat().st_size for picture in pictures) <= 400_000
    assert len(readme.splitlines()) <= 90


def test_the_readme_names_the_oldest_browsers_that_the_code_is_checked_for() -> None:
    floor = json.loads((ROOT / "package.json").read_text())["browserslist"]
    oldest = {name: version.split("-")[-1] for name, version in (each.split() for each in floor)}
    named = f"Safari {oldest['ios_saf']}, Chrome or WebView {oldest['chrome']}, Firefox {oldest['firefox']} or newer"
    assert named in (ROOT / "README.md").read_text().replace("\n", " ")


def test_columns_stand_to_the_right_without_a_style_that_no_page_may_have(client: Client) -> None:
    html = client.get("/help/running-it/scaling/").content.decode()
    assert '<td class="r">' in html
    assert "style=" not in html
