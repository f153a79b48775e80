"""Files of other programs through the pages: uploaded or pasted, previewed, imported, undone."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player, Role
from dogclub.jobs.run import run_here
from dogclub.models import ImportBatch
from games.models import Match
from tests.dogclub.exchange.imports.escalier_games import csv_of, link_of, lists, rows
from tests.dogclub.exchange.imports.test_bg_stats import export, play
from tests.factory import a_club, a_member

pytestmark = pytest.mark.django_db
State = ImportBatch.State


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def organiser(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.ORGANISER))
    return client


def sent(organiser: Client, club: Club, **fields: Any) -> ImportBatch:
    """Post the form, run the job that reads the file, and return the import."""
    response = organiser.post(reverse("imports", args=[club.slug]), fields)
    assert response.status_code == 302, response.content.decode()
    row = ImportBatch.objects.latest("created_at")
    assert row.reading
    run_here(row.reading.pk)
    row.refresh_from_db()
    return row


def say(organiser: Client, row: ImportBatch, step: str, **fields: Any) -> ImportBatch:
    """Post the form of this step of an import, run its jobs, and return the import."""
    response = organiser.post(reverse(step, args=[row.club.slug, row.pk]), fields)
    assert response.status_code == 302, response.content.decode()
    row.refresh_from_db()
    for job in filter(None, (row.reading, row.writing)):
        run_here(job.pk)
    row.refresh_from_db()
    return row


def test_an_export_of_bg_stats_comes_in(organiser: Client, club: Club) -> None:
    Player.objects.create(club=club, name="Bea Marlowe")
    content = export(play(), play("Catan"), play(scores=(3, 41, -2), playDate="2019-03-21 19:30:00"))
    row = sent(organiser, club, file=SimpleUploadedFile("BGStatsExport.json", content))
    assert (row.source, row.state) == ("bg-stats", State.ASKING)
    page = organiser.get(reverse("import", args=[club.slug, row.pk])).content.decode()
    assert "1 play of another game was not read: Catan." in page
    say(organiser, row, "import-answer", who="new")
    row = say(organiser, row, "import-confirm")
    assert row.state == State.DONE
    first, second = Match.objects.order_by("started_at")
    assert [seat.total for seat in first.seats.all()] == [52, -7, 12]
    assert second.seats.get(is_winner=True).player.name == "Otto Pym"
    assert club.players.count() == 3


@pytest.mark.parametrize(
    ("fields", "source"),
    [
        ({"file": SimpleUploadedFile("friday-night.csv", csv_of(rows()))}, "escalier-csv"),
        ({"pasted": link_of(lists()).decode()}, "escalier-link"),
    ],
    ids=["csv", "link"],
)
def test_a_game_of_the_escalier_comes_in_and_goes_again(
    organiser: Client, club: Club, fields: dict[str, Any], source: str
) -> None:
    for each in fields.values():
        if hasattr(each, "seek"):
            each.seek(0)
    row = sent(organiser, club, **fields)
    assert (row.source, row.state) == (source, State.ASKING)
    if source == "escalier-csv":
        row = say(organiser, row, "import-mend", line="1", column="played_at", value="14 March 2019")
    say(organiser, row, "import-answer", who="new")
    row = say(organiser, row, "import-confirm")
    (match,) = Match.objects.all()
    assert timezone.localtime(match.started_at).date().isoformat() == "2019-03-14"
    assert {seat.player.name: seat.total for seat in match.seats.all()} == {"Bea": 3, "Otto": 16, "Ines": 10}
    assert match.rounds == 3
    say(organiser, row, "import-undo")
    assert not Match.objects.exists()
    assert not club.players.exists()


def test_nothing_chosen_and_nothing_pasted_is_said(organiser: Client, club: Club) -> None:
    response = organiser.post(reverse("imports", args=[club.slug]), {"pasted": " "})
    assert response.status_code == 422
    assert "Paste the rows or the link first." in response.content.decode()
    assert organiser.post(reverse("imports", args=[club.slug])).status_code == 422
    assert not ImportBatch.objects.exists()


def test_text_that_is_no_link_is_refused(organiser: Client, club: Club) -> None:
    row = sent(organiser, club, pasted="we played on Friday")
    assert row.state == State.REFUSED
    assert row.problem
