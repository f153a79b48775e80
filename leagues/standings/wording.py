"""Schemes in words, and the sentences above a table."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from clubs.language.locales import clauses, comma_separated, date_format, decimal_sign, minus, ordinal, percent
from clubs.models.calendar import club_day
from games.base.names import listed, shortened
from games.registry import table_game
from leagues.models import Standing
from leagues.standings.queries import Board
from scoring.messages import translated
from scoring.standings import METRICS, Result, Scheme, points

ACROSS = gettext_lazy("All games")
ALL_TIME = gettext_lazy("All time")
SHARED_LEAD = gettext_lazy("Several players share first place.")


FIGURES = {
    "sum": gettext_lazy("Points"),
    "average": gettext_lazy("Average"),
    "percentage": gettext_lazy("Percent"),
}  # the heading of the figures that rank a table


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


def ranking_figure(value: int, scheme: Scheme) -> str:
    """Return the figure that ranks a table, given in hundredths, in its unit: 39, 4.33, or 58.5% of a percentage."""
    return percent(hundredths(value)) if scheme.aggregate == "percentage" else hundredths(value)


def figure(key: str, value: int) -> str:
    """Return the value of a metric as text."""
    return hundredths(value) if METRICS[key].unit > 1 else minus(value)


def game_title(key: str) -> str:
    """Return the name of the game; `All games` for ""."""
    return str(table_game(key).name if key else ACROSS)


def headline(board: Board, rows: Sequence[object]) -> str:
    """Return `Autumn 2026 after 10 of 14 nights, Dirty Dog. Núria is in front.`"""
    when = board.season.name if board.season else str(ALL_TIME)
    if board.nights and not board.nights_past:
        when = _("{season}, before its first night").format(season=when)
    elif board.nights:
        words = ngettext(
            "{season} after {past} of {count} night", "{season} after {past} of {count} nights", board.nights
        )
        when = words.format(season=when, past=board.nights_past, count=board.nights)
    first = shortened([row.player.label for row in board.rows if row.place == 1])
    if not first:
        front = _("Nobody has played enough to be ranked yet.")
    elif len(first) > 3:
        front = str(SHARED_LEAD)
    else:
        words = ngettext("{names} is in front and insufferable.", "{names} are in front.", len(first))
        front = words.format(names=listed(first))
    games = game_title(board.game) if board.game else _("all games")
    return f"{when}, {games}. {front}"


def leading(count: int) -> str:
    """Return the sentence for so many `{names}` who lead with `{points}`."""
    return ngettext("{names} leads with {points}.", "{names} lead with {points}.", count)


def leaders(rows: Sequence[Standing], scheme: Scheme) -> str:
    """Return `Núria leads with 39, Bea is second with 34.` from the first four rows; "" if all share the lead."""
    first = [row for row in rows if row.place == 1]
    if not first or len(first) > 3:
        return ""
    names = dict(zip((row.pk for row in rows), shortened([row.player.label for row in rows]), strict=True))
    words = leading(len(first))
    second = [row for row in rows if row.place == 2]
    if len(second) == 1:
        words = ngettext(
            "{names} leads with {points}, {other} is second with {less}.",
            "{names} lead with {points}, {other} is second with {less}.",
            len(first),
        )
    after = {"other": names[second[0].pk], "less": ranking_figure(second[0].points, scheme)} if len(second) == 1 else {}
    points = ranking_figure(first[0].points, scheme)
    return words.format(names=listed(names[row.pk] for row in first), points=points, **after)


def night_day(rows: Iterable[Standing], *, with_year: bool = False) -> str:
    """Return the day of the newest result in the table; "" if there is none. This year is left out on a page, not on
    paper.
    """
    newest = max((row.form[-1][0] for row in rows if row.form), default="")
    if not newest:
        return ""
    day = datetime.fromisoformat(newest)
    return date_format(day, "j F" if day.year == club_day().year and not with_year else "j F Y")


def scheme_in_words(scheme: Scheme, each_game: Scheme | None = None) -> SchemeWords:
    """Return the scheme in words; `each_game` is the scheme that all games share, if any, which says more than that
    their points are added up.
    """
    scheme = each_game or scheme
    return SchemeWords(_figures(scheme), [note for note in _notes(scheme) if note])


def figures_in_words(words: SchemeWords) -> str:
    """Return `Points: 1 for taking part, 3 more for a win.`; "" if there are no figures."""
    figures = comma_separated(f"{figure} {what}" for what, figure in words.figures)
    return _("Points: {figures}.").format(figures=figures) if figures else ""


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
        _mean(scheme),
        *_limits(scheme, by_night=scheme.each == "night"),
    ]


def _mean(scheme: Scheme) -> str:
    if scheme.aggregate == "average":
        return _("Players are ranked by the average of the matches that count, not by the sum.")
    if scheme.aggregate == "percentage" and scheme.way == "wins":
        return _("Players are ranked by the percentage of the matches that count which they won.")
    if scheme.aggregate == "percentage":
        return _("Players are ranked by their percentage of what a winner would have got in the matches that count.")
    return ""


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


def rules_in_words(board: Board, scheme: Scheme) -> list[str]:
    """Return by which rules the matches of a table were played, and which totals count; [] where all were played as
    written.
    """
    if not board.rules:
        return []
    each = [_("{rules} ({matches})").format(rules=rules.label, matches=rules.matches) for rules in board.rules]
    words = [_("Matches by {rules}.").format(rules=listed(each))]
    if scheme.reads_totals and scheme.rules is not None:
        label = next((rules.label for rules in board.rules if rules.key == scheme.rules), _("other rules"))
        words.append(_("Only totals by {rules} count.").format(rules=label))
    elif len(board.rules) > 1 and scheme.reads_totals:
        words.append(_("Totals by different rules do not compare; here they stand together."))
    return words


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


# Recent form as bars.


NIGHTS = 6
FLOOR, STEP, BAR = 28, 20, 10
LOW, HIGH = 3, 25


@dataclass(frozen=True)
class Bar:
    """One night of the form, in SVG units: `look` is its CSS class, "" if the player was away."""

    x: int
    look: str = ""
    height: float = 0

    @property
    def y(self) -> float:
        return FLOOR - self.height

    @property
    def ends(self) -> tuple[int, int]:
        """The x at both ends of the line that marks a night away."""
        return self.x + 1, self.x + BAR - 1


def last_nights(rows: Sequence[Standing]) -> list[str]:
    """Return the last six nights on which anybody in the table played, the oldest first."""
    last: dict[str, str] = {}
    for row in rows:
        for when, night, *_rest in row.form:
            last[night] = max(when, last.get(night, when))
    return sorted(last, key=lambda night: (last[night], night))[-NIGHTS:]


def form_of(row: Standing, nights: Sequence[str]) -> tuple[list[Bar], str]:
    """Return the form as bars, and in words as their text alternative."""
    played = {night[1]: night for night in row.form}
    first = BAR // 2 + STEP * (NIGHTS - len(nights))
    bars, words = [], []
    for at, night in enumerate(nights):
        _, _, place, players, won, lost = played.get(night, ("", "", 0, 0, False, False))
        bars.append(_bar(first + STEP * at, place, players, won=won, lost=lost))
        words.append(_in_words(place, players, lost=lost))
    return bars, clauses(words)


def _in_words(place: int, players: int, *, lost: bool) -> str:
    if not place:
        return gettext("away")
    words = gettext("{place} of {players}, bottom") if lost else gettext("{place} of {players}")
    return words.format(place=ordinal(place), players=players)


def place_in_words(place: int) -> str:
    """Return `first` to `tenth`, then `11th`."""
    words = (
        *(gettext("first"), gettext("second"), gettext("third"), gettext("fourth"), gettext("fifth")),
        *(gettext("sixth"), gettext("seventh"), gettext("eighth"), gettext("ninth"), gettext("tenth")),
    )
    return words[place - 1] if place <= len(words) else ordinal(place)


def _bar(x: int, place: int, players: int, *, won: bool, lost: bool) -> Bar:
    if not place:
        return Bar(x)
    if lost:
        return Bar(x, "f-last", LOW)
    height = LOW + (HIGH - LOW) * (players - place) / max(players - 1, 1)
    return Bar(x, "f-win" if won else "f-mid", round(height, 1))
