"""The sheet, the standing, the call-outs, the ending and the wall board of Top Dog."""

import re
from typing import Any

import pytest
from django.test import Client

from clubs.models import Role
from games.entries.match_state import load
from games.models import Match
from games.registry import table_game
from scoring.top_dog import Options, Round
from tests.counting import queries
from tests.games.top_dog.matches import a_match, a_table, rounds

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
DUMMY = [Round({0: 5, 1: 3, 2: 2}, dummy=3), Round({0: 4, 1: 4, 2: 1}, dummy=4)]


def look(match: Match) -> Any:
    return table_game(match.game).display


def sheet_of(client: Client, match: Match) -> str:
    return str(client.get(match.get_absolute_url()).content.decode())


def row_of(html: str, number: int) -> str:
    """The text of the row of a round."""
    row = next(row for row in html.split("<tr")[1:] if f'<th scope="row"><b>{number}</b>' in row)
    return " ".join(re.sub(r"<[^>]+>", " ", f"<tr{row.split('</tr>')[0]}").split())


def test_a_row_says_what_everybody_won_and_the_total(client: Client) -> None:
    html = sheet_of(client, a_table(client, rounds(11)))
    assert row_of(html, 11) == "11 tied won 2 total 33 won 3 total 40 top arranges, won 5 total 38 won 2 total 29"


def test_everybody_has_arranged_equally_often_at_each_heavy_rule(client: Client) -> None:
    html = sheet_of(client, a_table(client, rounds(9)))
    heavy = [number for number in range(1, 10) if f'class="cycle"><th scope="row"><b>{number}</b>' in html]
    assert heavy == [4, 8]


def test_the_round_on_the_table_has_its_arranger_marked(client: Client) -> None:
    html = sheet_of(client, a_table(client, rounds(2)))
    assert row_of(html, 3) == "3 arranges,"


def test_against_the_dummy_stands_beside_the_hands(client: Client) -> None:
    html = sheet_of(client, a_table(client, DUMMY, Options(dummy=True), players=3))
    assert row_of(html, 2) == (
        "2 won 4 against the dummy ±0 total 10 top won 4 against the dummy ±0 total 7"
        " won 1 against the dummy −2 total −1 dummy 4"
    )
    assert "The dummy cannot win." in html


def test_a_round_that_got_stuck_says_why(client: Client) -> None:
    match = a_table(client, [Round({0: 4, 1: 3, 2: 2, 3: 2}, note="Two kings, for ever.")], Options())
    html = sheet_of(client, match)
    assert row_of(html, 1).startswith("1 short")
    assert "Short, round 1: Two kings, for ever." in html


@pytest.mark.parametrize(
    ("played", "progress", "standing"),
    [
        (0, "round 1", "Variation 2, no round played; to 35 at the end of a round. Round 1 is next: Bea arranges."),
        (1, "round 2", "Wilhelmina arranges. Bea and Łukasz are level with 4."),
        (9, "round 10", "9 rounds played; to 35 at the end of a round. Round 10 is next: Wilhelmina arranges. Wilhe"),
        (10, "round 11 of 12", "Wilhelmina is past 35, but the game runs to round 12."),
        (12, "over after 12 rounds", "Variation 2, 12 rounds played."),
    ],
)
def test_where_a_match_stands(client: Client, played: int, progress: str, standing: str) -> None:
    match = a_table(client, rounds(played))
    state = load(match)
    assert look(match).state(state) == progress
    assert standing in look(match).standing(state)


def test_a_match_put_away_has_no_result(client: Client) -> None:
    match = a_table(client, rounds(10), role=Role.ORGANISER)
    client.post(f"/m/{match.pk}/abandon/")
    match.refresh_from_db()
    state = load(match)
    assert look(match).standing(state).endswith("then ended without a result.")
    assert look(match).state(state) == "over after 10 rounds"
    assert look(match).ending(state) == []


def test_the_ending_tells_who_was_there_first(client: Client) -> None:
    match = a_table(client, rounds())
    assert look(match).ending(load(match)) == [
        "Núria wins, 43 to 42.",
        "Wilhelmina crossed 35 in round 10 and sat there for 2 rounds, wagging.",
    ]


def test_the_ending_tells_of_players_who_were_level(client: Client) -> None:
    level = [Round({0: 7, 1: 6}), Round({0: 6, 1: 7}), Round({0: 9, 1: 4})]
    match = a_table(client, level, Options(target=13), players=2)
    assert look(match).ending(load(match)) == [
        "Bea wins, 22 to 17.",
        "Wilhelmina crossed 13 in round 2 and sat there for 1 round, wagging.",
        "After round 2 Bea and Wilhelmina were level with 13, so they played on.",
    ]


def test_whoever_takes_the_box_is_called_out(client: Client) -> None:
    match = a_table(client, rounds())
    assert [(each.at, each.words) for each in look(match).callouts(load(match))] == [
        ("12", "Núria with 43, taken from Wilhelmina."),
        ("4", "Wilhelmina with 14."),
        ("3", "Bea with 11, taken from Wilhelmina."),
        ("2", "Wilhelmina with 8, taken from Bea and Łukasz."),
        ("1", "Bea and Łukasz with 4."),
    ]


def test_the_run_is_drawn_to_the_first_round_in_which_it_can_end(client: Client) -> None:
    match = a_table(client, rounds(2))
    assert look(match).length(load(match)) == 8
    over = an_end(match)
    assert look(over).length(load(over)) == 12


def test_the_line_at_the_target_is_drawn_in_the_run(client: Client) -> None:
    html = sheet_of(client, a_table(client, rounds(3)))
    assert 'class="line35"' in html
    assert 'dx="6" dy="-6">35</text>' in html


def an_end(match: Match) -> Match:
    """A finished match of the same club."""
    return a_match(match.club, list(match.club.players.order_by("pk")), rounds())


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (0, ["round, to 35", "13 hands", "Bea arranges", "35 to go"]),
        (10, ["of 12 rounds", "Núria arranges", "there", "Wilhelmina is past 35, but the game runs to round 12."]),
        (11, ["The last hand of round 11 was tied: 12 hands count."]),
        (12, ["Núria wins, 43 to 42", "wagging", "In the box"]),
    ],
)
def test_the_wall_board(client: Client, played: int, words: list[str]) -> None:
    match = a_table(client, rounds(played))
    html = client.get(f"/m/{match.pk}/wall/").content.decode()
    text = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    assert [each for each in words if each not in text] == []


def test_negative_totals_stand_with_a_true_minus(client: Client) -> None:
    match = a_table(client, DUMMY, Options(dummy=True), players=3)
    assert ">−1</span>" in client.get(f"/m/{match.pk}/wall/").content.decode()


def test_the_match_page_costs_the_same_however_long_the_match(client: Client) -> None:
    short = a_table(client, rounds(2))
    first = queries(client, short.get_absolute_url())
    assert queries(client, an_end(short).get_absolute_url()) <= first + 1  # the trophy's previous holder
