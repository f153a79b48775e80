"""Measures a warm score sheet as PDF against the bare engine compiling the same page.

Run `.venv/bin/python benchmarks/pdf.py [ROUNDS] [--json]`. Each round prints another match (the engine caches what it
has set before, so that the same page twice would measure its cache) and alternates which of the two is first. Warm
means: the engine is loaded, and the match's QR code has been drawn before, for the sheet on the table. Processor time
is counted, so that other processes do not matter.
"""

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import django

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from games.dirty_dog.pdf import PRINTS, TEMPLATES, page
from games.sheets.document import Document, Labels, document
from games.sheets.heading import png
from games.sheets.layout_words import layout_words
from games.sheets.typst import compiled, pressed
from tests.games.sheets.evening import sheet

ROUNDS = int(next((word for word in sys.argv[1:] if word.isdecimal()), 30))
LINK = "https://club.example/m/0b0e8b0e-1111-4222-8333-{:012}/"


def timed(work: Callable[[], bytes]) -> tuple[float, int]:
    """Milliseconds of processor time, and how many bytes the work returned."""
    begun = time.process_time()
    size = len(work())
    return (time.process_time() - begun) * 1000, size


def documents(offset: int) -> list[Document]:
    """Finished matches of five, each with its own names, link and figures; `offset` is the first seed."""
    found: list[Document] = []
    for seed in range(offset, offset + ROUNDS + 1):
        names = [f"{name} {seed}" for name in ("Bea", "Otto", "Wilhelmina", "Núria", "Łukasz")]
        labels = Labels(night="Saturday 21 Nov 2026", table="1", link=LINK.format(seed), version=seed + 1, rules="1.3")
        png(labels.link)
        found.append(document(sheet(names, seed=seed), labels))
    return found


def compare(layout: Any) -> dict[str, float]:
    """The medians for one layout: Dog Club's printing on one half of the matches, the bare engine on the other."""
    chosen = next(each for each in PRINTS if each.key == layout)
    ours: list[tuple[float, int]] = []
    bare: list[tuple[float, int]] = []
    for at, (mine, other) in enumerate(zip(documents(0), documents(1000), strict=True)):
        ready = page(other, layout=layout, fill="filled", paper="a4")
        both = (
            (ours, partial(pressed, chosen, "filled", "a4", mine)),
            (bare, partial(compiled, TEMPLATES[layout], ready, layout_words(), 0)),
        )
        for kept, work in both if at % 2 else both[::-1]:
            kept.append(timed(work))
    warm, engine = (statistics.median(ms for ms, _ in runs[1:]) for runs in (ours, bare))
    return {
        "ours_ms": round(warm, 1),
        "engine_ms": round(engine, 1),
        "ratio": round(warm / engine, 2),
        "bytes": round(statistics.median(size for _, size in ours)),
        "engine_bytes": round(statistics.median(size for _, size in bare)),
    }


def main() -> None:
    """Print the figures of all layouts."""
    figures = {layout: compare(layout) for layout in TEMPLATES}
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return
    for layout, found in figures.items():
        print(layout, *(f"{key} {value}" for key, value in found.items()), sep="  ")


if __name__ == "__main__":
    main()
