"""A match with totals only: lists say so, and its page and its printed sheet show every total."""

import re

import pytest

from clubs.models import Club, Role
from games import ledger
from games.dirty_dog.pdf.rows import rows
from games.models import Match
from games.sheets.layout_words import short_names
from scoring.dirty_dog import Options
from scoring.records import score
from tests.factory import some_players
from tests.people import SignIn

RECORD = {
    "record": 1,
    "game": "dirty-dog",
    "players": ["Gus", "Edith", "Pearl"],
    "options": {"plan": [], "opening": {"Gus": 50, "Edith": 12, "Pearl": -11}},
    "rounds": [],
}


@pytest.mark.django_db
def test_its_page_shows_every_total_and_lists_say_what_is_known(kennel: Club, sign_in: SignIn) -> None:
    options = Options(plan=(), opening={0: 50, 1: 12, 2: -11})
    match = ledger.start(kennel, "dirty-dog", some_players(kennel, 3), options)
    Match.objects.update(played_at=match.started_at, finished_at=match.started_at)  # as an import writes it
    page = sign_in(Role.MEMBER).get(match.get_absolute_url()).content.decode()
    assert "Only the totals were kept." in page
    assert f"{match.get_absolute_url()}chances/" not in page
    shown = re.findall(r'class="fig mark( mark-top| mark-low|)"><span class="vh">total </span>(−?\d+)', page)
    assert shown == [(" mark-top", "50"), ("", "12"), (" mark-low", "−11")]
    page = sign_in(Role.MEMBER).get("/c/kennel/matches/").content.decode()
    assert "hands" not in page


def test_its_printed_sheet_has_one_row_with_every_total() -> None:
    sheet = score(RECORD)
    (row,) = rows(sheet, short_names(sheet["players"]), recorded=True)
    assert [(cell["total"], cell["mark"]) for cell in row["cells"]] == [("50", "top"), ("12", ""), ("−11", "low")]
    assert rows(sheet, short_names(sheet["players"]), recorded=False) == []
