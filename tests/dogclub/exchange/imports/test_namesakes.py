"""Two people of one name in a file are told apart on the page."""

import pytest
from django.test import Client

from clubs.models import Club
from dogclub.models import ImportBatch
from tests.dogclub.exchange.imports.corpus.making import text, workbook
from tests.dogclub.exchange.imports.files import act, upload
from tests.dogclub.exchange.imports.test_pages import address, words

pytestmark = pytest.mark.django_db
TWO = [["Date", "Anna", "Anna", "Ben"], ["2025-02-06", 48, 61, 35], ["2025-02-13", 55, 39, 41]]


def seats(row: ImportBatch) -> list[dict[str, int]]:
    """The totals of each match by name."""
    names = row.found["names"]
    return [{names[who]: total for who, total, _line in match["seats"]} for match in row.found["matches"]]


def problems(row: ImportBatch) -> list[str]:
    return [problem["message"] for match in row.found["matches"] for problem in match["problems"]]


def test_two_columns_of_one_name_are_told_apart_under_format(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, text(TWO))
    assert problems(row)[0] == "Two columns are called “Anna”. Say under Format who each of them is."
    page = organiser.get(address(row)).content.decode()
    assert 'name="name-2"' in page and 'name="name-3"' in page and 'name="name-4"' not in page
    row = act(organiser, row, "format", **{"name-3": "Anna B."})
    assert (seats(row)[0], problems(row)) == ({"Anna": 48, "Anna B.": 61, "Ben": 35}, [])
    assert "Whose are the columns" in words(organiser, address(row))
    wrong = organiser.post(f"{address(row)}format/", {"name-3": "A" * 61})
    assert (wrong.status_code, "at most 60 characters" in wrong.content.decode()) == (422, True)


def test_they_are_told_apart_in_all_sheets_at_once(club: Club, organiser: Client) -> None:
    other = [["Date", "Ben", "Anna", "Anna"], ["2025-02-20", 1, 2, 3]]
    row = upload(organiser, club, workbook({"Winter": TWO, "Spring": other}), "two.xlsx")
    row = act(organiser, row, "format", **{"name-3": "Anna B."})
    assert (seats(row)[2], problems(row)) == ({"Ben": 1, "Anna": 2, "Anna B.": 3}, [])


def test_two_rows_of_one_name_are_told_apart_with_fix(club: Club, organiser: Client) -> None:
    row = upload(
        organiser,
        club,
        text([["Player", "2025-02-06", "2025-02-13"], ["Anna", 48, 55], ["Ben", 3, 4], ["Anna", 61, 39]]),
    )
    assert problems(row) == ["“Anna” is here twice. Enter what the second one is called."] * 2
    row = act(organiser, row, "mend", line="4", column="player", value="Anna B.")
    assert (seats(row)[0], problems(row)) == ({"Anna": 48, "Ben": 3, "Anna B.": 61}, [])


def test_two_of_one_name_in_a_row_are_told_apart_with_fix(club: Club, organiser: Client) -> None:
    head = ["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Player 3", "Score 3"]
    row = upload(organiser, club, text([head, ["2025-02-06", "Anna", 48, "Ben", 3, "Anna", 61]]))
    assert problems(row) == ["“Anna” is here twice. Enter what the second one is called."]
    row = act(organiser, row, "mend", line="2", column="player 3", value="Anna B.")
    assert (seats(row)[0], problems(row)) == ({"Anna": 48, "Ben": 3, "Anna B.": 61}, [])
