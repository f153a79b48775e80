"""Late arrivals and early leavers: the attendance of the night and the sheet agree, after an undo as well."""

import random
import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.calendar.nights import expect, stay_away
from clubs.models import Attendance, Club, Night, Player
from games import ledger
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match, Seat
from scoring.dirty_dog import Leave
from tests.counting import queries
from tests.factory import a_club, a_match, played, write
from tests.nights import here, some_dogs, state, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def dogs(club: Club) -> list[Player]:
    return some_dogs(club, 8)


@pytest.fixture
def match(club: Club, night: Night, dogs: list[Player]) -> Match:
    """A table of five players on the night, after two hands; all five are here."""
    here(night, dogs[:5])
    return a_match(club, dogs[:5], hands=2, table="1", night=night)


def take_back(match: Match) -> None:
    """Undo the last line of the match."""
    last = match.entries.order_by("-number", "-revision").first()
    assert last
    ledger.record(match.pk, [Draft(last.kind, last.number, None)], version=match.version, by=Author(None, "a test"))
    match.refresh_from_db()


def test_a_late_dog_is_here_and_asked_which_table_to_join(
    scribe: Client, night: Night, dogs: list[Player], match: Match
) -> None:
    gus = dogs[6]
    expect(night, gus)
    assert f"{gus.name} is here" in scribe.get(url(night, "")).content.decode().replace("\N{SOFT HYPHEN}", "")
    response = scribe.post(url(night, "arrive/"), {"player": gus.pk})
    assert response["Location"] == url(night, f"join/{gus.pk}/")
    assert state(night, gus) == "here"
    page = scribe.get(response["Location"]).content.decode()
    assert f"/m/{match.pk}/table/late/?player={gus.pk}" in page
    late = scribe.get(f"/m/{match.pk}/table/late/?player={gus.pk}").content.decode()
    assert f'name="player" value="{gus.pk}"' in late
    assert "Starts at" in late


def test_without_an_open_table_a_late_dog_is_simply_here(scribe: Client, night: Night, dogs: list[Player]) -> None:
    assert scribe.post(url(night, "arrive/"), {"player": dogs[0].pk})["Location"] == url(night, "")
    page = scribe.get(url(night, f"join/{dogs[0].pk}/")).content.decode()
    assert "No table takes a late dog now" in page


def test_nobody_joins_a_night_who_is_not_of_the_club(scribe: Client, night: Night) -> None:
    stranger = some_dogs(a_club("elsewhere"), 1)[0]
    assert scribe.get(url(night, f"join/{stranger.pk}/")).status_code == 404
    page = scribe.post(url(night, "arrive/"), {"player": stranger.pk}, follow=True).content.decode()
    assert "not in this club" in page
    assert not night.attendances.exists()


def join(match: Match, player: Player) -> None:
    """Add a player who comes late to the table."""
    payload = {"seat": match.seats.count(), "after": 0}
    draft = Draft("join", match.entries.count() + 1, payload, player=player.pk)
    ledger.record(match.pk, [draft], version=match.version, by=Author(None, "a test"))
    match.refresh_from_db()


def test_whoever_joins_at_the_table_is_at_the_night_too(night: Night, dogs: list[Player], match: Match) -> None:
    join(match, dogs[6])
    row = Attendance.objects.get(night=night, player=dogs[6])
    assert row.state == "here"
    assert row.arrived_at
    take_back(match)
    assert not Seat.objects.filter(match=match, player=dogs[6]).exists()
    assert state(night, dogs[6]) == "here"  # the player is here; only the seat was a mistake


def test_whoever_leaves_the_table_leaves_the_night_until_it_is_undone(
    night: Night, dogs: list[Player], match: Match
) -> None:
    write(match, [Leave(1)])
    row = Attendance.objects.get(night=night, player=dogs[1])
    assert (row.state, row.left_at is None) == ("left", False)
    take_back(match)
    row.refresh_from_db()
    assert (row.state, row.left_at) == ("here", None)
    assert [state(night, dog) for dog in dogs[:5]] == ["here"] * 5


def test_a_leaver_may_come_back_and_sit_down_again(night: Night, dogs: list[Player], match: Match) -> None:
    write(match, [Leave(1)])
    write(match, played(load(match).sheet, 3, random.Random(1))[0])
    draft = Draft("join", match.entries.count() + 1, {"seat": 1, "after": 0})
    ledger.record(match.pk, [draft], version=match.version, by=Author(None, "a test"))
    assert state(night, dogs[1]) == "here"


def test_a_correction_after_the_night_was_closed_is_dated_then(night: Night, dogs: list[Player], match: Match) -> None:
    closed = timezone.now() + timedelta(minutes=1)
    Night.objects.filter(pk=night.pk).update(closed_at=closed)
    write(Match.objects.get(pk=match.pk), [Leave(1)])
    assert Attendance.objects.get(night=night, player=dogs[1]).left_at == closed


def test_a_match_of_no_night_writes_no_attendance(club: Club, dogs: list[Player]) -> None:
    write(a_match(club, dogs[:5], hands=1), [Leave(1)])
    assert not Attendance.objects.exists()


def test_nobody_joins_a_table_who_sits_at_another(
    scribe: Client, club: Club, night: Night, dogs: list[Player], match: Match
) -> None:
    busy, [free] = dogs[5:8], some_dogs(club, 1, "Z")
    a_match(club, busy, hands=1, table="2", night=night)
    shown = scribe.get(f"/m/{match.pk}/table/late/").content.decode()
    assert free.name in shown
    assert busy[0].name not in shown
    form = {
        "player": busy[0].pk,
        "seat": 5,
        "after": 4,
        "number": 5,
        "entry": str(uuid.uuid4()),
        "version": match.version,
    }
    refused = scribe.post(f"/m/{match.pk}/table/late/", form)
    assert "That player is at another table" in refused.content.decode()
    assert match.seats.count() == 5


def test_the_page_asks_who_comes_and_who_goes(scribe: Client, night: Night, dogs: list[Player], match: Match) -> None:
    here(night, dogs[5:6])
    page = scribe.get(url(night, "comings/")).content.decode()
    assert f"/m/{match.pk}/table/leave/?seat=2" in page
    assert f'action="{url(night, "leave/")}"' in page
    leave = scribe.get(f"/m/{match.pk}/table/leave/?seat=2").content.decode()
    assert "DogC" in leave.replace("\N{SOFT HYPHEN}", "")


def test_a_game_played_to_its_end_lets_nobody_go(scribe: Client, club: Club, night: Night, dogs: list[Player]) -> None:
    ledger.start(club, "top-dog", dogs[:3], table="1", night=night)
    here(night, dogs[:3])
    assert "played to its end" in scribe.get(url(night, "comings/")).content.decode()


def test_somebody_at_no_table_goes_home_and_a_sitting_dog_tells_the_sheet_first(
    scribe: Client, night: Night, dogs: list[Player], match: Match
) -> None:
    here(night, dogs[5:6])
    scribe.post(url(night, "leave/"), {"player": dogs[5].pk})
    assert state(night, dogs[5]) == "left"
    page = scribe.post(url(night, "leave/"), {"player": dogs[0].pk}, follow=True).content.decode()
    assert "Record the early leave on its sheet first" in page
    assert state(night, dogs[0]) == "here"


def test_nobody_leaves_who_has_not_come(scribe: Client, night: Night, dogs: list[Player]) -> None:
    page = scribe.post(url(night, "leave/"), {"player": dogs[5].pk}, follow=True).content.decode()
    assert "was never here: nobody can leave who has not come." in page
    assert "went home" not in page
    assert not night.attendances.exists()


@pytest.mark.parametrize("text", ["", "25:00", "soon", "19-30"])
def test_a_time_nobody_can_read_changes_nothing(scribe: Client, night: Night, dogs: list[Player], text: str) -> None:
    page = scribe.post(url(night, "expect/"), {"player": dogs[0].pk, "at": text}, follow=True).content.decode()
    assert "Enter the time as 20:15." in page
    assert not night.attendances.exists()


def test_who_comes_when_is_written_down(scribe: Client, night: Night, dogs: list[Player], match: Match) -> None:
    stay_away(night, dogs[6])
    scribe.post(url(night, "expect/"), {"player": dogs[6].pk, "at": "20:15"})
    row = night.attendances.get(player=dogs[6])
    assert row.expected_at
    assert (row.state, f"{timezone.localtime(row.expected_at):%H:%M}") == ("late", "20:15")
    page = scribe.post(url(night, "expect/"), {"player": dogs[0].pk, "at": "20:15"}, follow=True).content.decode()
    assert "Record the early leave on its sheet first" in page


def test_a_night_is_not_closed_over_a_table_that_plays(scribe: Client, night: Night, match: Match) -> None:
    assert "still playing" in scribe.post(url(night, "close/"), follow=True).content.decode()
    ledger.abandon(match.pk)
    assert scribe.post(url(night, "close/"))["Location"] == url(night, "report/")
    night.refresh_from_db()
    assert night.closed_at
    assert "is closed" in scribe.get(url(night, "comings/"), follow=True).content.decode()
    scribe.post(url(night, "close/"), {"open": "1"})
    night.refresh_from_db()
    assert night.closed_at is None


def test_the_pages_cost_the_same_however_many_tables(
    scribe: Client, club: Club, night: Night, dogs: list[Player], match: Match
) -> None:
    expect(night, dogs[7])
    pages = [url(night, "comings/"), url(night, f"join/{dogs[7].pk}/")]
    before = [queries(scribe, page) for page in pages]
    more = some_dogs(club, 5, "P")
    here(night, more)
    a_match(club, more, hands=3, table="2", night=night)
    assert [queries(scribe, page) for page in pages] == before
