"""An evening at four tables of 80 entries each, played offline in one club and recorded online in another."""

import json
import random
from datetime import datetime, timedelta
from functools import cache
from io import BytesIO, StringIO
from itertools import count
from typing import Any

from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Player, Role
from dogclub.exchange.archive.pack import pack
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Match
from leagues.models import Trophy
from scoring.dirty_dog import Bids, Options, Tricks
from scoring.records import entry_to_json
from tests import factory

TABLES, HANDS = 4, 40
PLAN = (*range(1, 11), *range(10, 0, -1)) * 2
OFFLINE, ONLINE = "kennel", "pound"


def seats(table: int) -> int:
    """The number of players at a table."""
    return 3 + table % 2


@cache
def played(table: int) -> list[Any]:
    """Random bids and tricks of 40 hands for this table, with no tie at the end."""
    start = factory.DIRTY_DOG.start(seats(table), Options(plan=PLAN))
    games = (factory.played(start, None, random.Random(100 * table + seed))[0] for seed in count())
    return next(entries for entries in games if len(entries) == 2 * HANDS)


def hands(table: int) -> list[dict[str, Any]]:
    """The table's hands as a scorekeeper taps them, as dicts: `bids` is a list of [seat, bid], `missed` a list of
    [seat, tricks] for the seats that did not take what they bid, `trump` a suit or "".
    """
    entries = played(table)
    return [_hand(bids, tricks) for bids, tricks in zip(entries[::2], entries[1::2], strict=True)]


def _hand(bids: Bids, tricks: Tricks) -> dict[str, Any]:
    taken = [[seat, took] for seat, took in tricks.tricks.items() if took != bids.bids[seat]]
    return {"bids": [[*each] for each in bids.bids.items()], "missed": taken, "trump": bids.trump or ""}


def seat() -> None:
    """Create two clubs with the same names, tables and Golden Bone; print as JSON a scorekeeper's session for the first
    club, and its matches.
    """
    begun = timezone.now() - timedelta(minutes=5)
    for slug in (OFFLINE, ONLINE):
        club = factory.a_club(slug)
        Trophy.objects.create(club=club, game="dirty-dog", name="Golden Bone", rule=Trophy.Rule.WINNER)
        dogs = factory.some_players(club, 10)
        for table in range(TABLES):
            _match(club, dogs, table, begun)
    client, keeper = Client(), factory.a_member(_matches(OFFLINE)[0].club, Role.SCOREKEEPER)
    client.force_login(keeper)
    matches = [str(match.pk) for match in _matches(OFFLINE)]
    print(json.dumps({"session": client.cookies["sessionid"].value, "matches": matches}))


def _match(club: Club, dogs: list[Player], table: int, begun: datetime) -> None:
    """Each table seats the next players in a circle, so that most sit at several tables and results depend on the
    order.
    """
    players = (dogs * 2)[table : table + seats(table)]
    about = {"table": str(table + 1), "started_at": begun + timedelta(seconds=table)}
    ledger.start(club, "dirty-dog", players, Options(plan=PLAN), **about)


def _matches(slug: str) -> list[Match]:
    return list(Match.objects.filter(club__slug=slug).order_by("table"))


def write_online() -> None:
    """Record the same entries in the second club, one at a time and with the times at which the tablets' entries were
    recorded.
    """
    lines = []
    for table, (offline, online) in enumerate(zip(_matches(OFFLINE), _matches(ONLINE), strict=True)):
        moments = offline.entries.order_by("number", "revision").values_list("recorded_at", flat=True)
        lines += [
            (moment, online.pk, number, entry)
            for number, (moment, entry) in enumerate(zip(moments, played(table), strict=True), start=1)
        ]
    for moment, match, number, entry in sorted(lines, key=lambda line: line[0]):
        draft = Draft(factory.DIRTY_DOG.kind(entry), number, entry_to_json(entry), recorded_at=moment)
        ledger.record(match, [draft], version=number - 1, by=Author(None, "online"))


def comes_to() -> None:
    """Print as JSON what each club has at the end: the ids and contents of all entries, and the digest of its archive,
    which covers all derived figures.
    """
    call_command("rescore", "--check", stdout=StringIO())
    print(json.dumps({slug: _comes_to(Club.objects.get(slug=slug)) for slug in (OFFLINE, ONLINE)}))


def _comes_to(club: Club) -> dict[str, Any]:
    found = [list(match.entries.order_by("number", "revision")) for match in _matches(club.slug)]
    return {
        "ids": [[str(row.pk) for row in rows] for rows in found],
        "lines": [[[row.number, row.revision, row.version, row.kind, row.payload] for row in rows] for rows in found],
        "digest": pack(club, None, BytesIO()).digest,
    }
