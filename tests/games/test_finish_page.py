"""The page after the end of a match: every player's place with its reason, and the next step."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Role
from games import ledger
from games.entries.match_state import load
from games.models import Match
from leagues.models import Fixture
from scoring.clash_of_corgis import Game
from scoring.dirty_dog import Bids, Leave, Options, Pull, TiebreakHand, Tricks
from scoring.pack_o_dogs import Piles
from tests.factory import a_match, a_member, some_players, write
from tests.games.clash_of_corgis.series import SERIES, a_series
from tests.games.pack_o_dogs.packs import GAME_1, GAME_2, WHOLE, a_pack_match
from tests.leagues.playoffs.evening import groups_played
from tests.nights import a_night
from tests.nights import keeper as keeper_of
from tests.playoff_nights import table

pytestmark = pytest.mark.django_db
ROW = re.compile(
    r'class="pl fig"><span class="vh">[^<]+</span><span aria-hidden="true">(\S+?)</span></span>.*?<bdi>(.*?)</bdi></b>'
    r'(?: <span class="sub">(.*?)</span>)?</div>(?:<svg.*?</svg>)?<span class="vh">Total </span>'
    r'<span class="fig mark(.*?)">(\S+?)<',
    re.DOTALL,
)
LEVEL = dict.fromkeys(range(5), 0)


def page(client: Client, match: Match) -> str:
    return words(client, reverse("finish", args=[match.pk]))


def words(client: Client, path: str) -> str:
    return re.sub(r"\s+", " ", client.get(path).content.decode().replace("\N{SOFT HYPHEN}", ""))


def rows(text: str) -> list[tuple[str, str, str, str]]:
    """Place, name, total and mark of every player but the winner."""
    return [(place, name, total, mark.strip()) for place, name, _, mark, total in ROW.findall(text)]


def reasons(text: str) -> dict[str, str]:
    """The reason for the place of each player, by name."""
    return {name: why for _, name, why, _, _ in ROW.findall(text)}


def main_button(text: str) -> tuple[str, str]:
    """Label and address of the main button."""
    found = re.search(r'id="go" href="([^"]+)"><span>(.*?)</span>', text)
    assert found is not None
    return found[2], found[1]


def level_at_both_ends(club: Club, players: list[Player]) -> Match:
    """Seats 1 and 2 make a bid of 1, seats 0 and 3 miss a bid of 1, seat 4 makes a bid of 0."""
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2,)))
    return write(match, [Bids({1: 1, 2: 1, 3: 1, 4: 0, 0: 1}), Tricks(LEVEL | {1: 1, 2: 1})])


def test_a_tie_break_is_told_and_its_points_are_in_no_total(keeper: Client, club: Club, players: list[Player]) -> None:
    match = level_at_both_ends(club, players)
    order = (2, 3, 4, 0, 1)
    hand = TiebreakHand(dict.fromkeys(order, 0) | {1: 2, 2: 1}, LEVEL | {1: 2, 3: 3})
    text = page(keeper, write(match, [hand, Pull({0: "9C", 3: "4H"})]))
    assert "on the tie-break hand" in text
    assert "Otto and Wilhelmina were level on 6. Tie-break hand, bid unseen: Otto +7, Wilhelmina −1." in text
    assert "Level at the bottom, so a card each: Bea 9♣ and Núria 4♥." in text
    assert rows(text)[0][:3] == ("2", players[2].name, "6")
    assert "Lost the tie-break hand." in reasons(text)[players[2].name]
    assert reasons(text)["Núria Ødegård"].endswith("Pulled the lowest card, 4♥.")


def test_the_circle_is_on_whoever_takes_the_cone(keeper: Client, club: Club, players: list[Player]) -> None:
    match = level_at_both_ends(club, players)
    hand = TiebreakHand(LEVEL | {1: 2}, LEVEL | {1: 2, 3: 3})
    text = page(keeper, write(match, [hand, Pull({0: "4C", 3: "9H"})]))
    marks = {name: mark for _, name, _, mark in rows(text)}
    assert marks == {name: "mark-low" if name == "Bea Marlowe" else "" for name in marks}
    assert text.count("mark-top") == 1


def test_a_leaver_is_not_last_only_for_having_left(keeper: Client, club: Club, players: list[Player]) -> None:
    match = ledger.start(club, "dirty-dog", players, Options(plan=(1, 1)))
    first = [Bids({1: 0, 2: 0, 3: 1, 4: 1, 0: 1}), Tricks(LEVEL | {3: 1}), Leave(4)]
    second = [Bids({2: 0, 3: 1, 0: 1, 1: 1}), Tricks({2: 0, 3: 1, 0: 0, 1: 0})]
    text = page(keeper, write(match, [*first, *second]))
    assert "Left after hand 1." in reasons(text)["Łukasz Tremblay"]
    assert [name for _, name, _, _ in rows(text)][-1] == "Bea Marlowe"


def test_a_shared_place_is_said_by_its_number_alone(client: Client) -> None:
    match = a_series(client, [Game(2), Game(2), Game(2)])
    text = page(client, match)
    assert [place for place, *_ in rows(text)] == ["2=", "2=", "2="]
    assert "3 behind." in reasons(text)["Percy Abara"] and "Level with" not in text, "4= says it, in one line"


def test_a_series_shows_every_game(client: Client) -> None:
    text = page(client, a_series(client, SERIES))
    assert "Winner</b> <span>three games to two</span>" in text
    assert "Wilhelmina and Jo had won 2 games each before." in text
    assert "In game 5 Jo had 1 card left." in text
    assert text.count('class="tick"') == len(SERIES)
    assert "9 cards left in all games." not in text
    assert "cards left in all games." in reasons(text)["Gus Tate"]


def test_a_trophy_shows_its_last_contests_and_a_small_table_who_won_how_often(client: Client, club: Club) -> None:
    """Each as it was when the match ended, not as later matches left it; a first holder has no contests before."""
    reader, players = keeper_of(client, club), some_players(club, 2)
    first, second, third = (a_match(club, players, plan=(1, 2), seed=seed) for seed in (1, 2, 3))
    assert "so far" not in page(reader, first)
    text = page(reader, second)
    won = re.findall(r"Matches won by these two so far: \S+ (\d) and \S+ (\d)\.", text)
    assert [sorted(map(int, pair)) for pair in won] in ([[0, 2]], [[1, 1]])
    assert [len(re.findall(r"<li[^>]*> ?<small>", page(reader, each))) for each in (first, second, third)] == [0, 4, 6]


def test_wins_at_a_larger_table_are_not_those_of_these_players(client: Client, club: Club) -> None:
    reader, players = keeper_of(client, club), some_players(club, 4)
    for seed in (1, 2, 3, 4):
        a_match(club, players, plan=(1, 2), seed=seed)
    first, second = (a_match(club, players[:3], plan=(1, 2), seed=seed) for seed in (1, 2))
    assert "so far" not in page(reader, first)
    won = re.search(r"Matches won by these three so far: \S+ (\d), \S+ (\d) and \S+ (\d)\.", page(reader, second))
    assert won and sum(map(int, won.groups())) == 2


def test_a_pack_match_says_what_the_loser_won(client: Client, club: Club) -> None:
    match = a_pack_match(club, [*GAME_1, *GAME_2], games=2)
    text = page(keeper_of(client, club), match)
    assert rows(text)[0][2] == "22"
    assert "8 behind. Won game 1 by 10." in reasons(text).values()
    assert "Wilhelmina won four rounds of game 2 and lost it by 18." in text


def test_a_pack_match_shows_the_round_that_decided_it(client: Client, club: Club) -> None:
    """The last one before which the winner was not ahead, as a product."""
    reader = keeper_of(client, club)
    text = page(reader, a_pack_match(club, WHOLE))
    assert "The round that decided it <small>game 3, round 6</small>" in text
    assert re.findall(r'class="v fig">(\d+)<', text) == ["1", "2", "3", "6"]
    assert "30 becomes 36" in text
    one = page(reader, a_pack_match(club, GAME_2, games=1))
    assert "The round that decided it <small>round" in one
    assert "Game by game" not in one
    base = page(reader, a_pack_match(club, [Piles({0: 9, 1: 4})], 1, "base"))
    assert "decided it" not in base


def test_a_group_level_at_the_top_names_both_and_no_winner(keeper: Client, club: Club, players: list[Player]) -> None:
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2,), stakes="nothing"))
    text = page(keeper, write(match, [Bids({1: 1, 2: 1, 3: 1, 4: 0, 0: 1}), Tricks(LEVEL | {1: 1, 2: 1})]))
    assert "<b>Level at the top</b>" in text and "<b>Winner" not in text
    assert text.count('class="line"') == 2
    assert [place for place, *_ in rows(text)] == ["3", "4=", "4="]
    listed = words(keeper, "/c/kennel/matches/")
    assert "level, no winner" in listed and "5 players" not in listed


def test_a_round_is_corrected_from_the_end(client: Client, club: Club, players: list[Player]) -> None:
    reader = keeper_of(client, club, Role.ORGANISER)
    over = [
        (a_match(club, players, plan=(1, 2), seed=1), "hand"),
        (a_pack_match(club, [*GAME_1, *GAME_2], games=2), "round"),
    ]
    for match, word in over:
        assert f">Undo: {word} " in page(reader, match)
        found = re.search(rf'href="([^"]+/correct/[0-9]+/)">Correct a {word}<', page(reader, match))
        assert found is not None
        assert reader.get(found[1]).status_code == 200


def test_who_should_have_dealt_last_is_no_part_of_the_end(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, plan=(1, 2), seed=1)
    assert [notice.code for notice in load(match).sheet.warnings] == ["final-dealer"]
    assert "first dealer’s right" not in page(keeper, match)


def test_the_same_table_goes_on_where_nothing_is_planned(keeper: Client, club: Club, players: list[Player]) -> None:
    words, url = main_button(page(keeper, a_match(club, players, plan=(1, 2), seed=1)))
    assert words == "Play again with these five"
    assert "/matches/new/?" in url


def test_whoever_keeps_no_score_reads_the_sheet(client: Client, club: Club, players: list[Player]) -> None:
    client.force_login(a_member(club, Role.MEMBER))
    match = a_match(club, players, plan=(1, 2), seed=1)
    text = page(client, match)
    assert main_button(text) == ("View sheet", match.get_absolute_url())
    assert "Undo: " not in text


def test_with_other_tables_it_is_back_to_the_night(client: Client, club: Club) -> None:
    night, everybody = a_night(club), some_players(club, 10)
    over = a_match(club, everybody[:5], plan=(1, 2), seed=1, table="1", night=night)
    other = a_match(club, everybody[5:], hands=1, seed=2, table="2", night=night)
    reading = keeper_of(client, club)
    words, url = main_button(page(reading, over))
    assert words == "Back to the night: 1 table still playing"
    assert url == night.get_absolute_url()
    ledger.abandon(other.pk)
    assert main_button(page(reading, over))[0] == "Back to the night: all tables are done"
    assert "Play again with these five" in page(reading, over)


def test_a_match_that_waits_at_this_table_comes_next(client: Client, club: Club) -> None:
    night, everybody = a_night(club), some_players(club, 5)
    over = a_match(club, everybody, plan=(1, 2), seed=1, table="1", night=night)
    ahead = a_match(club, everybody, hands=0, table="1", night=night)
    words, url = main_button(page(keeper_of(client, club), over))
    assert (words, url) == ("Next table: Dirty Dog, table 1", reverse("table", args=[ahead.pk]))


def test_after_the_groups_the_final_tables_are_seated(client: Client, club: Club) -> None:
    found = groups_played(club)
    words, url = main_button(page(keeper_of(client, club), table(found, "group", 1)))
    assert (words, url) == ("Next: seat the final tables", found.get_absolute_url())
    group = table(found, "group", 1)
    final = a_match(club, some_players(club, 4), hands=0)
    Fixture.objects.create(playoff=found, stage=Fixture.Stage.WINNERS, match=final)
    assert main_button(page(client, group)) == ("Back to the play-off", found.get_absolute_url())


def test_a_member_shares_by_a_link_and_anybody_else_in_words(
    client: Client, keeper: Client, club: Club, players: list[Player]
) -> None:
    match = a_match(club, players, plan=(1, 2), seed=1, table="1")
    assert f'href="{reverse("share-match", args=[match.pk])}"' in page(keeper, match)
    Club.objects.update(history_is_open=True)
    client.logout()
    shared = re.search(r'data-share="([^"]+)"', page(client, match))
    assert shared is not None
    assert shared[1].startswith("Dirty Dog, table 1: ")
    assert "Good Dog Cup: " in shared[1]
