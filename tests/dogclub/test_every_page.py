"""Every page that a kind of visitor can reach, opened once: its links lead somewhere, its text is marked.

The pages are in the pseudo-language, in which text without its brackets did not pass through the catalogue. Pages are
also opened in every available language, since a translation may use a value that its page does not have.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import pytest
from django.conf import settings
from django.utils import translation

from clubs.accounts import front_page
from clubs.models import Club, Role, User
from clubs.time_zone import zones
from dogclub.management.commands import messages
from dogclub.models import Chat
from games.dogs_of_war.demo import BONUSES
from games.registry import TABLE_GAMES
from scoring.dogs_of_war.entries import HOUSES
from tests import pseudo
from tests.dogclub.crawl import VISITORS, Crawl, Reading, a_kennel, visit
from tests.evenings import PLAYED_BY_BOTS, an_evening

pytestmark = [pytest.mark.only("sqlite"), pytest.mark.variants, pytest.mark.django_db]

# What the club and its members are called: in Greek, so that every Latin word on a page is one of the program's.
CLUB = "Το κυνοτροφείο της Πέμπτης"
MEMBERS = ("Βέα Μάρλοου", "Όττο Πιμ", "Βιλχελμίνα Φεδερστόουνχω", "Νούρια Έντεγκορ", "Λούκας Τρέμπλεϊ", "Πέρσι Αμπάρα")
ADDRESS = "7@kennel.example"
# Names that are the same in every language, wherever they stand. Nothing else may be in this list: see the test below.
NAMES = (
    *("Dog Club", "Excel", "CSV", "XLSX", "JSON", "PDF", "PNG", "ICS", "API", "QR", "HTTPS"),
    *("Ctrl", "Esc", "Enter", "Crushing defeat", "Back-to-Back"),
)
# What people would type: the authors of entries, the bonus of a battle, the names of examples.
TYPED = ("a bot", "a test", "3 VP", *BONUSES, *front_page.NAMES)
NAME = "Ω"  # stands for a name
# The end of a list and the suffix of a number come from CLDR, which has no pseudo-language, so that they are English.
OF_CLDR = re.compile(rf"(?<=[^\x00-\x7f]) and\b|(?<=\d)(?:st|nd|rd|th)\b|{NAME}")
MAIL = re.compile(r"\S+@\S+")
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

    def _look_at(self, page: str, reading: Reading) -> None:
        super()._look_at(page, reading)
        if page.startswith(IN_ENGLISH) or page.partition("?")[0].endswith(RULES):
            return
        for text in pseudo.unmarked(reading.html.replace("\N{SOFT HYPHEN}", "")):
            if pseudo.WORD.search(without_names(text)):
                self.found.setdefault(text, page)


@cache
def names_of_the_program() -> re.Pattern[str]:
    """The names of games, trophies, houses and call-outs, each as a whole, the longest first."""
    names = {*NAMES, *HOUSES}
    with translation.override(settings.LANGUAGE_CODE):
        for game in TABLE_GAMES:
            called = {**game.record_categories.terms, **game.record_categories.tags}
            names |= {str(game.name), *map(str, game.trophies), *map(str, called.values())}
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<![^\W\d_])(?:{'|'.join(map(re.escape, longest_first))})(?![^\W\d_])")


@cache
def whole_texts() -> frozenset[str]:
    """Names that are the whole text of an element: of a language, a time zone or a chat, and what was typed."""
    languages = [name for _, name in (*settings.LANGUAGES, *settings.PARTIAL_LANGUAGES)]
    places = [", ".join(reversed(zone.split("/")[1:])).replace("_", " ") for zone in zones()]
    return frozenset({"UTC", "Pseudo", *languages, *places, *Chat.Service.labels, *TYPED})


def without_names(text: str) -> str:
    """What is left of a text without names."""
    if text in whole_texts():
        return ""
    return OF_CLDR.sub("", names_of_the_program().sub(NAME, MAIL.sub(NAME, text)))


@pytest.fixture
def kennel() -> Club:
    return a_kennel(MEMBERS, name=CLUB)


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("visitor", VISITORS)
def test_every_link_leads_somewhere_and_every_text_is_marked(visitor: str, kennel: Club) -> None:
    """The organiser's club has also played every other game, and the page of each of their lines is read."""
    played = evenings(kennel) if visitor == ORGANISER else set()
    client, doors = visit(kennel, visitor)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo.CODE
    User.objects.update(email=ADDRESS)
    crawl = Unmarked(client, reads_help=visitor == "reader", every_line=visitor == ORGANISER)
    crawl.walk(*doors)
    assert crawl.wrong == []
    assert len(crawl.pages) > 3
    assert played <= {part for page in crawl.pages for part in page.split("/")}
    unmarked = sorted(f"{page}\t{text}" for text, page in crawl.found.items() if not pseudo.is_code(text))
    assert not unmarked, "\n".join(unmarked)


def test_a_name_is_the_same_in_every_language() -> None:
    """Else it would pass as a name also where it is not marked."""
    for language in TRANSLATED:
        said = {each.id: each.string for each in messages.entries(messages.catalogue(language)) if not each.context}
        assert {name: said[name] for name in NAMES if said.get(name, name) != name} == {}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Βέα and Όττο took the Good Dog Cup", "Βέα Όττο took the "),
        ("Dog Club", ""),
        ("Club", "Club"),
        ("first place", "first place"),
        ("First Place Loser", ""),
        ("2nd, of 3", "2, of 3"),
        ("Berlin", ""),
        ("in Berlin", "in Berlin"),
        ("hand and game", "hand and game"),
    ],
)
def test_only_whole_names_are_left_out(text: str, left: str) -> None:
    assert without_names(text) == left


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
