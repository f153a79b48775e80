"""The result page after the last tally: the pad, the houses, the tokens, reasons for adjustments, warnings."""

import re
from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from clubs.models import Role
from games.models import Match
from scoring.dogs_of_war import Tally
from tests.factory import a_club, a_member, some_players
from tests.games.dogs_of_war.tallying import TALLIES, TOTALS, a_war

pytestmark = pytest.mark.django_db
NAMES = ("Bea Marlowe", "Wilhelmina Featherstonehaugh-Oyelaran", "Núria Ødegård", "Łukasz Tremblay", "דבורה לב")


def a_match(client: Client, tallies: Sequence[Tally] = TALLIES) -> Match:
    club = a_club()
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return a_war(club, some_players(club, max(4, len(tallies)), NAMES), tallies)


def shown(client: Client, match: Match, path: str = "") -> str:
    answer = client.get(f"/m/{match.pk}/{path}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def pad_of(page: str) -> dict[str, list[str]]:
    """Each row of the pad by its label: the figures, seat by seat."""
    table = page[page.index('class="tallypad"') :].split("</table>")[0]
    rows = re.findall(r'<th scope="row">([^<]+).*?</th>(.*?)</tr>', table, re.S)
    return {label: re.findall(r'class="(?:nil )?fig[^>]*>([^<]+)', cells) for label, cells in rows}


@pytest.mark.parametrize("path", ["", "table/"])
def test_the_pad_shows_row_by_row_what_a_total_is_made_of(client: Client, path: str) -> None:
    pad = pad_of(shown(client, a_match(client), path))
    assert pad == {
        "VP tokens": ["14", "19", "18", "13"],
        "Influence": ["9", "9", "23", "11"],
        "Support card": ["2", "0", "8", "2"],
        "Coins": ["2", "1", "2", "3"],
        "Cards left": ["3", "1", "1", "3"],
        "Adjusted": ["0", "1", "0", "0"],
        "Total": [str(total) for total in TOTALS],
    }


def test_the_box_is_round_the_top_total_and_nobody_is_circled(client: Client) -> None:
    page = shown(client, a_match(client))
    assert page.count("mark-top") == 1
    assert "mark-low" not in page
    assert re.search(r"mark-top[^>]*>52<", page)


def test_what_a_row_was_counted_from_stands_beside_it(client: Client) -> None:
    page = shown(client, a_match(client))
    details = re.findall(r'<span class="det">([^<]+)</span>', page)
    assert details[:4] == ["Talbot", "Mallory", "Hackett", "Tornborn"]
    assert details[4:] == ["5", "2", "4", "7", "1 + 2", "0 + 1", "1 + 0", "0 + 3"]


def test_the_houses_are_drawn_from_start_to_end(client: Client) -> None:
    page = shown(client, a_match(client))
    assert "from −1 at the start to the end" in page
    assert re.findall(r'<td class="mv">([^<]*)</td>', page) == ["+2", "+1", "", "+5", "+2", "+1"]
    assert re.findall(r'<td class="val"><span class="fig">([^<]*)</span>', page) == ["1", "0", "−1", "4", "1", "0"]


def test_the_influence_table_counts_tokens_and_support_cards(client: Client) -> None:
    page = shown(client, a_match(client))
    table = page[page.index('class="tallypad inf"') :].split("</table>")[0]
    hackett = re.sub(r"<[^>]+>", " ", table[table.index("Hackett") :].split("</tr>")[0]).split()
    assert hackett == ["Hackett", "4", "1", "2", "5", "+2", "2"]
    assert table.count("+2") == 4


def test_an_adjustment_says_why_and_who_entered_it(client: Client) -> None:
    page = shown(client, a_match(client))
    assert "Wilhelmina, +1: The dog hid a token." in page
    assert "tablet 1" in page[page.index("Notes") :]


def test_level_dogs_share_the_war(client: Client) -> None:
    level = [*TALLIES[:3], replace(TALLIES[3], vp=33)]
    match = a_match(client, level)
    page = shown(client, match, "table/")
    assert "Núria and Łukasz share the war, 52 each" in page
    assert page.count("mark-top") == 2
    assert "share the war" in shown(client, match)


def test_more_tokens_than_there_are_is_worth_a_second_look(client: Client) -> None:
    held = [replace(TALLIES[0], influence={"Talbot": 9}), *TALLIES[1:]]
    match = a_match(client, held)
    for path in ("", "table/"):
        page = shown(client, match, path)
        assert "Worth a second look" in page
        assert "The tallies hold 13 influence tokens of Talbot; with 4 players there are 10." in page


def test_a_total_below_nothing_has_a_true_minus(client: Client) -> None:
    poor = Tally(0, 0, {"Bastiani": 9}, "Bastiani", 1, 0, 0, -3, "a fine")
    page = shown(client, a_match(client, [poor, *TALLIES[1:]]))
    assert pad_of(page)["Total"][0] == "−14"
    assert pad_of(page)["Influence"][0] == "−9"


def test_five_tally_and_names_run_either_way(client: Client) -> None:
    page = shown(client, a_match(client, [*TALLIES, Tally(4, 3, {}, "Harlow", 0, 0, 0)]), "table/")
    assert "<bdi>דבורה לב</bdi>" in page
    assert "All five tallies are in and uncovered." in page


def test_before_the_end_the_match_page_names_who_is_missing_and_nothing_else(client: Client) -> None:
    page = shown(client, a_match(client, TALLIES[:2]))
    assert "tallypad" not in page
    assert "Still behind the screen: Núria and Łukasz." in page


def test_the_match_page_costs_no_more_with_the_end_on_it(client: Client) -> None:
    match = a_match(client)
    with CaptureQueriesContext(connection) as captured:
        shown(client, match)
    assert len(captured) <= 7, [query["sql"][:80] for query in captured]
