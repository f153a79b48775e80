"""Plays for BG Stats: the link that hands over one play, and files with the plays of a match, a night or a season."""

import json
from datetime import datetime, timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Night, Player, Season
from games.match.bg_stats import LONGEST_URL, push_link
from games.models import Match, Seat
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
BEGAN = datetime.fromisoformat("2026-03-05T19:30:00+00:00")


def a_finished_match(club: Club, players: list[Player], seed: int = 1, night: Night | None = None) -> Match:
    match = a_match(club, players, plan=(1, 2, 1), seed=seed, table="2")
    ended = BEGAN + timedelta(hours=2, seconds=7)
    Match.objects.filter(pk=match.pk).update(started_at=BEGAN, finished_at=ended, night=night)
    return Match.objects.select_related("club", "night").get(pk=match.pk)


def page(client: Client, match: Match) -> str:
    return client.get(match.get_absolute_url()).content.decode()


def pushed(text: str) -> Any:
    link = next(part for part in text.split('"') if part.startswith("https://app.bgstatsapp.com/createPlay.html?data="))
    return json.loads(parse_qs(urlsplit(unescape(link)).query)["data"][0])


def test_the_sheet_of_a_finished_match_can_be_sent(client: Client) -> None:
    club = a_club()
    match = a_finished_match(club, [*some_players(club, 3), Player.objects.create(club=club, name='דוב & 🐕 "Bo"')])
    client.force_login(a_member(club))
    data = pushed(page(client, match))
    assert {key: data[key] for key in ("sourceName", "sourcePlayId", "playDate", "durationMin")} == {
        "sourceName": "Dog Club",
        "sourcePlayId": str(match.pk),
        "playDate": "2026-03-05 21:30:07",
        "durationMin": 120,
    }
    assert data["game"] == {
        "name": "Dirty Dog",
        "sourceGameId": "dirty-dog",
        "highestWins": True,
        "noPoints": False,
    }
    seats = list(Seat.objects.filter(match=match).select_related("player"))
    shown = [(each["name"], each["score"], each["winner"], each["rank"]) for each in data["players"]]
    assert shown == [(seat.player.label, seat.total, seat.is_winner, seat.place) for seat in seats]
    assert all(each["startPlayer"] is False for each in data["players"])


def test_a_match_that_goes_on_cannot_be_sent(client: Client) -> None:
    club = a_club()
    match = a_match(club, some_players(club, 3), hands=2)
    client.force_login(a_member(club))
    assert "BG Stats" not in page(client, match)
    assert client.get(reverse("play-file", args=[match.pk])).status_code == 404
    assert push_link(match, []) == ""


def test_a_link_that_would_be_too_long_is_left_out_and_the_file_stays(client: Client) -> None:
    club = a_club()
    names = [f"{number} {'🐕' * 50}" for number in range(10)]
    match = a_finished_match(club, some_players(club, 10, names))
    client.force_login(a_member(club))
    text = page(client, match)
    assert "createPlay" not in text
    assert reverse("play-file", args=[match.pk]) in text
    assert len(push_link(match, list(match.seats.select_related("player")[:3]))) <= LONGEST_URL


def play_file(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer["Content-Disposition"].endswith('.bgsplay"')
    return json.loads(answer.content)


def test_a_play_by_house_rules_names_them_in_its_comment(client: Client) -> None:
    club = a_club()
    match = a_match(club, some_players(club, 3), plan=(1, 2, 1), scoring="ten-plus", rules_name="Kennel rules")
    client.force_login(a_member(club))
    assert pushed(page(client, match))["comments"].splitlines()[1:] == ["Kennel rules"]
    [play] = play_file(client, reverse("play-file", args=[match.pk]))["plays"]
    assert play["comments"].splitlines()[1:] == ["Kennel rules"]


def test_a_file_holds_the_play_and_what_it_refers_to(client: Client) -> None:
    club = a_club()
    match = a_finished_match(club, some_players(club, 3))
    client.force_login(a_member(club))
    found = play_file(client, reverse("play-file", args=[match.pk]))
    (play,) = found["plays"]
    names = {each["id"]: each["name"] for each in found["players"]}
    scores = [(names[each["playerRefId"]], each["score"], each["winner"]) for each in play["playerScores"]]
    assert scores == [(seat.player.label, str(seat.total), seat.is_winner) for seat in match.seats.all()]
    assert [each["name"] for each in found["games"]] == ["Dirty Dog"]
    assert [each["name"] for each in found["locations"]] == [club.name]
    assert (play["gameRefId"], play["locationRefId"], play["uuid"]) == (1, 1, str(match.pk))
    assert play["playDate"] == "2026-03-05 21:30:07"


def test_a_night_a_season_and_the_whole_club(client: Client) -> None:
    club = a_club()
    season = Season.objects.create(club=club, name="Spring", starts_on="2026-01-01", ends_on="2026-06-30")
    night = Night.objects.create(club=club, season=season, starts_at=BEGAN, place="The back room")
    players = some_players(club, 4)
    for seed in range(2):
        a_finished_match(club, players, seed, night)
    a_finished_match(club, players[:3], 5)
    a_match(club, players, hands=1)
    Match.objects.filter(night=night).update(season=season)
    client.force_login(a_member(club))
    address = reverse("plays-file", args=[club.slug])
    counts = [
        len(play_file(client, address + query)["plays"]) for query in ("", f"?night={night.pk}", f"?season={season.pk}")
    ]
    assert counts == [3, 2, 2]
    whole = play_file(client, address)
    assert len({each["uuid"] for each in whole["players"]}) == len(whole["players"]) == 4
    assert {each["name"] for each in whole["locations"]} == {"The back room", club.name}
    assert play_file(client, address) == whole
    for query in ("?night=99999", "?night=x"):
        assert client.get(address + query).status_code == 404


def test_whoever_left_goes_out_without_a_name(client: Client) -> None:
    club = a_club()
    players = some_players(club, 3)
    match = a_finished_match(club, players)
    Player.objects.filter(pk=players[0].pk).update(name="A former member 1", former=1)
    client.force_login(a_member(club))
    found = play_file(client, reverse("play-file", args=[match.pk]))
    assert players[0].name not in json.dumps(found, ensure_ascii=False)
