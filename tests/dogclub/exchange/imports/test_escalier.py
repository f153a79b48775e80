"""CSV files and links of L'Escalier become records that the engine scores, or problems that say why not."""

import io
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Club
from dogclub.exchange.imports.formats.escalier import ESCALIER_LINK
from dogclub.exchange.imports.formats.escalier_files import ESCALIER_CSV
from dogclub.exchange.imports.formats.several_files import reader_of
from dogclub.exchange.imports.parsed_file import ParsedMatch, Reader
from scoring.records import score
from tests.dogclub.exchange.imports.escalier_games import HANDS, HEAD, csv_of, link_of, lists, row, rows

GERMAN = "Runde,Karten,Status,Geber,beginnt,Spieler,Ansage,Stiche,Korrektur,Punkte,Stand"
DAY = {"1:played_at": "14 March 2019"}
TOTALS = {"Bea": 3, "Otto": 16, "Ines": 10}


def one(reader: Reader, content: bytes, mends: Mapping[str, str] | None = None) -> ParsedMatch:
    (found,) = reader.read(io.BytesIO(content), Club(), DAY if mends is None else mends).matches
    return found


def problems_of(found: ParsedMatch) -> list[str]:
    return [str(problem.message) for problem in found.problems]


def totals(found: ParsedMatch) -> dict[str, int]:
    sheet: dict[str, Any] = score(found.record)
    assert sheet["finished"]
    return dict(sheet["totals"])


def test_a_csv_is_a_match_of_dirty_dog() -> None:
    found = one(ESCALIER_CSV, csv_of(rows()))
    assert problems_of(found) == []
    assert list(found.players) == ["Bea", "Otto", "Ines"]
    assert found.record["options"] == {"first_dealer": "Ines", "plan": [1, 2, 1]}
    assert found.played_at
    assert timezone.localtime(found.played_at).date() == date(2019, 3, 14)
    assert totals(found) == TOTALS


@pytest.mark.parametrize("tag", ["A", "B"])
def test_a_link_is_the_same_match(tag: str) -> None:
    found = one(ESCALIER_LINK, link_of(lists(), tag), {})
    assert problems_of(found) == []
    assert found.note == "Friday night, from L’Escalier"
    assert found.played_at
    assert found.played_at.isoformat() == "2019-03-14T19:30:00+00:00"
    assert found.record == one(ESCALIER_CSV, csv_of(rows())).record


def test_several_links_are_several_matches() -> None:
    text = b"Two games:\n" + link_of(lists()) + b"\nand " + link_of(lists(name="Saturday")) + b"\n"
    found = list(ESCALIER_LINK.read(io.BytesIO(text), Club(), {}).matches)
    assert [(match.line, match.note.split(",")[0]) for match in found] == [(2, "Friday night"), (3, "Saturday")]


@pytest.mark.parametrize(
    ("content", "name", "reader"),
    [
        (csv_of(rows()), "friday-night-2019-03-14.csv", ESCALIER_CSV),
        (csv_of(rows(), GERMAN), "x.csv", ESCALIER_CSV),
        (b"\xef\xbb\xbf" + csv_of(rows()), "bom.csv", ESCALIER_CSV),
        (link_of(lists()), "pasted.txt", ESCALIER_LINK),
    ],
)  # fmt: skip
def test_both_are_recognised_by_what_they_hold(content: bytes, name: str, reader: Reader) -> None:
    assert reader_of(content, name) is reader


def test_the_day_is_asked_for_where_the_file_does_not_say() -> None:
    found = one(ESCALIER_CSV, csv_of(rows()), {})
    assert [(each.line, each.column) for each in found.problems] == [(1, "played_at")]
    assert found.played_at is None


def test_problems_name_their_line() -> None:
    lines = rows()
    lines[4] = lines[4].replace(",1,1,0,", ",one,1,0,")
    found = one(ESCALIER_CSV, csv_of(lines))
    assert [(each.line, each.column, each.player) for each in found.problems] == [(6, "bid", "Ines")]
    mended = one(ESCALIER_CSV, csv_of(lines), {**DAY, "6:bid": "1"})
    assert problems_of(mended) == []
    assert totals(mended) == TOTALS


def test_a_rule_broken_is_found_at_its_line() -> None:
    """L'Escalier forbids a last bid only from three cards on."""
    barred = ((1, "Ines", {"Bea": (0, 0), "Otto": (1, 1), "Ines": (0, 0)}), *HANDS[1:])
    found = one(ESCALIER_CSV, csv_of(rows(barred)))
    with pytest.raises(Exception, match="may not bid 0"):
        score(found.record)
    assert found.line_of(1, "Ines") == 4


def test_a_late_dog_sits_down_where_they_sat() -> None:
    lines = rows()
    lines[1] = row(1, 1, "Ines", "Otto", status="sat_out")
    lines[0] = row(1, 1, "Ines", "Bea", bid=1, tricks=1)
    found = one(ESCALIER_CSV, csv_of(lines))
    assert problems_of(found) == []
    assert found.record["players"] == ["Bea", "Ines"]
    assert list(found.players) == ["Bea", "Ines", "Otto"]
    assert found.record["rounds"][1]["arrivals"] == [{"player": "Otto", "after": "Bea"}]
    assert score(found.record)["players"] == ["Bea", "Otto", "Ines"]


def test_whoever_goes_home_has_left() -> None:
    lines = rows()
    lines[6:] = [
        row(3, 1, "Otto", "Ines", bid=0, tricks=0),
        row(3, 1, "Otto", "Bea", status="sat_out"),
        row(3, 1, "Otto", "Otto", bid=0, tricks=1),
    ]
    found = one(ESCALIER_CSV, csv_of(lines))
    assert problems_of(found) == []
    assert found.record["rounds"][2]["departures"] == ["Bea"]
    assert totals(found)["Bea"] == 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({6: row(3, 1, "Bea", "Ines", bid=0, tricks=0)}, "Bea deals here, but the deal passes to the left: to Otto."),
        ({3: row(2, 2, "Bea", "Otto", status="paused")}, "“paused” is no status of L’Escalier."),
        ({3: row(2, 2, "Bea", "Otto", tricks=0)}, "A number is missing here."),
    ],
)
def test_what_dirty_dog_does_not_know_keeps_it_out(change: dict[int, str], message: str) -> None:
    lines = [change.get(at, line) for at, line in enumerate(rows())]
    assert any(message in each for each in problems_of(one(ESCALIER_CSV, csv_of(lines))))


def test_points_by_hand_come_in_with_a_reason() -> None:
    lines = rows()
    lines[7] = row(3, 1, "Otto", "Bea", bid=0, tricks=1, adjust=-5)
    found = one(ESCALIER_CSV, csv_of(lines))
    last = found.record["rounds"][2]
    assert (last["adjust"], last["adjust_note"]) == ({"Bea": -5}, "By hand in L’Escalier")
    assert problems_of(found) == [] and totals(found)["Bea"] == totals(one(ESCALIER_CSV, csv_of(rows())))["Bea"] - 5


def test_the_rules_that_explain_its_points_are_proposed() -> None:
    points = (5, 10, -5, 5, 10, -5, 5, -5, 5)
    lines = [line.removesuffix(",,") + f",{each}," for line, each in zip(rows(), points, strict=True)]
    found = one(ESCALIER_CSV, csv_of(lines))
    (asked,) = found.problems
    assert (asked.asks, asked.mend) == ("0:scoring", "5,5,0,/greater,5,0")
    assert "Made: 5 + 5 a trick. Set: minus 5 times the greater of bid and tricks." in str(asked.message)
    said = {asked.asks: asked.mend, "0:played_at": ""}
    (own,) = ESCALIER_CSV.read(io.BytesIO(csv_of(lines)), Club(), said).matches
    assert asked.asks not in [each.asks for each in own.problems]
    assert score(own.record)["totals"] == {"Bea": -5, "Otto": 20, "Ines": 10}
    (written,) = ESCALIER_CSV.read(io.BytesIO(csv_of(lines)), Club(), {asked.asks: "dirty-dog"}).matches
    assert score(written.record)["totals"] == totals(one(ESCALIER_CSV, csv_of(rows())))


def test_hands_still_to_come_are_left_away() -> None:
    lines = [*rows()[:6], *(row(3, 1, "Otto", name, status="pending") for name in ("Ines", "Bea", "Otto"))]
    found = one(ESCALIER_CSV, csv_of(lines))
    assert found.record["options"]["plan"] == [1, 2]
    assert found.note == "From L’Escalier, 1 hand not played"
    assert totals(found) == {"Bea": 4, "Otto": 11, "Ines": 5}


def test_a_game_nobody_played_stays_out() -> None:
    assert problems_of(one(ESCALIER_CSV, csv_of([row(1, 1, "Ines", "Bea", status="pending")]))) == [
        "No hand of this game was played to its end."
    ]


@pytest.mark.parametrize(
    "content",
    [
        link_of(lists())[:-20],
        link_of("nonsense"),
        link_of([]),
        link_of([2, "", 0, 1, [], [["Bea"]] * 11, 0, []]),
        link_of([2, "", 0, 1, [], [["Bea", 0, 0, 0]], 0, [[1, 3, 7, 0, [[1, 1]]]]]),
        link_of([2, "", 0, 1, [], [["Bea", 0, 1e300, 0]], 0, []]),
        link_of(lists(made="yesterday")),
        link_of([0] * 3_000_000),
        b"https://scores.example/#g=Azzzz",
        b"https://scores.example/#g=A%FF%FE",
    ],
    ids=range(10),
)
def test_a_damaged_link_is_a_problem_not_a_crash(content: bytes) -> None:
    (found,) = ESCALIER_LINK.read(io.BytesIO(content), Club(), {}).matches
    assert found.problems


def test_a_header_alone_is_not_theirs() -> None:
    assert not ESCALIER_CSV.recognises(HEAD.encode(), "x.csv")
