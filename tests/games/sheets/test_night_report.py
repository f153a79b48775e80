"""The printed night report: the words of the page, tagged, on one sheet, byte-identical for the same night."""

from typing import Any

import pytest

from games.charts.line_chart import Series, line_chart
from games.charts.on_paper import drawn, drawn_chances
from games.charts.plots import Path, along_of, chances_chart, with_turn
from games.sheets.document import Labels
from games.sheets.typst import Paper, pressed
from leagues.night_report.report import REPORT, rows
from tests.games.sheets.reading import Reader
from tests.leagues.night_report.nights import a_table

TABLE = a_table([5, 60], [3, -2])
CHART = line_chart([Series("Sam", [(0, 0), (1, 5), (2, 60)]), Series("Mabel", [(0, 0), (1, 3)])], "", 2, {1: "1"})
TOLD: dict[str, Any] = {
    "headline": "Sam takes the cup, Mabel the cone",
    "prose": [
        "Sam Kettle has waited 41 nights for this. " * 6,
        "The cone had a longer evening. " * 8,
        "It is recorded.",
    ],
    "facts": [{"label": "Good Dog Cup", "text": "Sam Kettle"}, {"label": "Cone of Shame", "text": "Mabel Kettle"}],
    "finals": [{"title": title, "rows": rows(TABLE.sittings)} for title in ("Winners’ table", "Losers’ table")],
    "groups": [{"title": title, "rows": rows(TABLE.sittings)} for title in ("Group A", "Group B")],
    "called": [{"label": "SBR", "words": "Hand 10, losers’ table. Mabel took exactly 1."}],
    "tagged": [{"label": "Rascal", "words": "Hand 3, group A: Sam."}],
    "numbers": [{"value": "66%", "label": "of 288 bids made"}],
    "note": "Next: Thursday 3 December.",
    "chart": drawn(CHART),
    "run": "Score by round, winners’ table",
}
EMPTY: dict[str, Any] = {
    "headline": "A quiet night",
    "prose": ["Nothing was played."],
    "note": "",
    **{part: [] for part in ("facts", "finals", "groups", "called", "tagged", "numbers")},
}


def printed(told: dict[str, Any] = TOLD, paper: Paper = "a4") -> bytes:
    labels = Labels(title="Night report", club="Thursday Kennel", night="Thursday 26 Nov 2026", date="2026-11-26")
    return pressed(REPORT, "filled", paper, {"game": REPORT.key, "labels": vars(labels), "report": told})


def read(told: dict[str, Any] = TOLD, paper: Paper = "a4") -> Reader:
    return Reader(printed(told, paper))


def test_equal_nights_give_equal_bytes() -> None:
    assert printed() == printed()


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_it_is_one_page_of_either_paper(paper: Paper, size: tuple[int, int]) -> None:
    reader = read(paper=paper)
    (page,) = reader.pdf.pages
    assert (round(page.mediabox[2]), round(page.mediabox[3])) == size


def test_it_is_tagged_with_headings_tables_and_words_for_the_chart() -> None:
    reader = read()
    assert reader.pdf.Root.MarkInfo.Marked
    assert [reader.text(each) for each in reader.all_of("/H1")] == ["Night report"]
    assert [reader.text(each) for each in reader.all_of("/H2")] == [TOLD["headline"]]
    assert len(reader.all_of("/Table")) == 4
    assert {len(row) for table in reader.tables() for row in table} == {3}
    assert all("totals after each round" in str(figure.Alt) for figure in reader.all_of("/Figure"))


def many_chances(count: int = 10) -> dict[str, Any]:
    """The chart of chances of so many players, with long names."""
    names = [
        "Wilhelmina Featherstonehaugh-Oyelaran 🐶",
        "ليان الزهراني",
        *(f"Guest {at}" for at in range(3, count + 1)),
    ]
    paths = [
        Path(name, "100" if not at else "0", [(0, 0.1), (1, 0.2), (2, float(not at))]) for at, name in enumerate(names)
    ]
    chart = chances_chart(paths, "", 2, 0, count - 1, rings="is-lead", gap=6.4, along=along_of(2, "hand"))
    return drawn_chances(with_turn(chart, 2, 2, "hand 2", []), "hand")


def test_the_chances_stand_beside_the_totals_with_the_hand_that_turned_it() -> None:
    turned = "Hand 2 turned it. Wilhelmina took 3 of 3: from 20 to 100%."
    reader = read({**TOLD, "chances": many_chances(), "turn": turned})
    assert len(reader.pdf.pages) == 1
    _, chances = (str(figure.Alt) for figure in reader.all_of("/Figure"))
    assert chances.startswith("Line chart of the chance to win after each hand, in per cent; an upright line stands at")
    assert "hand 2, which turned it. At the end: Wilhelmina Featherstonehaugh-Oyelaran 🐶 100, " in chances
    assert "Guest 10 0." in chances
    said = " ".join(reader.said.values())
    assert turned in said
    assert "Chance to win, in per cent" in [reader.text(each) for each in reader.all_of("/H3")]


def test_the_words_of_the_page_are_on_the_sheet() -> None:
    said = " ".join(read().said.values())
    for words in ("waited 41 nights", "SBR", "Rascal", "66%", "Sam Kettle", "\N{MINUS SIGN}2", ", won", ", lost"):
        assert words in said


def test_a_night_without_anything_still_prints() -> None:
    reader = read(EMPTY)
    assert [reader.text(each) for each in reader.all_of("/H2")] == ["A quiet night"]
    assert not reader.all_of("/Table")


def test_a_very_long_night_goes_on_the_next_page() -> None:
    finals = [{"title": f"Table {at}", "rows": rows(TABLE.sittings) * 5} for at in range(12)]
    assert len(read({**TOLD, "finals": finals}).pdf.pages) > 1


def test_names_of_every_script_are_set() -> None:
    strange = [{"place": "1", "name": name, "total": "1", "mark": ""} for name in ("ليان الزهراني", "Gus 🐶", "W" * 60)]
    assert printed({**TOLD, "finals": [{"title": "Table 1", "rows": strange}]})


def test_the_chart_stays_within_its_square() -> None:
    points = [spot for line in drawn(CHART)["lines"] for spot in line["points"]]
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points)
