"""The rules page has every rule once, and its worked series score as it says."""

import re
from pathlib import Path

from scoring.clash_of_corgis import CLASH_OF_CORGIS, Game
from tests.scoring.clash_of_corgis.series import fold

PAGE = (Path(__file__).parents[3] / "docs" / "at-the-table" / "rules" / "clash-of-corgis.md").read_text("utf-8")
WORKED = PAGE.partition("## Worked")[2].split("### ")[1:]


def rows(part: str) -> list[list[str]]:
    """The cells of a Markdown table, without its heading."""
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_worked_series_is_won_with_its_last_game() -> None:
    games = rows(WORKED[0])
    seats = sorted({name for row in games for name in row[1:]})
    winners = [seats.index(row[2]) for row in games]
    sheet = fold(2, *map(Game, winners), first_starter=seats.index(games[0][1]))
    assert [line.starter for line in sheet.lines] == [seats.index(row[1]) for row in games]
    assert not fold(2, *map(Game, winners[:-1])).finished
    assert sheet.winners == (winners[-1],)


def test_the_worked_places_are_those_of_the_engine() -> None:
    table = rows(WORKED[1])
    left = [{seat: int(row[game]) for seat, row in enumerate(table)} for game in (1, 2)]
    sheet = fold(3, *(Game(0, cards) for cards in left), best_of=3)
    assert sheet.finished
    places = {seat: rank.place for rank in CLASH_OF_CORGIS.ranks(sheet) for seat in rank.seats}
    assert [places[seat] for seat in range(3)] == [int(row[3]) for row in table]


def test_every_rule_has_its_number_once() -> None:
    expected = [f"{number:02}" for number in (*range(1, 27), *range(30, 34))]
    assert sorted(re.findall(r"^### CC-(\d+) ", PAGE, re.MULTILINE)) == expected


def test_every_house_rule_is_told() -> None:
    assert set(re.findall(r"^> HR-CC-(\d+):", PAGE, re.MULTILINE)) == {"01", "02", "03", "05", "06", "07"}
