"""A crawl of every page that a kind of visitor can reach, which follows every link, and a club to crawl."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.calendar.nights import arrive, expect
from clubs.links.tokens import sign
from clubs.models import Club, Invitation, Role, SpectatorLink
from games import ledger
from games.models import TabletPass
from scoring.dirty_dog import Bids, Options, Tricks
from tests.factory import NAMES, a_club, a_match, a_member, some_players, write
from tests.nights import a_night

HERE = "http://testserver"
ROLES = {str(role.label): role for role in Role}
VISITORS = ("anonymous", "reader", "spectator", "tablet", *ROLES)
FOR_MEMBERS = ("/help/at-the-table/call-outs/", "/help/at-the-table/rules/")  # Help says so beside the links
HELP = "/help/"  # the same for everybody: one visitor reads all of it, the others one page
ENOUGH = 2000  # pages; a longer crawl has met generated links without end
# Pages that a match has for each of its lines or cells; the numbers say which.
OF_A_LINE = re.compile(r"/(?:cell/\d+/\d+|tags/\d+|history/\d+/take-back|correct/\d+/(?:late|leave|void))/$")


@dataclass
class Reading(HTMLParser):
    """The contents of a page: the targets of its links and search forms, its resources, and its own anchors."""

    page: str
    html: str
    leads: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    _blanks: int = 0  # depth of <template> elements, whose content is not part of the page
    _form: str | None = None
    _fields: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if "id" in about and not self._blanks:
            self.anchors.append(about["id"])
        self._blanks += tag == "template"
        if tag == "a" and "href" in about:
            self.leads.append(urljoin(self.page, about["href"]))
        loaded = about.get("href") if tag in {"link", "use"} else about.get("src")
        if loaded:
            self.loads.append(urljoin(self.page, loaded))
        if tag == "form":
            is_search = about.get("method", "get").lower() == "get"
            self._form, self._fields = urljoin(self.page, about.get("action", "")) if is_search else None, []
        if tag == "input" and about.get("name") and about.get("type") not in {"radio", "checkbox", "submit"}:
            self._fields.append((about["name"], about.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        self._blanks -= tag == "template"
        if tag == "form" and self._form is not None:
            self.leads.append(f"{self._form.split('?')[0]}?{urlencode(self._fields)}")
            self._form = None


@dataclass
class Crawl:
    """A breadth-first crawl of one visitor, which collects problems as sentences.

    Of the pages that a match has for each line, it reads the first; with `every_line` all of them.
    """

    client: Client
    reads_help: bool = False
    every_line: bool = False
    wrong: list[str] = field(default_factory=list)
    pages: dict[str, Reading | None] = field(default_factory=dict)
    loaded: set[str] = field(default_factory=set)
    pointed_at: set[tuple[str, str, str]] = field(default_factory=set)
    seen: set[Any] = field(default_factory=set)

    def walk(self, *doors: str) -> None:
        waiting = deque((door, "the door") for door in doors)
        while waiting:
            address, before = waiting.popleft()
            page, _, anchor = address.removeprefix(HERE).partition("#")
            if anchor:
                self.pointed_at.add((page, anchor, before))
            if self._is_new(page):
                assert len(self.pages) < ENOUGH
                waiting.extend((lead, page) for lead in self._read(page, before))
        self._look_for_anchors()

    def _is_new(self, page: str) -> bool:
        """Whether the page was not seen yet. Query values do not count, only their names: they choose what the page
        shows.
        """
        parts = urlsplit(page)
        path = HELP if parts.path.startswith(HELP) and not self.reads_help else parts.path
        key = (self._kind(path), tuple(sorted(name for name, _ in parse_qsl(parts.query, keep_blank_values=True))))
        if key in self.seen:
            return False
        self.seen.add(key)
        return True

    def _kind(self, path: str) -> str:
        """What the paths of pages have in common of which one is read; for most pages, the path itself."""
        return path if self.every_line else OF_A_LINE.sub(lambda found: re.sub(r"\d+", "", found[0]), path)

    def _read(self, page: str, before: str) -> Iterator[str]:
        response: Any = self.client.get(page, follow=True)
        self.pages[page] = None
        if response.status_code != 200:
            self.wrong.append(f"{before} links to {page}, which answers {response.status_code}")
            return
        landed = response.redirect_chain[-1][0] if response.redirect_chain else page
        if "login" in landed and "login" not in page and not page.startswith(FOR_MEMBERS):
            self.wrong.append(f"{before} links to {page}, which wants a sign-in")
        if not response["Content-Type"].startswith("text/html"):
            return
        reading = self.pages[page] = Reading(urljoin(HERE, landed), response.content.decode())
        reading.feed(reading.html)
        self._look_at(page, reading)
        yield from (lead for lead in reading.leads if lead.startswith(f"{HERE}/"))

    def _look_at(self, page: str, reading: Reading) -> None:
        twice = {name for name in reading.anchors if reading.anchors.count(name) > 1}
        self.wrong += [f"{page} has #{name} more than once" for name in sorted(twice)]
        for address in set(reading.loads) - self.loaded:
            self.loaded.add(address)
            path = urlsplit(address).path
            if not address.startswith(HERE + settings.STATIC_URL):
                assert self.client.get(address.removeprefix(HERE)).status_code == 200, f"{page} loads {address}"
            elif not finders.find(path.removeprefix(settings.STATIC_URL)):
                self.wrong.append(f"{page} loads {path}, which is not there")

    def _look_for_anchors(self) -> None:
        for page, anchor, before in sorted(self.pointed_at):
            reading = self.pages.get(page)
            if reading and anchor not in reading.anchors:
                self.wrong.append(f"{before} points at {page}#{anchor}, which is not there")


@pytest.fixture
def kennel() -> Club:
    return a_kennel()


def a_kennel(names: Sequence[str] = NAMES, **about: Any) -> Club:
    """A club with a match in every state that a match can have."""
    club = a_club(**about)
    players = some_players(club, 6, names)
    a_match(club, players[:5], plan=(1, 2, 3, 2, 1), seed=3)
    a_match(club, players[:4], hands=3, bids_only=True)
    a_match(club, players[:3], hands=0)
    ledger.abandon(a_match(club, players[1:5], hands=2).pk)
    tied = ledger.start(club, "dirty-dog", players[:5], Options(plan=(1,)))
    order = (1, 2, 3, 4, 0)
    write(tied, [Bids(dict.fromkeys(order, 0) | {0: 1, 1: 1}), Tricks(dict.fromkeys(order, 0) | {1: 1})])
    tonight, before = a_night(club, -20), a_night(club, -10_080, closed_at=timezone.now())
    club.matches.filter(finished_at=None).update(night=tonight)
    club.matches.exclude(finished_at=None).update(night=before)
    arrive(tonight, players[:5])
    expect(tonight, players[5])
    return club


def visit(club: Club, visitor: str) -> tuple[Client, list[str]]:
    """A client of this visitor and the addresses at which the crawl starts."""
    client, link = Client(), SpectatorLink.objects.create(club=club)
    invited = reverse("join", args=[sign(Invitation.objects.create(club=club).pk, "join")])
    if visitor in ROLES:
        client.force_login(a_member(club, ROLES[visitor], club.players.first()))
        return client, ["/", invited]
    if visitor == "spectator":
        return client, ["/", reverse("watch", args=[sign(link.pk, "watch")])]
    if visitor == "tablet":
        row = TabletPass.objects.create(match=club.matches.order_by("started_at")[1])
        door = reverse("tablet", args=[sign(row.pk, "tablet")])
        client.post(door)
        return client, [door, reverse("table", args=[row.match_id])]
    if visitor == "reader":
        Club.objects.filter(pk=club.pk).update(history_is_open=True)
        return client, [reverse("club", args=[club.slug])]
    return client, ["/", invited]
