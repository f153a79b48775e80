"""The marks in the corners of a sheet: DataMatrix codes of 14 by 14 modules."""

import functools

from games.paper.geometry import MODULE, Mark


@functools.lru_cache(maxsize=64)
def modules(digits: str) -> tuple[str, ...]:
    """The rows of the code of these 16 digits, from the top, with `1` for each dark module."""
    import numpy as np  # both with the first sheet, not with the server
    import zxingcpp

    code = zxingcpp.create_barcode(digits, zxingcpp.BarcodeFormat.DataMatrix)
    rows = np.asarray(code.to_image(scale=1, add_quiet_zones=False)) == 0
    return tuple("".join("1" if dark else "0" for dark in row) for row in rows)


def path(mark: Mark, digits: str) -> str:
    """The dark modules of a mark as one SVG path, in millimetres of the page."""
    left, top = mark.x - mark.size / 2, mark.y - mark.size / 2
    steps = []
    for down, row in enumerate(modules(digits)):
        for across, length in _runs(row):
            x, y, wide = left + across * MODULE, top + down * MODULE, length * MODULE
            steps.append(f"M{x:.2f} {y:.2f}h{wide:.2f}v{MODULE}h-{wide:.2f}z")
    return "".join(steps)


def _runs(row: str) -> list[tuple[int, int]]:
    """Where each run of dark modules begins, and its length."""
    runs, at = list[tuple[int, int]](), 0
    for part in row.split("0"):
        if part:
            runs.append((at, len(part)))
        at += len(part) + 1
    return runs
