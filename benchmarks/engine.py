"""Measures how many hands of Dirty Dog one core folds in a second: `.venv/bin/python benchmarks/engine.py [--json]`.

One hand is a Bids and a Tricks entry of five players; whole matches of 20 hands are folded, each checked in full. The
second figure also reads every line's call-outs and facts, as the ledger does after a write. Processor time is counted,
so that other processes on the machine do not matter.
"""

import json
import random
import statistics
import sys
import time
from operator import attrgetter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scoring.base import replay
from scoring.dirty_dog import DIRTY_DOG, Bids, Options, Tricks
from scoring.dirty_dog.hand import bidding
from scoring.dirty_dog.plan import planned_cards

SEATS, MATCHES, RUNS = 5, 100, 9
READ = attrgetter("callouts", "facts")


def match(chance: random.Random) -> list[object]:
    """The entries of one whole match with legal bids and tricks, chosen at random."""
    entries: list[object] = []
    for hand, cards in enumerate(planned_cards(SEATS, Options())):
        order = [(hand + turn) % SEATS for turn in range(1, SEATS + 1)]
        bids: dict[int, int] = {}
        for seat in order:
            bids[seat] = chance.choice(bidding(Options(), order, cards, bids).legal)
        taken = chance.choices(order, k=cards)
        entries += [Bids(bids), Tricks({seat: taken.count(seat) for seat in order})]
    return entries


def run(matches: list[list[object]], read: bool) -> float:
    """Fold all matches once and return the number of hands a second; with `read` the lines' call-outs and facts are
    read too.
    """
    begun = time.process_time()
    for entries in matches:
        sheet = replay(DIRTY_DOG, SEATS, Options(), entries)
        if read:
            for line in sheet.lines:
                READ(line)
    hands = sum(len(entries) for entries in matches) // 2
    return hands / (time.process_time() - begun)


def main() -> None:
    """Print the median of several runs, as a table or with --json as JSON."""
    chance = random.Random(4)
    matches = [match(chance) for _ in range(MATCHES)]
    figures = {
        "fold": round(statistics.median(run(matches, False) for _ in range(RUNS))),
        "fold and read": round(statistics.median(run(matches, True) for _ in range(RUNS))),
    }
    if "--json" in sys.argv:
        print(json.dumps(figures))
    else:
        for name, hands in figures.items():
            print(f"{name:>14}: {hands:>9,} hands a second")


if __name__ == "__main__":
    main()
