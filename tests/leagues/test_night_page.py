"""The page of a night: live tables, who is here, the stakes; and the same over the API."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from clubs.calendar.nights import arrive, expect, go_home
from clubs.models import Club, Night, Role, SpectatorLink
from games import ledger
from games.access import DEVICE_COOKIE
from games.base.table_game import TableGame
from games.registry import table_game
from games.scoring_device import take
from tests.counting import queries
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_club, a_history, a_match, a_member, some_players
from tests.nights import a_night, here, keeper, some_dogs, url

pytestmark = pytest.mark.django_db
START = "2026-11-26T19:30:00Z"


def read(client: Client, night: Night) -> str:
    return client.get(url(night, "")).content.decode().replace("\N{SOFT HYPHEN}", "")


def test_tables_say_the_hand_the_cards_and_who_is_thinking(client: Client, club: Club, night: Night) -> None:
    players = some_players(club, 6)
    a_match(club, players, hands=3, seed=2, table="1", night=night, max_cards=6)
    page = read(keeper(client, club), night)
    assert '<span class="fig">4</span>' in page
    assert "of 12 hands, 4 cards" in page
    assert "bids first" in page
    assert page.count('class="pip-on"') == 3
    assert page.count('class="pip-cur"') == 1
    assert "mark-top" in page
    assert "mark-low" in page


def test_each_table_that_plays_is_continued_and_handed_over_where_it_stands(
    client: Client, club: Club, night: Night
) -> None:
    players = some_players(club, 10)
    tables = [
        a_match(club, players[first : first + 5], hands=hands, table=name, night=night)
        for first, hands, name in ((0, 3, "1"), (5, 2, "2"))
    ]
    page = read(keeper(client, club), night)
    for match, hand in zip(tables, (4, 3), strict=True):
        assert f'href="/m/{match.pk}/table/?half">Continue: hand {hand}</a>' in page
        assert page.count(f'href="/m/{match.pk}/handover/"') == 1
    member = Client()
    member.force_login(a_member(club))
    assert "Continue: " not in read(member, night)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("dirty-dog", "Waits for the bids"),
        ("top-dog", "Waits for the hands won"),
        ("pack-o-dogs", "Waits for the round’s winner"),
        ("clash-of-corgis", "Waits for the game’s winner"),
        ("dogs-of-war", "Waits for the pairs"),
    ],
)
def test_a_line_says_what_its_table_waits_for(client: Client, club: Club, night: Night, game: str, words: str) -> None:
    engine = table_game(game).engine
    ledger.start(club, game, some_players(club, max(2, engine.seats[0])), engine.options(), night=night)
    assert f"<b>{words}</b>" in read(keeper(client, club), night)


def test_bids_that_are_in_leave_the_tricks_to_wait_for(client: Client, club: Club, night: Night) -> None:
    a_match(club, some_players(club, 5), hands=1, bids_only=True, night=night)
    assert "<b>Waits for the tricks</b>" in read(keeper(client, club), night)


def test_the_main_button_leads_to_the_own_table_or_to_the_quiet_one(client: Client, club: Club, night: Night) -> None:
    players = some_players(club, 10)
    with time_machine.travel(timezone.now() - timedelta(minutes=21)):
        a_match(club, players[:5], hands=1, table="2", night=night)
    own = a_match(club, players[5:], hands=1, table="1", night=night)
    page = read(keeper(client, club), night)
    assert page.count("quiet for 21 minutes") == 1
    assert "Enter scores for table 2</a>" in page
    client.cookies[DEVICE_COOKIE] = str(device := uuid4())
    assert take(own.pk, device, None, "a tablet")
    page = read(client, night)
    assert page.count("<b>this device</b>") == 1
    assert "Enter scores for table 1</a>" in page


def test_nobody_is_in_the_box_before_the_first_hand(client: Client, club: Club, night: Night) -> None:
    a_match(club, some_players(club, 5), hands=0, table="1", night=night)
    page = read(keeper(client, club), night)
    assert "mark-top" not in page
    assert not re.search(r"\b1st\b", page)


def test_how_many_bids_are_in_is_counted(client: Client, club: Club, night: Night) -> None:
    match = a_match(club, some_players(club, 5), hands=1, bids_only=True, table="1", night=night)
    page = read(keeper(client, club), night)
    assert "It is being played." in page
    assert f"/m/{match.pk}/table/" in page


def test_a_start_is_ahead_until_it_is_past(client: Client, club: Club, night: Night) -> None:
    now, who = timezone.now(), keeper(client, club)
    for start, words in ((now - timedelta(minutes=5), "started"), (now + timedelta(hours=2), "starts")):
        night.starts_at = start
        night.save()
        said = f"{words} {timezone.localtime(start):%H:%M}"
        assert said.casefold() in read(who, night).casefold()


def test_members_step_into_the_sheet_not_to_the_pencil(client: Client, club: Club, night: Night) -> None:
    match = a_match(club, some_players(club, 5), hands=1, table="1", night=night)
    page = read(keeper(client, club, Role.MEMBER), night)
    assert f'href="/m/{match.pk}/"' in page
    assert f"/m/{match.pk}/table/" not in page
    assert "setup/" not in page


@pytest.mark.parametrize("part", [0.5, 1.0])
@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda table_game: table_game.key)
def test_every_game_has_its_table(client: Client, club: Club, night: Night, game: TableGame, part: float) -> None:
    players = some_players(club, 4)
    match = an_evening(club, game, players, 3, part=part)
    type(match).objects.filter(pk=match.pk).update(night=night, table="1")
    page = read(keeper(client, club), night)
    assert ">Table 1</a>" in page
    assert "mark-low" not in page


def test_a_finished_table_says_how_it_ended(client: Client, club: Club, night: Night) -> None:
    players = some_players(club, 5)
    a_match(club, players, plan=(1, 2, 1), table="1", night=night)
    ledger.abandon(a_match(club, players, hands=1, table="2", night=night).pk)
    page = read(keeper(client, club), night)
    assert "over after 3 hands" in page
    assert "(abandoned)" in page
    assert "hx-get" in page  # still polls, because the next tables may be dealt any time
    assert "Draw the next tables" in page


@time_machine.travel(START, tick=False)
def test_attendance_says_when_each_came_and_how_late(client: Client, club: Club) -> None:
    night, (bea, otto, gus, ines, hal) = a_night(club), some_dogs(club, 5)
    bark = night.starts_at
    arrive(night, [bea], bark - timedelta(minutes=2))
    arrive(night, [otto], bark + timedelta(minutes=12))
    arrive(night, [hal], bark - timedelta(minutes=30))
    night.attendances.filter(player=hal).update(host=bea)
    expect(night, gus, bark + timedelta(minutes=45))
    go_home(night, hal, bark + timedelta(minutes=20))
    scribe = keeper(client, club)
    page = read(scribe, night)
    assert "2 here, 1 late, 1 left, 1 away" in page.replace("</b>", "")
    for words in ("2 minutes to spare", "12 minutes late", "20:15?", "guest of DogA, left at 19:50"):
        assert words in page
    assert "Away: DogD." in page
    assert ines.name == "DogD"
    assert page.count('class="came"') == 3
    assert page.count('class="expected"') == 1
    assert page.count("start</text>") == 1
    Club.objects.update(grace_minutes=12)
    assert "12 minutes late" not in read(scribe, night)


def test_many_who_come_at_once_do_not_cover_each_other(client: Client, club: Club, night: Night) -> None:
    here(night, some_dogs(club, 21))
    page = read(keeper(client, club), night)
    spots = [line.split('r="')[0] for line in page.split('<circle class="came"')[1:]]
    assert len(spots) == len(set(spots)) == 21


def test_an_empty_night_says_what_to_do(client: Client, club: Club, night: Night) -> None:
    page = read(keeper(client, club), night)
    assert "Nobody is here yet." in page
    assert "Start the night" in page


def test_a_night_far_away_says_how_far(client: Client, club: Club) -> None:
    assert "In 3 days." in read(keeper(client, club), a_night(club, 3 * 24 * 60 + 90))
    assert "In 5 hours." in client.get(url(a_night(club, 5 * 60 + 30), "")).content.decode()


def test_a_night_called_off_says_so_and_asks_nobody_in(client: Client, club: Club, night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(called_off_at=timezone.now())
    page = read(keeper(client, club), night)
    assert "Called off" in page
    assert "setup/" not in page


def test_holders_defend_at_their_tables(client: Client, club: Club, night: Night) -> None:
    players = some_players(club, 5)
    first = a_match(club, players, plan=(1, 2, 1), seed=3)
    winner = first.seats.get(is_winner=True).player
    loser = first.seats.get(is_loser=True).player
    here(night, [winner])
    a_match(
        club,
        [winner, *(player for player in players if player not in (winner, loser))],
        hands=1,
        table="1",
        night=night,
    )
    page = read(keeper(client, club), night)
    assert "defends it at table 1" in page
    assert "not here tonight" in page
    assert "one of two holders is here" in page


def test_the_page_asks_for_news_and_hears_nothing_while_there_is_none(client: Client, club: Club, night: Night) -> None:
    players = some_players(club, 5)
    match = a_match(club, players, hands=1, table="1", night=night)
    with time_machine.travel(timezone.now(), tick=False):
        stamp = read(keeper(client, club), night).split('hx-get="?since=')[1].split('"')[0]
        answer: Any = client.get(f"{url(night, '')}?since={stamp}", headers={"HX-Request": "true"})
        assert answer.status_code == 204
        here(night, players[:1])
        answer = client.get(f"{url(night, '')}?since={stamp}", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert b"<html" not in answer.content
    assert str(match.pk) in answer.content.decode()


def test_visitors_by_link_see_tonight_and_no_other_night(client: Client, club: Club, night: Night) -> None:
    link = SpectatorLink.objects.create(club=club)
    session = client.session
    session["watching"] = [str(link.pk)]
    session.save()
    old = a_night(club, -3 * 24 * 60)
    for row, status in ((night, 200), (old, 404)):
        assert client.get(url(row, "")).status_code == status
        assert client.get(f"/api/v1/clubs/kennel/nights/{row.pk}").status_code == status


def test_nights_of_another_club_are_not_there(client: Client, club: Club, night: Night) -> None:
    elsewhere = a_club("elsewhere")
    client.force_login(a_member(elsewhere, Role.OWNER))
    for page in ("", "setup/", "comings/", "edit/"):
        assert client.get(f"/c/elsewhere/nights/{night.pk}/{page}").status_code == 404


def test_the_page_costs_the_same_however_many_tables_and_dogs(client: Client, club: Club, night: Night) -> None:
    players = some_players(club, 10)
    here(night, players)
    a_history(club, players[:5], 1)
    a_match(club, players[:5], hands=2, table="1", night=night)
    keeper(client, club)
    before = queries(client, url(night, ""))
    a_match(club, players[5:], hands=9, table="2", night=night)
    a_history(club, players[:5], 60)
    here(night, some_dogs(club, 10))
    assert queries(client, url(night, "")) == before
    assert before <= 16


def test_programs_read_the_calendar_and_a_night(client: Client, club: Club, night: Night) -> None:
    bea, *others = some_players(club, 5)
    arrive(night, [bea], night.starts_at + timedelta(minutes=7))
    match = a_match(club, [bea, *others], hands=2, table="1", night=night)
    keeper(client, club, Role.MEMBER)
    listed = client.get("/api/v1/clubs/kennel/nights").json()
    assert [row["id"] for row in listed["nights"]] == [night.pk]
    found = client.get(f"/api/v1/clubs/kennel/nights/{night.pk}").json()
    assert found["attendance"][0] | {"arrived_at": "", "expected_at": None} == {
        "player": bea.pk,
        "name": bea.name,
        "state": "here",
        "host": None,
        "expected_at": None,
        "arrived_at": "",
        "left_at": None,
        "minutes_late": 7,
        "match": str(match.pk),
    }
    table = found["tables"][0]
    assert (table["round"], table["rounds"], table["table"]) == (3, 20, "1")
    assert [row["player"] for row in table["players"]] == [bea.pk, *(other.pk for other in others)]


def test_the_club_home_leads_into_tonight(client: Client, club: Club) -> None:
    a_night(club, -4 * 24 * 60)
    assert "Start the night" not in keeper(client, club).get("/c/kennel/").content.decode()
    night = a_night(club, 30)
    page = client.get("/c/kennel/").content.decode()
    assert "Start the night" in page
    assert url(night) in page


def test_a_quick_match_belongs_to_tonight(client: Client, club: Club, night: Night) -> None:
    players = some_players(club, 4)
    keys = [player.pk for player in players]
    form = {"match": "8b3f0d43-6a4a-4c5e-9a39-2d0d5b9e8f11", "player": keys, "seat": keys, "dealer": keys[0]}
    keeper(client, club).post("/c/kennel/matches/new/", form | {"do": "deal"})
    assert night.matches.count() == 1
    assert night.attendances.filter(state="here").count() == 4


def test_a_night_of_another_day_leads_to_its_report(client: Client, club: Club, night: Night) -> None:
    a_match(club, some_dogs(club, 3), plan=(1,), night=night)
    scribe = keeper(client, club)
    assert "Draw the next tables" in read(scribe, night)
    Night.objects.update(starts_at=timezone.now() - timedelta(days=3))
    night.refresh_from_db()
    page = read(scribe, night)
    assert "Draw the next tables" not in page
    assert "Read the night report" in page
