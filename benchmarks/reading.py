"""Measures how well filled sheets are read from photos: `.venv/bin/python benchmarks/reading.py [SHEETS]`.

Each sheet is a match of full length, written with real handwritten digits that the network never saw, with one of three
pens, with cells blacked out, boxes and circles; its photo is turned, tilted, shaded, blurred and noisy. The digits are
the sample of the tests, or all of MNIST's test part with --digits FOLDER (its idx files). --training takes the last
5,000 digits of the training part instead, by which limits are chosen without looking at the test part.

A cell is a bid or the tricks of a player, where nothing else is said. A sheet is wrong where a cell has another value
than was written and is not marked doubtful. Single cells are bids, tricks and totals as the network reads them alone;
what was blacked out counts as read where the figure beside it is.
"""

import json
import multiprocessing
import os
import statistics
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import reading_child
from benchmarks.reading_cells import MEASURED, Digits, mnist, sampled
from benchmarks.reading_sample import SAMPLE
from benchmarks.reading_sheets import Photo, made
from games.paper.geometry import GAMES, LAYOUTS, LayoutKey
from games.paper.reading.sheet import READERS
from games.paper.row_games import ROW_GAMES

DIRTY_DOG_PLAYERS = 5

WAYS = ArgumentParser(description=__doc__)
WAYS.add_argument("sheets", nargs="?", type=int, default=300)
WAYS.add_argument("--seed", type=int, default=4000)
WAYS.add_argument("--digits", type=Path)
WAYS.add_argument("--training", action="store_true")
WAYS.add_argument("--game", choices=GAMES, default="dirty-dog")
WAYS.add_argument("--players", type=int, help="5 in Dirty Dog, else as many as the game is for, in turn")
WAYS.add_argument("--layout", choices=LAYOUTS, help="all of the game, in turn, if left out")
WAYS.add_argument("--paper", choices=("a4", "letter", "both"), default="both")
WAYS.add_argument("--keep", type=Path, help="a folder for the photos of sheets that were read wrong")
WAYS.add_argument("--json", action="store_true")


@dataclass
class Figures:
    """What was counted over all sheets."""

    single: list[bool] = field(default_factory=list)
    sure: list[bool] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    doubtful: list[int] = field(default_factory=list)
    corrected: list[int] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    memory: float = 0.0

    def add(self, name: str, photo: Photo, measured: reading_child.Measured) -> bool:
        """Count a sheet; return whether it was read without a fault that nobody is asked about."""
        self.clock.append(measured.clock)
        self.processor.append(measured.processor)
        self.memory = max(self.memory, measured.memory)
        document = measured.document
        if document["record"] is None:
            self.unread.append(f"{name} ({photo.conditions}): {document['problems'][0]['code']}")
            return False
        faults = []
        figures = [cell for cell in document["cells"] if cell["what"] != "total"]
        for cell in document["cells"]:
            truth = _truth(photo, cell["hand"], cell["seat"], cell["what"])
            self.single.append(cell["read"].strip("#").replace("−", "-") == ("" if truth is None else str(truth)))
            if cell["what"] != "total" and not cell["doubtful"]:
                self.sure.append(cell["value"] == truth)
                if cell["value"] != truth:
                    faults.append(f"hand {cell['hand']} seat {cell['seat']} {cell['what']} {truth}: {cell}")
        missing = len(photo.figures) - len(figures)
        if missing:
            faults.append(f"{missing} cells are missing")
        self.doubtful.append(sum(cell["doubtful"] for cell in figures))
        self.corrected.append(len(photo.corrected))
        self.wrong += [f"{name} ({photo.conditions}): {fault}" for fault in faults]
        return not faults


def _truth(photo: Photo, hand: int, seat: int, what: str) -> int | None:
    if what == "total":
        return photo.totals[hand - 1][seat - 1]
    return photo.figures[hand - 1, seat - 1, what]


def main() -> None:
    """Make and read the sheets, and print the table."""
    asked = WAYS.parse_args()
    digits = _digits(asked.digits, training=asked.training)
    figures, wrong_sheets = Figures(), 0
    layouts = [asked.layout] if asked.layout else [key for key in LAYOUTS if READERS[key].engine.key == asked.game]
    papers = ("a4", "letter") if asked.paper == "both" else (asked.paper,)
    # The child loads what it needs by itself, so that its memory is its own.
    with multiprocessing.get_context("spawn").Pool(1, reading_child.begin) as child:
        for at in range(asked.sheets):
            layout, paper = layouts[at % len(layouts)], papers[at // len(layouts) % len(papers)]
            players = asked.players or _players(layout, at // len(layouts) // len(papers))
            photo = made(digits, asked.seed + at, players=players, layout=layout, paper=paper)
            measured = child.apply(reading_child.read, ((photo.content, *photo.further),))
            is_right = figures.add(f"{asked.seed + at} {layout} {paper}", photo, measured)
            wrong_sheets += not is_right
            if not is_right and asked.keep:
                asked.keep.mkdir(parents=True, exist_ok=True)
                (asked.keep / f"{asked.seed + at}-{layout}-{paper}.jpg").write_bytes(photo.content)
    rows = list(_rows(figures, asked.sheets, wrong_sheets))
    if asked.json:
        print(json.dumps({"seed": asked.seed, "sheets": asked.sheets, "rows": rows, "wrong": figures.wrong}))
        return
    print(f"{asked.sheets} sheets of {asked.game}, seed {asked.seed}, {len(digits.values):,} digits\n")
    for name, value, goal in rows:
        print(f"{name:58} {value:>22}   {goal}")
    for line in (*figures.unread, *figures.wrong):
        print(line)


def _players(layout: LayoutKey, at: int) -> int:
    if layout not in ROW_GAMES:
        return DIRTY_DOG_PLAYERS
    least, most = READERS[layout].engine.seats
    return least + at % (most - least + 1)


def _digits(folder: Path | None, *, training: bool) -> Digits:
    if folder is None:
        return sampled(SAMPLE)
    return mnist(folder, "train").part(slice(-MEASURED, None)) if training else mnist(folder, "t10k")


def _rows(figures: Figures, sheets: int, wrong: int) -> Iterator[tuple[str, str, str]]:
    """Name, value and goal of each figure."""
    if figures.single:
        yield "single cells right before the engine", f"{statistics.fmean(figures.single):.2%}", "97 %"
        sure = f"{statistics.fmean(figures.sure):.3%} of {len(figures.sure):,}"
        yield "cells right among those not doubtful", sure, "99.98 %"
    yield "sheets wrong without a doubtful cell, or not read", f"{wrong} of {sheets}", "0"
    yield "of these not read", f"{len(figures.unread)}", "0"
    if figures.doubtful:
        ordered = sorted(figures.doubtful)
        middle, high = statistics.median(ordered), ordered[int(len(ordered) * 0.95)]
        yield "doubtful cells a sheet, median / p95", f"{middle:.0f} / {high}", "4 / 14"
        yield "of these blacked out, mean", f"{statistics.fmean(figures.corrected):.2f}", ""
    clock, processor = statistics.median(figures.clock), statistics.median(figures.processor)
    yield "seconds a sheet, median / most", f"{clock:.2f} / {max(figures.clock):.2f}", f"4, {os.cpu_count()} cores"
    yield "seconds of processor, median / most", f"{processor:.2f} / {max(figures.processor):.2f}", ""
    yield "memory of the process that reads", f"{figures.memory:.0f} MB", "300 MB"


if __name__ == "__main__":
    main()
