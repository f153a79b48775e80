"""The choices of the import preview page (columns, dates, figures, game, season) made through the API."""

from typing import Any

import pytest

from dogclub.models import ImportBatch
from tests.dogclub.api.kennel import Kennel, Program
from tests.dogclub.api.test_imports import kennel, program, status_and_problem, uploaded
from tests.dogclub.api.working import work, worker
from tests.dogclub.exchange.imports.corpus.making import text
from tests.dogclub.exchange.imports.test_bg_stats import export, play
from tests.dogclub.exchange.imports.test_sheet_rules import RULED, sheet

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("worker")]
SHEET = text([["Day", "Name", "Half", "Full"], ["3/5/2024", "Bea Marlowe", 1, "1.200"], ["", "Otto Pym", 3, 4]])
__all__ = ["kennel", "program", "worker"]


def chosen(program: Program, one: str, **choices: Any) -> Any:
    """Send the choices, run the job that reads the file again, and return the import's JSON."""
    answer = program.patch(one, choices)
    assert answer.status_code in (200, 202), answer.json()
    work()
    return program.get(one).json()


def test_a_sheet_is_read_as_the_program_says(kennel: Kennel, program: Program) -> None:
    one = uploaded(program, SHEET)
    layout = program.get(one).json()["layout"]
    assert [each["heading"] for each in layout["columns"]] == ["Day", "Name", "Half", "Full"]
    assert {"date", "player", "total", "skip"} <= set(layout["can_be"])
    found = chosen(program, one, columns=[{"column": 3, "means": "skip"}, {"column": 4, "means": "total"}])
    assert found["layout"]["columns"][3]["means"] == "total"
    assert program.get(f"{one}/problems").json()["problems"][0]["answered_by"] == "date_order"
    found = chosen(program, one, date_order="month", decimal=",", game="dirty-dog")
    assert {key: found["layout"][key] for key in ("date_order", "decimal", "game")} == {
        "date_order": "month",
        "decimal": ",",
        "game": "dirty-dog",
    }
    assert (program.get(f"{one}/problems").json()["problems"], found["found"]["games"]) == ([], 1)
    (match,) = ImportBatch.objects.get().found["matches"]
    assert (match["at"][:10], [seat[1] for seat in match["seats"]]) == ("2024-03-05", [1200, 4])


def test_rows_and_columns_that_are_not_read_are_listed_and_can_be_players(kennel: Kennel, program: Program) -> None:
    one = uploaded(program, text([["Name", "2024-03-05", "Notes"], ["Bea Marlowe", 41, ""], ["Best", 41, "cake"]]))
    best = {"row": 3, "column": 0, "label": "Best", "sample": "41, cake", "is_player": False}
    notes = {"row": 0, "column": 3, "label": "Notes", "sample": "cake", "is_player": False}
    assert program.get(one).json()["layout"]["labels"] == [notes, best]
    assert status_and_problem(program.patch(one, {"rows": [{"row": 2, "is_player": True}]}))[0] == 422
    found = chosen(program, one, rows=[{"row": 3, "is_player": True}])
    assert found["layout"]["labels"] == [notes, {**best, "is_player": True}]
    assert [len(match["seats"]) for match in ImportBatch.objects.get().found["matches"]] == [2]


def test_tables_side_by_side_are_told_from_one_match_a_row(kennel: Kennel, program: Program) -> None:
    one = uploaded(program, text([["Name", "Score"] * 2, ["Bea Marlowe", 4, "Otto Pym", 3], ["Mina", 2, "Rex", 1]]))
    found = chosen(program, one, day="2024-03-05")
    assert {each["answered_by"] for each in program.get(f"{one}/problems").json()["problems"]} == {"blocks"}
    assert (found["layout"]["form"], found["layout"]["blocks"]) == ("match", "")
    assert status_and_problem(program.patch(one, {"blocks": "both"}))[0] == 422
    found = chosen(program, one, blocks="beside")
    assert (found["layout"]["form"], found["layout"]["blocks"]) == ("beside", "beside")
    assert program.get(f"{one}/problems").json()["problems"] == []


def test_a_sheet_is_read_by_the_rules_that_explain_its_points(kennel: Kennel, program: Program) -> None:
    one = uploaded(program, text(sheet(RULED, "points", scoring="ten-plus")))
    (asked,) = program.get(f"{one}/problems").json()["problems"]
    assert (asked["answered_by"], asked["proposal"]) == (asked["asks"], asked["mend"]) == ("scoring", "ten-plus")
    assert status_and_problem(program.patch(one, {"scoring": "oh-hell"}))[0] == 422
    found = chosen(program, one, scoring=asked["proposal"], the_rule="on")
    assert (found["layout"]["scoring"], found["layout"]["the_rule"]) == ("ten-plus", "on")
    assert program.get(f"{one}/problems").json()["problems"] == []


def test_the_season_is_chosen_or_added(kennel: Kennel, program: Program) -> None:
    one = uploaded(program, text([["Day", "Bea Marlowe", "Otto Pym"], ["2019-03-05", 1, 2], ["2019-05-07", 3, 4]]))
    answer = program.patch(one, {"season": {"name": "Spring 2019"}})
    counted = {"id": None, "name": "Spring 2019", "starts_on": "2019-03-05", "ends_on": "2019-05-07"}
    assert (answer.status_code, answer.json()["season"]) == (200, counted)
    assert program.patch(one, {"season": {"name": "Spring 2019"}}, If_Match=answer["ETag"]).status_code == 200
    assert program.patch(one, {"season": None}, If_Match='"another"').status_code == 412
    assert program.patch(one, {"season": None}).json()["season"] is None
    season = kennel.club.seasons.get()
    assert program.patch(one, {"season": season.pk}).json()["season"]["name"] == season.name
    program.post(f"{one}/confirm")
    work()
    assert kennel.club.matches.filter(started_at__year=2019, season=season).count() == 2
    assert status_and_problem(program.patch(one, {"season": season.pk}))[:2] == (409, "refused")


def test_a_game_of_another_program_is_said_to_be_one_of_ours(kennel: Kennel, program: Program) -> None:
    one = uploaded(program, export(play("Catan"), play("Catan")), "plays.json")
    assert program.get(one).json()["games"] == [{"name": "Catan", "plays": 2, "game": None}]
    found = chosen(program, one, games=[{"name": "Catan", "game": "dirty-dog"}])
    assert found["games"] == [{"name": "Catan", "plays": 2, "game": "dirty-dog"}]
    assert found["found"]["games"] == 1
    assert chosen(program, one, games=[{"name": "Catan", "game": None}])["found"]["games"] == 0
    answer = program.patch(one, {"games": [{"name": "Whist", "game": "dirty-dog"}]})
    assert status_and_problem(answer) == (422, "invalid", "That game is not in this file.")


@pytest.mark.parametrize(
    ("choices", "field", "sentence"),
    [
        ({"columns": [{"column": 1, "means": "weather"}]}, "columns", "Choose what the column is."),
        ({"year": "next"}, "year", "Enter the year as 2026, or a season as 2025/26."),
        ({"season": 10**17}, "season", "Choose one of the club’s seasons."),
        ({"season": {"name": " "}}, "season", "Enter the season’s name."),
    ],
)
def test_a_choice_that_cannot_be_is_refused_by_its_field(
    program: Program, choices: dict[str, Any], field: str, sentence: str
) -> None:
    one = uploaded(program, text([["Day", "Bea Marlowe", "Otto Pym"], ["2019-03-05", 1, 2]]))
    answer = program.patch(one, {"game": "dirty-dog", **choices})
    assert (answer.status_code, answer.json()["error"]["field"], answer.json()["detail"]) == (422, field, sentence)
    assert ImportBatch.objects.get().answers == {}
