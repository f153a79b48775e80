"""The rules page of Dogs of War agrees with the engine."""

import re
from collections.abc import Mapping

import pytest
from django.template.loader import render_to_string

from games.registry import table_game
from games.rules import Article, Block, rules_of
from scoring.base import replay
from scoring.dogs_of_war import DOGS_OF_WAR, Contest, HouseValues, Move, Options, Tally
from scoring.dogs_of_war.battle import CAPTAINS, COINS, DOG_CAPTAINS, SOLDIERS, fought, tokens

TRACKER = re.compile(r"The tracker stands (?:on (\d+) for (\w+)|in the centre)\.")
MOVED = re.compile(r"(\w+) (?:goes )?(\+\d|−\d|stays)")
LAST = "fourth year"


def articles() -> list[Article]:
    text = rules_of("dogs-of-war")
    assert text is not None
    return [article for section in text.sections for article in section.articles]


def table(article: Article) -> Block:
    return next(block for block in article.blocks if block.kind == "table")


def titled(title: str) -> Block:
    return table(next(article for article in articles() if article.title == title))


def number(text: str) -> int:
    return int(text.replace("−", "-"))


BATTLES = [article for article in articles() if article.title.startswith("Battle ")]


def contest(article: Article, stands: tuple[str, str], rows: list[list[str]]) -> Contest:
    """The battle of a worked example, with the tracker from its text."""
    found = TRACKER.search(article.blocks[0].text)
    assert found is not None
    side = 0 if found[2] is None else 1 if found[2] == stands[0] else -1
    captains: Mapping[str, Mapping[int, int]] = {
        house: {seat: int(row[at]) for seat, row in enumerate(rows)} for at, house in enumerate(stands, 1)
    }
    return Contest(stands, side * int(found[1] or 0), captains)


@pytest.mark.parametrize("article", BATTLES, ids=lambda article: article.title)
def test_a_worked_battle_ends_as_it_says(article: Article) -> None:
    said = article.blocks[0].text
    left, right = table(article).head[1:3]
    rows = [list(row) for row in table(article).body]
    line = fought(contest(article, (left, right), rows), Options(), 4 if LAST in article.title else 1)
    assert [line.vp.get(seat, 0) for seat in range(len(rows))] == [int(row[3]) for row in rows]
    moved = {house: 0 if how == "stays" else number(how) for house, how in MOVED.findall(said.partition(". ")[2])}
    assert {house: moved[house] for house in (left, right)} == dict(line.moves)
    bonus = re.search(r"The bonus: ([^.]+)\.", said)
    assert bonus is not None
    assert bonus[1] == (" and ".join(rows[seat][0] for seat in line.bonus_to) or "nobody")


def test_there_are_worked_battles_of_every_outcome() -> None:
    assert len(BATTLES) >= 5


def test_a_worked_tracker_stops_where_it_says() -> None:
    body = titled("A tracker that runs over").body
    plays = [Move(0, house, soldier.lower().replace(" ", "_")) for house, soldier, _ in body]
    line = fought(Contest(("Talbot", "Harlow"), plays=tuple(plays)), Options(), 1)
    assert list(line.positions) == [int(row[2]) for row in body]


def test_the_worked_tally_comes_to_what_it_says() -> None:
    houses = {house: number(value) for house, value in titled("What the houses are worth").body}
    tallies = []
    for seat, (_, vp, influence, support, coins, cards) in enumerate(titled("What three players hold").body):
        tokens = {house: int(count) for count, house in (each.split() for each in influence.split(", "))}
        tallies.append(Tally(seat, int(vp), tokens, support, int(coins), tactics=0, soldiers=int(cards)))
    sheet = replay(DOGS_OF_WAR, 3, Options(), [HouseValues(houses), *tallies])
    for seat, row in enumerate(titled("What it comes to").body):
        rows = sheet.breakdown[seat]
        assert [rows.vp, rows.influence, rows.support, rows.coins, rows.cards, rows.total] == list(map(number, row[1:]))
    assert sheet.winners == (0, 2)
    assert sheet.warnings == ()
    assert sum(houses.values()) == 5


def test_the_tables_are_those_of_the_engine() -> None:
    soldiers = [[soldier.label, str(soldier.cost), str(soldier.strength)] for soldier in SOLDIERS]
    assert [list(row) for row in titled("The soldiers").body] == soldiers
    years = [(int(year), int(captains)) for year, captains in titled("Captains by the year").body]
    assert years == list(enumerate(CAPTAINS, 1))


def test_the_box_holds_what_the_engine_counts_with() -> None:
    pieces = {piece: (int(count), words) for piece, count, words in titled("What the box holds").body}
    assert pieces["Influence tokens"][0] == 6 * tokens(5)
    assert pieces["Captains"][0] == 5 * DOG_CAPTAINS
    assert pieces["Coins"][0] == 20 + 16
    assert f"{COINS} in all" in pieces["Coins"][1]
    assert pieces["House support cards"][0] == len(Options().houses)


def test_the_reference_card_says_what_the_engine_counts() -> None:
    """DW-14 to DW-20: costs, rewards and the order of a turn, on the page one tap from the table."""
    page = render_to_string(table_game(DOGS_OF_WAR.key).reference)
    rows = re.findall(r'fig">(\d)</span></td><th scope="row">([^<]+)</th><td>\s*(\d) spaces?', page)
    assert rows == [(str(each.cost), each.label, str(each.strength)) for each in SOLDIERS]
    assert [int(count) for count in re.findall(r"<dd>\s*(\d) captains", page)] == list(CAPTAINS)
    for words in ("one a turn at most", "influence at the house’s value", "1 VP for 2 coins", "Opportunism"):
        assert words in page


def test_every_rule_has_its_number_once() -> None:
    keys = [article.key for article in articles() if article.key]
    assert sorted(keys) == [f"DW-{rule:02}" for rule in range(1, 56)]


def test_every_house_rule_is_told() -> None:
    told = {block.text.partition(":")[0] for article in articles() for block in article.blocks if block.kind == "house"}
    assert told == {f"HR-DW-{rule:02}" for rule in (1, 3, 5, 6, 7, 8, 9, 10, 11, 12)}
