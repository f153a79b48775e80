"""Without a choice of paper, everything is printed on the usual paper of the reader's country."""

import io
from datetime import UTC, datetime

import pikepdf
import pytest
from django.test import Client, RequestFactory

from clubs.models import Club, Night
from dogclub.exchange.books.order_form import ALL
from games.match.printing import requested_paper
from tests.factory import a_match, some_players

pytestmark = pytest.mark.django_db
WIDE = {"en-US,en;q=0.9": 612, "es-MX": 612, "en-GB,en-US;q=0.8": 595, "de": 595, "us": 595, "": 595}


@pytest.mark.parametrize("language", WIDE)
def test_the_first_language_of_the_browser_says_the_paper(language: str) -> None:
    headers = {"accept-language": language}
    usual = requested_paper(RequestFactory().get("/", headers=headers))
    assert usual == ("letter" if WIDE[language] == 612 else "a4")
    asked = RequestFactory().get("/", {"paper": "a4"}, headers=headers)
    assert requested_paper(asked) == "a4"


@pytest.mark.parametrize("language", ["en-US", "en-GB"])
def test_sheets_nights_reports_and_standings_follow_it(member: Client, club: Club, language: str) -> None:
    season = club.seasons.create(name="Autumn", starts_on="2026-09-01", ends_on="2026-12-01")
    night = Night.objects.create(club=club, season=season, starts_at=datetime(2026, 10, 1, 18, tzinfo=UTC))
    match = a_match(club, some_players(club, 5), plan=(1, 2), season=season, night=night)
    home = f"/c/{club.slug}"
    for path in (
        f"/m/{match.pk}/sheet.pdf",
        f"{home}/paper/sheet.pdf?players=5",
        f"{home}/nights/{night.pk}/sheets.pdf",
        f"{home}/nights/{night.pk}/report.pdf",
        f"{home}/standings.pdf",
    ):
        answer = member.get(path, headers={"accept-language": language})
        with pikepdf.open(io.BytesIO(answer.content)) as pdf:
            assert round(float(pdf.pages[0].MediaBox[2])) == WIDE.get(f"{language},en;q=0.9", 595), path


def test_a_book_is_proposed_on_it(member: Client, club: Club) -> None:
    form = member.get(f"/c/{club.slug}/book/?season={ALL}", headers={"accept-language": "en-US"}).context["form"]
    assert form.initial["paper"] == "letter"
