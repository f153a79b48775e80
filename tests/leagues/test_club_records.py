"""The hall of fame: every figure links to the sheet or the matches it is computed from."""

import re
from datetime import date, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Night, Player, Season
from games.entries.match_state import load
from games.models import CallOut, Seat, Tag
from games.registry import TABLE_GAMES, table_game
from leagues.records import RecordScope, called, fame, loudest, records
from tests.counting import queries
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_history, a_match

pytestmark = pytest.mark.django_db
HALL = "/c/kennel/records/"
DIRTY_DOG = TABLE_GAMES[0]


def page(client: Client, **asked: Any) -> str:
    response = client.get(HALL, asked)
    assert response.status_code == 200
    return unescape(response.content.decode()).replace("\xad", "")


def test_an_empty_hall_says_what_to_do(member: Client) -> None:
    assert "The first one sets every record." in page(member)


def test_highest_and_lowest_are_those_of_the_seats(club: Club, players: list[Player]) -> None:
    for seed in range(4):
        a_match(club, players, plan=(1, 2, 3, 2, 1), seed=seed)
    a_match(club, players, hands=2)  # unfinished, so it counts nowhere
    found = {record.feat.title: record for record in records(RecordScope(club, DIRTY_DOG))}
    totals = [seat.total for seat in Seat.objects.filter(match__finished_at__isnull=False)]
    assert found["Highest total"].value == max(totals)
    assert found["Lowest total"].value == min(totals)


def test_runs_climbs_and_brave_hands_are_those_of_the_sheets(club: Club, players: list[Player]) -> None:
    matches = [a_match(club, players, seed=seed) for seed in range(3)]
    sheets = [load(match).sheet for match in matches]
    found = {record.feat.title: record for record in records(RecordScope(club, DIRTY_DOG))}
    runs = [facts["streak"] for sheet in sheets for line in sheet.lines for facts in line.facts.values()]
    lines: list[Any] = [line for sheet in sheets for line in sheet.lines]
    over = [(line.bid_total - line.cards, line.bid_total) for line in lines]
    behind = [
        max(line.totals.values()) - line.totals[winner]
        for sheet in sheets
        for winner in sheet.winners
        for line in sheet.lines
    ]
    assert found["Longest run of made bids"].value == max(runs)
    assert found["Bravest hand"].seat.feats["bold"] == max(over)[0]
    assert found["Biggest climb"].value == max(behind)
    assert "players" in found["Bravest hand"].subject


def test_call_outs_are_counted_and_named(club: Club, players: list[Player]) -> None:
    match = a_match(club, players, seed=4)
    Tag.objects.create(match=match, round=2, term="rascal", player=players[1])
    Tag.objects.create(match=match, round=3, term="rascal", player=players[1])
    Tag.objects.create(match=match, round=3, term="ice-fishing")
    Tag.objects.create(match=match, round=3, term="dirt-bag", removed_at=timezone.now())
    found = {each.term: each for each in called(RecordScope(club, DIRTY_DOG))}
    knobs = CallOut.objects.filter(term="door-knob")
    assert found["door-knob"].times == sum(shout.times for shout in knobs)
    assert found["door-knob"].most == max(shout.times for shout in knobs)
    assert (found["rascal"].times, found["rascal"].who) == (2, [players[1].name])
    assert (found["ice-fishing"].who, found["ice-fishing"].is_tag) == ([], True)
    assert "dirt-bag" not in found
    assert "being-set" not in found
    assert max(each.percent for each in found.values()) == 100


def test_the_loudest_night(member: Client, club: Club, players: list[Player]) -> None:
    assert loudest(RecordScope(club, DIRTY_DOG)) is None
    night = Night.objects.create(club=club, starts_at=timezone.now())
    for seed in (4, 5):
        a_match(club, players, seed=seed, night=night)
    found = loudest(RecordScope(club, DIRTY_DOG))
    assert found is not None
    shouts = CallOut.objects.filter(term=found.term, player=found.player)
    assert found.times == sum(shout.times for shout in shouts)
    assert "Most in one night" in page(member)


def test_cups_are_awards_and_wins_are_results(member: Client, club: Club, players: list[Player]) -> None:
    for seed in range(4):
        a_match(club, players, plan=(1, 2, 1), seed=seed, for_trophy=seed > 0)
    found = fame(RecordScope(club, DIRTY_DOG))
    for each in found:
        seats = Seat.objects.filter(player=each.player)
        assert each.wins == seats.filter(is_winner=True).count()
        assert each.cups == seats.filter(is_winner=True, match__for_trophy=True).count()
        assert each.cones == seats.filter(is_loser=True, match__for_trophy=True).count()
    assert [each.cups for each in found] == sorted((each.cups for each in found), reverse=True)
    assert "Most cups" in page(member)
    html = page(member)
    assert "Chain of custody" in html
    jumps = re.findall(r'href="#([a-z-]+)"', html.partition('class="jumps')[2].partition("</nav>")[0])
    assert jumps == ["chain", "cups", "records", "called-out"]
    assert all(f'id="{part}"' in html for part in jumps)


def test_a_season_narrows_everything(member: Client, club: Club, players: list[Player]) -> None:
    today = timezone.localdate()
    season = Season.objects.create(club=club, name="This autumn", starts_on=today, ends_on=today + timedelta(days=90))
    old = Season.objects.create(club=club, name="Long ago", starts_on=date(2019, 1, 1), ends_on=date(2019, 6, 1))
    a_match(club, players, seed=4, season=season)
    a_match(club, players, seed=5)
    assert Seat.objects.filter(RecordScope(club, DIRTY_DOG, season).matches("match__")).count() == 5
    assert "<small>This autumn</small>" in page(member)  # call-outs default to the current season
    assert "<small>all time</small>" in page(member, season="all")
    assert "No match of it is finished." in page(member, season=old.pk)


def test_every_figure_leads_to_what_it_is_made_of(member: Client, club: Club, players: list[Player]) -> None:
    night = Night.objects.create(club=club, starts_at=timezone.now())
    for seed in range(3):
        match = a_match(club, players, seed=seed, night=night)
    Tag.objects.create(match=match, round=2, term="rascal", player=players[1])
    text = page(member)
    links = set(re.findall(r'href="(/c/kennel/matches/\?[^"]+)"', text))
    assert len(links) > 8
    for link in links:
        shown = re.findall(r'href="/m/[0-9a-f-]{36}/"', member.get(link).content.decode())
        assert shown or "result=" in link, link
    assert set(re.findall(r'href="(/m/[0-9a-f-]{36}/)"', text)) <= {
        each.get_absolute_url() for each in club.matches.all()
    }


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_every_game_has_its_records(member: Client, club: Club, players: list[Player], game: Any) -> None:
    a_match(club, players, plan=(1, 2, 1))
    for seed in range(3):
        an_evening(club, game, players, seed)
    text = page(member, game=game.key)
    assert 'class="records"' in text
    assert all(feat.title in text for feat in table_game(game.key).record_categories.records if feat.name == "total")


def test_it_costs_the_same_after_three_hundred_matches(member: Client, club: Club, players: list[Player]) -> None:
    a_history(club, players, 2)
    before = queries(member, HALL)
    a_history(club, players, 300)
    assert queries(member, HALL) == before
    assert before <= 22
