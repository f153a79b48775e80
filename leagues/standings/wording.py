"""Schemes in words, and the sentences above a table."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.club_day import club_day
from clubs.language.dates import date_format
from clubs.language.figures import minus
from clubs.language.locales import decimal_sign, ordinal
from games.base.entry.names import listed, shortened
from games.registry import table_game
from leagues.models import Standing
from leagues.standings.queries import Board
from scoring.messages import translated
from scoring.standings import METRICS, Result, Scheme, points

ACROSS = gettext_lazy("All games")
ALL_TIME = gettext_lazy("All time")


@dataclass(frozen=True)
class SchemeWords:
    """A scheme as (what for, how many) figures, and as sentences for the rest."""

    figures: Sequence[tuple[str, str]] = ()
    notes: Sequence[str] = field(default=())


def hundredths(value: int) -> str:
    """Return points, given in hundredths, as text: 27, 4.33, −0.5."""
    whole, rest = divmod(abs(value), 100)
    fraction = f"{rest:02}".rstrip("0")
    text = f"{whole}{decimal_sign()}{fraction}" if fraction else str(whole)
    return minus(f"-{text}") if value < 0 else text


def figure(key: str, value: int) -> str:
    """Return the value of a metric as text."""
    return hundredths(value) if METRICS[key].unit > 1 else minus(value)


def game_title(key: str) -> str:
    """Return the name of the game; `All games` for ""."""
    return str(table_game(key).name if key else ACROSS)


def headline(board: Board, rows: Sequence[object]) -> str:
    """Return `Autumn 2026 after 10 of 14 nights, Dirty Dog. Núria is in front.`"""
    when = board.season.name if board.season else str(ALL_TIME)
    if board.nights:
        words = ngettext(
            "{season} after {past} of {count} night", "{season} after {past} of {count} nights", board.nights
        )
        when = words.format(season=when, past=board.nights_past, count=board.nights)
    first = shortened([row.player.label for row in board.rows if row.place == 1])
    if not first:
        front = _("Nobody has played enough to be ranked yet.")
    elif len(first) > 3:
        front = _("Several players share first place.")
    else:
        words = ngettext("{names} is in front and insufferable.", "{names} are in front.", len(first))
        front = words.format(names=listed(first))
    games = game_title(board.game) if board.game else _("all games")
    return f"{when}, {games}. {front}"


def leaders(rows: Sequence[Standing]) -> str:
    """Return `Núria leads with 39, Bea is second with 34.` from the first four rows; "" if all share the lead."""
    first = [row for row in rows if row.place == 1]
    if not first or len(first) > 3:
        return ""
    names = dict(zip((row.pk for row in rows), shortened([row.player.label for row in rows]), strict=True))
    words = ngettext("{names} leads with {points}.", "{names} lead with {points}.", len(first))
    second = [row for row in rows if row.place == 2]
    if len(second) == 1:
        words = ngettext(
            "{names} leads with {points}, {other} is second with {less}.",
            "{names} lead with {points}, {other} is second with {less}.",
            len(first),
        )
    after = {"other": names[second[0].pk], "less": hundredths(second[0].points)} if len(second) == 1 else {}
    return words.format(names=listed(names[row.pk] for row in first), points=hundredths(first[0].points), **after)


def night_day(rows: Iterable[Standing]) -> str:
    """Return the day of the newest result in the table; "" if there is none."""
    newest = max((row.form[-1][0] for row in rows if row.form), default="")
    if not newest:
        return ""
    day = datetime.fromisoformat(newest)
    return date_format(day, "j F" if day.year == club_day().year else "j F Y")


def scheme_in_words(scheme: Scheme, each_game: Scheme | None = None) -> SchemeWords:
    """Return the scheme in words; `each_game` is the scheme that all games share, if any, which says more than that
    their points are added up.
    """
    scheme = each_game or scheme
    return SchemeWords(_figures(scheme), [note for note in _notes(scheme) if note])


def _figures(scheme: Scheme) -> list[tuple[str, str]]:
    if scheme.way == "wins":
        return [(_("for a win"), "1")]
    coming = [(_("for taking part"), minus(scheme.coming))] if scheme.coming else []
    cone = [(_("for the cone"), minus(scheme.loser))] if scheme.loser else []
    if scheme.way == "flat":
        return [*coming, (_("more for a win"), minus(scheme.win)), *cone]
    if scheme.way == "places":
        more = [
            (_("more for {place}").format(place=ordinal(place)), minus(points))
            for place, points in enumerate(scheme.places, 1)
        ]
        return [*coming, *more, *cone]
    return []


def _notes(scheme: Scheme) -> list[str]:
    """Return sentences; those that do not apply are ""."""
    return [
        _("The points of each game’s own table, added up.") if scheme.way == "sum" else "",
        _("The total of each match counts as its points.") if scheme.way == "totals" else "",
        _shared(scheme) if scheme.way == "places" else "",
        _("Only the best match of each night counts.") if scheme.each == "night" else "",
        *_limits(scheme, by_night=scheme.each == "night"),
    ]


def _limits(scheme: Scheme, *, by_night: bool) -> Iterator[str]:
    """Yield how many results count, and how many are needed."""
    best, drop, least = scheme.best, scheme.drop, scheme.minimum
    if best:
        words = ngettext(
            "The best match of each player counts.", "The best {count} matches of each player count.", best
        )
        if by_night:
            words = ngettext(
                "The best night of each player counts.", "The best {count} nights of each player count.", best
            )
        yield words.format(count=best)
    if drop:
        words = ngettext(
            "Each player’s lowest match does not count.",
            "Each player’s lowest {count} matches do not count.",
            drop,
        )
        if by_night:
            words = ngettext(
                "Each player’s lowest night does not count.",
                "Each player’s lowest {count} nights do not count.",
                drop,
            )
        yield words.format(count=drop)
    if least:
        yield ngettext("Ranked after {count} match.", "Ranked after {count} matches.", least).format(count=least)


def _shared(scheme: Scheme) -> str:
    if scheme.shared == "full":
        return _("Players who share a place each get its full points.")
    return _("Players who share a place share the points of the places they occupy.")


def tie_breaks(scheme: Scheme) -> list[str]:
    """Return the tie-breaks as questions, in order."""
    return [translated(METRICS[key].description) for key in scheme.tie_breaks]


def _example_place(result: Result) -> str:
    return (_("{place}, cone") if result.lost else "{place}").format(place=ordinal(result.place))


def example(scheme: Scheme) -> list[tuple[str, str]]:
    """Return (place, points) for a table of five under this scheme, and for two who share a place; [] if points are no
    matter of places.
    """
    if scheme.way not in ("wins", "places", "flat"):
        return []
    alone = [Result(0, "", place, 5, won=place == 1, lost=place == 5) for place in range(1, 6)]
    rows = [(_example_place(each), hundredths(points(scheme, each))) for each in alone]
    if scheme.way != "places":
        return rows
    shared = Result(0, "", 2, 5, level=2)
    return [*rows, (_("sharing {place}").format(place=ordinal(2)), hundredths(points(scheme, shared)))]
