"""The owner's pages for archives: make one, preview it, restore it into a new club, and undo the restoring."""

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from clubs.calendar.answers import give_answer
from clubs.members.membership import create_club
from clubs.models import Club, Merge, Night, Player, Role, Season
from dogclub.exchange.archive.job_kinds import ARCHIVE
from dogclub.exchange.archive.restore import undo_obstacle
from dogclub.jobs.run import run_here
from dogclub.models import ImportBatch, Job
from games.models import Entry, Tag
from leagues.models import Trophy
from leagues.players import merge
from leagues.trophies import awards
from tests.dogclub.exchange.archive.whole import changed, cover_of, packed
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(db: None) -> Club:
    """A club with a season, a finished match and a match of one hand."""
    club = a_club()
    Season.objects.create(club=club, name="Spring 2026", starts_on="2026-01-01", ends_on="2026-06-30")
    a_match(club, some_players(club, 3), plan=(1, 2))
    a_match(club, list(club.players.all()), hands=1, plan=(1, 2), seed=2)
    return club


@pytest.fixture
def fresh(client: Client) -> Club:
    """A new club whose owner is signed in."""
    owner = a_member(Club.objects.create(slug="before", name="Before"), Role.OWNER)
    client.force_login(owner)
    return create_club("The Sunday Kennel", owner)


def chosen(client: Client, club: Club, content: bytes, name: str = "kennel.zip") -> Any:
    file = SimpleUploadedFile(name, content, "application/zip")
    return client.post(f"/c/{club.slug}/archive/restore/", {"file": file})


def job_of(answer: Any) -> Job:
    """Run the job whose page the response redirects to, and return it."""
    job = Job.objects.get(pk=answer["Location"].rstrip("/").rsplit("/", 1)[-1])
    run_here(job.pk)
    job.refresh_from_db()
    return job


def looked_at(client: Client, club: Club, content: bytes) -> ImportBatch:
    """Upload an archive, run the job that previews it, and return the import."""
    chosen(client, club, content)
    row = ImportBatch.objects.get(club=club)
    assert row.reading
    run_here(row.reading.pk)
    row.refresh_from_db()
    return row


def put_back(client: Client, club: Club, content: bytes) -> ImportBatch:
    """Upload an archive, confirm the preview, run both jobs, and return the import."""
    row = looked_at(client, club, content)
    client.post(f"/c/{club.slug}/archive/{row.pk}/confirm/")
    row.refresh_from_db()
    assert row.writing
    run_here(row.writing.pk)
    row.refresh_from_db()
    return row


def test_an_owner_gets_the_file_and_the_digest(played: Club, client: Client) -> None:
    client.force_login(a_member(played, Role.OWNER))
    job = job_of(client.post(f"/c/{played.slug}/archive/", {"season": ""}))
    assert (job.state, job.problem) == (Job.State.DONE, "")
    page = client.get(job.get_absolute_url()).content.decode()
    assert "The whole club: 2 matches" in page
    content = b"".join(client.get(f"{job.get_absolute_url()}file/"))
    cover = cover_of(content)
    assert cover.digest in page
    assert cover.digest == job.result["digest"] == cover_of(packed(played)).digest
    assert job.file_name == f"kennel-{timezone.localtime(cover.made_at):%Y-%m-%d}.zip"


def test_the_same_wish_is_one_job_and_sixty_an_hour_are_enough(played: Club, client: Client) -> None:
    client.force_login(a_member(played, Role.OWNER))
    answers = [client.post(f"/c/{played.slug}/archive/", {"season": ""}) for _ in range(61)]
    assert [answer.status_code for answer in answers] == [302] * 60 + [429]
    assert Job.objects.filter(kind=ARCHIVE.key).count() == 1


def test_of_a_season_alone_too(played: Club, client: Client) -> None:
    client.force_login(a_member(played, Role.OWNER))
    played.matches.update(season=played.seasons.get())
    job = job_of(client.post(f"/c/{played.slug}/archive/", {"season": played.seasons.get().pk}))
    assert job.result["words"][0].startswith("The season Spring 2026: 2 matches")
    assert "spring-2026" in job.file_name


def test_a_season_of_another_club_is_none(played: Club, fresh: Club, client: Client) -> None:
    assert client.post(f"/c/{fresh.slug}/archive/", {"season": played.seasons.get().pk}).status_code == 422
    assert not Job.objects.filter(kind=ARCHIVE.key).exists()


def test_looking_at_an_archive_writes_nothing(played: Club, fresh: Club, client: Client) -> None:
    content = packed(played)
    row = looked_at(client, fresh, content)
    page = client.get(f"/c/{fresh.slug}/archive/{row.pk}/").content.decode()
    assert "What would be restored" in page
    assert cover_of(content).digest in page
    assert "Restore" in page
    assert (fresh.matches.count(), fresh.seasons.count(), fresh.players.count()) == (0, 0, 1)


def test_put_back_it_has_the_same_figures(played: Club, fresh: Club, client: Client) -> None:
    content = packed(played)
    row = put_back(client, fresh, content)
    assert (row.state, row.made["digest"], row.made["games"]) == (ImportBatch.State.DONE, cover_of(content).digest, 2)
    assert fresh.matches.filter(batch=row.pk).count() == 2
    assert "Restored, with the same figures" in client.get(f"/c/{fresh.slug}/archive/{row.pk}/").content.decode()
    assert client.get(f"/c/{fresh.slug}/archive/").status_code == 200


def test_twice_confirmed_is_once_restored(played: Club, fresh: Club, client: Client) -> None:
    row = put_back(client, fresh, packed(played))
    run_here(row.writing.pk)  # type: ignore[union-attr]
    assert client.post(f"/c/{fresh.slug}/archive/{row.pk}/confirm/").status_code == 422
    assert fresh.matches.count() == 2


def test_taken_out_again_the_club_is_as_before(played: Club, fresh: Club, client: Client) -> None:
    before = list(Player.everybody.filter(club=fresh).values())
    row = put_back(client, fresh, packed(played))
    job = job_of(client.post(f"/c/{fresh.slug}/archive/{row.pk}/undo/"))
    assert (job.state, job.problem) == (Job.State.DONE, "")
    rows = (fresh.matches, fresh.nights, fresh.seasons, fresh.playoffs, fresh.trophies, fresh.standings, fresh.ratings)
    assert [each.count() for each in rows] == [0] * len(rows)
    assert list(Player.everybody.filter(club=fresh).values()) == before
    row.refresh_from_db()
    assert row.state == ImportBatch.State.UNDONE
    assert played.matches.count() == 2


@pytest.mark.thorough
def test_a_whole_club_is_taken_out_again(kennel: Club, fresh: Club, client: Client) -> None:
    row = put_back(client, fresh, packed(kennel))
    assert row.state == ImportBatch.State.DONE
    job = job_of(client.post(f"/c/{fresh.slug}/archive/{row.pk}/undo/"))
    assert (job.state, job.problem) == (Job.State.DONE, "")
    left = (Night, Season, Trophy)
    assert [model.objects.filter(club=fresh).count() for model in left] == [0, 0, 0]
    assert Merge.objects.filter(target__club=fresh).count() == 0
    assert Player.everybody.filter(club=fresh).count() == 1
    assert not Entry.objects.filter(match__club=fresh).exists()


def test_what_was_played_since_keeps_it_in(played: Club, fresh: Club, client: Client) -> None:
    row = put_back(client, fresh, packed(played))
    a_match(fresh, list(fresh.players.all())[:3], plan=(1,))
    answer = client.post(f"/c/{fresh.slug}/archive/{row.pk}/undo/")
    assert answer.status_code == 422
    assert "Matches were played here since" in answer.content.decode()


def test_what_was_decided_since_keeps_it_in(played: Club, fresh: Club, client: Client) -> None:
    bone = Trophy.objects.create(club=played, name="The bone", rule=Trophy.Rule.HAND)
    awards.pass_on(bone, played.players.all()[0], "for the soup", by=None)
    row = put_back(client, fresh, packed(played))
    assert undo_obstacle(row) == ""
    one, twin = fresh.players.all()[0], Player.objects.create(club=fresh, name="Ida Kern")
    given = awards.pass_on(fresh.trophies.get(name="The bone"), fresh.players.all()[1], "for washing up", by=None)
    assert undo_obstacle(row) == "A trophy was passed on by hand since."
    given.delete()
    tag = Tag.objects.create(match=fresh.matches.all()[0], round=1, term="grumble", tagged_by=row.created_by)
    assert undo_obstacle(row) == "Somebody has marked a round since."
    tag.delete()
    night = Night.objects.create(club=fresh, starts_at=timezone.now() + timedelta(hours=5))
    row.made["nights"].append(night.pk)
    give_answer(night, one, "yes")
    assert undo_obstacle(row) == "Somebody has answered for a night since."
    night.delete()
    merge.merge(twin, one, None)
    assert undo_obstacle(row) == "Two players were merged since."
    answer = client.post(f"/c/{fresh.slug}/archive/{row.pk}/undo/")
    assert (answer.status_code, "Two players were merged since" in answer.content.decode()) == (422, True)


def test_what_was_forgotten_leaves_nothing(played: Club, fresh: Club, client: Client) -> None:
    row = looked_at(client, fresh, packed(played))
    client.post(f"/c/{fresh.slug}/archive/{row.pk}/drop/")
    assert not ImportBatch.objects.filter(club=fresh).exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b"woof" * 50, "This is no archive of a club"),
        (b"PK\x03\x04" + bytes(80), "The end of the file"),
    ],
)
def test_what_is_no_archive_is_refused_at_once(fresh: Club, client: Client, content: bytes, sentence: str) -> None:
    answer = chosen(client, fresh, content)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not ImportBatch.objects.exists()


def test_a_club_that_has_played_is_told_where_else_to_go(played: Club, client: Client) -> None:
    client.force_login(a_member(played, Role.OWNER))
    answer = chosen(client, played, packed(played))
    assert answer.status_code == 422
    assert "has matches of its own already" in answer.content.decode()


def test_other_figures_are_shown_and_not_put_back(played: Club, fresh: Club, client: Client) -> None:
    other = changed(packed(played), "matches.jsonl", lambda line: line.update(figures="0" * 64))
    row = looked_at(client, fresh, other)
    page = client.get(f"/c/{fresh.slug}/archive/{row.pk}/").content.decode()
    assert "The figures differ" in page
    assert "Restore" not in page
    client.post(f"/c/{fresh.slug}/archive/{row.pk}/confirm/")
    row.refresh_from_db()
    assert (row.state, row.writing) == (ImportBatch.State.ASKING, None)


def test_what_does_not_add_up_is_refused_by_the_dry_run(played: Club, fresh: Club, client: Client) -> None:
    broken = changed(packed(played), "matches.jsonl", lambda line: line["entries"].pop(0))
    row = looked_at(client, fresh, broken)
    assert (row.state, "is not whole" in row.problem, row.file) == (ImportBatch.State.REFUSED, True, "")
    assert "cannot be used" in client.get(f"/c/{fresh.slug}/archive/{row.pk}/").content.decode()


def test_its_matches_come_in_beside_those_of_another_club(played: Club, fresh: Club) -> None:
    from dogclub.exchange.imports.formats.records import ARCHIVE as READER

    content = packed(played)
    assert READER.recognises(content[:100], "whatever.bin")
    READER.check(io.BytesIO(content))
    found = list(READER.read(io.BytesIO(content), fresh, {}).matches)
    assert [(each.game, each.line, len(each.players)) for each in found] == [("dirty-dog", 1, 3), ("dirty-dog", 2, 3)]
    assert {each.played_at for each in found} == {*played.matches.values_list("started_at", flat=True)}
