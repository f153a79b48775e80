"""The club's home page: tonight's tables, trophy holders and the next step."""

import re
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Player, Role, SpectatorLink
from games import ledger
from scoring.dirty_dog import Bids, Tricks
from tests.counting import queries
from tests.factory import a_club, a_history, a_match, a_member, some_players, write
from tests.nights import a_night

pytestmark = pytest.mark.django_db


def home(client: Client, club: Club, role: Role = Role.MEMBER) -> str:
    client.force_login(a_member(club, role))
    return client.get(f"/c/{club.slug}/").content.decode()


def test_a_new_club_is_told_to_write_down_its_players_first(client: Client, club: Club) -> None:
    page = home(client, club, Role.OWNER)
    assert "No dogs at the table yet" in page
    assert "/players/new/" in page
    assert "/matches/new/" not in page


def test_with_three_players_it_is_told_to_deal(client: Client, club: Club, players: list[Player]) -> None:
    assert f"/c/{club.slug}/matches/new/" in home(client, club, Role.SCOREKEEPER)


def test_members_are_not_offered_what_they_may_not_do(client: Client, club: Club, players: list[Player]) -> None:
    assert "/matches/new/" not in home(client, club)


def test_tonight_says_the_hand_and_who_leads(client: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players, hands=3, seed=2, table="2")
    page = home(client, club)
    assert "Table 2" in page
    assert "Dirty Dog, hand 4 of 20" in page
    assert " with " in page
    assert "Five dogs, one table" in page


@pytest.mark.parametrize(
    ("hours", "called"),
    [(0, "Saturday night"), (5.5, "Saturday night"), (9, "Saturday night"), (14.5, "Sunday morning")],
)
def test_after_midnight_it_is_still_the_evening_the_night_began_on(
    client: Client, club: Club, players: list[Player], hours: float, called: str
) -> None:
    first_bark = datetime(2026, 3, 14, 19, 30, tzinfo=timezone.get_default_timezone())
    with time_machine.travel(first_bark, tick=False):
        a_night(club)
        a_match(club, players, hands=1)
    with time_machine.travel(first_bark + timedelta(hours=hours), tick=False):
        page = home(client, club)
    assert f"<h1>{called}</h1>" in page
    assert ("14 March 2026. <bdi>" in page) is (called == "Saturday night")


def test_at_night_a_tournament_of_the_morning_is_not_a_morning(
    client: Client, club: Club, players: list[Player]
) -> None:
    with time_machine.travel(datetime(2026, 3, 14, 21, tzinfo=timezone.get_default_timezone()), tick=False):
        a_night(club, minutes=-11 * 60)
        a_match(club, players, hands=1)
        assert "<h1>Saturday night</h1>" in home(client, club)


@pytest.mark.parametrize(("hours", "shown"), [(1, True), (30, False)])
def test_a_finished_match_stays_on_tonight_for_a_while(
    client: Client, club: Club, players: list[Player], hours: int, shown: bool
) -> None:
    a_match(club, players, plan=(1, 2), table="7", finished_at=timezone.now() - timedelta(hours=hours))
    assert (">Table 7</a>" in home(client, club)) is shown


def test_an_abandoned_match_says_so(client: Client, club: Club, players: list[Player]) -> None:
    ledger.abandon(a_match(club, players, hands=1).pk)
    assert "abandoned" in home(client, club)


@pytest.mark.parametrize(
    ("count", "called"),
    [
        (2, ">Bea and Otto<"),
        (3, ">Bea, Otto and Wilhelmina<"),
        (4, ">Bea, Otto and others<"),
        (5, ">Bea, Otto and others<"),
    ],
)
def test_without_a_table_a_match_is_called_by_its_players(client: Client, club: Club, count: int, called: str) -> None:
    a_match(club, some_players(club, count), hands=0)
    page = home(client, club)
    assert called in page.replace("\N{SOFT HYPHEN}", "")
    assert "No hand is scored yet." in page


def test_tables_stand_in_the_order_of_their_names(client: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players, plan=(1, 2), table="Kitchen 1", finished_at=timezone.now())
    for table in ("", "Terrace", "10", "2", "the attic", "Kitchen 12", "kitchen 3"):
        a_match(club, players, hands=0, table=table)
    tables = ["Kitchen 3", "Kitchen 12", "Table 2", "Table 10", "Terrace", "The attic", "Bea, Otto and others"]
    shown = re.findall(r"<h3><a [^>]*>([^<]*)</a>", home(client, club))
    assert shown == [*tables, "Kitchen 1"]


def test_latest_results_name_winner_and_loser(client: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, plan=(1, 2, 3), seed=1)
    seats = match.seats.select_related("player")
    page = home(client, club)
    for seat in seats:
        assert (f"players/{seat.player_id}/" in page) == (seat.is_winner or seat.is_loser)


def test_a_spectator_sees_the_tables_but_no_history(client: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players, hands=2, table="1")
    past = timezone.now() - timedelta(days=3)
    a_match(club, players, plan=(1, 2), table="9", finished_at=past, started_at=past)
    link = SpectatorLink.objects.create(club=club)
    session = client.session
    session["watching"] = [str(link.pk)]
    session.save()
    page = client.get(f"/c/{club.slug}/").content.decode()
    assert "Table 1" in page
    assert "Latest results" not in page
    assert "Trophies" not in page


def test_other_clubs_are_not_there(client: Client, club: Club) -> None:
    client.force_login(a_member(a_club("elsewhere")))
    assert client.get(f"/c/{club.slug}/").status_code == 404


def test_the_page_costs_the_same_after_three_hundred_matches(client: Client, club: Club, players: list[Player]) -> None:
    a_history(club, players, 1)
    client.force_login(a_member(club, Role.SCOREKEEPER))
    before = queries(client, f"/c/{club.slug}/")
    a_history(club, players, 300)
    a_match(club, players, hands=2)
    assert queries(client, f"/c/{club.slug}/") == before
    assert before <= 10


def test_when_all_are_level_nobody_leads(client: Client, club: Club) -> None:
    pair = some_players(club, 2)
    write(a_match(club, pair, hands=0, plan=(2, 2)), [Bids({1: 2, 0: 2}), Tricks({1: 1, 0: 1})])
    assert "Everybody is at −2." in home(client, club)


def test_one_match_after_another_is_one_table(client: Client, club: Club, players: list[Player]) -> None:
    now = timezone.now()
    for ago in (3, 2):
        began = now - timedelta(hours=ago)
        a_match(club, players, hands=1, started_at=began, finished_at=began + timedelta(minutes=50))
    a_match(club, players, hands=1, started_at=now - timedelta(hours=1))
    assert "Five dogs, one table" in home(client, club)


def test_whoever_keeps_the_score_goes_on_by_the_green_button(client: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=3, seed=2)
    button = rf'<a class="btn btn-main"\s+href="/m/{match.pk}/table/\?half">Continue: hand 4</a>'
    assert re.search(button, home(client, club, Role.SCOREKEEPER))
    assert "Continue: hand 4" in client.get(f"/m/{match.pk}/").content.decode()
    assert "Continue" not in home(client, club)


def test_home_and_the_night_say_who_won_the_evening(client: Client, club: Club, players: list[Player]) -> None:
    night = a_night(club)
    groups = [a_match(club, players, plan=(1,), seed=seed, night=night, table=f"Group {'AB'[seed]}") for seed in (0, 1)]
    night_page = f"/c/{club.slug}/nights/{night.pk}/"
    assert "Won the evening" not in home(client, club)
    final = a_match(club, players, plan=(1, 2), seed=3, night=night, table="Winners’ table", started_at=timezone.now())
    losers = a_match(club, players, plan=(1, 2), seed=4, night=night, table="Losers’ table", started_at=timezone.now())
    (winner,) = final.seats.filter(is_winner=True)
    for page in (client.get(where).content.decode() for where in (f"/c/{club.slug}/", night_page)):
        section = page.partition('class="won"')[2].partition("</section>")[0]
        assert f">{winner.player.label}</a>" in section
        assert f"{winner.total}<span" in section
        assert "Top of the winners’ table" in section
        assert page.index(final.get_absolute_url()) < page.index(losers.get_absolute_url())
    assert not any(match.is_open for match in groups)
    with time_machine.travel(timezone.now() + timedelta(days=5)):
        assert "Won the evening" in client.get(f"/c/{club.slug}/").content.decode()
        a_night(club)
        assert "Won the evening" not in client.get(f"/c/{club.slug}/").content.decode()
