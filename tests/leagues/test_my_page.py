"""A member's own page: what waits for them and how they stand; nobody else sees it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone, translation

from clubs.language.locales import date_format
from clubs.models import Club, Confirm, Membership, Night, NightAnswer, Player, Season
from games.models import Confirmation, Match
from leagues.standings.update import rebuild
from tests.factory import a_history, a_match, some_players

pytestmark = pytest.mark.django_db
PAGE = "/c/kennel/me/"


@pytest.fixture
def me(member: Client, club: Club) -> Player:
    """The member's player."""
    player: Player = some_players(club)[0]
    Membership.objects.filter(club=club, user=member.session["_auth_user_id"]).update(player=player)
    return player


def text(answer: Any) -> str:
    """The text of the page, without tags and soft hyphens."""
    assert answer.status_code in {200, 422}
    return " ".join(re.sub(r"<[^>]+>|\xad|&shy;", "", answer.content.decode()).split())


def a_night(club: Club, **more: Any) -> Night:
    """A night in three days."""
    night: Night = Night.objects.create(club=club, starts_at=timezone.now() + timedelta(days=3), **more)
    return night


def a_waiting_match(club: Club, **more: Any) -> Match:
    """A finished match that waits for every seat to confirm it."""
    club.confirm = Confirm.EVERY_SEAT
    club.save()
    match: Match = a_match(club, list(club.players.all()), plan=(1, 2), seed=3, **more)
    match.refresh_from_db()
    assert match.is_waiting
    return match


def test_only_whoever_plays_has_one(member: Client) -> None:
    assert member.get(PAGE).status_code == 404


def test_without_a_match_it_says_so(member: Client, me: Player) -> None:
    said = text(member.get(PAGE))
    assert "My page. What others see" in said and "No finished match yet" in said and "No night is planned yet." in said
    assert 'class="main-bar' not in member.get(PAGE).content.decode()
    assert f'href="{PAGE}"' in member.get("/c/kennel/").content.decode()


def test_one_tap_answers_the_next_night_and_keeps_the_note(member: Client, me: Player, club: Club) -> None:
    night = a_night(club, place="Old Ferry")
    page = member.get(PAGE).content.decode()
    assert page.count("btn-main") == 1 and 'value="yes"' in page
    assert re.search(r"Are you coming on \w+, \d+ \w+\?", page) and re.search(
        r'form="answer"[^>]*>Yes, I am coming on \w+<', page
    )
    assert member.post(PAGE, {"night": night.pk, "answer": "yes"}).status_code == 302
    NightAnswer.objects.update(note="Back at ten", guests="Ines")
    assert "Old Ferry" in text(member.get(PAGE))
    assert re.search(r'aria-pressed="true">\s*<svg[^>]*>.*?</svg>\s*Yes', member.get(PAGE).content.decode())
    member.post(PAGE, {"night": night.pk, "answer": "maybe"})
    row = NightAnswer.objects.get()
    assert (row.answer, row.note, row.guests) == ("maybe", "Back at ten", "Ines")


def test_a_day_that_is_a_heading_begins_with_a_capital(member: Client, me: Player, club: Club) -> None:
    night = a_night(club)
    member.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    with translation.override("fr"):
        day = date_format(timezone.localtime(night.starts_at), "l, j F")
        asked = day.capitalize()
    Night.objects.update(answers_close=60 * 24 * 6)  # closed by now
    assert f">{asked}</a>" in member.get(PAGE).content.decode()


@pytest.mark.both_databases
@pytest.mark.parametrize("sent", [{"night": "999", "answer": "yes"}, {"answer": "yes"}, {"answer": "perhaps"}])
def test_an_answer_to_no_night_is_refused(member: Client, me: Player, club: Club, sent: dict[str, str]) -> None:
    night = a_night(club)
    assert member.post(PAGE, {"night": str(night.pk) if sent["answer"] == "perhaps" else "", **sent}).status_code == 422
    assert not NightAnswer.objects.exists()


def test_what_waits_is_confirmed_at_once_and_nothing_else(member: Client, me: Player, club: Club) -> None:
    first, second = a_waiting_match(club), a_waiting_match(club, table="2")
    page = member.get(PAGE)
    assert "To confirm2 matches" in text(page) and "Confirm both matches" in text(page)
    assert re.search(r"Dirty Dog, 5 players\. You: \S+, \d\w\w\. Entered by ", text(page))
    seen = re.findall(r'name="seen"\s+value="([^"]+)"', page.content.decode())
    forged = member.post(PAGE, {"seen": f"{first.pk}:0"})
    assert forged.status_code == 422 and "The sheet has changed" in text(forged)
    assert member.post(PAGE, {"seen": seen[:2]}).status_code == 302
    assert sorted(row.match_id for row in Confirmation.objects.all()) == sorted([first.pk, second.pk])
    assert {row.player_id for row in Confirmation.objects.all()} == {me.pk}
    assert "To confirm" not in text(member.get(PAGE))


def test_it_says_what_moved_and_leads_to_the_table_i_play_at(member: Client, me: Player, club: Club) -> None:
    today = timezone.localdate()
    season = Season.objects.create(club=club, name="Autumn", starts_on=today - timedelta(days=60), ends_on=today)
    a_history(club, list(club.players.all()), 6)
    Match.objects.update(season=season)
    rebuild(club, check=False)
    assert "since you last looked" not in text(member.get(PAGE))
    session = member.session
    ((key, (place, _moved, _at)),) = session["my_places"].items()
    session["my_places"] = {key: [place + 2, 0, 0]}
    session.save()
    assert "Up 2 places since you last looked." in text(member.get(PAGE))
    assert "Up 2 places since you last looked." in text(member.get(PAGE)), "an answer loads the page anew"
    session = member.session
    session["my_places"] = {key: [place, 2, 0]}
    session.save()
    assert "since you last looked" not in text(member.get(PAGE)), "that was another visit"


def test_it_says_at_which_table_i_play_and_with_whom(member: Client, me: Player, club: Club) -> None:
    night = a_night(club)
    match = a_match(club, list(club.players.all()), hands=1, table="1")
    said = text(member.get(PAGE))
    assert "Watch table 1" in said and "You play at table 1" in said and "Hand 2 of " in said
    assert said.index("You play at table 1") < said.index("My last results") < said.index("Are you coming on")
    names = [seat.player.label for seat in match.seats.select_related("player")]
    assert " · ".join("you" if one == me.label else one.split()[0] for one in names) in said
    night.delete()
    Match.objects.update(table="Group B")
    assert "You play in Group B" in text(member.get(PAGE))


def test_matches_of_two_are_won_or_lost_against_somebody(member: Client, me: Player, club: Club) -> None:
    other = list(club.players.all())[1]
    match = a_match(club, [me, other], plan=(1, 2), seed=4)
    seat = match.seats.get(player=me)
    said = text(member.get(PAGE))
    assert ("won" if seat.is_winner else "lost") in said.partition("My last results")[2].partition("All ")[0]
    assert f"Against {other.label}" in said


def test_it_has_the_place_the_last_results_and_the_bids(member: Client, me: Player, club: Club) -> None:
    today = timezone.localdate()
    season = Season.objects.create(club=club, name="Autumn", starts_on=today - timedelta(days=60), ends_on=today)
    for seed in range(5):
        a_match(club, list(club.players.all()), plan=(1, 2), seed=seed)
    Match.objects.update(season=season)
    rebuild(club, check=False)
    page = member.get(PAGE)
    said = text(page)
    assert "My placeAutumn, Dirty Dog" in said and re.search(r"\d(st|nd|rd|th)? of 5", said) and "All 5 results" in said
    assert re.search(r"My last resultsnewest first.+ \dst of 5|\d[nrt][dh] of 5", said)
    assert re.search(r"Points: \S+\. ", said) and re.search(r"nights?\. (\d wins?|No win yet)\.", said)
    assert re.search(r"My bids.+\d+%, the club \d+%\. Best with \d+, \d+%, worst with \d+, \d+%", said)
    won = Match.objects.earliest("-version").seats.get(is_winner=True)
    Membership.objects.filter(player=me).update(player=won.player)
    said = text(member.get(PAGE))
    assert "What I hold" in said and "Good Dog Cup" in said
