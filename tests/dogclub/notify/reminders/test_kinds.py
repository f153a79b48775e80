"""When each kind of email is due, who gets it, and its text."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from clubs.calendar.answers import give_answer
from clubs.models import Club, Confirm, Membership, Night, Player, Role, Season, User
from games import ledger
from games.models import Match
from leagues.models import Trophy
from leagues.trophies import awards
from tests.dogclub.notify.reminders.post_office import Letters, a_reader, later, look
from tests.factory import a_match, a_member, some_players
from tests.games.confirmation.parts import PHONE, sheet_of

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)  # a Thursday
DAY = 24 * 60


@pytest.fixture
def club(kennel: Club) -> Club:
    Club.objects.update(time_zone="UTC")
    kennel.refresh_from_db()
    a_member(kennel, Role.OWNER)
    return kennel


def played(club: Club, players: list[Player], start: datetime = START, **about: Any) -> Match:
    with time_machine.travel(start, tick=False):
        night = Night.objects.create(club=club, starts_at=start)
        return a_match(club, players, plan=(1, 2, 1), seed=3, night=night, **about)


def close(night: Night | None, moment: datetime) -> None:
    assert night
    Night.objects.filter(pk=night.pk).update(closed_at=moment)


def words(letters: Letters, at: int = -1) -> str:
    part: Any = letters.came[at].get_body(("plain",))
    return " ".join(part.get_content().split())


@pytest.mark.parametrize(
    ("minutes", "first", "until"),
    [
        (0, (25, 10), "the night begins."),
        (120, (25, 10), "Thursday 26 November, 10:00."),
        (1440, (24, 10), "Wednesday 25 November, 12:00."),
        (2880, (23, 10), "Tuesday 24 November, 12:00."),
    ],
)
def test_whoever_is_silent_is_asked_while_there_is_time_to_answer(
    letters: Letters, club: Club, minutes: int, first: tuple[int, int], until: str
) -> None:
    a_reader(club, "Sam Kettle", night=True)
    night = Night.objects.create(club=club, starts_at=START, answers_close=minutes)
    moment = datetime(2026, 11, *first, tzinfo=UTC)
    assert look(later(moment, -1)) == 0
    closing = later(START, -minutes)
    assert look(later(closing, -119)) == 0, "too late"
    assert look(moment) == 1
    assert f"You can change your answer until {until}" in words(letters)
    assert night.answers_close_at == closing


def test_a_full_night_offers_the_waiting_list(letters: Letters, club: Club) -> None:
    a_reader(club, "Sam Kettle", night=True)
    night = Night.objects.create(club=club, starts_at=START, places=1)
    with time_machine.travel(later(START, -2 * DAY), tick=False):
        give_answer(night, some_players(club, 1)[0], "yes")
    assert look(later(START, -DAY)) == 1
    assert re.findall(r"([\w ]+): https://\S+\?answer=(\w+)", words(letters)) == [
        (" Join the waiting list", "yes"),
        (" Maybe", "maybe"),
        (" No", "no"),
    ]


def test_answers_and_the_reader_are_named_in_the_language_of_the_reader(letters: Letters, club: Club) -> None:
    players = some_players(club, 4)
    reader = a_reader(club, players[0].name, night=True, digest=True, digest_day=4, digest_hour=9)
    User.objects.filter(pk=reader.user_id).update(language="de")
    month = timedelta(days=30)
    season = Season.objects.create(club=club, name="Autumn", starts_on=START - month, ends_on=START + month)
    close(played(club, players, season=season).night, later(START, 180))
    Night.objects.update(season=season)
    Night.objects.create(club=club, starts_at=START + timedelta(days=7))
    assert look(later(datetime(2026, 11, 27, 9, 0, tzinfo=UTC), 1)) == 1
    assert re.search(r" Du \d", words(letters)), words(letters)
    assert look(datetime(2026, 12, 2, 10, 0, tzinfo=UTC)) == 1
    assert re.findall(r"(\w+): https://\S+\?answer=\w+", words(letters)) == ["Ja", "Vielleicht", "Nein"]


def test_a_sheet_that_waits_asks_its_players_once_an_hour_later(letters: Letters, club: Club) -> None:
    Club.objects.update(confirm=Confirm.EVERY_SEAT)
    club.refresh_from_db()
    players = some_players(club, 4)
    first, second = (a_reader(club, player.name, confirmation=True) for player in players[:2])
    a_reader(club, "Somebody Else", confirmation=True)
    match = played(club, players)
    with time_machine.travel(later(START, 5), tick=False):
        ledger.confirm(match.pk, 1, sheet=sheet_of(match), by=PHONE)
    assert look(later(START, 59)) == 0
    assert look(later(START, 61)) == 1
    assert look(later(START, 90)) == 0
    assert [letter["To"] for letter in letters.came] == [first.user.email]
    assert second.user.email != first.user.email
    said = words(letters)
    assert "Is your result right, Bea?" in said
    assert "(you)" in said
    assert "/confirm/" in said or "https://club.example/" in said


def test_a_sheet_with_a_reported_mistake_asks_nobody(letters: Letters, club: Club) -> None:
    Club.objects.update(confirm=Confirm.EVERY_SEAT)
    club.refresh_from_db()
    players = some_players(club, 4)
    a_reader(club, players[0].name, confirmation=True)
    match = played(club, players)
    with time_machine.travel(later(START, 5), tick=False):
        ledger.object_to(match.pk, 2, "wrong bid", sheet=sheet_of(match), by=PHONE)
    assert look(later(START, 61)) == 0


def test_the_report_comes_once_the_night_is_closed(letters: Letters, club: Club) -> None:
    reader = a_reader(club, "Sam Kettle", report=True)
    a_reader(club, "Jo Brandvold")
    match = played(club, some_players(club, 4))
    assert look(later(START, 120)) == 0
    close(match.night, later(START, 180))
    assert look(later(START, 185)) == 1
    assert look(later(START, 190)) == 0
    (letter,) = letters.came
    assert letter["To"] == reader.user.email
    assert f"/c/{club.slug}/nights/{match.night_id}/report/" in words(letters)
    assert "You get this because you asked for the report of each night." in words(letters)
    assert "Comments" not in words(letters)


def test_the_report_has_the_comments_on_its_night(letters: Letters, club: Club) -> None:
    Club.objects.update(has_comments=True)
    reader = a_reader(club, "Sam Kettle", report=True)
    match = played(club, some_players(club, 4))
    assert match.night and reader.player
    match.night.comments.create(player=reader.player, text="I want a recount.")
    close(match.night, later(START, 180))
    look(later(START, 185))
    assert "Comments Sam Kettle: I want a recount." in words(letters)


def test_a_night_nobody_closed_is_over_when_the_day_is(letters: Letters, club: Club) -> None:
    a_reader(club, "Sam Kettle", report=True)
    played(club, some_players(club, 4))
    assert look(START + timedelta(hours=8)) == 0
    assert look(START + timedelta(hours=21)) == 1


def test_an_old_night_that_is_imported_is_no_news(letters: Letters, club: Club) -> None:
    a_reader(club, "Sam Kettle", report=True, trophy=True, digest=True)
    played(club, some_players(club, 4), START - timedelta(days=400))
    assert look(later(START, 120)) == 0


def test_whoever_lost_a_trophy_is_told_who_has_it(letters: Letters, club: Club) -> None:
    had, took, other = some_players(club, 3)
    reader = a_reader(club, had.name, trophy=True)
    a_reader(club, took.name, trophy=True)
    cup = Trophy.objects.create(club=club, name="Golden Bone", rule=Trophy.Rule.HAND)
    give(cup, had, START - timedelta(days=9))
    give(cup, took, START)
    assert look(later(START, 30)) == 0
    assert look(later(START, 61)) == 1
    assert look(later(START, 90)) == 0
    assert [(letter["To"], letter["Subject"]) for letter in letters.came] == [
        (reader.user.email, "Otto took the Golden Bone")
    ]
    assert "Otto Pym has the Golden Bone now" in words(letters)
    give(cup, other, later(START, 100))
    give(cup, took, later(START, 110))
    assert look(later(START, 300)) == 0  # nothing to report: the player has it again


def give(trophy: Trophy, player: Player, moment: datetime) -> None:
    with time_machine.travel(moment, tick=False):
        awards.pass_on(trophy, player, "for the cake", by=None)


def test_the_digest_comes_on_its_day_and_takes_the_place_of_the_report(letters: Letters, club: Club) -> None:
    players = some_players(club, 4)
    reader = a_reader(club, players[0].name, digest=True, report=True, digest_day=4, digest_hour=9)
    match = played(club, players)
    close(match.night, later(START, 180))
    Night.objects.create(club=club, starts_at=START + timedelta(days=7), place="The Old Ferry")
    assert look(later(START, 200)) == 0
    friday = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
    assert look(later(friday, -1)) == 0
    assert look(later(friday, 1)) == 1
    assert look(later(friday, 30)) == 0
    said = words(letters)
    for part in ("Your week in The Thursday Kennel", "LAST NIGHT", "NEXT NIGHT", "Thursday, 3 December, 12:00"):
        assert part in said
    assert "you haven’t answered. Answer for Thursday: https://club.example/answer/" in said
    reader.email_settings.digest = False
    reader.email_settings.save()
    assert look(later(friday, 60)) == 0  # the digest reported it already, though the report is chosen now
    assert look(later(friday, 7 * DAY + 1)) == 0


def test_the_digest_says_who_went_up_or_down(letters: Letters, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    day = START.date()
    month = timedelta(days=30)
    season = Season.objects.create(club=club, name="Autumn", starts_on=day - month, ends_on=day + month)
    players = some_players(club, 4)
    a_reader(club, players[0].name, digest=True, digest_day=4, digest_hour=9)
    close(played(club, players, season=season).night, later(START, 180))
    Night.objects.update(season=season)
    moves = {players[0].pk: (4, 2), players[1].pk: (1, 3), players[2].pk: (3, 3)}
    monkeypatch.setattr("dogclub.notify.reminders.night_kinds.moves_of", lambda *_: moves)
    assert look(datetime(2026, 11, 27, 9, 1, tzinfo=UTC)) == 1
    said = words(letters)
    assert "STANDINGS AFTER 1 OF" in said
    assert "You, up 2," in said
    assert f"{players[1].label}, down 2," in said
    assert f"{players[2].label}," not in said.partition("STANDINGS")[2]


def test_no_digest_says_nothing_new(letters: Letters, club: Club) -> None:
    players = some_players(club, 4)
    reader = a_reader(club, players[0].name, report=True)
    match = played(club, players)
    close(match.night, later(START, 180))
    assert look(later(START, 200)) == 1
    reader.email_settings.digest = True
    reader.email_settings.save()
    for week in range(3):
        assert look(datetime(2026, 11, 27, 9, 5, tzinfo=UTC) + timedelta(weeks=week)) == 0
    assert len(letters.came) == 1


def test_a_guest_of_the_club_without_a_player_gets_the_report_alone(letters: Letters, club: Club) -> None:
    reader = a_reader(club, "Sam Kettle", night=True, confirmation=True, report=True, trophy=True)
    Membership.objects.filter(pk=reader.pk).update(player=None)
    Night.objects.create(club=club, starts_at=START + timedelta(days=1))
    match = played(club, some_players(club, 4))
    close(match.night, later(START, 30))
    assert look(later(START, 60)) == 1
    assert letters.came[0]["To"] == reader.user.email
