"""A scheme in words, and what is said above a table."""

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
from scoring.messages import spoken
from scoring.standings import METRICS, Result, Scheme, points

ACROSS = gettext_lazy("All games")
ALL_TIME = gettext_lazy("All time")


@dataclass(frozen=True)
class SchemeWords:
    """Figures to be read at a glance (what for, how many), and sentences for what no figure says."""

    figures: Sequence[tuple[str, str]] = ()
    notes: Sequence[str] = field(default=())


def hundredths(value: int) -> str:
    """Points as they are read: 27, 4.33, −0.5."""
    whole, rest = divmod(abs(value), 100)
    fraction = f"{rest:02}".rstrip("0")
    text = f"{whole}{decimal_sign()}{fraction}" if fraction else str(whole)
    return minus(f"-{text}") if value < 0 else text


def figure(key: str, value: int) -> str:
    """What a metric found, as it is read."""
    return hundredths(value) if METRICS[key].unit > 1 else minus(value)


def game_title(key: str) -> str:
    return str(table_game(key).name if key else ACROSS)


def headline(board: Board, rows: Sequence[object]) -> str:
    """`Autumn 2026 after 10 of 14 nights, Dirty Dog. Núria is in front.`"""
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
    """`Núria leads with 39, Bea is second with 34.` Of the first four rows; nothing where all share the lead."""
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
    """Sentences; "" where there is nothing to say."""
    return [
        _("The points of each game’s own table, added up.") if scheme.way == "sum" else "",
        _("The total of each match counts as its points.") if scheme.way == "totals" else "",
        _shared(scheme) if scheme.way == "places" else "",
        _("Only the best match of each night counts.") if scheme.each == "night" else "",
        *_limits(scheme, by_night=scheme.each == "night"),
    ]


def _limits(scheme: Scheme, *, by_night: bool) -> Iterator[str]:
    """How many results count, and how many are needed."""
    best, drop, least = scheme.best, scheme.drop, scheme.minimum
    if best:
        words = ngettext(
            "The best {count} match of each player count.", "The best {count} matches of each player count.", best
        )
        if by_night:
            words = ngettext(
                "The best {count} night of each player count.", "The best {count} nights of each player count.", best
            )
        yield words.format(count=best)
    if drop:
        words = ngettext(
            "Each player’s lowest {count} match do not count.",
            "Each player’s lowest {count} matches do not count.",
            drop,
        )
        if by_night:
            words = ngettext(
                "Each player’s lowest {count} night do not count.",
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
    return [spoken(METRICS[key].asks) for key in scheme.tie_breaks]


def _example_place(result: Result) -> str:
    return (_("{place}, cone") if result.lost else "{place}").format(place=ordinal(result.place))


def example(scheme: Scheme) -> list[tuple[str, str]]:
    """What a table of five is worth by this scheme, and what two get who share a place."""
    if scheme.way not in ("wins", "places", "flat"):
        return []
    alone = [Result(0, "", place, 5, won=place == 1, lost=place == 5) for place in range(1, 6)]
    rows = [(_example_place(each), hundredths(points(scheme, each))) for each in alone]
    if scheme.way != "places":
        return rows
    shared = Result(0, "", 2, 5, level=2)
    return [*rows, (_("sharing {place}").format(place=ordinal(2)), hundredths(points(scheme, shared)))]
