"""Ties of which only the outcome was written down: who took it, that it is shared, or that nobody knows (LG-07)."""

from typing import Any

import pytest

from scoring.base import Need, Notice
from scoring.dirty_dog import DIRTY_DOG, Leave, Pull, Settled, TiebreakHand
from scoring.records import from_record, score, to_record
from tests.scoring.endings import places, refused
from tests.scoring.tables import finished

NAMES = ("Ann", "Bo", "Cy", "Di")
TOP, BOTTOM = Settled("top", "unknown"), Settled("bottom", "unknown")


@pytest.mark.parametrize(
    ("totals", "entries", "winners", "losers", "first"),
    [
        ([9, 9, 3, 1], [TOP], (), (3,), [(1, (0, 1)), (3, (2,))]),
        ([9, 9, 3, 1], [Settled("top", "shared")], (0, 1), (3,), [(1, (0, 1)), (3, (2,))]),
        ([9, 9, 3, 1], [Settled("top", "taken", 1)], (1,), (3,), [(1, (1,)), (2, (0,))]),
        ([9, 5, 3, 3], [BOTTOM], (0,), (), [(1, (0,)), (2, (1,))]),
        ([9, 5, 3, 3], [Settled("bottom", "shared")], (0,), (2, 3), [(1, (0,)), (2, (1,))]),
        ([9, 5, 3, 3], [Settled("bottom", "taken", 2)], (0,), (2,), [(1, (0,)), (2, (1,))]),
        ([9, 9, 3, 3], [TOP, Settled("bottom", "taken", 2)], (), (2,), [(1, (0, 1)), (3, (2, 3))]),
        ([9, 9, 3, 3], [TOP, Pull({2: "5", 3: "K"})], (), (2,), [(1, (0, 1)), (3, (2, 3))]),
        ([9, 9, 9, 9], [TOP], (), (), [(1, (0, 1, 2, 3))]),
        ([9, 9, 9, 9], [Settled("top", "shared")], (0, 1, 2, 3), (), [(1, (0, 1, 2, 3))]),
        ([9, 9, 9, 9], [Settled("top", "taken", 0), BOTTOM], (0,), (), [(1, (0,)), (2, (1, 2, 3))]),
    ],
)
def test_the_outcome_settles_the_match(
    totals: list[int], entries: list[Any], winners: Any, losers: Any, first: Any
) -> None:
    sheet = finished(totals, *entries)
    assert (sheet.finished, sheet.needs, sheet.winners, sheet.losers) == (True, (), winners, losers)
    assert places(sheet)[:2] == first
    assert (sheet.first_place_losers != ()) == (len(winners) == 1)
    record = to_record(DIRTY_DOG, NAMES, 4, sheet.options, entries)
    assert from_record(record)[4] == entries
    told = [each for each in score(record)["warnings"] if each["code"].startswith("tie-")]
    assert len(told) == sum(isinstance(entry, Settled) for entry in entries)


def test_the_sheet_says_so() -> None:
    sheet = finished([9, 9, 3, 3], TOP, Settled("bottom", "taken", 2))
    assert [notice for notice in sheet.warnings if notice.code.startswith("tie-")] == [
        Notice("tie-unknown", "{0} and {1} were level at the top. How that was settled is not known."),
        Notice("tie-taken", "{2} and {3} were level at the bottom. {2} lost."),
    ]
    shared = finished([9, 9, 3, 3], Settled("top", "shared"), Settled("bottom", "shared")).warnings
    assert [notice.message for notice in shared][-2:] == [
        "{0} and {1} were level at the top and share the win.",
        "{2} and {3} were level at the bottom and share the last place.",
    ]
    taken, unknown = finished([9, 9, 3, 3], Settled("top", "taken", 0), BOTTOM).warnings[-2:]
    assert (taken.message, unknown.message) == (
        "{0} and {1} were level at the top. {0} won.",
        "{2} and {3} were level at the bottom. How that was settled is not known.",
    )


@pytest.mark.parametrize(
    ("totals", "before", "entry", "says"),
    [
        ([9, 5, 3, 1], [], TOP, "Nobody is level at the top"),
        ([9, 5, 3, 1], [], BOTTOM, "Nobody is level at the bottom"),
        ([9, 9, 9, 9], [], BOTTOM, "The tie at the top comes first"),
        ([9, 9, 3, 1], [], Settled("top", "taken"), "Name the player who took it"),
        ([9, 9, 3, 1], [], Settled("top", "shared", 0), "Name the player who took it"),
        ([9, 9, 3, 1], [], Settled("top", "taken", 2), "{2} is not level with the others"),
        ([9, 9, 3, 1], [TOP], TOP, "Nobody is level at the top"),
        ([9, 9, 3, 1], [TOP], TiebreakHand({}, {}), "Nobody is level at the top"),
        ([9, 5, 3, 3], [BOTTOM], Pull({2: "5", 3: "K"}), "It is written down already"),
        ([9, 9, 3, 3], [TOP], Leave(0), "The match is decided"),
    ],
)
def test_what_does_not_fit_is_refused(totals: list[int], before: list[Any], entry: Any, says: str) -> None:
    assert str(refused(finished(totals, *before), entry)).startswith(says)


def test_nothing_is_settled_before_the_end() -> None:
    assert "not over yet" in str(refused(DIRTY_DOG.start(4, DIRTY_DOG.options()), TOP))


def test_a_need_says_at_which_end_it_is() -> None:
    assert [need.end for need in finished([9, 9, 3, 3]).needs] == ["top", "bottom"]
    assert Need("final-tally", (0,)).end == ""
