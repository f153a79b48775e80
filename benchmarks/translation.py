"""Measures the cost of translation on the pages of an evening.

Run `.venv/bin/python benchmarks/translation.py [ROUNDS] [--json]` with at most 100 rounds.

Two servers run the same code on the same rows: one as it is, one with translation switched off and every text in the
templates unmarked (`untranslated.py`). Each page is requested from the first in English and in German and from the
other, in turns and by processor time; a ratio is the median of those of the rounds. Both servers start STARTS times, or
once a round where there are fewer rounds, because no two processes have the same memory layout.
"""

import json
import statistics
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.harness import Browser, Took, benchmark_server, each_in_turn

ROUNDS = int(next((word for word in sys.argv[1:] if word.isdecimal()), 60))
STARTS = min(3, ROUNDS)
WAYS = ("off", "English", "off again", "German")  # no server twice in a row, since a second request is cheaper
RATIOS = {
    "English / off": ("English", "off"),
    "German / off": ("German", "off again"),
    "German / English": ("German", "English"),
}
Ask = Callable[[Browser, int, str], Took]
Taken = dict[str, list[float]]


def main() -> None:
    with benchmark_server() as opened:
        pages = the_pages(4 * ROUNDS)
        taken: dict[str, Taken] = {name: {way: [] for way in WAYS} for name in pages}
        for _ in range(STARTS):
            on, off = opened(), opened(DJANGO_SETTINGS_MODULE="benchmarks.untranslated")
            for name, page in pages.items():
                for way, took in each_in_turn(ROUNDS // STARTS, ways(page, off, on)).items():
                    taken[name][way] += [each.processor for each in took]
    say(taken)


def ways(page: Ask, off: Browser, on: Browser) -> Mapping[str, Callable[[int], Took]]:
    """The four measurements of a page, by name."""
    return {
        "off": lambda at: page(off, at, "en"),
        "English": lambda at: page(on, at, "en"),
        "off again": lambda at: page(off, at + ROUNDS // STARTS, "en"),
        "German": lambda at: page(on, at + ROUNDS // STARTS, "de"),
    }


def the_pages(taps: int) -> dict[str, Ask]:
    """The requests by name: pages of a demo club, and so many taps in matches of another club, for a user who is
    scorekeeper in both.
    """
    from django.db.models import Count

    from benchmarks.evening import BIDS, matches_at_hand_seven
    from clubs.models import Membership, Role
    from dogclub.demo import club as demo

    matches = iter(matches_at_hand_seven(1 + taps))
    open_one = next(matches)
    user = Membership.objects.get(club=open_one.club, role=Role.SCOREKEEPER).user
    club = demo.build()
    Membership.objects.create(club=club, user=user, role=Role.SCOREKEEPER)
    night = club.nights.annotate(times=Count("matches")).filter(times__gt=1).order_by("-starts_at")[0]
    over = club.matches.filter(game=open_one.game, finished_at__isnull=False).order_by("-started_at")
    sheets = [f"/m/{match.pk}/" for match in over]

    def tap(browser: Browser, at: int, language: str) -> Took:
        taps = [("tap", f"{seat}-{bid}") for seat, bid in BIDS.items()]
        fields = [("version", "1"), ("number", "13"), ("what", "bids"), ("entry", str(uuid4())), *taps]
        path = f"/m/{next(matches).pk}/table/"
        return browser.form(200, path, fields, HX_Request="true", Accept_Language=language)

    def first_look(browser: Browser, at: int, language: str) -> Took:
        return browser.timed(200, "GET", sheets[1 + at], Accept_Language=language)

    return {
        "match page": page(sheets[0]),
        "match page, first look": first_look,
        "table": page(f"/m/{open_one.pk}/table/"),
        "tap with the next screen": tap,
        "standings": page(f"{club.get_absolute_url()}standings/"),
        "night": page(f"{club.get_absolute_url()}nights/{night.pk}/"),
    }


def page(path: str) -> Ask:
    """A function that requests the page at a path."""
    return lambda browser, _, language: browser.timed(200, "GET", path, Accept_Language=language)


def say(taken: Mapping[str, Taken]) -> None:
    """Print the figures, as a table or with --json as JSON."""
    found: dict[str, Any] = {name: figures(each) for name, each in taken.items()}
    if "--json" in sys.argv:
        print(json.dumps(found))
        return
    print(f"{'milliseconds of the processor':>30}  {'off':>8}" + "".join(f"{name:>18}" for name in RATIOS))
    for name, each in found.items():
        print(f"{name:>30}  {each['off']:8.2f}" + "".join(f"{each[ratio]:18.3f}" for ratio in RATIOS))


def figures(taken: Taken) -> dict[str, float]:
    """The median of each way in milliseconds, and the median of each ratio."""
    found = {way: statistics.median(each) for way, each in taken.items()}
    for name, (one, other) in RATIOS.items():
        pairs = zip(taken[one], taken[other], strict=True)
        found[name] = statistics.median(took / base for took, base in pairs)
    return found


if __name__ == "__main__":
    main()
