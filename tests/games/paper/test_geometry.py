"""The geometry of marked sheets, and the digits in their marks."""

import hashlib
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.paper import geometry
from games.paper.geometry import (
    LAYOUTS,
    PAPERS,
    Layout,
    LayoutError,
    Payload,
    PayloadError,
    Rect,
    parse_payload,
    payload_digits,
    sheet_number,
)
from games.paper.layout import sheet_layout
from games.paper.row_games import ROW_GAMES
from scoring.dirty_dog import DIRTY_DOG

USUAL = [
    sheet_layout(layout, players, DIRTY_DOG.start(players, DIRTY_DOG.options()).plan.hands, paper)
    for layout in ("rev1", "rev2")
    for paper in PAPERS
    for players in range(3, 11)
]
ROWS = [
    sheet_layout(game.layout, players, game.rows, paper)
    for game in ROW_GAMES.values()
    for paper in PAPERS
    for players in range(game.engine.seats[0], game.engine.seats[1] + 1)
]


def frame(layout: Layout, kind: str, hand: int | None, seat: int) -> Rect:
    return next(
        cell.rect
        for page in layout.pages
        for cell in page.cells
        if (cell.kind, cell.hand, cell.seat) == (kind, hand, seat)
    )


@pytest.mark.parametrize(
    ("layout", "paper", "bid", "total", "name"),
    [
        ("rev1", "a4", (30.8, 43.6, 7.98, 8.32), (51.05, 44.05, 10.65, 7.42), (30.9, 27.6, 31.8, 9.5)),
        ("rev1", "letter", (30.8, 43.6, 8.31, 7.52), (51.72, 44.05, 11.16, 6.62), (30.9, 27.6, 32.98, 9.5)),
        ("rev2", "a4", (50.45, 41.75, 5.95, 5.13), (72.35, 42.2, 7.51, 4.23), (50.8, 27.6, 29.82, 8.0)),
        ("rev2", "letter", (50.45, 41.75, 5.17, 5.4), (70.04, 42.2, 6.31, 4.5), (50.8, 27.6, 26.3, 8.0)),
    ],
)
def test_five_players_write_in_the_frames_as_drawn(
    layout: str, paper: str, bid: tuple[float, ...], total: tuple[float, ...], name: tuple[float, ...]
) -> None:
    sheet = sheet_layout(layout, 5, 20, paper)
    assert len(sheet.pages) == 1
    assert frame(sheet, "bid", 0, 0) == pytest.approx(bid, abs=0.01)
    assert frame(sheet, "total", 0, 0) == pytest.approx(total, abs=0.01)
    assert frame(sheet, "name", None, 0) == pytest.approx(name, abs=0.01)


@pytest.mark.parametrize("sheet", USUAL + ROWS, ids=lambda sheet: f"{sheet.key}-{sheet.paper}-{sheet.players}")
def test_every_frame_is_on_the_page_large_enough_and_clear_of_the_others(sheet: Layout) -> None:
    width, height = sheet.page
    for page in sheet.pages:
        boxes = [cell.rect for cell in page.cells]
        boxes += [
            Rect(mark.x - mark.size / 2, mark.y - mark.size / 2, mark.size, mark.size).inset(-1.2, -1.2)
            for mark in sheet.marks
        ]
        boxes += [sheet.sections] if sheet.sections else []
        for at, box in enumerate(boxes):
            assert box.width >= geometry.LEAST_WIDTH - 1e-6
            assert box.height >= geometry.LEAST_HEIGHT - 1e-6
            assert 0 < box.x < box.x + box.width < width
            assert 0 < box.y < box.y + box.height < height
            for other in boxes[:at]:
                apart = (
                    box.x + box.width <= other.x or other.x + other.width <= box.x,
                    box.y + box.height <= other.y or other.y + other.height <= box.y,
                )
                assert any(apart), (box, other)


@pytest.mark.parametrize("sheet", USUAL, ids=lambda sheet: f"{sheet.key}-{sheet.paper}-{sheet.players}")
def test_each_figure_of_the_plan_has_one_frame(sheet: Layout) -> None:
    figures = [
        (cell.kind, cell.hand, cell.seat) for page in sheet.pages for cell in page.cells if cell.hand is not None
    ]
    assert sorted(figures) == sorted(
        (kind, hand, seat)
        for kind in ("bid", "tricks", "total")
        for hand in range(sheet.hands)
        for seat in range(sheet.players)
    )
    assert all(sum(cell.kind == "name" for cell in page.cells) == sheet.players for page in sheet.pages)
    for kind in ("tiebreak-bid", "tiebreak-tricks", "card"):
        assert [cell.seat for cell in sheet.pages[-1].cells if cell.kind == kind] == list(range(sheet.players))


def test_sheets_that_are_printed_stay_readable() -> None:
    """Other measures need another layout: see the head of `games/paper/geometry.py`."""
    places = [
        [sheet.key, sheet.paper, sheet.players, page.number, cell.kind, cell.hand, cell.seat]
        + [f"{length:.2f}" for length in cell.rect]
        for sheet in USUAL
        for page in sheet.pages
        for cell in page.cells
    ]
    assert hashlib.sha256(repr(places).encode()).hexdigest()[:16] == "1c75983acbc7a252"


def test_a_plan_too_long_for_one_page_has_two() -> None:
    sheet = sheet_layout("rev1", 3, 33, "a4")
    assert [[row.hand for row in page.rows] for page in sheet.pages] == [list(range(17)), list(range(17, 33))]
    assert [len(page.ties) for page in sheet.pages] == [0, 2]


def test_with_many_players_columns_give_way_to_the_frames() -> None:
    lead = [{column.key for column in sheet_layout("rev2", n, h, "a4").columns} for n, h in ((5, 20), (9, 9), (10, 10))]
    assert {"dealer", "points"} <= lead[0]
    assert "dealer" not in lead[1]
    assert "points" in lead[1]
    assert "points" not in lead[2]


@pytest.mark.parametrize(
    ("layout", "players", "hands", "paper", "words"),
    [
        ("rev3", 5, 20, "a4", "is one of rev1, rev2, .*, not “rev3”"),
        ("rev1", 5, 20, "a5", "is on a4 or letter, not on “a5”"),
        ("rev1", 2, 20, "a4", "3 to 10 players, not for 2"),
        ("rev1", 11, 20, "a4", "3 to 10 players, not for 11"),
        ("rev1", 5, 0, "a4", "1 to 99 hands, not 0"),
        ("rev2", 5, 60, "a4", "60 hands do not fit on 2 pages"),
    ],
)
def test_an_impossible_sheet_is_refused_with_what_is_possible(
    layout: str, players: int, hands: int, paper: str, words: str
) -> None:
    with pytest.raises(LayoutError, match=words):
        sheet_layout(layout, players, hands, paper)


PAYLOADS = st.builds(
    Payload,
    game=st.integers(0, 9),
    layout=st.sampled_from(LAYOUTS),
    players=st.integers(0, 99),
    hands=st.integers(0, 99),
    rules=st.integers(0, 99),
    house_rules=st.integers(0, 99),
    paper=st.sampled_from(list(PAPERS)),
    page=st.integers(0, 1),
    corner=st.integers(0, 3),
    sheet=st.integers(0, 999),
)


@given(PAYLOADS)
def test_what_a_mark_says_is_what_was_written(payload: Payload) -> None:
    digits = payload_digits(payload)
    assert len(digits) == 16
    assert digits.isdigit()
    assert parse_payload(digits) == payload


@given(PAYLOADS, st.integers(1, 9))
def test_a_wrong_check_digit_is_refused(payload: Payload, off: int) -> None:
    digits = payload_digits(payload)
    with pytest.raises(PayloadError, match="check digit"):
        parse_payload(digits[:-1] + str((int(digits[-1]) + off) % 10))


def test_a_mark_says_what_is_drawn() -> None:
    payload = Payload(game=1, layout="rev1", players=5, hands=20, rules=13, paper="a4", page=0, corner=0)
    assert payload_digits(payload) == "1105201300410005"


@pytest.mark.parametrize("text", ["", "110520130041000", "11052013004100050", "https://dogclub.example", "١" * 16])
def test_other_codes_are_no_marks(text: str) -> None:
    with pytest.raises(PayloadError, match="16 digits"):
        parse_payload(text)


@pytest.mark.parametrize("digits", ["19052013004100", "11052013005100", "11052013004000", "11052013004900"])
def test_a_mark_of_a_later_version_is_refused(digits: str) -> None:
    said = digits + "0"
    checked = said + str(sum((at % 9 + 1) * int(digit) for at, digit in enumerate(said)) % 10)
    with pytest.raises(PayloadError, match="does not print"):
        parse_payload(checked)


def test_figures_that_do_not_fit_in_a_mark_are_refused() -> None:
    with pytest.raises(PayloadError, match="does not fit"):
        payload_digits(Payload(game=1, layout="rev1", players=5, hands=100, rules=13, paper="a4", page=0, corner=0))


def test_a_sheet_number_says_who_sits_where_on_which_day() -> None:
    day = date(2026, 11, 26)
    number = sheet_number(day, [4, 7, 9])
    assert number == sheet_number(day, ["4", "7", "9"])
    assert 1 <= number <= 999
    assert number not in (sheet_number(day, [7, 4, 9]), sheet_number(date(2026, 11, 27), [4, 7, 9]))
