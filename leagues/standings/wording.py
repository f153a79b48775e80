"""A scheme in words, and what is said above a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from clubs.club_day import club_day
from clubs.language.dates import date_format
from clubs.language.locales import ordinal
from games.base.entry.names import counted, listed, shortened
from games.registry import table_game
from games.sheets.text import minus
from leagues.models import Standing
from leagues.standings.queries import Board
from scoring.messages import spoken
from scoring.standings import METRICS, Result, Scheme, points

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
        front = _("Nobody has played enough to be ranked yet.")
    elif len(first) > 3:
        front = _("Several players share first place.")
    else:
        front = (
            f"{listed(first)} {'are' if len(first) > 1 else 'is'} in front{' and insufferable' * (len(first) == 1)}."
        )
    return f"{when}, {game_title(board.game) if board.game else ACROSS.lower()}. {front}"


def leaders(rows: Sequence[Standing]) -> str:
    """`Núria leads with 39, Bea is second with 34.` Of the first four rows; nothing where all share the lead."""
    first = [row for row in rows if row.place == 1]
    if not first or len(first) > 3:
        return ""
    names = dict(zip((row.pk for row in rows), shortened([row.player.label for row in rows]), strict=True))
    lead = f"{listed(names[row.pk] for row in first)} lead{'s' * (len(first) == 1)} with {hundredths(first[0].points)}"
    second = [row for row in rows if row.place == 2]
    if len(second) != 1:
        return f"{lead}."
    return f"{lead}, {names[second[0].pk]} is second with {hundredths(second[0].points)}."


def night_day(rows: Iterable[Standing]) -> str:
    """The day of the newest result in the table."""
    newest = max((row.form[-1][0] for row in rows if row.form), default="")
    if not newest:
        return ""
    day = datetime.fromisoformat(newest)
    return date_format(day, "j F" if day.year == club_day().year else "j F Y")


def scheme_in_words(scheme: Scheme, each_game: Scheme | None = None) -> SchemeWords:
    """`each_game` is how every game counts, where all of them count alike: it says more than that they are added up."""
    scheme = each_game or scheme
    return SchemeWords(_figures(scheme), [note for note in _notes(scheme) if note])


def _figures(scheme: Scheme) -> list[tuple[str, str]]:
    if scheme.way == "wins":
        return [("for a win", "1")]
    coming = [("for taking part", minus(scheme.coming))] if scheme.coming else []
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
        _("The points of each game’s own table, added up.") if scheme.way == "sum" else "",
        _("The total of each match counts as its points.") if scheme.way == "totals" else "",
        _shared(scheme) if scheme.way == "places" else "",
        _("Only the best match of each night counts.") if scheme.each == "night" else "",
        f"The best {counted(scheme.best, unit).replace('matchs', 'matches')} of each player count."
        if scheme.best
        else "",
        f"Each player’s lowest {scheme.drop} {units if scheme.drop > 1 else unit} do not count." if scheme.drop else "",
        f"Ranked after {scheme.minimum} {'matches' if scheme.minimum > 1 else 'match'}." if scheme.minimum else "",
    ]


def _shared(scheme: Scheme) -> str:
    if scheme.shared == "full":
        return _("Players who share a place each get its full points.")
    return _("Players who share a place share the points of the places they occupy.")


def tie_breaks(scheme: Scheme) -> list[str]:
    return [spoken(METRICS[key].asks) for key in scheme.tie_breaks]


def example(scheme: Scheme) -> list[tuple[str, str]]:
    """What a table of five is worth by this scheme, and what two get who share a place."""
    if scheme.way not in ("wins", "places", "flat"):
        return []
    alone = [Result(0, "", place, 5, won=place == 1, lost=place == 5) for place in range(1, 6)]
    rows = [(f"{ordinal(each.place)}{', cone' * each.lost}", hundredths(points(scheme, each))) for each in alone]
    if scheme.way != "places":
        return rows
    shared = Result(0, "", 2, 5, level=2)
    return [*rows, ("sharing 2nd", hundredths(points(scheme, shared)))]
