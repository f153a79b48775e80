"""Writes the two tables of this folder from the ICU library of this machine: `python -m clubs.look_alikes.make_tables`.

Neither Python nor a dependency has these properties of Unicode. ICU is not needed to run Dog Club.
"""

import csv
import ctypes
import ctypes.util
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SKELETONS, IGNORABLE = HERE / "skeletons.csv", HERE / "ignorable.csv"
DEFAULT_IGNORABLE, ROOM = 5, 400
EVERY = [code for code in range(0x110000) if not 0xD800 <= code < 0xE000]


def main() -> None:
    """Write both tables, with the version of Unicode in the heading."""
    texts, spoof = _library("uc"), _library("i18n")
    version = (ctypes.c_uint8 * 4)()
    texts("u_getUnicodeVersion")(version)
    heading = f"unicode {version[0]}.{version[1]}"
    ignorable = [code for code in EVERY if texts("u_hasBinaryProperty")(code, DEFAULT_IGNORABLE)]
    _write(IGNORABLE, [heading, "last"], ([f"{first:x}", f"{last:x}"] for first, last in _ranges(ignorable)))
    _write(SKELETONS, [heading, "looks_like"], _skeletons(spoof))


def _library(part: str) -> Any:
    """Return a function that finds a function of ICU by its name; the names end in ICU's version."""
    path = ctypes.util.find_library(f"icu{part}") or f"libicu{part}.so"
    library, version = ctypes.CDLL(path), path.rpartition("so.")[2].partition(".")[0]
    return lambda name: getattr(library, f"{name}_{version}")


def _skeletons(spoof: Any) -> Iterator[list[str]]:
    """Yield each letter, mark and figure that looks like another, and what it looks like."""
    status = ctypes.c_int(0)
    spoof("uspoof_open").restype = ctypes.c_void_p
    checker = ctypes.c_void_p(spoof("uspoof_open")(ctypes.byref(status)))
    for code in EVERY:
        sign = chr(code)
        if unicodedata.category(sign)[0] not in "LMNP" or unicodedata.normalize("NFD", sign) != sign:
            continue
        text, into = sign.encode(), ctypes.create_string_buffer(ROOM)
        size = spoof("uspoof_getSkeletonUTF8")(checker, 0, text, len(text), into, ROOM, ctypes.byref(status))
        looks_like = into.raw[:size].decode()
        if status.value <= 0 and looks_like not in (sign, ""):
            yield [f"{code:x}", looks_like]


def _ranges(codes: Iterable[int]) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    for code in codes:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1] = ranges[-1][0], code
        else:
            ranges.append((code, code))
    return ranges


def _write(path: Path, heading: list[str], rows: Iterable[list[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([heading, *rows])


if __name__ == "__main__":
    main()
