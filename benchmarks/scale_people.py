"""The users of an evening's load: members with a browser, and tables with a script of entries still to send."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Count
from django.test import Client
from django.urls import reverse

from benchmarks.harness import TOKEN
from clubs.models import Club, Membership, Role
from games import ledger
from games.entries.drafts import Author, Draft
from scoring.dirty_dog import DIRTY_DOG
from tests.faults.scripts import LINES, Message, messages, played

# The pages members look at, in per cent: an estimate, not a measurement.
PAGES = {
    "club": 25,
    "match": 25,
    "night": 12,
    "standings": 10,
    "player": 8,
    "nights": 5,
    "ratings": 5,
    "night-report": 4,
    "trophies": 3,
    "club-records": 3,
}


@dataclass
class Member:
    """A signed-in member, and the paths of their club's pages by name of page."""

    cookie: str
    paths: dict[str, list[str]]

    def page(self, chance: random.Random) -> str:
        """The path of a random page, by the weights in PAGES."""
        there = {name: weight for name, weight in PAGES.items() if self.paths[name]}
        [name] = chance.choices([*there], [*there.values()])
        return chance.choice(self.paths[name])


@dataclass
class Table:
    """A match in play, and the messages its tablet has still to send."""

    match: UUID
    cookie: str
    waiting: list[Message]
    version: int
    acknowledged: set[str] = field(default_factory=set)
    is_busy: bool = False

    @property
    def body(self) -> str:
        """The JSON body of the next message."""
        return json.dumps({"version": self.version, "drafts": self.waiting[0]})

    def acknowledge(self) -> None:
        """Mark the next message as acknowledged."""
        self.acknowledged |= {draft["id"] for draft in self.waiting.pop(0)}
        self.version += 1


def clubs_by_size(number: int, chance: random.Random) -> list[Club]:
    """So many random clubs without repetition, with a probability in proportion to their matches."""
    sizes = dict(Club.objects.annotate(times=Count("matches")).values_list("pk", "times"))
    keyed = sorted(sizes, key=lambda pk: chance.random() ** (1 / sizes[pk]) if sizes[pk] else 0, reverse=True)
    return list(Club.objects.filter(pk__in=keyed[:number]))


def cookie_of(club: Club, role: Role) -> str:
    """The Cookie header of a signed-in member of the club with this role."""
    user = Membership.objects.select_related("user").filter(club=club, role=role)[0].user
    browser = Client()
    browser.force_login(user)
    return f"sessionid={browser.cookies['sessionid'].value}; csrftoken={TOKEN}"


def members(clubs: Sequence[Club]) -> list[Member]:
    """A member for each club."""
    return [Member(cookie_of(club, Role.MEMBER), paths(club)) for club in clubs]


def paths(club: Club) -> dict[str, list[str]]:
    """The paths of a club's pages, by name of page."""
    address: Any = partial(address_in, club)
    nights = list(club.nights.order_by("-starts_at").values_list("pk", flat=True)[:12])
    players = club.players.annotate(times=Count("seats")).order_by("-times", "pk").values_list("pk", flat=True)[:12]
    matches = club.matches.order_by("-started_at").values_list("pk", flat=True)[:20]
    reported = club.nights.filter(matches__finished_at__isnull=False).distinct().values_list("pk", flat=True)[:5]
    return {
        **{name: [address(name)] for name in ("club", "standings", "nights", "ratings", "trophies", "club-records")},
        "match": [reverse("match", args=[pk]) for pk in matches],
        "night": [address("night", pk=pk) for pk in nights],
        "night-report": [address("night-report", pk=pk) for pk in reported],
        "player": [address("player", pk=pk) for pk in players],
    }


def address_in(club: Club, name: str, **also: Any) -> str:
    """The path of a page of the club."""
    return reverse(name, kwargs={"slug": club.slug, **also})


def tables(clubs: Sequence[Club], *, fresh: bool = False) -> list[Table]:
    """A table for each club, at various hands, or with `fresh` all at their first."""
    left = [LINES if fresh else 1 + number * 7 % LINES for number in range(len(clubs))]
    return [a_table(club, number, left[number]) for number, club in enumerate(clubs)]


def a_table(club: Club, seed: int, left: int) -> Table:
    """Start a match in which at most `left` messages are still to be sent."""
    options, entries = played(DIRTY_DOG.key, seed)
    script = messages(DIRTY_DOG.key, entries, 1)
    match = ledger.start(club, DIRTY_DOG.key, list(club.players.order_by("pk")[:5]), options)
    so_far = max(0, len(script) - left)
    if so_far:
        drafts = [Draft(each["kind"], each["number"], each["payload"]) for [each] in script[:so_far]]
        ledger.record(match.pk, drafts, version=0, by=Author(None))
        match.refresh_from_db()
    return Table(match.pk, cookie_of(club, Role.SCOREKEEPER), script[so_far:], match.version)
