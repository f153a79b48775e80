"""Constraints of the database itself, whatever code writes."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from clubs.models import Club, Player
from games import ledger
from games.models import Entry, Erasure, Match, Seat, Tally
from tests.factory import a_club, some_players
from tests.games.ledger.lines import HAND_1, fresh, write


@pytest.fixture
def entry(match: Match) -> Entry:
    return write(match, *fresh(*HAND_1)).entries[0]


CHANGES: dict[str, Callable[[Entry], object]] = {
    "save": lambda entry: entry.save(),
    "update": lambda entry: Entry.objects.filter(pk=entry.pk).update(note="I was never here"),
    "update of nothing": lambda entry: Entry.objects.filter(pk=entry.pk).update(note=entry.note),
    "bulk update": lambda entry: Entry.objects.bulk_update([entry], ["note"]),
    "delete": lambda entry: entry.delete(),
    "delete of all": lambda entry: Entry.objects.all().delete(),
    "SQL": lambda entry: run("UPDATE games_entry SET kind = 'nap'"),
    "SQL that deletes": lambda entry: run("DELETE FROM games_entry"),
    "deleting the match": lambda entry: entry.match.delete(),
    "deleting the club": lambda entry: Match.objects.filter(club=entry.match.club).delete(),
}


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("how", CHANGES)
def test_an_entry_is_never_changed_or_deleted(how: str, entry: Entry) -> None:
    before = list(Entry.objects.values())
    with pytest.raises(IntegrityError, match="an entry is never changed or deleted"), transaction.atomic():
        CHANGES[how](entry)
    assert list(Entry.objects.values()) == before


def test_only_the_club_that_is_being_erased_loses_its_entries(entry: Entry) -> None:
    friday = a_club("friday")
    Erasure.objects.create(club=friday)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.all().delete()


def test_erasing_a_club_takes_everything_it_recorded_and_nothing_else(entry: Entry, club: Club) -> None:
    friday = a_club("friday")
    theirs = ledger.start(friday, "dirty-dog", some_players(friday, 5))
    write(theirs, *fresh(*HAND_1))
    ledger.erase(club)
    assert list(Club.objects.all()) == [friday]
    assert list(Match.objects.all()) == [theirs]
    assert Entry.objects.count() == 2
    assert Player.objects.count() == 5
    assert not Erasure.objects.exists()


def an_entry(match: Match, **changes: Any) -> Entry:
    fields = {"number": 9, "revision": 1, "version": 1, "kind": "bids", "payload": {}, **changes}
    return Entry(match=match, **fields)


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 0},
        {"number": -1},
        {"revision": 0},
        {"revision": -1},
        {"payload": None},
        {"number": 1},
    ],
    ids=str,
)
def test_an_entry_must_be_one(wrong: dict[str, Any], entry: Entry) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        an_entry(entry.match, **wrong).save(force_insert=True)
    assert Entry.objects.count() == 2


def test_a_revision_may_be_empty(entry: Entry) -> None:
    an_entry(entry.match, number=1, revision=2, payload=None).save(force_insert=True)


def test_an_id_stands_once(entry: Entry) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        an_entry(entry.match, id=entry.pk).save(force_insert=True)


@pytest.mark.parametrize(
    ("model", "fields"),
    [
        (Seat, {"position": 0, "player": 4}),
        (Seat, {"position": 7, "player": 0}),
        (Seat, {"position": 7, "player": 5, "place": 0}),
        (Tally, {"number": 1, "points": 0, "total": 0, "place": 1, "seat": 0}),
    ],
    ids=str,
)
def test_a_chair_and_a_figure_stand_once(
    model: type[Seat] | type[Tally], fields: dict[str, int], entry: Entry, club: Club, players: list[Player]
) -> None:
    rex = Player.objects.create(club=club, name="Rex")
    values: dict[str, Any] = dict(fields)
    if "player" in values:
        values["player"] = [*players, rex][values["player"]]
    if "seat" in values:
        values["seat"] = Seat.objects.get(match=entry.match, position=values["seat"])
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.create(match=entry.match, **values)


def test_a_match_needs_somebody(club: Club) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.create(id=uuid.uuid4(), club=club, game="dirty-dog", rule_version="1.3", start_seats=0)
