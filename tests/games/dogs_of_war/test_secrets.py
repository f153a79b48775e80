"""With two of three tallies in, no page, form or API response shows a number of them."""

import io
import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace
from pypdf import PdfReader

from clubs.access import WATCHING
from clubs.models import Club, Invitation, Membership, Night, Role, Season, SpectatorLink
from games.access import TABLETS
from games.entries.drafts import Author, Draft
from games.ledger import record
from games.models import Match, Seat, TabletPass
from games.models import Tally as TallyRow
from scoring.dogs_of_war import Tally, breakdown
from scoring.records import entry_to_json
from tests.factory import a_bone, a_member, some_players
from tests.games.dogs_of_war.tallying import VALUES, a_war, tally_form, written
from tests.routes import QUERIES, Route, World, address_of, routes
from tests.routes_expected import EVERYBODY

pytestmark = pytest.mark.django_db

WHY = "The borzoi buried a bone"
BEA = Tally(0, 971, {"Talbot": 641, "Hackett": 523}, "Hackett", 61, 577, 509, 467, WHY)
OTTO = Tally(1, 983, {"Bastiani": 653, "Harlow": 541}, "Mallory", 67, 587, 599, -479, WHY)
LAST = Tally(2, 5, {"Talbot": 1}, "Talbot", 1, 0, 0)
MATCHES = ("m/<uuid:pk>", "matches/<uuid:pk>")
PAGES = ("club", "club-wall", "matches", "player", "api-schema")
# Headers whose numbers are not about the match.
NOBODYS = ("Content-Length", "RateLimit", "RateLimit-Policy", "X-Request-ID")
LOOKERS = [name for name in EVERYBODY if name not in ("anonymous", "stranger")]


def numbers(tally: Tally) -> Iterator[int]:
    """Every number that would reveal this tally."""
    rows = breakdown(VALUES, tally)
    yield from (tally.vp, tally.tactics, tally.soldiers, abs(tally.adjust), *tally.influence.values())
    yield from (abs(rows.influence), rows.cards, rows.total)


NUMBERS = "|".join(str(each) for tally in (BEA, OTTO) for each in numbers(tally))
SECRET = re.compile(rf"(?<![\w-])({NUMBERS})(?![\w-])|{WHY}")


@pytest.fixture(autouse=True)
def numbered_far_away(db: None) -> None:
    """Start all primary keys at a million: sequences go on from test to test, and no key may equal a secret number."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT sequencename FROM pg_sequences")
            for (name,) in cursor.fetchall():
                cursor.execute(f'ALTER SEQUENCE "{name}" RESTART WITH 1000000')
        else:
            cursor.execute("DELETE FROM sqlite_sequence")
            cursor.execute(
                "INSERT INTO sqlite_sequence SELECT name, 1000000 FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'"
            )


@pytest.fixture(autouse=True)
def comes_back_after_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix the random retry delay (in milliseconds) of the live stream, so that it cannot equal a secret number."""
    monkeypatch.setattr("games.live.SPREAD", 1)


@pytest.fixture
def match(club: Club) -> Match:
    return a_war(club, some_players(club, 3), [BEA, OTTO])


@pytest.fixture
def world(club: Club, match: Match) -> World:
    people = {str(role.label): a_member(club, role) for role in Role}
    return World(
        club=club,
        match=match,
        players=[seat.player for seat in match.seats.select_related("player")],
        people=people,
        membership=Membership.objects.get(user=people["member"]),
        invitation=Invitation.objects.create(club=club),
        link=SpectatorLink.objects.create(club=club),
        tablet=TabletPass.objects.create(match=match, label="tablet 2"),
        award=a_bone(match.seats.all()[0].player),
    )


@pytest.fixture
def clients(world: World) -> dict[str, Client]:
    found = {name: Client() for name in LOOKERS}
    for name, user in world.people.items():
        found[name].force_login(user)
    for name, key, row in (("spectator", WATCHING, world.link), ("tablet", TABLETS, world.tablet)):
        session = found[name].session
        session[key] = [str(row.pk)]
        session.save()
        found[name].cookies["sessionid"] = session.session_key or ""
    return found


def text_of(response: Any) -> str:
    content = response.getvalue() if response.streaming else response.content
    if content.startswith(b"%PDF"):
        return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    headers = " ".join(f"{name}: {value}" for name, value in response.items() if name not in NOBODYS)
    return f"{headers} {content.decode(errors='replace')}"


def leaks(response: Any) -> list[str]:
    """The secret numbers that stand in a response."""
    return [found[0] for found in SECRET.finditer(text_of(response))]


def about_a_match() -> list[Route]:
    """The routes of the match, and those of the club that show it."""
    return [route for route in routes() if any(path in route.path for path in MATCHES) or route.name in PAGES]


@pytest.mark.variants
@pytest.mark.parametrize("who", LOOKERS)
def test_no_page_of_the_club_shows_a_number_of_theirs(who: str, world: World, clients: dict[str, Client]) -> None:
    found = {}
    for route in about_a_match():
        address = address_of(route, world) + QUERIES.get(f"GET {route.name}", "")
        if leaked := leaks(clients[who].get(address)):
            found[route.name] = leaked
    assert found == {}


LEAGUE = (
    *("nights/", "nights/{night}/", "nights/{night}/report/", "nights/{night}/report.pdf", "nights/{night}/comings/"),
    *("standings/", "standings/?game=dogs-of-war", "ratings/?game=dogs-of-war", "records/?game=dogs-of-war"),
    *("trophies/", "playoffs/", "glossary/", "seasons/", "players/{player}/?game=dogs-of-war"),
)
LEAGUE_API = ("nights", "nights/{night}", "standings", "ratings?game=dogs-of-war", "trophies", "players", "playoffs")


@pytest.mark.variants
@pytest.mark.parametrize("who", LOOKERS)
def test_no_page_of_its_night_or_season_tells(who: str, world: World, clients: dict[str, Client]) -> None:
    night = Night.objects.create(club=world.club, starts_at=timezone.now())
    year = Season.objects.create(club=world.club, name="The year", starts_on="2000-01-01", ends_on="2999-12-31")
    Match.objects.filter(pk=world.match.pk).update(night=night, season=year)
    names = {"night": night.pk, "player": world.players[0].pk}
    for path in (
        *(f"/c/{world.club.slug}/{path}" for path in LEAGUE),
        *(f"/api/v1/clubs/{world.club.slug}/{path}" for path in LEAGUE_API),
    ):
        answer = clients[who].get(path.format(**names))
        assert who != "owner" or answer.status_code == 200 or path.endswith("v1/clubs/kennel/standings"), path
        assert leaks(answer) == [], path


@pytest.mark.parametrize(
    "path",
    [
        "?seat=0",
        "?seat=1&vp=3&last=vp",
        "?seat=0&do=look",
        "only-the-end/",
        "../cell/1/0/",
        "../cell/1/1/",
        "../correct/1/",
        "../history/2/take-back/",
        "../history/3/take-back/",
        "../history/?page=1",
        "../sheet.pdf?layout=rev2&fill=ready",
    ],
)
def test_nor_does_a_page_that_asks_about_them(path: str, match: Match, clients: dict[str, Client]) -> None:
    for who in ("scorekeeper", "tablet", "owner"):
        assert leaks(clients[who].get(f"/m/{match.pk}/table/{path}", follow=True)) == []


@pytest.mark.parametrize("kind", ["nothing", "stale", "same line"])
def test_no_form_that_is_refused_tells_them(kind: str, world: World, clients: dict[str, Client]) -> None:
    """The form has the third player's own numbers; the response may show those of no other player."""
    match, number = world.match, 3 if kind == "same line" else 4
    body = {} if kind == "nothing" else tally_form(match, LAST, number, str(uuid4())) | {"do": "save", "note": "why"}
    if kind == "stale":
        body["version"] = str(match.version - 1)
    found = {}
    accepted = ("table", "undo", "abandon", "reopen") if kind == "same line" else ()
    for route in (route for route in about_a_match() if route.name not in accepted):
        with transaction.atomic():  # undone for each form, so that all start from the same match
            if leaked := leaks(clients["scorekeeper"].post(address_of(route, world), body)):
                found[route.name] = leaked
            transaction.set_rollback(True)
    assert found == {}


def test_two_tablets_that_count_for_one_see_no_more_than_whose_tally_it_is(
    match: Match, clients: dict[str, Client]
) -> None:
    """The other tablet has handed in Otto's tally since this one loaded the page."""
    late = tally_form(match, replace(LAST, seat=1), 3, str(uuid4())) | {"version": "0"}
    answer = clients["tablet"].post(f"/m/{match.pk}/table/", late)
    assert answer.status_code == 409
    assert leaks(answer) == []
    assert "Otto’s tally" in answer.content.decode()


def test_undo_says_whose_tally_it_takes_back_and_shows_nothing_of_it(match: Match, clients: dict[str, Client]) -> None:
    page = clients["scorekeeper"].get(f"/m/{match.pk}/table/").content.decode()
    assert "Undo: Otto’s tally" in page
    form = {"what": "undo", "entry": str(uuid4()), "number": "3", "version": str(match.version)}
    answer = clients["scorekeeper"].post(f"/m/{match.pk}/undo/", form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer["HX-Replace-Url"] == f"/m/{match.pk}/table/"
    assert leaks(answer) == []
    assert leaks(clients["scorekeeper"].get(f"/m/{match.pk}/history/")) == []


def test_handing_in_answers_with_a_covered_page(match: Match, clients: dict[str, Client]) -> None:
    again = tally_form(match, BEA, 2, str(uuid4())) | {"vp": "911"}
    answer = clients["scorekeeper"].post(f"/m/{match.pk}/table/", again, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer["HX-Replace-Url"] == f"/m/{match.pk}/table/"
    assert leaks(answer) == []
    assert not re.search(r"(?<![\w-])911(?![\w-])", answer.content.decode())  # not even in a primary key
    assert match.entries.filter(number=2).count() == 2


def test_what_is_half_counted_goes_to_no_other_device(match: Match, clients: dict[str, Client]) -> None:
    """The script does not send a form with this attribute to the server."""
    page = clients["scorekeeper"].get(f"/m/{match.pk}/table/?seat=0").content.decode()
    assert re.search(r'<form id="entry"[^>]* data-secret ', page)


def test_counting_again_begins_with_nothing(match: Match, clients: dict[str, Client]) -> None:
    html = clients["scorekeeper"].get(f"/m/{match.pk}/table/?seat=0").content.decode()
    page = html.partition('<template class="ahead"')[0]
    values = re.findall(r'<input class="fig[^"]*" name="([^"]+)" value="([^"]*)"', page)
    assert len(values) == 11
    assert {value for _, value in values} == {"0"}
    assert "checked" not in page
    assert "Your previous tally counts until this is in" in page


def test_the_api_echoes_no_tally(match: Match, clients: dict[str, Client]) -> None:
    here = clients["scorekeeper"]
    seen = here.get(f"/api/v1/matches/{match.pk}").json()
    assert seen["sheet"]["needs"] == [{"what": "final-tally", "players": [seat_name(match, 2)]}]
    bea = {"id": str(uuid4()), "number": 2, "kind": "tally", "payload": entry_to_json(BEA), "note": WHY}
    echo = post(here, match, bea, version=match.version)
    assert echo.status_code == 201
    assert leaks(echo) == []
    assert echo.json()["entries"][0] | {"payload": None, "hidden": True, "note": ""} == echo.json()["entries"][0]
    again = post(here, match, bea, version=match.version)
    assert (again.status_code, leaks(again)) == (200, [])
    other = post(here, match, bea | {"payload": entry_to_json(LAST)}, version=match.version)
    assert (other.status_code, leaks(other)) == (409, [])
    stale = post(here, match, {**bea, "id": str(uuid4()), "number": 4}, version=0)
    assert (stale.status_code, leaks(stale)) == (409, [])
    assert [entry["hidden"] for entry in stale.json()["error"]["entries"]] == [False, True, True, True]


def test_the_record_holds_no_tally_and_can_be_scored(match: Match, clients: dict[str, Client]) -> None:
    found = clients["member"].get(f"/m/{match.pk}/record.json").json()
    assert "tally" not in found.get("finish", {})
    assert found["finish"]["house_values"] == VALUES


def test_history_says_that_they_are_in(match: Match, clients: dict[str, Client]) -> None:
    written_down = clients["member"].get(f"/m/{match.pk}/history/").content.decode()
    assert "Bea’s tally." in written_down
    assert "Otto’s tally." in written_down


def test_no_figure_for_statistics_is_kept_before_the_end(match: Match) -> None:
    assert set(Seat.objects.filter(match=match).values_list("total", flat=True)) == {0}
    assert not TallyRow.objects.filter(match=match).exists()


def test_the_last_tally_uncovers_them_all(match: Match, clients: dict[str, Client]) -> None:
    written(match, [LAST])
    for path in ("", "table/", "history/", "record.json"):
        answer = clients["scorekeeper"].get(f"/m/{match.pk}/{path}")
        assert answer.status_code == 200
        assert leaks(answer), path


def test_taking_the_last_one_back_covers_them_again(match: Match, clients: dict[str, Client]) -> None:
    written(match, [LAST])
    back = Draft("tally", 4, None)
    record(match.pk, [back], version=match.version, by=Author(None, "tablet 1"))
    for path in ("", "table/", "history/", "record.json", "wall/"):
        assert leaks(clients["scorekeeper"].get(f"/m/{match.pk}/{path}")) == []


def post(client: Client, match: Match, draft: dict[str, Any], *, version: int) -> Any:
    body = json.dumps({"version": version, "drafts": [draft]})
    return client.post(f"/api/v1/matches/{match.pk}/entries", body, content_type="application/json")


def seat_name(match: Match, seat: int) -> str:
    return match.seats.get(position=seat).player.label
