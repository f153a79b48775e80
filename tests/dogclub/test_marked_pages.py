"""Every page in the pseudo-language: text without its brackets did not pass through the catalogue.

Also every page in every available language, since a translation may use a value that its page does not have.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import pytest
from django.apps import apps
from django.conf import settings
from django.db.models import CharField, JSONField, TextField
from django.test import Client

from clubs.models import Club, Role
from clubs.time_zone import zones
from games.base.table_game import TableGame
from games.registry import TABLE_GAMES
from scoring.dogs_of_war.entries import HOUSES
from tests import pseudo
from tests.dogclub.test_links import Crawl, Reading, kennel, visit
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_club, some_players

pytestmark = [pytest.mark.only("sqlite"), pytest.mark.variants, pytest.mark.django_db]
__all__ = ["kennel"]

# Words that are the same in every language: names, units, keys, input. The end of a list and the suffix of
# a number come from CLDR, which has no pseudo-language, so that they are English.
NAMES = "Dog Club Excel Letter Wilma Pseudo CSV XLSX JSON PDF PNG ICS API BG Stats QR HTTPS Ctrl Esc Enter"
CALLED_OUT = "Crushing defeat Back-to-Back"
OF_CLDR = "and st nd rd th"
IN_ENGLISH = ("/help/", "/privacy/", "/api/")  # the documentation, and the description of the API
TRANSLATED = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
TWO_GAMES_EACH = [
    (language, [PLAYED_BY_BOTS[each % len(PLAYED_BY_BOTS)] for each in (place, place + 1)])
    for place, language in enumerate(TRANSLATED)
]
RULES = ("rules/", "glossary/")  # published rules, and the club's own terms


@pytest.fixture
def pseudo_language() -> Iterator[None]:
    with pseudo.offered():
        yield


@dataclass
class Unmarked(Crawl):
    """A crawl that collects unmarked text, each with the first page on which it was found."""

    found: dict[str, str] = field(default_factory=dict)
    names: frozenset[str] = frozenset()

    def _look_at(self, page: str, reading: Reading) -> None:
        if page.startswith(IN_ENGLISH) or page.partition("?")[0].endswith(RULES):
            return
        for text in pseudo.unmarked(reading.html.replace("\N{SOFT HYPHEN}", ""), self.names):
            self.found.setdefault(text, page)


@cache
def names_of_the_program() -> frozenset[str]:
    """The words in the names of games, trophies, houses, call-outs, languages and time zones."""
    texts = [NAMES, OF_CLDR, CALLED_OUT, *(name for _, name in settings.LANGUAGES), *zones(), *HOUSES]
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


def texts_past_the_catalogue(client: Client, doors: list[str]) -> list[str]:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo.CODE
    crawl = Unmarked(client, names=names_of_the_program() | written_by_the_club())
    crawl.walk(*doors)
    return sorted(f"{page}\t{text}" for text, page in crawl.found.items() if not pseudo.is_code(text))


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("visitor", ["anonymous", "tablet", str(Role.OWNER.label)])
def test_every_text_of_a_page_is_marked(visitor: str, kennel: Club) -> None:
    found = texts_past_the_catalogue(*visit(kennel, visitor))
    assert not found, "\n".join(found)


@pytest.mark.thorough
@pytest.mark.usefixtures("pseudo_language")
def test_every_text_about_every_game_is_marked() -> None:
    found = texts_past_the_catalogue(*evenings(*PLAYED_BY_BOTS))
    assert not found, "\n".join(found)


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "games"), TWO_GAMES_EACH)
def test_every_page_about_a_game_speaks_every_language(language: str, games: list[TableGame]) -> None:
    client, doors = evenings(*games)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    crawl = Crawl(client)
    crawl.walk(*doors)
    assert crawl.wrong == []


@pytest.mark.thorough
def test_every_page_of_a_club_speaks_another_language(kennel: Club) -> None:
    client, doors = visit(kennel, str(Role.OWNER.label))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    crawl = Crawl(client)
    crawl.walk(*doors)
    assert crawl.wrong == []


def evenings(*games: TableGame) -> tuple[Client, list[str]]:
    """A club with a finished and an unfinished match of each game; returns its organiser's client and start pages."""
    club = a_club()
    players = some_players(club, 4)
    for seed, game in enumerate(games):
        an_evening(club, game, players, seed)
        an_evening(club, game, players, seed, part=0.5)
    return visit(club, str(Role.ORGANISER.label))
