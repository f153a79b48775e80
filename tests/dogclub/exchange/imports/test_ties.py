"""Level totals of a file: asked once for the whole file or match by match, and never a match that is still played."""

import random
from pathlib import Path

import pytest
from django.test import Client

from clubs.models import Club
from dogclub.models import ImportBatch
from games import ledger
from games.registry import table_game
from leagues.models import Award, Standing
from leagues.standings.update import keep_current
from scoring.records import to_record
from tests.dogclub.exchange.imports.files import act, chosen, records, totals, upload
from tests.factory import NAMES

BEA, OTTO, GUS = NAMES[0], NAMES[1], NAMES[6]
TOP = [("2024-05-25", BEA, 41), ("2024-05-25", OTTO, 41), ("2024-05-25", GUS, 5)]
BOTTOM = [("2024-06-25", BEA, 41), ("2024-06-25", OTTO, 3), ("2024-06-25", GUS, 3)]
LATER = [("2024-07-25", BEA, 40), ("2024-07-25", OTTO, 40), ("2024-07-25", GUS, 4)]


def answered(page: Client, row: ImportBatch, column: str, value: str, line: int = 0) -> ImportBatch:
    return act(page, row, "mend", line=line, column=column, value=value)


def test_the_file_is_asked_once_and_not_known_is_a_result(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals(*TOP, *BOTTOM, *LATER))
    act(organiser, row, "answer", who="new")
    page = organiser.get(f"/c/kennel/imports/{row.pk}/").content.decode()
    assert "2 matches are level at the top." in page and "1 match is" in page and "level at the bottom." in page
    assert "None can be imported yet" in page and "Import 3 matches" not in page
    row = answered(organiser, row, "tie-top", "unknown")
    row = answered(organiser, row, "tie-bottom", "shared")
    assert "Import 3 matches" in organiser.get(f"/c/kennel/imports/{row.pk}/").content.decode()
    act(organiser, row, "confirm")
    first, second, third = club.matches.order_by("started_at")
    assert all(match.finished_at and not match.is_open for match in (first, second, third))
    assert all(ledger.rescore(match.pk, check=True) == [] for match in club.matches.all())
    assert [(seat.place, seat.is_winner, seat.is_loser) for seat in first.seats.all()] == [
        (1, False, False),
        (1, False, False),
        (3, False, True),
    ]
    assert [seat.is_loser for seat in second.seats.all()] == [False, True, True]
    keep_current(club)
    assert {row.player.name for row in Standing.objects.filter(club=club)} == {BEA, OTTO, GUS}
    assert not Award.objects.filter(match__in=(first, third), trophy__rule="winner", withdrawn_at=None).exists()
    shown = organiser.get(first.get_absolute_url()).content.decode()
    assert "Bea and Otto were level at the top. How that was settled is not known." in shown
    assert "tie-break hand" not in organiser.get("/c/kennel/").content.decode()


def test_one_match_can_be_told_apart_from_the_rest(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals(*TOP, *LATER))
    act(organiser, row, "answer", who="new")
    row = answered(organiser, row, "tie-top", GUS, line=2)
    page = organiser.get(f"/c/kennel/imports/{row.pk}/").content.decode()
    assert f"“{GUS}” is none of those who are level: {BEA} or {OTTO}." in page
    row = answered(organiser, row, "tie-top", "otto PYM", line=2)
    row = answered(organiser, row, "tie-top", "unknown")
    act(organiser, row, "confirm")
    first, second = club.matches.order_by("started_at")
    assert [seat.player.name for seat in first.seats.all() if seat.is_winner] == [OTTO]
    assert not second.seats.filter(is_winner=True).exists()
    refused = organiser.post(
        f"/c/kennel/imports/{upload(organiser, club, totals(*TOP)).pk}/mend/",
        {"line": 0, "column": "tie-top", "value": "whatever"},
    )
    assert refused.status_code == 422
    assert "Choose shared, not known, or each match by itself." in refused.content.decode()


def test_what_is_here_already_is_not_asked_about(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals(*TOP))
    act(organiser, row, "answer", who="new")
    act(organiser, answered(organiser, row, "tie-top", "unknown"), "confirm")
    again = organiser.get(f"/c/kennel/imports/{upload(organiser, club, totals(*TOP)).pk}/").content.decode()
    assert "Already here: same night, same total." in again and "is level at the top" not in again


@pytest.mark.parametrize("case", ["ties.csv"])
def test_the_cases_of_others(club: Club, case: str) -> None:
    file = Path(__file__).parent / "corpus" / case
    row = chosen(club, file.read_bytes(), case)
    assert [match["ties"] for match in row.found["matches"]] == [["top"], ["bottom"]]


def test_a_war_without_its_tally_is_not_imported_as_one_that_goes_on(club: Club) -> None:
    game = table_game("dogs-of-war")
    evening = game.demo_match(3, random.Random(5))
    record = to_record(game.engine, NAMES, 3, evening.options, [entry for _, entry in evening.lines])
    record.pop("finish")
    row = chosen(club, records(record), "war.json")
    (match,) = row.found["matches"]
    assert [each["message"] for each in match["problems"]] == [
        f"The final count of {BEA}, {OTTO} and {NAMES[2]} is missing."
    ]
