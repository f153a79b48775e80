"""Score sheets with bids, tricks and a score for each player: read, and the scores compared with what they come to."""

import pytest

from dogclub.exchange.imports.parsed_file import ParsedMatch
from scoring.records import played, score
from tests.dogclub.exchange.imports.corpus.making import Rows, text, workbook
from tests.dogclub.exchange.imports.corpus.sheets import BEA, BY_HAND, FIRST, HANDS, MINA, OTTO
from tests.dogclub.exchange.imports.files import read

NAMES = (BEA, OTTO, MINA)
PLAYERS = {
    "record": 1,
    "game": "dirty-dog",
    "players": [*NAMES],
    "options": {"plan": [1, 2, 3]},
    "rounds": [
        {
            "bids": {name: bid for name, (bid, _) in hand.items()},
            "tricks": {name: tricks for name, (_, tricks) in hand.items()},
        }
        for hand in HANDS
    ],
}
LINES = played(PLAYERS)[1].lines
POINTS, RUNNING = ([dict(getattr(line, kind)) for line in LINES] for kind in ("points", "totals"))


def below_names(scores: list[dict[int, int]], heading: str = "Score", **wrong: int) -> Rows:
    """Yield a sheet with bid, tricks and a score below each name; `wrong` is another first score of a seat."""
    yield ["Dirty Dog", "5 March 2026"]
    yield ["", "", *(cell for name in NAMES for cell in (name, None, None))]
    yield ["Hand", "Cards", *["Bid", "Got", heading] * 3]
    for number, (hand, line) in enumerate(zip(HANDS, scores, strict=True), 1):
        cells = [(*figures, line[seat]) for seat, figures in enumerate(hand.values())]
        yield [number, sum(tricks for _, tricks in hand.values()), *(figure for each in cells for figure in each)]


def in_rows(scores: list[dict[int, int]]) -> Rows:
    """Yield a sheet with a row for each player and hand, and both kinds of score."""
    yield ["Date", "Hand", "Player", "Bid", "Tricks", "Points", "Score"]
    for number, (hand, line) in enumerate(zip(HANDS, scores, strict=True), 1):
        for seat, (name, (bid, tricks)) in enumerate(hand.items()):
            yield [FIRST, number, name, bid, tricks, POINTS[number - 1][seat], line[seat]]


def messages(matches: list[ParsedMatch]) -> list[tuple[int, str, str]]:
    return [(each.line, each.player, str(each.message)) for match in matches for each in match.problems]


@pytest.mark.parametrize(
    "rows",
    [
        below_names(RUNNING),
        below_names(POINTS),
        below_names(POINTS, "Points"),
        below_names(RUNNING, "Total"),
        in_rows(RUNNING),
    ],
)
def test_a_sheet_with_bids_tricks_and_scores_is_read(rows: Rows) -> None:
    matches, notes = read(workbook({"Scores": rows}), "old.xlsx")
    assert messages(matches) == []
    assert [score(match.record)["totals"] for match in matches] == [BY_HAND[FIRST]]
    assert not any("not read" in note for note in notes), notes


def test_a_score_that_differs_says_its_row_and_what_it_comes_to() -> None:
    rows = [*below_names(RUNNING)]
    rows[4][7] += 1
    content = text(rows)
    right = RUNNING[1][1]
    (match,), _ = read(content)
    assert messages([match]) == [
        (
            5,
            OTTO,
            f"The sheet says {right + 1} for {OTTO}, but the rounds so far come to {right}. "
            "Correct the file, or choose Skip over this column.",
        )
    ]
    for corrections in ({f"5_total of {OTTO}": str(right)}, {"0_column-8": "skip"}):
        (match,), _ = read(content, **corrections)
        assert (match.problems, score(match.record)["totals"]) == ([], BY_HAND[FIRST])


def test_another_number_of_cards_than_of_tricks_is_said_once() -> None:
    rows = [*below_names(POINTS)]
    rows[3][1] = 4
    assert [each[0::2] for each in messages(read(text(rows))[0])] == [
        (4, "Cards dealt in this round: 4. Tricks taken: 1. Both should be the same.")
    ]


def test_a_word_in_place_of_a_score_is_said() -> None:
    rows = [*below_names(RUNNING)]
    rows[3][4] = "see below"
    assert ["see below" in each[2] for each in messages(read(text(rows))[0])] == [True]
