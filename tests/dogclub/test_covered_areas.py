"""A partial language says which areas it covers: every message that their files and their pages show is translated."""

import re
from collections import defaultdict
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve

from clubs.language.properties import areas, of
from clubs.models import Club, Role, User
from dogclub.configuration import catalogues
from dogclub.management.commands import messages
from tests import pseudo
from tests.dogclub.crawl import HERE, Reading, kennel
from tests.dogclub.test_every_page import evenings
from tests.factory import a_member

pytestmark = [pytest.mark.translations, pytest.mark.django_db]
__all__ = ["kennel"]

PARTIAL = [code for code, _ in settings.PARTIAL_LANGUAGES]
MATCH = "/m/[0-9a-f-]{36}/"
# For each area where its pages begin, and which links lead to others of the area.
OF_A_MATCH = {"table": ("table/", "table/beside/", "finish/"), "wall": ("wall/",), "sheet": ("sheet.pdf",)}
OF_THE_CLUB = {"table": ("matches/new/",), "wall": ("wall/",), "sheet": ("paper/",)}
ELSEWHERE = {"sign-in": ("/accounts/login/", "/accounts/login/code/", "/accounts/password/reset/", "/accounts/signup/")}
LINKS = {"table": MATCH + "table/", "wall": MATCH + "wall/", "sheet": ".*/paper/sheet.pdf\\?.*paper=a4"}


class RecordingPseudo(pseudo.Pseudo):
    """The pseudo-language, which also records the ids of the messages that are looked up."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.ids: set[tuple[str, str]] = set()

    def gettext(self, message: str) -> str:
        context, _, one = message.rpartition("\x04")
        self.ids.add((context, one))
        return super().gettext(message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        context, _, one = singular.rpartition("\x04")
        self.ids.add((context, one))
        return super().ngettext(singular, plural, number)


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, RecordingPseudo]]:
    """The pseudo-language while a page is opened in it, under "now"."""
    made: dict[str, RecordingPseudo] = {}

    def make(language: str) -> RecordingPseudo:
        made["now"] = RecordingPseudo(language)
        return made["now"]

    monkeypatch.setattr(pseudo, "Pseudo", make)
    with pseudo.offered():
        yield made


def known(language: str, *, translated: bool) -> set[tuple[str, str]]:
    """The context and id of all messages, or of those that a language's catalogue translates."""
    every = messages.entries(messages.catalogue(language))
    found = [each for each in every if not translated or (not each.fuzzy and all(catalogues.translations(each)))]
    return {(each.context or "", each.id if isinstance(each.id, str) else each.id[0]) for each in found}


@pytest.mark.parametrize("language", PARTIAL)
def test_every_message_in_the_files_of_an_area_is_translated(language: str) -> None:
    assert sorted(map(str, messages.messages_of_areas(language) - messages.translated_messages(language))) == []
    assert bool(messages.messages_of_areas(language)) == bool(of(language).covers)


def test_every_message_on_the_pages_of_an_area_is_translated(
    kennel: Club, recorded: dict[str, RecordingPseudo]
) -> None:
    """They may ask for a message of another file, such as the name of a menu entry."""
    evenings(kennel)
    keeper = a_member(kennel, Role.SCOREKEEPER, kennel.players.first())
    shown: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for area in {each for language in PARTIAL for each in of(language).covers or ()}:
        recorded["now"].ids.clear()
        opened = _opened(kennel, keeper, area)
        assert len(opened) > 3
        assert {resolve(page.partition("?")[0]).url_name for page in opened} <= {*areas()[area]["pages"]}
        shown[area] = recorded["now"].ids & known("de", translated=False)
        assert len(shown[area]) > 20
    for language in PARTIAL:
        wanted = {each for area in of(language).covers or () for each in shown[area]}
        lacking = "\n".join(sorted(map(str, wanted - known(language, translated=True))))
        assert not lacking, f"{language}:\n{lacking}"


def _opened(club: Club, keeper: User, area: str) -> set[str]:
    """Open the pages of an area as a scorekeeper, those for signing in as nobody; return their addresses."""
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo.CODE
    waiting = [*ELSEWHERE.get(area, ())]
    if not waiting:
        client.force_login(keeper)
        waiting += [f"/c/{club.slug}/{page}" for page in OF_THE_CLUB[area]]
        waiting += [f"/m/{match.pk}/{page}" for match in club.matches.all() for page in OF_A_MATCH[area]]
    done: set[str] = set()
    while waiting:
        page = waiting.pop()
        if page not in done:
            done.add(page)
            waiting += [link for link in _links(client, page) if re.match(LINKS.get(area, "(?!)"), link)]
    return done


def _links(client: Client, page: str) -> list[str]:
    response = client.get(page)
    assert response.status_code in (200, 302), page
    if response.status_code == 302 or not response["Content-Type"].startswith("text/html"):
        return []
    reading = Reading(urljoin(HERE, page), response.content.decode())
    reading.feed(reading.html)
    return [lead.removeprefix(HERE).partition("#")[0] for lead in reading.leads]
