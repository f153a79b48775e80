"""The boxes of the classic sheet are large enough to write in, measured from the lines drawn."""

from typing import Any

import pytest

from tests.games.sheets.evening import NAMES, sheet
from tests.games.sheets.printing import read
from tests.games.sheets.ruled import Grid, grid

HIGH = 9.0  # millimetres: line height of a school exercise book
MARKED = 8.0  # with the rows for ties below the plan
TIES = 1.2  # the gap before those rows
WIDE = {7: 10.0, 8: 9.0, 9: 8.0, 10: 7.3}  # millimetres by players: two digits, or a minus and a digit
NAME = {"wide": 22.0, "high": 11.4}
TABLES = [
    (fill, paper, players) for fill in ("blank", "ready", "filled") for paper in ("a4", "letter") for players in WIDE
]


def ids(table: tuple[Any, ...]) -> str:
    return "-".join(map(str, table))


@pytest.fixture(scope="module", params=TABLES, ids=ids)
def measured(request: pytest.FixtureRequest) -> tuple[int, Grid, float]:
    """The number of players, the grid of their sheet, and the least height of its rows."""
    fill, paper, players = request.param
    reader = read(sheet(NAMES[:players], seed=3), "rev1", fill, paper)
    assert len(reader.pages) == 1
    wide, high = (float(edge) for edge in reader.pdf.pages[0].MediaBox[2:])
    assert wide > high
    return players, grid(reader), HIGH if fill == "filled" else MARKED


@pytest.mark.variants
def test_seven_to_ten_players_get_boxes_one_can_write_in(measured: tuple[int, Grid, float]) -> None:
    players, found, high = measured
    seats = found.columns[2:]
    assert len(seats) == 3 * players
    assert min(seats) >= WIDE[players]
    assert all(total > bid for bid, total in zip(seats[::3], seats[2::3], strict=True))
    assert round(min(row for row in found.rows[2:] if row > TIES), 2) >= high


@pytest.mark.variants
def test_names_have_room_in_proportion(measured: tuple[int, Grid, float]) -> None:
    players, found, _high = measured
    names = [sum(found.columns[at : at + 3]) for at in range(2, 2 + 3 * players, 3)]
    assert min(names) >= NAME["wide"]
    assert found.rows[0] >= NAME["high"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("players", range(3, 7))
def test_up_to_six_players_have_them_upright(players: int, paper: Any) -> None:
    found = grid(read(sheet(NAMES[:players]), "rev1", "blank", paper))
    assert len(found.columns) == 2 + 3 * players
    assert min(found.columns[2:]) >= 8.5
    assert round(min(row for row in found.rows[2:] if row > TIES), 2) >= MARKED


@pytest.mark.parametrize("players", [9, 10])
def test_the_wide_sheet_of_many_has_columns_for_two_digits(players: int) -> None:
    found = grid(read(sheet(NAMES[:players], seed=3), "rev2", "filled", "a4"))
    seats = found.columns[4:-1]
    assert len(seats) == 3 * players
    assert min(seats) >= 6
