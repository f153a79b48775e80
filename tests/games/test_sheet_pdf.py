"""Printed sheets over HTTP: the layouts, permissions, and caching by the browser."""

import io
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from clubs.models import Club
from games.base.house_rules import agree
from games.models import Match
from games.registry import table_game
from scoring.dirty_dog import Options
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(club: Club) -> Match:
    return a_match(club, some_players(club), plan=(1, 2, 3), seed=2, table="1")


def pdf(client: Client, path: str, **asked: Any) -> bytes:
    response = client.get(path, asked)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"].startswith('inline; filename="dirty-dog-')
    return bytes(response.content)


def text_of(sheet: bytes) -> str:
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(sheet)).pages]
    return " ".join(" ".join(pages).replace("\u00ad", "").split())


@pytest.mark.only("sqlite")
@pytest.mark.parametrize("layout", ["rev1", "rev2"])
@pytest.mark.parametrize("fill", ["blank", "ready", "filled"])
def test_every_layout_in_every_state(member: Client, match: Match, layout: str, fill: str) -> None:
    first = pdf(member, f"/m/{match.pk}/sheet.pdf", layout=layout, fill=fill)
    assert first.startswith(b"%PDF")
    assert first == pdf(member, f"/m/{match.pk}/sheet.pdf", layout=layout, fill=fill)


@pytest.mark.only("sqlite")
def test_letter_is_another_paper(member: Client, match: Match) -> None:
    path = f"/m/{match.pk}/sheet.pdf"
    assert pdf(member, path) != pdf(member, path, paper="letter")


@pytest.mark.only("sqlite")
@pytest.mark.parametrize("asked", [{"layout": "rev3"}, {"fill": "half"}, {"paper": "napkin"}, {"layout": "\x00"}])
def test_what_cannot_be_printed_is_refused(member: Client, match: Match, asked: dict[str, str]) -> None:
    assert member.get(f"/m/{match.pk}/sheet.pdf", asked).status_code == 400


def test_it_is_sent_once(member: Client, match: Match) -> None:
    path = f"/m/{match.pk}/sheet.pdf"
    tag = member.get(path)["ETag"]
    assert member.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert member.get(f"{path}?layout=rev2", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("players", [3, 10])
def test_blank_sheets_for_any_table(member: Client, club: Club, players: int) -> None:
    assert pdf(member, f"/c/{club.slug}/paper/sheet.pdf", players=players, layout="rev2").startswith(b"%PDF")


def test_blank_sheets_are_by_the_rules_of_the_club(member: Client, club: Club) -> None:
    """Its plan, its points in the foot, and its name; the page says by which rules they are."""
    path = f"/c/{club.slug}/paper/sheet.pdf"
    asked: dict[str, Any] = {"players": 4, "game": "dirty-dog"}
    assert "5 + tricks" in text_of(pdf(member, path, **asked))
    own = Options(scoring="ten-plus", bidding="together", decks=2, rules_name="River rules")
    before = member.get(path, asked)["ETag"]
    agree(club, table_game("dirty-dog"), own)
    for layout in ("rev1", "rev2"):
        sheet = text_of(pdf(member, path, **asked, layout=layout))
        assert "By §2 River rules." in sheet and "Made: 10 + tricks. Set: nothing." in sheet
        assert "The Rule is off" in sheet and "5 + tricks" not in sheet
        assert "52" in sheet.split()  # hands
    assert member.get(path, asked, headers={"If-None-Match": before}).status_code == 200
    assert "§2 River rules" in member.get(f"/c/{club.slug}/paper/").content.decode()


def test_the_wide_sheet_says_only_what_is_called_out(member: Client, club: Club) -> None:
    """Twenty points are no distance, and without The Rule no bid is barred."""
    path, asked = f"/c/{club.slug}/paper/sheet.pdf", {"players": 4, "layout": "rev2"}
    silent = ("Spooning", "Proximity Alert!", "SBR")
    assert all(word in text_of(pdf(member, path, **asked)) for word in silent)
    agree(club, table_game("dirty-dog"), Options(scoring="twenty-ten", the_rule="off"))
    sheet = text_of(pdf(member, path, **asked))
    assert "Door Knob" in sheet and not any(word in sheet for word in silent)


@pytest.mark.only("sqlite")
@pytest.mark.parametrize(
    "asked", [{}, {"players": "1"}, {"players": "11"}, {"players": "five"}, {"players": "5", "game": "bridge"}]
)
def test_tables_nobody_can_sit_at_are_refused(member: Client, club: Club, asked: dict[str, str]) -> None:
    assert member.get(f"/c/{club.slug}/paper/sheet.pdf", asked).status_code == 400


def test_the_paper_page_leads_to_all_of_them(member: Client, club: Club) -> None:
    page = member.get(f"/c/{club.slug}/paper/").content.decode()
    assert page.count("/paper/sheet.pdf?game=dirty-dog") == 8 * 4


def test_strangers_print_nothing(client: Client, match: Match) -> None:
    client.force_login(a_member(a_club("elsewhere")))
    assert client.get(f"/m/{match.pk}/sheet.pdf").status_code == 404
    assert client.get("/c/kennel/paper/").status_code == 404
