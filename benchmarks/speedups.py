"""Measures what each of `dogclub.speedups` saves on the pages of an evening.

Run `.venv/bin/python benchmarks/speedups.py [ROUNDS] [--json]` with at most 100 rounds.

Servers run the same code on copies of the same rows: one as it is, one without each of the modules, one without all of
them. They are asked in turns, in another order each round; processor time counts. A figure is the median, over the
rounds, of how much longer the page takes without the module, as a part of the page without it.
"""

import json
import statistics
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.harness import Browser, Took, benchmark_server, each_in_turn
from benchmarks.translation import Ask, the_pages
from dogclub.speedups import ALL

ROUNDS = int(next((word for word in sys.argv[1:] if word.isdecimal()), 60))
PIECES = [name.rpartition(".")[2] for name in ALL]
WITH, WITHOUT = "with all", "without any"


def main() -> None:
    left_out = {WITH: "", **{name: name for name in PIECES}, WITHOUT: ",".join(PIECES)}
    with benchmark_server() as opened:
        pages = the_pages(len(left_out) * ROUNDS)
        servers = {name: opened(LEAVE_OUT=without) for name, without in left_out.items()}
        found = {name: figures(each_in_turn(ROUNDS, asked(page, servers))) for name, page in pages.items()}
    say(found)


def asked(page: Ask, servers: dict[str, Browser]) -> dict[str, Callable[[int], Took]]:
    """The request of a page from each server."""

    def by(browser: Browser) -> Callable[[int], Took]:
        return lambda at: page(browser, at, "en")

    return {name: by(browser) for name, browser in servers.items()}


def figures(taken: dict[str, list[Took]]) -> dict[str, float]:
    """The milliseconds of a page with all modules, then what each saves of the page without it, in percent."""
    base = [took.processor for took in taken.pop(WITH)]
    found = {WITH: statistics.median(base)}
    for name, without in taken.items():
        shares = [1 - with_it / took.processor for with_it, took in zip(base, without, strict=True)]
        found[name] = 100 * statistics.median(shares)
    return found


def say(found: dict[str, dict[str, float]]) -> None:
    """Print the figures, as a table or with --json as JSON."""
    if "--json" in sys.argv:
        print(json.dumps(found))
        return
    print(f"{'saved of a page, in percent':>30}" + "".join(f"{name:>18}" for name in (WITH, *PIECES, "all of them")))
    for name, each in found.items():
        ms, *shares = each.values()
        print(f"{name:>30}{ms:15.2f} ms" + "".join(f"{share:18.1f}" for share in shares))


if __name__ == "__main__":
    main()
