"""Measures the quality and the cost of Dirty Dog's forecasts: `.venv/bin/python benchmarks/chances.py [SEASONS]`.

Each season is a club of its own: fourteen bots, each with its own way of bidding, and 80 matches of four to eight. The
first half is the club's history; in the second half every match is forecast before its first hand and after each, from
the matches before it. `--demo FILE` does the same with the demo club in a database (SQLite) that `manage.py demo`
filled.

Brier score: the mean squared difference between a chance and what happened, lower is better; with a table of five,
equal chances score 0.16. It is compared with two simple forecasts: equal chances for all, and certainty that the leader
(or the last) stays so. The reliability curve groups forecasts by tenths: the chance forecast, and how often it
happened. The time is that of one forecast before the first of twenty hands of a table of ten, the longest there is, on
the processor.
"""

import json
import os
import statistics
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from dogclub.demo.bots import Evening, Happenings, random_bot
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.dirty_dog.forecast.points import History, Point, history_of, rows_of, settled, sheets_after
from scoring.dirty_dog.forecast.simulation import forecast
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.turning import SIMULATIONS

WAYS = ArgumentParser(description=__doc__)
WAYS.add_argument("seasons", nargs="?", type=int, default=10)
WAYS.add_argument("--matches", type=int, default=80)
WAYS.add_argument("--demo", type=Path)
WAYS.add_argument("--json", action="store_true")
GOAL = 150  # milliseconds
DOGS, TABLES, MOST = 14, (4, 5, 5, 5, 6, 6, 7, 8), 10


@dataclass(frozen=True)
class Played:
    """A finished match: the player by seat, and the sheets before the first hand and after each."""

    players: Mapping[int, int]
    sheets: Sequence[DirtyDogSheet]

    @property
    def end(self) -> Point:
        return settled(self.sheets[-1])


@dataclass
class Score:
    """Forecasts of one event (winning or finishing last), by kind, and what happened, both as shares from 0 to 1."""

    said: dict[str, list[float]] = field(default_factory=dict)
    happened: list[float] = field(default_factory=list)

    def brier(self, way: str) -> float:
        """The Brier score of one kind of forecast."""
        pairs = zip(self.said[way], self.happened, strict=True)
        return statistics.fmean((said - happened) ** 2 for said, happened in pairs)

    def curve(self) -> Iterator[tuple[int, float, float]]:
        """Yield for each tenth: how many forecasts, the mean of the chances, and how often the event happened."""
        pairs = list(zip(self.said["chances"], self.happened, strict=True))
        for tenth in range(10):
            group = [pair for pair in pairs if min(int(pair[0] * 10), 9) == tenth]
            if group:
                yield len(group), statistics.fmean(said for said, _ in group), statistics.fmean(was for _, was in group)


def season(number: int, matches: int) -> list[Played]:
    """So many matches of one club of bots; the same number always gives the same season."""
    chance = Random(number)
    dogs = [random_bot(who, chance) for who in range(DOGS)]
    return [one_match(chance.sample(dogs, chance.choice(TABLES)), chance) for _ in range(matches)]


def one_match(bots: Sequence[object], chance: Random) -> Played:
    """Let the bots play one match."""
    evening = Evening(bots, Options(), Happenings(), chance).play()  # type: ignore[arg-type]
    players = {seat: bot.who for seat, bot in evening.bots.items()}
    return Played(players, sheets_after(len(bots), evening.options, (each.entry for each in evening.written)))


def of_demo(file: Path) -> list[Played]:
    """The finished Dirty Dog matches of the database in a file, the oldest first."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "benchmarks.settings", "DATABASE_URL": f"sqlite:///{file}"}
    import django

    django.setup()
    from games.entries.match_state import load, read
    from games.models import Match

    found = []
    for match in Match.objects.filter(game=DIRTY_DOG.key, finished_at__isnull=False).order_by("started_at", "pk"):
        state = load(match)
        players = {seat.position: seat.player_id for seat in state.seats}
        entries = [read(state.engine, entry) for entry in state.live]
        found.append(Played(players, sheets_after(match.start_seats, state.options, entries)))
    return found


def judge(played: Sequence[Played], win: Score, last: Score) -> None:
    """Forecast the second half of the matches, each from those before it, and add the forecasts to both scores."""
    for at in range(len(played) // 2, len(played)):
        match, known = played[at], played[:at]
        history = history_of(at, (row for each in known for row in rows_of(each.sheets[-1], each.players)))
        for sheet in match.sheets[:-1]:
            note(sheet, forecast(sheet, history, match.players, [at]), match.end, win, last)


def note(sheet: DirtyDogSheet, point: Point, end: Point, win: Score, last: Score) -> None:
    """Add all kinds of forecast for one sheet, and the result (`end`), to both scores."""
    totals = [sheet.totals[seat] for seat in sheet.seating_order]
    for score, said, was, ahead in ((win, point.win, end.win, max(totals)), (last, point.last, end.last, min(totals))):
        level = totals.count(ahead)
        for seat in sheet.seating_order:
            leads = (sheet.totals[seat] == ahead) / level
            for way, share in (("chances", said[seat] / SIMULATIONS), ("equal", 1 / len(totals)), ("leader", leads)):
                score.said.setdefault(way, []).append(share)
            score.happened.append(was[seat] / SIMULATIONS)


def cost(history: History) -> float:
    """The median time of one forecast, in milliseconds of the processor."""
    sheet = DIRTY_DOG.start(MOST, Options(plan=(1, 2, 3, 4, 5) * 4))
    took = []
    for seed in range(9):
        before = time.process_time()
        forecast(sheet, history, {seat: seat for seat in range(MOST)}, [seed])
        took.append((time.process_time() - before) * 1000)
    return statistics.median(took)


def figures(clubs: Iterable[Sequence[Played]]) -> dict[str, object]:
    """The figures of all clubs: matches, forecasts, Brier scores, reliability curves and the cost of a forecast."""
    win, last, history, matches = Score(), Score(), History(), 0
    for played in clubs:
        judge(played, win, last)
        matches += len(played) - len(played) // 2
        history = history_of(len(played), (row for each in played for row in rows_of(each.sheets[-1], each.players)))
    of = {"to win": win, "to finish last": last}
    return {
        "matches": matches,
        "forecasts": len(win.happened),
        "brier": {name: {way: round(each.brier(way), 4) for way in each.said} for name, each in of.items()},
        "reliability": {
            name: [(count, round(said, 3), round(was, 3)) for count, said, was in each.curve()]
            for name, each in of.items()
        },
        "milliseconds": round(cost(history), 1),
    }


def say(found: Mapping[str, object]) -> None:
    print(f"{found['forecasts']} forecasts in {found['matches']} matches")
    print(f"one forecast of twenty hands for ten players: {found['milliseconds']} ms (goal: {GOAL} ms)")
    for name, scores in found["brier"].items():  # type: ignore[attr-defined]
        print(f"\n{name}: Brier score " + ", ".join(f"{way} {score:.4f}" for way, score in scores.items()))
        print(f"{'forecasts':>10} {'said':>7} {'happened':>9}")
        for count, said, was in found["reliability"][name]:  # type: ignore[index]
            print(f"{count:>10} {said:>7.1%} {was:>9.1%}")


if __name__ == "__main__":
    asked = WAYS.parse_args()
    clubs = [of_demo(asked.demo)] if asked.demo else [season(number, asked.matches) for number in range(asked.seasons)]
    found = figures(clubs)
    print(json.dumps(found)) if asked.json else say(found)
