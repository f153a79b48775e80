"""A scheme in words, and what is said above a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format

from games.base.names import counted, listed, shortened
from games.base.titles import ordinal
from games.registry import table_game
from games.sheets.text import minus
from leagues.models import Standing
from leagues.standings.queries import Board
from scoring.standings import DEFAULT, METRICS, Scheme

ACROSS = "All games"
ALL_TIME = "All time"


@dataclass(frozen=True)
class SchemeWords:
    """Figures to be read at a glance (what for, how many), and sentences for what no figure says."""

    figures: Sequence[tuple[str, str]] = ()
    notes: Sequence[str] = field(default=())


def hundredths(value: int) -> str:
    """Points as they are read: 27, 4.33, −0.5."""
    whole, rest = divmod(abs(value), 100)
    text = f"{whole}.{rest:02}".rstrip("0").rstrip(".")
    return minus(-1)[0] + text if value < 0 else text


def figure(key: str, value: int) -> str:
    """What a metric found, as it is read."""
    return hundredths(value) if METRICS[key].unit > 1 else minus(value)


def game_title(key: str) -> str:
    return table_game(key).name if key else ACROSS


def headline(board: Board, rows: Sequence[object]) -> str:
    """`Autumn 2026 after 10 of 14 nights, Dirty Dog. Núria is in front.`"""
    when = board.season.name if board.season else ALL_TIME
    if board.nights:
        when += f" after {board.nights_past} of {counted(board.nights, 'night')}"
    first = shortened([row.player.label for row in board.rows if row.place == 1])
    if not first:
        front = "Nobody has played enough to be ranked yet."
    elif len(first) > 3:
        front = "The front is crowded."
    else:
        front = (
            f"{listed(first)} {'are' if len(first) > 1 else 'is'} in front{' and insufferable' * (len(first) == 1)}."
        )
    return f"{when}, {game_title(board.game) if board.game else ACROSS.lower()}. {front}"


def night_day(rows: Iterable[Standing]) -> str:
    """The day of the newest result in the table."""
    newest = max((row.form[-1][0] for row in rows if row.form), default="")
    if not newest:
        return ""
    day = datetime.fromisoformat(newest)
    return date_format(day, "j F" if day.year == timezone.localdate().year else "j F Y")


def scheme_in_words(scheme: Scheme, *, of_all_time: bool = False) -> SchemeWords:
    """All time counts wins, in one game as in all of them."""
    if of_all_time:
        scheme = DEFAULT
    return SchemeWords(_figures(scheme), [note for note in _notes(scheme) if note])


def _figures(scheme: Scheme) -> list[tuple[str, str]]:
    if scheme.way == "wins":
        return [("for a win", "1")]
    coming = [("for coming", minus(scheme.coming))] if scheme.coming else []
    cone = [("for the cone", minus(scheme.loser))] if scheme.loser else []
    if scheme.way == "flat":
        return [*coming, ("more for a win", minus(scheme.win)), *cone]
    if scheme.way == "places":
        more = [(f"more for {ordinal(place)}", minus(points)) for place, points in enumerate(scheme.places, 1)]
        return [*coming, *more, *cone]
    return []


def _notes(scheme: Scheme) -> list[str]:
    """Sentences; "" where there is nothing to say."""
    unit = "night" if scheme.each == "night" else "match"
    units = "nights" if scheme.each == "night" else "matches"
    return [
        "Every game’s points by that game’s scheme, added up." if scheme.way == "sum" else "",
        "The total of each match counts as its points." if scheme.way == "totals" else "",
        _shared(scheme) if scheme.way == "places" else "",
        "Of several matches on one night the best one counts." if scheme.each == "night" else "",
        f"The best {counted(scheme.best, unit).replace('matchs', 'matches')} of each player count."
        if scheme.best
        else "",
        f"Each player’s lowest {scheme.drop} {units if scheme.drop > 1 else unit} do not count." if scheme.drop else "",
        f"Ranked from {scheme.minimum} {'matches' if scheme.minimum > 1 else 'match'} on." if scheme.minimum else "",
    ]


def _shared(scheme: Scheme) -> str:
    if scheme.shared == "full":
        return "Whoever shares a place has its points in full."
    return "Whoever shares a place shares the points of the places it takes up."


def tie_breaks(scheme: Scheme) -> list[str]:
    return [METRICS[key].asks for key in scheme.tie_breaks]
