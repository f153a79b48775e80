"""The shared pages with each game: they contain no code for a particular game and work for all."""

import re
from collections import Counter
from html import unescape
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Player, Role
from games import ledger
from games.base.table_game import TableGame
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match
from games.registry import TABLE_GAMES, table_game
from scoring.records import entry_to_json
from tests.counting import queries
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_match, a_member
from tests.scoring.pack_o_dogs.pages import rounds

pytestmark = pytest.mark.django_db
EVERY = pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)


def seen(client: Client, path: str, **asked: Any) -> str:
    response = client.get(path, asked)
    assert response.status_code == 200, path
    return unescape(response.content.decode()).replace("\xad", "")


def facts(matches: list[Match], seat: int) -> list[Any]:
    """The facts of the seat in every round of the matches."""
    return [line.facts[seat] for match in matches for line in load(match).sheet.lines if seat in line.facts]


def finished(club: Club, game: TableGame, players: list[Player], count: int = 3) -> list[Match]:
    found = [an_evening(club, game, players, seed) for seed in range(count)]
    assert all(match.finished_at for match in found)
    return found


def test_every_game_has_a_room_with_figures_and_bots() -> None:
    assert len(TABLE_GAMES) == len(PLAYED_BY_BOTS) + 1  # the first game has bots of its own
    assert all(each.facts for each in TABLE_GAMES)


@EVERY
def test_every_figure_of_every_game_leads_to_its_matches(
    member: Client, club: Club, players: list[Player], game: TableGame
) -> None:
    finished(club, game, players)
    a_match(club, players, plan=(1, 2), seed=1)
    for player in players[:2]:
        page = seen(member, player.get_absolute_url(), game=game.key)
        links = set(re.findall(r'href="(/c/kennel/matches/\?[^"]+)"', page))
        assert len(links) > 4
        for link in links:
            shown = re.findall(r'href="/m/([0-9a-f-]{36})/"', seen(member, link))
            assert shown or "result=" in link or re.search(r"(won|dummy)=", link), link


@EVERY
def test_a_tab_for_each_game_that_was_played(
    member: Client, club: Club, players: list[Player], game: TableGame
) -> None:
    finished(club, game, players, 1)
    page = seen(member, players[0].get_absolute_url())
    assert f'<a href="?game={game.key}" aria-current="page">{game.name} <small>1</small></a>' in page
    assert page.count('class="quiet" href="?game=') == len(TABLE_GAMES) - 1
    assert "No finished match yet." in seen(member, players[0].get_absolute_url(), game=TABLE_GAMES[0].key)


@EVERY
def test_a_players_page_costs_the_same_after_more_matches(
    member: Client, club: Club, players: list[Player], game: TableGame
) -> None:
    finished(club, game, players, 1)
    path = f"{players[0].get_absolute_url()}?game={game.key}"
    before = queries(member, path)
    for seed in range(5, 8):
        an_evening(club, game, players, seed)
    assert queries(member, path) == before
    assert before <= 22


@EVERY
def test_the_home_says_how_each_game_stands(member: Client, club: Club, players: list[Player], game: TableGame) -> None:
    match = an_evening(club, game, players, 3, part=0.6)
    page = seen(member, "/c/kennel/")
    assert f"{game.name}, {game.display.state(load(match).public)}" in page
    assert "Good Dog Cup" not in page
    fresh = Match.objects.create(
        club=club, game=game.key, start_seats=2, rule_version="1", options={}, for_trophy=False
    )
    for position, player in enumerate(players[: game.engine.seats[0]]):
        fresh.seats.create(position=position, player=player)
    Match.objects.filter(pk=fresh.pk).update(start_seats=game.engine.seats[0])
    assert f"No {game.display.round_word} is scored yet." in seen(member, "/c/kennel/")


@EVERY
def test_the_same_table_once_more_is_the_same_game(
    member: Client, club: Club, players: list[Player], game: TableGame
) -> None:
    match = finished(club, game, players, 1)[0]
    member.force_login(a_member(club, Role.SCOREKEEPER))
    again = re.search(r'href="([^"]+/matches/new/\?[^"]+)"', seen(member, f"/m/{match.pk}/finish/"))
    assert again is not None
    assert f'value="{game.key}" checked' in seen(member, again[1])


@EVERY
def test_games_are_found_by_name_and_by_what_happened(
    member: Client, club: Club, players: list[Player], game: TableGame
) -> None:
    match = finished(club, game, players, 1)[0]
    other = a_match(club, players, plan=(1, 2), seed=1)
    found = seen(member, "/c/kennel/matches/", game=game.key)
    assert str(match.pk) in found
    assert str(other.pk) not in found
    name, words = next((key, str(said)) for key, said in game.facts.items())
    value = next(each[name] for each in facts([match], 0) if name in each)
    about = seen(member, "/c/kennel/matches/", game=game.key, player=players[0].pk, **{name: value})
    said = words.replace("#", str(value)) if "#" in words else words
    assert f"a {game.display.round_word} {'with' if value or '#' in words else 'without'} {said}" in about
    assert str(match.pk) in about


def test_a_fact_of_one_game_means_nothing_in_another(member: Client, club: Club, players: list[Player]) -> None:
    match = finished(club, PLAYED_BY_BOTS[-1], players, 1)[0]
    assert str(match.pk) in seen(member, "/c/kennel/matches/", game=match.game, made=1)


def figure(page: str, label: str) -> str:
    found = re.search(rf"<dt>{label}</dt><dd>(.*?)</dd>", page)
    assert found is not None, label
    return re.sub(r"<[^>]+>", "", found[1]).strip()


def test_hands_won_a_round_are_those_of_the_sheets(member: Client, club: Club, players: list[Player]) -> None:
    game = table_game("top-dog")
    rows = facts(finished(club, game, players, 4), 1)
    page = seen(member, players[1].get_absolute_url(), game=game.key)
    won = [each["won"] for each in rows]
    assert figure(page, "hands won a round") == f"{sum(won) / len(won):.1f}"
    assert figure(page, "most in one round") == str(max(won))
    bars = re.findall(r'<th scope="row" class="fig">(\d+)</th><td class="r">(\d+)</td>', page)
    assert {int(value): int(times) for value, times in bars} == Counter(won)


def test_a_game_turned_on_points_is_counted_for_who_turned_it(
    member: Client, club: Club, players: list[Player]
) -> None:
    game, two = table_game("pack-o-dogs"), players[:2]
    match = ledger.start(club, game.key, two, game.engine.options())
    played = rounds("a-a-a-bPbPbPa-")
    drafts = [Draft(game.engine.kind(entry), at, entry_to_json(entry)) for at, entry in enumerate(played, 1)]
    ledger.record(match.pk, drafts, version=0, by=Author(None))
    turned = "won on points after losing the rounds"
    assert figure(seen(member, two[1].get_absolute_url(), game=game.key), turned) == "1"
    assert turned not in seen(member, two[0].get_absolute_url(), game=game.key)


def test_vp_by_source_are_those_of_the_tallies(member: Client, club: Club, players: list[Player]) -> None:
    game = table_game("dogs-of-war")
    rows = facts(finished(club, game, players, 3), 2)
    tallies = [each for each in rows if "final" in each]
    page = seen(member, players[2].get_absolute_url(), game=game.key)
    mean = sum(each["tokens"] for each in tallies) / len(tallies)
    assert f'<bdi>tokens</bdi></th><td class="r">{mean:.1f}</td>' in page
    assert f"in {len(tallies)} tallies" in page
    captains = sum(each.get("house_0", 0) for each in rows)
    assert captains
    assert f'<bdi>Talbot</bdi></th><td class="r">{captains}</td>' in page


def test_cards_left_are_those_of_the_sheets(member: Client, club: Club, players: list[Player]) -> None:
    game = table_game("clash-of-corgis")
    rows = facts(finished(club, game, players, 4), 0)
    page = seen(member, players[0].get_absolute_url(), game=game.key)
    assert figure(page, "games won") == f"{sum(each['won'] for each in rows)} of {len(rows)}"
    left = [each["cards_left"] for each in rows if each.get("cards_left")]
    assert left
    assert figure(page, "cards left on average") == f"{sum(left) / len(left):.1f}"
