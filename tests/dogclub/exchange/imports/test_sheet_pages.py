"""The page that shows how a sheet was interpreted, and lets the user change that."""

import io

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from dogclub.exchange.exports.layout import names_of
from dogclub.exchange.imports.pages.show import LABELS
from dogclub.exchange.imports.sheets.settings import meanings
from scoring import ENGINES
from tests.dogclub.exchange.imports.corpus.making import text, workbook
from tests.dogclub.exchange.imports.corpus.sheets import SHEETS
from tests.dogclub.exchange.imports.files import act, read, upload
from tests.dogclub.exchange.imports.test_pages import address, words
from tests.factory import a_match, some_players


def test_the_columns_of_a_sheet_are_shown_over_its_first_rows(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, SHEETS["05-french-wide.csv"].content(), "printemps.csv")
    page = organiser.get(address(row)).content.decode()
    assert "one column a player" in page
    assert '<option value="date" selected>' in page and '<option value="scores" selected>' in page
    assert "<td>5 mars 2026</td>" in page


def test_a_column_is_changed_for_all_rows_at_once(club: Club, organiser: Client) -> None:
    row = upload(
        organiser, club, text([["Date", "Player", "Half", "Score"], ["2026-03-05", "Bea", 3, 41], ["", "Otto", 4, 5]])
    )
    assert [seat[1] for seat in row.found["matches"][0]["seats"]] == [41, 5]
    row = act(organiser, row, "format", **{"column-3": "total", "column-4": "skip"})
    assert [seat[1] for seat in row.found["matches"][0]["seats"]] == [3, 4]


def test_what_the_dates_show_by_themselves_is_said_and_can_be_changed(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, text([["Date", "Ann", "Bo"], ["3/5/2026", 1, 2], ["3/25/2026", 3, 4]]))
    assert "In dates like 3/5/2026 the month comes first." in words(organiser, address(row))


def test_columns_nobody_understands_are_asked_about(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, text([["Name", "Half", "Full"], ["Ann", 1, 2], ["Bo", 3, 4]]))
    assert "Which columns are these?" in words(organiser, address(row))
    row = act(organiser, row, "format", **{"column-3": "total", "day": "2026-03-05"})
    (match,) = row.found["matches"]
    assert ([seat[1] for seat in match["seats"]], match["problems"]) == ([2, 4], [])


@pytest.mark.parametrize(
    "name", [name for name, made in SHEETS.items() if made.answer and "date-order" not in made.answer]
)
def test_a_question_about_the_whole_sheet_is_answered_on_the_page(club: Club, organiser: Client, name: str) -> None:
    row = upload(organiser, club, SHEETS[name].content(), name)
    assert all(match["problems"] for match in row.found["matches"])
    row = act(organiser, row, "format", **SHEETS[name].answer)
    assert not any(match["problems"] for match in row.found["matches"])


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("year", "next", "Enter the year as 2026, or a season as 2025/26."),
        ("column-1", "weather", "Choose what the column is."),
        ("game", "chess", "Choose one of the games."),
    ],
)
def test_a_setting_that_cannot_be_is_refused(
    club: Club, organiser: Client, field: str, value: str, sentence: str
) -> None:
    row = upload(organiser, club, SHEETS["01-plain.csv"].content())
    response = organiser.post(f"{address(row)}format/", {field: value})
    assert (response.status_code, sentence in response.content.decode()) == (422, True)


def test_another_sheet_of_the_workbook_can_be_chosen(club: Club, organiser: Client) -> None:
    sheets = {str(year): [["Date", "Bea", "Otto"], [f"{year}-03-05", 1, 2]] for year in (2024, 2025)}
    row = upload(organiser, club, workbook(sheets), "years.xlsx")
    assert row.found["matches"][0]["at"].startswith("2024")
    row = act(organiser, row, "format", sheet="2025")
    assert row.found["matches"][0]["at"].startswith("2025")


def test_what_is_not_read_is_listed_at_the_button_and_can_be_a_player(club: Club, organiser: Client) -> None:
    rows = [["Date", "Bea", "Max", "Best", "Notes"], ["2026-03-05", 41, 12, 41, "cake"], ["2026-03-12", 3, 9, 9, ""]]
    row = upload(organiser, club, text([*rows, ["Total", 44, 21, 50, ""]]))
    page = words(organiser, address(row))
    assert "Column C Max 12, 9, 21 A player Leave out Column D Best 41, 9, 50 A player Leave out" in page
    assert "Row 4 Total 44, 21, 50 left out" in page
    assert "Not read: Column D “Best”, Column E “Notes” and Row 4 “Total”." in page
    row = act(organiser, row, "mend", line="0", column="column-4", value="scores")
    assert len(row.found["matches"][0]["seats"]) == 3
    assert "Not read: Column E “Notes” and Row 4 “Total”." in words(organiser, address(row))
    row = act(organiser, row, "mend", line="0", column="column-3", value="skip")
    assert len(row.found["matches"][0]["seats"]) == 2


def test_tables_that_may_be_side_by_side_are_asked_about(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, text([["Player", "Score"] * 2, ["Bea", 4, "Otto", 3], ["Mina", 2, "Rex", 1]]))
    row = act(organiser, row, "format", day="2026-03-05")
    assert "Are these tables side by side, or is each row one match?" in words(organiser, address(row))
    assert all(match["problems"] for match in row.found["matches"])
    assert organiser.post(f"{address(row)}format/", {"blocks": "both"}).status_code == 422
    for answer, first in (("beside", "Mina"), ("rows", "Otto")):
        row = act(organiser, row, "format", blocks=answer)
        match = row.found["matches"][0]
        assert (match["problems"], row.found["names"][match["seats"][1][0]]) == ([], first)
    assert "Are these tables side by side" in words(organiser, address(row))


def test_a_row_that_is_left_out_can_be_a_player(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, text([["Player", "2026-03-05"], ["Bea", 41], ["Otto", 3], ["Best", 41]]))
    assert "Not read: Row 4 “Best”." in words(organiser, address(row))
    response = organiser.post(f"{address(row)}mend/", {"line": "0", "column": "row-3", "value": "player"})
    assert (response.status_code, "nothing to answer about that row" in response.content.decode()) == (422, True)
    response = organiser.post(f"{address(row)}mend/", {"line": "0", "column": "row-4", "value": "maybe"})
    assert (response.status_code, "whether the row is a player’s" in response.content.decode()) == (422, True)
    row = act(organiser, row, "mend", line="0", column="row-4", value="player")
    assert len(row.found["matches"][0]["seats"]) == 3
    assert "Not read:" not in words(organiser, address(row))


def test_rows_can_be_pasted(club: Club, organiser: Client) -> None:
    response = organiser.post(f"/c/{club.slug}/imports/", {"pasted": "Datum\tBea\tOtto\n5.3.2026\t41\t38\n"})
    assert response.status_code == 302
    assert club.imports.get().source == "csv"


@pytest.mark.parametrize("game", [game.key for game in ENGINES])
def test_there_is_a_template_for_each_game(club: Club, organiser: Client, game: str) -> None:
    response = organiser.get(f"/c/{club.slug}/imports/template/{game}.xlsx")
    sheet = openpyxl.load_workbook(io.BytesIO(response.content)).active
    assert sheet and [cell.value for cell in sheet[1]][:5] == ["date", "table", "game", "round", "player"]


def test_a_template_that_was_filled_in_is_read(club: Club, organiser: Client) -> None:
    book = openpyxl.load_workbook(io.BytesIO(organiser.get(f"/c/{club.slug}/imports/template/dirty-dog.xlsx").content))
    assert book.active
    for line, (bid, tricks) in enumerate([(1, 0), (0, 0), (1, 1)], 2):
        book.active.cell(line, 1, "2026-03-05")
        book.active.cell(line, 6, bid)
        book.active.cell(line, 7, tricks)
    file = io.BytesIO()
    book.save(file)
    (match,), _ = read(file.getvalue(), "old.xlsx")
    assert (match.problems, match.record["options"]) == ([], {"plan": [1]})


def test_every_column_of_our_own_files_has_a_name(club: Club, organiser: Client) -> None:
    """A file of finished matches has columns that no other file has."""
    match = a_match(club, some_players(club, 3, ["Max", "Lance", "Zoe"]), plan=(1, 2), seed=3)
    file = organiser.get(reverse("match-file", args=[match.pk, "sheet", "csv"])).getvalue()
    page = organiser.get(address(upload(organiser, club, file, "sheet.csv")))
    assert page.status_code == 200
    assert '<option value="ended" selected>Ended' in page.content.decode()


@pytest.mark.parametrize("game", [engine.key for engine in ENGINES])
def test_what_a_column_may_be_has_a_label(game: str) -> None:
    means = {*names_of(game), *meanings(game)}
    assert {each for each in means if ":" not in each} <= LABELS.keys()
