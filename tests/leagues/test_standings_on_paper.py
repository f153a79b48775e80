"""The standings as a PDF, as a page or a poster, with the content of the page on the screen."""

import io
import re
from typing import Any

import pikepdf
import pytest
from django.test import Client
from django.utils import translation

from clubs.models import Club, Player, Season
from leagues.models import Standing
from leagues.standings.print_sheet import points
from leagues.standings.update import note_clock
from leagues.standings.wording import hundredths
from scoring.standings import Scheme
from tests.factory import a_member, some_players
from tests.games.sheets.reading import Reader
from tests.leagues.test_race import nights_of
from tests.leagues.test_standings_page import GAME

pytestmark = pytest.mark.django_db
PAGE = "/c/kennel/standings.pdf"
SIZES = {"a4": (595, 842), "letter": (612, 792), "a3": (842, 1191), "tabloid": (792, 1224)}


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 5)


def pdf(client: Client, **asked: Any) -> bytes:
    response = client.get(PAGE, asked)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    return bytes(response.content)


def read(client: Client, **asked: Any) -> Reader:
    return Reader(pdf(client, **asked))


def aloud(reader: Reader) -> str:
    """All text of the PDF, as a screen reader reads it."""
    return reader.text(next(reader.elements()))


@pytest.mark.only("sqlite")
@pytest.mark.parametrize("paper", SIZES)
def test_a_table_fits_one_sheet_of_any_size(member: Client, club: Club, players: list[Player], paper: str) -> None:
    nights_of(club, players, 4)
    content = pdf(member, paper=paper)
    assert len(content) < 60_000
    reader = Reader(content)
    (page,) = reader.pdf.pages
    assert tuple(round(float(edge)) for edge in page.MediaBox[2:]) == SIZES[paper]
    assert "<pdfuaid:part>1</pdfuaid:part>" in reader.pdf.Root.Metadata.read_bytes().decode()
    heading = "Autumn" if paper in ("a3", "tabloid") else "Standings"
    assert [reader.text(one) for one in reader.all_of("/H1")] == [heading]


@pytest.mark.only("sqlite")
def test_every_row_stands_in_its_place_with_its_points(member: Client, club: Club, players: list[Player]) -> None:
    season = nights_of(club, players, 4)
    (table,) = read(member).tables()
    rows = Standing.objects.filter(season=season, game=GAME).order_by("place")
    assert [cell.text for cell in table[0]] == ["Place", "Player", "Nights", "Wins", "Bottom", "Points"]
    for row, cells in zip(rows, table[1:], strict=True):
        found = [cell.text for cell in cells]
        assert found[:2] == [str(row.place), row.player.label]
        assert found[2:5] == [str(row.nights), str(row.wins), str(row.losses)]
        assert found[5].removesuffix(", in front") == "".join(points(row.points))


def test_it_names_club_season_game_day_and_scheme(member: Client, club: Club, players: list[Player]) -> None:
    nights_of(club, players, 4)
    text = aloud(read(member))
    for words in ("The Thursday Kennel", "Autumn", "Dirty Dog", "24 September", "(night 4 of 4)"):
        assert words in text
    assert "Points: 1 for taking part, 5 more for 1st" in text
    assert "Level on points: " in text


@pytest.mark.only("sqlite")
def test_the_race_is_drawn_where_the_page_draws_it(member: Client, club: Club, players: list[Player]) -> None:
    nights_of(club, players, 4)
    assert "Line chart" not in aloud(read(member, season="all"))
    reader = read(member)
    (figure,) = reader.all_of("/Figure")
    assert "in the table above" in str(figure.Alt)


def test_guests_and_shared_places_are_named(member: Client, club: Club, players: list[Player]) -> None:
    season = nights_of(club, players, 4)
    Player.objects.filter(pk=players[4].pk).update(is_guest=True)
    assert f"{players[4].label} guest" in aloud(read(member))
    assert "The same place twice" not in aloud(read(member))
    Standing.objects.filter(season=season, place=2).update(place=1)
    text = aloud(read(member))
    assert text.count(", in front") == 2
    assert "The same place twice: level on every tie-break." in text


def test_who_is_not_ranked_yet_stands_apart(member: Client, club: Club, players: list[Player]) -> None:
    nights_of(club, players, 1, Scheme(way="places", places=(5, 3), minimum=3))
    reader = read(member)
    assert "Not ranked yet: ranked after 3 matches" in aloud(reader)
    assert re.search(r"After *\d+ \w+ 20\d\d\b", aloud(reader)), "paper is kept for years"
    assert len(reader.tables()) == 1


@pytest.mark.only("sqlite")
@pytest.mark.parametrize(
    ("hundredths", "printed"),
    [
        (5066, ("50", "2/3")),
        (433, ("4", "1/3")),
        (33, ("", "1/3")),
        (-33, ("−", "1/3")),
        (450, ("4.5", "")),
        (0, ("0", "")),
    ],
)
def test_thirds_are_printed_as_thirds(hundredths: int, printed: tuple[str, str]) -> None:
    assert points(hundredths) == printed


@pytest.mark.only("sqlite")
def test_forty_players_with_any_names_go_on_over_the_page(member: Client, club: Club) -> None:
    names = [
        f"{word} {number}" for number in range(10) for word in ("W" * 38, "ليان الزهراني", "Gus 🐶", "#panic() $x$")
    ]
    crowd = some_players(club, 40, names)
    season = Season.objects.create(club=club, name="Autumn", starts_on="2026-09-01", ends_on="2026-12-01")
    Standing.objects.bulk_create(
        Standing(club=club, season=season, game=GAME, player=each, place=at, points=100 * (50 - at), nights=1, played=1)
        for at, each in enumerate(crowd, 1)
    )
    note_clock(club)
    for paper in SIZES:
        reader = read(member, paper=paper)
        assert sum(len(table) - 1 for table in reader.tables()) == 40
        assert len(reader.pages) <= 2


def test_the_same_table_gives_the_same_bytes_and_no_second_answer(
    member: Client, club: Club, players: list[Player]
) -> None:
    nights_of(club, players, 4)
    first = member.get(PAGE)
    assert pdf(member) == first.content
    assert 'filename="standings-dirty-dog-2026-09-24.pdf"' in first["Content-Disposition"]
    assert member.get(PAGE, headers={"if-none-match": first["ETag"]}).status_code == 304


@pytest.mark.only("sqlite")
def test_another_word_for_the_paper_is_refused(member: Client, club: Club, players: list[Player]) -> None:
    nights_of(club, players, 1)
    refused = member.get(PAGE, {"paper": "a5"})
    assert refused.status_code == 400
    assert member.get(PAGE, {"season": "999"}).status_code == 404


def test_the_page_of_the_table_leads_to_it(member: Client, club: Club, players: list[Player]) -> None:
    season = nights_of(club, players, 1)
    html = member.get("/c/kennel/standings/").content.decode()
    for paper in ("", *(f"&amp;paper={each}" for each in SIZES)):
        assert f'href="{PAGE}?season={season.pk}&amp;game={GAME}{paper}"' in html


def test_programs_get_the_same_file(club: Club, players: list[Player], client: Client) -> None:
    nights_of(club, players, 4)
    client.force_login(a_member(club))
    answer = client.get("/api/v1/clubs/kennel/standings.pdf", {"paper": "a3"})
    assert answer.status_code == 200
    with pikepdf.open(io.BytesIO(answer.content)) as read_back:
        assert len(read_back.pages) == 1
    assert answer.content == pdf(client, paper="a3")
    assert client.get("/api/v1/clubs/kennel/standings.pdf", {"paper": "a5"}).status_code == 400


def test_points_below_nothing_keep_their_sign_from_right_to_left() -> None:
    with translation.override("ar"):
        assert (hundredths(-50), points(-33)) == ("\u200e−0.5", ("\u200e−", "1/3"))
