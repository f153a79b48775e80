"""Pack o' Dogs for spectators: the match page, lists, the wall board, a player's page."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from games import ledger
from games.entries.match_state import load
from games.models import Match
from games.pack_o_dogs.wording import reasons_text
from games.registry import table_game
from scoring.base import replay
from scoring.pack_o_dogs import PACK_O_DOGS, Capture, Options, Piles
from tests.counting import queries
from tests.factory import a_club, a_member, some_players
from tests.games.pack_o_dogs.packs import GAME_1, GAME_2, GAME_3, WHOLE, P, W, a_pack_match, a_table, pack, plain

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
LOOK = table_game("pack-o-dogs").display


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_the_sheet_carries_points_from_game_to_game(client: Client) -> None:
    html = text(client, a_table(client, WHOLE).get_absolute_url())
    for words in (
        "<i>12 +</i><span>10</span>",
        "<i>2 +</i><span>28</span>",
        "Otto, 28 to 10",
        "rounds 4–3",
        "2 × 3 × 3",
        "Wilhelmina wins the match, 36 to 32.",
        "Two games to one.",
        "Three games, points carried.",
        "Wilhelmina won four rounds and lost the game: points decide. Otto’s 2, 8 and 18 came one after the other, "
        "each with a pack, two of them late.",
    ):
        assert words in html
    assert html.count("is-now") == 0


def test_the_sheet_of_a_match_under_way_shows_the_game_on_the_table(client: Client) -> None:
    match = a_table(client, [*GAME_1, *GAME_2[:2]])
    html = text(client, match.get_absolute_url())
    assert 'class="is-now"' in html
    assert "on the table" in html
    assert "Round 3 is being played. Wilhelmina leads, two rounds to none." in html
    assert f"{match.get_absolute_url()}cell/7/0/" in html


def test_an_empty_sheet_is_a_page_too(client: Client) -> None:
    html = text(client, a_table(client).get_absolute_url())
    assert "Nobody has won a round yet." in html
    assert "mark-top" not in html


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ([pack(W)] * 4 + [plain(P)] * 4, "One game each; points decide."),
        ([plain(P)] * 9 + [pack(W)] * 4, "Two games to one for Otto, but points decide."),
        ([plain(W)] * 4 + [plain(W)] * 4, "Two games to none."),
    ],
)
def test_games_won_are_said_and_points_decide(client: Client, games: list[Any], words: str) -> None:
    played = len(games) // 4
    assert words in text(client, a_table(client, games, games=played).get_absolute_url())


@pytest.mark.parametrize(
    ("entries", "about", "words"),
    [
        ([], {}, "game 1 of 3, round 1"),
        ([*GAME_1, *GAME_2[:6]], {}, "game 2 of 3, round 7"),
        (GAME_1[:2], {"games": 1}, "round 3"),
        (WHOLE, {}, "over after 3 games"),
        ([Piles({0: 3, 1: 9})], {"mode": "base", "games": 2}, "game 2 of 2"),
        ([], {"mode": "base", "games": 1}, "on the table"),
    ],
)
def test_a_list_says_where_a_match_stands(entries: list[Any], about: dict[str, Any], words: str) -> None:
    assert LOOK.state(load(a_pack_match(a_club(), entries, **about))) == words


@pytest.mark.parametrize(
    ("entries", "about", "rounds"),
    [([], {}, 7), (GAME_1, {}, 12), (GAME_1[:3], {}, 7), (WHOLE, {}, 18), ([], {"mode": "base"}, 3)],
)
def test_the_length_is_as_far_as_one_knows(entries: list[Any], about: dict[str, Any], rounds: int) -> None:
    assert LOOK.length(load(a_pack_match(a_club(), entries, **about))) == rounds


def test_a_match_put_away_has_no_result(client: Client) -> None:
    match = a_table(client, GAME_1)
    ledger.abandon(match.pk)
    assert "Ended without a result." in text(client, match.get_absolute_url())


def test_base_games_are_rows_that_lead_to_their_story(client: Client) -> None:
    match = a_table(client, [Piles({0: 12, 1: 12}), Piles({0: 3, 1: 9}), Capture(P, pack=True)], mode="base")
    html = text(client, match.get_absolute_url())
    assert "shared, 12 to 12" in html
    assert "Otto, 9 to 3" in html
    assert f"{match.get_absolute_url()}cell/1/0/" in html
    assert "Otto leads, 3 to 0." in html
    assert "The piles are still to be counted." in text(
        client, a_pack_match(match.club, mode="base").get_absolute_url()
    )


def wall(client: Client, match: Match) -> str:
    return text(client, f"/m/{match.pk}/wall/")


def test_the_wall_shows_points_pips_and_the_last_sum(client: Client) -> None:
    html = wall(client, a_table(client, [*GAME_1, *GAME_2[:6]]))
    for words in ("counts four times", "Otto won round 6", "third in a row", "match 30", "3 rounds won", "+18"):
        assert words in html
    assert "Three rounds all. Otto leads by 22 points; rounds do not decide, points do." in html


def test_the_wall_tells_why_four_rounds_lost(client: Client) -> None:
    html = wall(client, a_table(client, [*GAME_1, *GAME_2]))
    assert "Otto wins game 2, 28 to 10." in html
    assert "Wilhelmina won four rounds. Rounds end a game; points win it." in html
    assert "Otto leads, 30 to 22." in html


def test_the_wall_keeps_the_last_game_when_all_is_over(client: Client) -> None:
    html = wall(client, a_table(client, WHOLE))
    assert "Wilhelmina wins the match, 36 to 32." in html
    assert "4 rounds won" in html


@pytest.mark.parametrize("mode", ["complex", "base"])
def test_the_wall_before_the_first_card(client: Client, mode: str) -> None:
    html = wall(client, a_table(client, mode=mode))
    assert "mark-top" not in html
    assert ("most cards win" if mode == "base" else "first to four") in html


def test_the_wall_of_a_base_game_shows_the_running_piles(client: Client) -> None:
    html = wall(client, a_table(client, [Piles({0: 15, 1: 21}), Capture(W, pack=True)], mode="base"))
    assert "Otto wins game 1, 21 to 15" in html
    assert "match 21" in html
    html = wall(client, a_pack_match(Match.objects.get().club, [Piles({0: 2, 1: 2})], 1, "base"))
    assert "The match is shared, 2 to 2." in html


def test_points_that_rounds_decide_say_so(client: Client) -> None:
    level = [pack(W), plain(W), plain(W), pack(P), pack(P), plain(W)]
    html = wall(client, a_table(client, level, games=1))
    assert "Wilhelmina wins the match, 10 to 10. Rounds decide between level points." in html


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([pack(W)], "came with a pack"),
        ([plain(W), plain(P), pack(W)], "came one of them with a pack"),
        ([plain(W)], "came when it counted"),
        (
            [plain(P), plain(P), plain(P), plain(W), pack(W), pack(W)],
            "came one after the other, two of them with a pack, two of them late",
        ),
    ],
)
def test_how_rounds_came_is_said_in_words(entries: list[Any], words: str) -> None:
    lines = replay(PACK_O_DOGS, 2, Options(), entries).rounds
    assert reasons_text([line for line in lines if line.winner == W]) == words


def test_a_players_page_tells_packs_and_streaks(client: Client) -> None:
    match = a_table(client, WHOLE)
    client.force_login(a_member(match.club))
    otto = Player.objects.get(name="Otto Pym")
    path = reverse("player", args=[match.club.slug, otto.pk])
    html = text(client, f"{path}?game=pack-o-dogs")
    for words in ("rounds won", "of them with a pack", "longest streak", "Round by round", "Won in a row"):
        assert words in html
    assert "bids made" not in html


def test_a_players_page_of_base_games_only(client: Client) -> None:
    match = a_table(client, [Piles({0: 15, 1: 21})], mode="base", games=1)
    client.force_login(a_member(match.club))
    path = reverse("player", args=[match.club.slug, Player.objects.get(name="Otto Pym").pk])
    html = text(client, f"{path}?game=pack-o-dogs")
    assert "base games won" in html
    assert "Round by round" not in html


def test_a_page_costs_the_same_however_long_the_match(client: Client) -> None:
    short, long = a_table(client, GAME_3[:2]), a_pack_match(Match.objects.get().club, WHOLE[:-1])
    assert queries(client, short.get_absolute_url()) == queries(client, long.get_absolute_url())


def test_long_names_and_pictures_fit_in(client: Client) -> None:
    club = a_club()
    client.force_login(a_member(club))
    some_players(club, 2, ("🐶 Maximiliana Bartholomew-Cholmondeley III", "דבורה לב"))
    match = a_pack_match(club, WHOLE)
    for path in ("", "wall/", "history/"):
        assert "דבורה" in text(client, f"/m/{match.pk}/{path}")


def test_two_of_one_name_are_told_apart_in_a_narrow_column(client: Client) -> None:
    club = a_club()
    client.force_login(a_member(club))
    some_players(club, 2, ("Maximiliana Bartholomew the Third", "Maximiliana Bartholomew the Fourth"))
    html = text(client, a_pack_match(club, [pack(W)], games=1).get_absolute_url())
    assert "<bdi>Third</bdi>" in html
    assert "<bdi>Four.</bdi>" in html


def test_who_has_never_won_a_round_has_no_streaks(client: Client) -> None:
    match = a_table(client, [plain(W)] * 4, games=1)
    client.force_login(a_member(match.club))
    path = reverse("player", args=[match.club.slug, Player.objects.get(name="Otto Pym").pk])
    html = text(client, f"{path}?game=pack-o-dogs")
    assert "Round by round" in html
    assert "Won in a row" not in html
