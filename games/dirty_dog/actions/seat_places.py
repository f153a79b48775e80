"""CSS classes that position the chairs of a table and the free places between them (dogclub/styles/late/places.css):
clockwise round a rectangle from its top left corner, one set of classes for a tablet and one (`narrow-…`) for a phone.
"""

from collections.abc import Sequence

SMALL = 4  # up to so many chairs the grid is NARROW on a tablet too, beyond that WIDE
NARROW, WIDE = 3, 4
MOST = 12  # rows that have a CSS class


def spots(chairs: int) -> Sequence[tuple[str, str]]:
    """Return, for each chair, its classes and those of the free place at its left."""
    clockwise = zip(_clockwise(chairs, _wide(chairs)), _clockwise(chairs, NARROW), strict=True)
    classes = [f"{_class(*spot)} {_class(*narrow, on='narrow-')}" for spot, narrow in clockwise]
    return list(zip(classes[::2], classes[1::2], strict=True))


def table_surface(chairs: int) -> str:
    """Return the classes of the table surface between the chairs; "" where there is no space for one."""
    (wide, rows), (narrow, narrow_rows) = _size(chairs, _wide(chairs)), _size(chairs, NARROW)
    if min(rows, narrow_rows, wide, narrow) < 3:
        return ""
    where = f"row-2 column-2 tall-{rows - 2} broad-{wide - 2}"
    return f"{where} narrow-row-2 narrow-column-2 narrow-tall-{narrow_rows - 2} narrow-broad-{narrow - 2}"


def _wide(chairs: int) -> int:
    return NARROW if chairs <= SMALL else WIDE


def _size(chairs: int, wide: int) -> tuple[int, int]:
    """Return the columns and rows of a grid `wide` columns wide whose border has two cells per chair."""
    rows = chairs + 2 - wide
    return (wide, rows) if rows >= 2 else (chairs, 2)


def _clockwise(chairs: int, wide: int) -> list[tuple[int, int]]:
    columns, rows = _size(chairs, wide)
    top = [(1, column) for column in range(1, columns + 1)]
    right = [(row, columns) for row in range(2, rows)]
    bottom = [(rows, column) for column in range(columns, 0, -1)]
    left = [(row, 1) for row in range(rows - 1, 1, -1)]
    return [*top, *right, *bottom, *left]


def _class(row: int, column: int, on: str = "") -> str:
    return f"{on}row-{min(row, MOST)} {on}column-{column}"
