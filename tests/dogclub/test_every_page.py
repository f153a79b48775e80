"""Every page that a kind of visitor can reach, opened once: its links lead somewhere, its text is marked.

The pages are in the pseudo-language, in which text without its brackets did not pass through the catalogue. Pages are
also opened in every available language, since a translation may use a value that its page does not have.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import pytest
from django.apps import apps
from django.conf import settings
from django.db.models import CharField, JSONField, TextField

from clubs.models import Club, Role
from clubs.time_zone import zones
from dogclub.models import Chat
from games.registry import TABLE_GAMES
from scoring.dogs_of_war.entries import HOUSES
from tests import pseudo
from tests.dogclub.crawl import VISITORS, Crawl, Reading, kennel, visit
from tests.evenings import PLAYED_BY_BOTS, an_evening

pytestmark = [pytest.mark.only("sqlite"), pytest.mark.variants, pytest.mark.django_db]
__all__ = ["kennel"]

# Words that are the same in every language: names, units, keys, input. The end of a list and the suffix of
# a number come from CLDR, which has no pseudo-language, so that they are English.
NAMES = "Dog Club Excel Letter Wilma Pseudo CSV XLSX JSON PDF PNG ICS API BG Stats QR HTTPS Ctrl Esc Enter"
CALLED_OUT = "Crushing defeat Back-to-Back"
OF_CLDR = "and st nd rd th"
IN_ENGLISH = ("/help/", "/privacy/", "/api/")  # the documentation, and the description of the API
TRANSLATED = [code for code, _ in settings.TRANSLATED_LANGUAGES]
IN_FULL = "de"  # the language in which every page is opened; in the others those about two games each
ORGANISER = str(Role.ORGANISER.label)
RULES = ("rules/", "glossary/")  # published rules, and the club's own terms


@pytest.fixture
def pseudo_language() -> Iterator[None]:
    with pseudo.offered():
        yield


@dataclass
class Unmarked(Crawl):
    """A crawl that also collects unmarked text, each with the first page on which it was found."""

    found: dict[str, str] = field(default_factory=dict)
    names: frozenset[str] = frozenset()

    def _look_at(self, page: str, reading: Reading) -> None:
        super()._look_at(page, reading)
        if page.startswith(IN_ENGLISH) or page.partition("?")[0].endswith(RULES):
            return
        for text in pseudo.unmarked(reading.html.replace("\N{SOFT HYPHEN}", ""), self.names):
            self.found.setdefault(text, page)


@cache
def names_of_the_program() -> frozenset[str]:
    """The words in the names of games, trophies, houses, call-outs, languages, time zones and chats."""
    languages = [name for _, name in (*settings.LANGUAGES, *settings.PARTIAL_LANGUAGES)]
    texts = [NAMES, OF_CLDR, CALLED_OUT, *languages, *zones(), *HOUSES, *Chat.Service.labels]
    for game in TABLE_GAMES:
        called = {**game.record_categories.terms, **game.record_categories.tags}
        texts += [str(game.name), *map(str, game.trophies), *map(str, called.values())]
    return words(*texts)


def written_by_the_club() -> frozenset[str]:
    """Every word in a text or JSON column."""
    texts: list[str] = []
    for model in apps.get_models():
        fields = model._meta.concrete_fields
        columns = [each.attname for each in fields if isinstance(each, CharField | TextField | JSONField)]
        for row in model._default_manager.values_list(*columns) if columns else ():
            texts += [str(value) for value in row]
    return words(*texts)


def words(*texts: object) -> frozenset[str]:
    return frozenset(pseudo.WORD.findall(" ".join(map(str, texts))))


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("visitor", VISITORS)
def test_every_link_leads_somewhere_and_every_text_is_marked(visitor: str, kennel: Club) -> None:
    """The organiser's club has also played every other game, and the page of each of their lines is read."""
    played = evenings(kennel) if visitor == ORGANISER else set()
    client, doors = visit(kennel, visitor)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo.CODE
    known = names_of_the_program() | written_by_the_club()
    crawl = Unmarked(client, reads_help=visitor == "reader", every_line=visitor == ORGANISER, names=known)
    crawl.walk(*doors)
    assert crawl.wrong == []
    assert len(crawl.pages) > 3
    assert played <= {part for page in crawl.pages for part in page.split("/")}
    unmarked = sorted(f"{page}\t{text}" for text, page in crawl.found.items() if not pseudo.is_code(text))
    assert not unmarked, "\n".join(unmarked)


@pytest.mark.release
def test_pages_speak_every_language(kennel: Club) -> None:
    evenings(kennel)
    client, doors = visit(kennel, str(Role.OWNER.label))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = IN_FULL
    crawl = Crawl(client)
    crawl.walk(*doors)
    assert crawl.wrong == []
    for place, language in enumerate(TRANSLATED):
        games = {PLAYED_BY_BOTS[each % len(PLAYED_BY_BOTS)].key for each in (place, place + 1)}
        about = [str(pk) for pk in kennel.matches.filter(game__in=games).values_list("pk", flat=True)]
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        html = [page for page, reading in crawl.pages.items() if reading]
        pages = [page for page in html if "game=" in page or any(match in page for match in about)]
        assert len(pages) > 2 * len(about)
        assert [page for page in pages if client.get(page, follow=True).status_code != 200] == [], language


def evenings(club: Club) -> set[str]:
    """Play a finished and an unfinished match of each game that has bots; return the ids of the matches."""
    players = list(club.players.order_by("pk")[:4])
    return {
        str(an_evening(club, game, players, seed, part=part).pk)
        for seed, game in enumerate(PLAYED_BY_BOTS)
        for part in (1, 0.5)
    }
