"""Writing an import: the same figures as recording each line, in one transaction, once."""

import random
from unittest import mock

import pytest
from django.db import DatabaseError

from clubs.models import Club, Confirm, Player, Season
from dogclub import jobs
from dogclub.jobs.run import run_here
from dogclub.models import ImportBatch, Job
from games import ledger
from games.consequences.follow import rebuild
from games.models import Entry, Match, Tally
from games.registry import TABLE_GAMES
from leagues.players import merge as merging
from scoring.records import to_record
from tests.dogclub.exchange.imports.files import DAY, RECORD, brought, chosen, done, records, totals
from tests.dogclub.exchange.imports.whole import digest
from tests.evenings import PLAYED_BY_BOTS
from tests.factory import DIRTY_DOG, NAMES, a_match, played

BEA, OTTO, MINA = NAMES[:3]


def every_game() -> list[dict[str, object]]:
    found = []
    for game in PLAYED_BY_BOTS:
        seats = min(max(game.engine.seats[0], 3), game.engine.seats[1])
        evening = game.demo_match(seats, random.Random(5))
        found.append(to_record(game.engine, NAMES, seats, evening.options, [entry for _, entry in evening.lines]))
    options = DIRTY_DOG.options(plan=(1, 2, 1))
    entries, _ = played(DIRTY_DOG.start(4, options), None, random.Random(5))
    return [*found, to_record(DIRTY_DOG, NAMES, 4, options, entries)]


def test_matches_of_every_game_come_in_with_the_figures_the_ledger_would_give(club: Club) -> None:
    row = brought(club, records(*every_game()), "old.jsonl")
    assert (row.state, row.made["games"]) == (ImportBatch.State.DONE, len(TABLE_GAMES))
    assert {match.game for match in club.matches.all()} == {game.key for game in TABLE_GAMES}
    assert all(ledger.rescore(match.pk, check=True) == [] for match in club.matches.all())
    assert rebuild(club, check=True) == []
    assert all(match.batch == row.pk and match.version == 1 for match in club.matches.all())


def test_known_names_are_players_of_the_book_and_others_are_new(club: Club) -> None:
    row = brought(club, totals((DAY, BEA.upper(), 5), (DAY, "Xaver Quill", 3)))
    assert list(Player.objects.filter(pk__in=row.made["players"]).values_list("name", flat=True)) == ["Xaver Quill"]
    match = club.matches.get()
    assert [(seat.player.name, seat.total, seat.place) for seat in match.seats.all()] == [
        (BEA, 5, 1),
        ("Xaver Quill", 3, 2),
    ]


def test_nights_and_seasons_are_found_by_their_day_or_made(club: Club) -> None:
    season = Season.objects.create(club=club, name="Spring", starts_on="2026-03-01", ends_on="2026-03-15")
    rows = [("2026-03-12", BEA, 1), ("2026-03-12", OTTO, 2), ("2026-03-19", BEA, 5), ("2026-03-19", OTTO, 6)]
    brought(club, totals(*rows))
    first, second = club.matches.order_by("started_at")
    assert (first.season, second.season) == (season, None)
    assert first.night and first.night.season == season and first.night.closed_at
    assert first.night.attendances.count() == 2
    brought(club, totals(("2026-03-12", MINA, 9), ("2026-03-12", OTTO, 8)))
    assert club.nights.count() == 2


def test_old_games_wait_for_nobody_to_confirm_them(club: Club) -> None:
    Club.objects.update(confirm=Confirm.EVERY_SEAT)
    club.refresh_from_db()
    brought(club, records(RECORD), "old.jsonl")
    match = club.matches.get()
    assert (match.confirm, match.finished_at) == (Confirm.NOBODY, match.played_at)
    assert match.finished_at


def test_what_is_here_already_stays_out(club: Club) -> None:
    brought(club, records(RECORD), "old.jsonl")
    row = chosen(club, records(RECORD), "again.jsonl")
    assert [match["here"] for match in row.found["matches"]] == ["here"]
    twice = chosen(club, records(RECORD, RECORD, day="2026-03-19"), "twice.jsonl")
    assert [match["here"] for match in twice.found["matches"]] == ["", "twice"]
    assert brought(club, records(RECORD, RECORD, day="2026-03-19"), "twice.jsonl").made["games"] == 1


def test_what_came_in_since_the_dry_run_stays_out_too(club: Club) -> None:
    one, other = chosen(club, records(RECORD), "one.jsonl"), chosen(club, records(RECORD), "other.jsonl")
    assert [match["here"] for row in (one, other) for match in row.found["matches"]] == ["", ""]
    brought(club, records(RECORD), "third.jsonl")
    other.state = ImportBatch.State.WRITING
    other.save()
    Job.objects.create(kind="write-import", club=club, asked={"import": str(other.pk)})
    assert done(other).made["games"] == 0
    assert club.matches.count() == 1


def test_a_write_that_breaks_leaves_nothing_and_is_done_once_in_the_end(club: Club) -> None:
    before = digest(club)
    with mock.patch("dogclub.exchange.imports.review.commit.rebuild_by_player", side_effect=DatabaseError):
        row = brought(club, records(*every_game()), "old.jsonl")
    job = row.writing
    assert job
    job.refresh_from_db()
    assert (row.state, job.state, job.tries) == (ImportBatch.State.WRITING, Job.State.QUEUED, 1)
    assert digest(club) == before
    assert (club.players.count(), club.nights.count(), Entry.objects.count(), Tally.objects.count()) == (5, 0, 0, 0)
    Job.objects.update(due_at=job.asked_at)
    run_here(job.pk)
    run_here(job.pk)
    assert done(row).state == ImportBatch.State.DONE
    assert club.matches.count() == len(TABLE_GAMES)


def test_a_file_that_was_exchanged_is_not_written(club: Club) -> None:
    row = chosen(club, records(RECORD), "old.jsonl")
    row.sha256 = "0" * 64
    row.state = ImportBatch.State.WRITING
    row.save()
    job = Job.objects.create(kind="write-import", club=club, asked={"import": str(row.pk)})
    done(row)
    job.refresh_from_db()
    assert (job.state, Match.objects.count()) == (Job.State.FAILED, 0)
    assert job.problem == "The file is gone. Choose it again."


def test_somebody_merged_meanwhile_goes_by_the_other_name(club: Club) -> None:
    from leagues.players.merge import merge

    twin = Player.objects.create(club=club, name="Bea M.")
    row = chosen(club, totals((DAY, "Bea M.", 5), (DAY, OTTO, 3)))
    merge(twin, club.players.get(name=BEA), None)
    row.state = ImportBatch.State.WRITING
    row.save()
    Job.objects.create(kind="write-import", club=club, asked={"import": str(row.pk)})
    assert done(row).state == ImportBatch.State.DONE
    assert {seat.player.name for seat in club.matches.get().seats.all()} == {BEA, OTTO}


def test_two_at_a_table_who_became_one_meanwhile_are_said(club: Club) -> None:
    row = chosen(club, totals((DAY, BEA, 5), (DAY, OTTO, 3)))
    one, other = club.players.get(name=BEA), club.players.get(name=OTTO)
    merging.merge(one, other, None)
    row.state = ImportBatch.State.WRITING
    row.writing = jobs.enqueue("write-import", club, None, {"import": str(row.pk)})
    row.save()
    done(row)
    row.writing.refresh_from_db()
    assert row.writing.state == Job.State.FAILED
    assert row.writing.problem.startswith("Two players of a game on 12 March 2026 were merged meanwhile.")
    assert not club.matches.exists()


def test_names_of_people_are_not_kept_in_the_import(club: Club) -> None:
    row = brought(club, records(RECORD), "old.jsonl")
    assert (row.found, row.answers, row.file) == ({}, {}, "")


@pytest.mark.parametrize("hands", [None, 2])
def test_old_and_new_matches_stand_side_by_side(club: Club, hands: int | None) -> None:
    match = a_match(club, list(club.players.all())[:4], hands=hands, plan=(1, 2, 1))
    brought(club, records(*every_game()), "old.jsonl")
    assert rebuild(club, check=True) == []
    match.refresh_from_db()
    assert match.batch is None
