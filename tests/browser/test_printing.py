"""What the browser's print command prints: the page from its first sheet on, with club and date, without controls."""

import subprocess
from pathlib import Path

import pytest
from django.utils import timezone

from clubs.models import Role
from tests import factory, nights
from tests.browser.taps import at_the_table
from tests.screens import Screens

pytestmark = [pytest.mark.needs("chromium", "poppler"), pytest.mark.django_db(transaction=True)]
ON_SCREEN_ONLY = (
    "Print",
    "Download",
    "Email",
    "CSV",
    "Search",
    "Sign out",
    "Show",
    "All games",
    "Undo",
    "Keep the score",
)


@pytest.mark.thorough
def test_pages_print_from_their_first_sheet_on(screens: Screens, tmp_path: Path) -> None:
    club, path, now = factory.a_club(), tmp_path / "printed.pdf", timezone.now()
    players = factory.some_players(club, 5)
    night = nights.a_night(club, minutes=-60)
    over = factory.a_match(club, players, plan=(1, 2, 3, 4, 3, 2, 1), started_at=now, finished_at=now, night=night)
    on = factory.a_match(club, players, hands=5, bids_only=True)
    page = at_the_table(screens, factory.a_member(club, Role.OWNER), f"/m/{over.pk}/", "desk")
    first, home = players[0].name, club.get_absolute_url()
    for address, begins in {
        f"/m/{over.pk}/": "How the trophies move",
        f"{home}standings/": first,
        f"{home}records/": first,
        f"{nights.url(night, 'report/')}": "The tables",
        f"/m/{on.pk}/table/": first,
    }.items():
        page.goto(address)
        page.pdf(path=path, format="A4")
        text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
        top = text.split("\f")[0]
        assert begins in top, address
        assert [word for word in ON_SCREEN_ONLY if word in text] == [], address
        if page.locator(".head").count():
            assert club.name in top
            assert (page.locator(".printed").text_content() or "no date") in top
