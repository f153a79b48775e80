"""An import is undone as a whole or not at all: all other rows are what they were before."""

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Player
from dogclub import jobs
from dogclub.models import ImportBatch, Job
from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Entry, Match, RemovedMatch, Tag, Withdrawal
from leagues.models import Award, Fixture, Playoff
from scoring.base import Illegal
from tests.dogclub.exchange.imports.files import DAY, RECORD, act, brought, done, records, totals
from tests.dogclub.exchange.imports.test_writing import every_game
from tests.dogclub.exchange.imports.whole import digest
from tests.factory import NAMES, a_match

BEA, OTTO, MINA = NAMES[:3]
OLD = "2019-03-12"


def undone(row: ImportBatch) -> ImportBatch:
    row.writing = jobs.enqueue("undo-import", row.club, None, {"import": str(row.pk)})
    row.save()
    return done(row)


def test_after_an_undo_every_row_is_what_it_was(club: Club) -> None:
    players = list(club.players.all())
    a_match(club, players[:4], plan=(1, 2, 1), seed=3)
    a_match(club, players[1:5], plan=(1, 2), seed=4)
    before = digest(club)
    row = brought(club, records(*every_game(), day=OLD), "old.jsonl")
    assert digest(club) != before
    assert undone(row).state == ImportBatch.State.UNDONE
    assert digest(club) == before
    assert (Withdrawal.objects.count(), row.matches.count()) == (0, 0)


def test_of_two_imports_each_can_go_alone(club: Club) -> None:
    first = brought(club, records(*every_game(), day=OLD), "old.jsonl")
    before = digest(club)
    second = brought(club, totals((DAY, BEA, 5), (DAY, "Xaver Quill", 3)))
    undone(second)
    assert digest(club) == before
    undone(first)
    assert (club.matches.count(), club.nights.count(), club.players.count()) == (0, 0, 5)


def test_removed_matches_of_it_go_too_with_the_players_they_brought(club: Club) -> None:
    before = digest(club)
    row = brought(club, totals((DAY, BEA, 5), (DAY, OTTO, 3), (OLD, BEA, 4), (OLD, "Xaver Quill", 2)))
    other = ledger.remove(a_match(club, list(club.players.all()[:3]), hands=0).pk, "by mistake", Author(None))
    removed = ledger.remove(row.matches.get(seats__player__name="Xaver Quill").pk, "twice in the file", Author(None))
    assert club.players.filter(name="Xaver Quill").exists()
    undone(row)
    assert list(RemovedMatch.objects.all()) == [other]
    assert not club.players.filter(name="Xaver Quill").exists()
    ledger.take_back(other)
    with pytest.raises(Illegal, match="any more"):
        ledger.take_back(removed)
    Match.objects.filter(pk=other.pk).delete()
    assert digest(club) == before


def test_what_somebody_took_over_is_not_undone(club: Club, organiser: Client) -> None:
    row = brought(club, records(RECORD), "old.jsonl")
    free = Player.objects.create(club=club, name="Yva Rasp")
    ledger.substitute(row.matches.get().pk, ledger.Takeover(0, free, 1), by=Author(None))
    assert "it was edited since" in organiser.get(f"/c/{club.slug}/imports/{row.pk}/undo/").content.decode()


def test_new_members_who_play_on_stay(club: Club) -> None:
    row = brought(club, totals((DAY, BEA, 5), (DAY, "Xaver Quill", 3), (DAY, "Yva Rasp", 1)))
    xaver = club.players.get(name="Xaver Quill")
    a_match(club, [xaver, *club.players.filter(name__in=(BEA, OTTO))], plan=(1,))
    undone(row)
    assert club.players.filter(pk=xaver.pk).exists()
    assert not club.players.filter(name="Yva Rasp").exists()


def test_a_night_that_holds_another_match_stays(club: Club) -> None:
    row = brought(club, totals((DAY, BEA, 5), (DAY, OTTO, 3)))
    night = club.nights.get()
    a_match(club, list(club.players.all())[:4], plan=(1,), night=night, started_at=night.starts_at)
    undone(row)
    assert list(club.nights.all()) == [night]


def test_what_somebody_has_written_on_since_is_not_undone(club: Club, organiser: Client) -> None:
    row = brought(club, records(RECORD), "old.jsonl")
    match = club.matches.get()
    entry = match.entries.get(number=2)
    ledger.record(match.pk, [Draft(entry.kind, 2, entry.payload, note="looked again")], version=1, by=Author(None))
    before = digest(club)
    page = organiser.get(f"/c/{club.slug}/imports/{row.pk}/undo/")
    assert "it was edited since" in page.content.decode()
    assert organiser.post(f"/c/{club.slug}/imports/{row.pk}/undo/").status_code == 422
    assert undone(row).state == ImportBatch.State.DONE
    assert Job.objects.get(kind="undo-import").problem.endswith("it was edited since.")
    assert digest(club) == before


def test_what_belongs_to_a_playoff_or_is_tagged_is_not_undone(club: Club, organiser: Client) -> None:
    row = brought(club, totals((DAY, BEA, 5), (DAY, OTTO, 3), ("2026-03-19", BEA, 5), ("2026-03-19", OTTO, 3)))
    first, second = club.matches.all()
    playoff = Playoff.objects.create(club=club, kind=Playoff.Kind.GROUPS, game=first.game)
    Fixture.objects.create(playoff=playoff, stage=Fixture.Stage.GROUP, match=first)
    Tag.objects.create(match=second, term="grumble", round=1)
    page = organiser.get(f"/c/{club.slug}/imports/{row.pk}/undo/").content.decode()
    assert "it belongs to a play-off" in page
    assert "somebody has marked a round of it" in page


def test_trophies_the_import_brought_go_and_those_that_were_there_stay(club: Club) -> None:
    row = brought(club, records(RECORD), "old.jsonl")
    assert Award.objects.filter(match__batch=row.pk).exists()
    undone(row)
    assert not club.trophies.exists()
    assert not Award.objects.exists()


def test_the_pages_undo_it(club: Club, organiser: Client) -> None:
    row = brought(club, totals((DAY, BEA, 5), (DAY, "Xaver Quill", 3)))
    page = organiser.get(f"/c/{club.slug}/imports/{row.pk}/undo/").content.decode()
    assert "1 game, with every round of it" in page
    assert "1 player it added" in page
    act(organiser, row, "undo")
    assert "Import undone" in organiser.get(f"/c/{club.slug}/imports/{row.pk}/").content.decode()
    assert "1 game, undone" in organiser.get(f"/c/{club.slug}/imports/").content.decode()


@pytest.mark.parametrize("is_open", [True, False])
def test_entries_go_only_while_their_own_import_is_undone(club: Club, is_open: bool) -> None:
    row = brought(club, records(RECORD), "old.jsonl")
    other = ImportBatch.objects.create(club=club, file_name="other.csv", created_at=timezone.now())
    with pytest.raises(DatabaseError), transaction.atomic():
        if is_open:
            Withdrawal.objects.create(batch=other.pk)
        Entry.objects.filter(match__batch=row.pk).delete()
    assert Match.objects.get().entries.count() == Entry.objects.count() > 0
