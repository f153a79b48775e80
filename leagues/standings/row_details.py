"""The details of a row on the page of standings: recent form as bars, and the answer to “why here?”."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from django.utils.translation import gettext, ngettext

from clubs.language.locales import ordinal
from games.base.entry.names import isolated, shortened
from leagues.models import Standing
from leagues.standings.queries import Board
from leagues.standings.wording import figure, hundredths
from scoring.messages import translated
from scoring.standings import METRICS, Scheme

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


@dataclass(frozen=True)
class Comparison:
    """One criterion in the answer to “why here?”."""

    name: str
    figures: str
    words: str
    verdict: str


@dataclass(frozen=True)
class Why:
    """The answer to “why here?”: `title` is the question, `lead` the first sentence, `asked` the criteria that were
    compared.
    """

    title: str
    lead: str
    asked: Sequence[Comparison] = ()


@dataclass(frozen=True)
class Shown:
    """A row with its details. `form` is the text alternative of the bars, `missing` how many matches it takes to be
    ranked; `why` is set only for the row that was asked for.
    """

    row: Standing
    points: str
    bars: Sequence[Bar]
    form: str
    missing: int = 0
    why: Why | None = field(default=None)
    is_left_out: bool = False


def shown(board: Board, scheme: Scheme, chosen: str) -> list[Shown]:
    """Return all rows; `chosen` is the key of the player (as text) whose place is to be explained."""
    rows = board.rows
    nights = last_nights(rows)
    names = dict(zip((row.pk for row in rows), shortened([row.player.label for row in rows]), strict=True))
    above: dict[int, Standing] = {two.pk: one for one, two in pairwise(rows)}
    below: dict[int, Standing] = {one.pk: two for one, two in pairwise(rows)}
    return [
        Shown(
            row,
            hundredths(row.points),
            *form_of(row, nights),
            max(scheme.minimum - row.played, 0),
            why(row, above.get(row.pk), below.get(row.pk), names, scheme) if str(row.player_id) == chosen else None,
            board.is_left_out(row),
        )
        for row in rows
    ]


def last_nights(rows: Sequence[Standing]) -> list[str]:
    """Return the last six nights on which anybody in the table played, the oldest first."""
    last: dict[str, str] = {}
    for row in rows:
        for when, night, *_ in row.form:
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
    return bars, "; ".join(words)


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


def why(row: Standing, above: Standing | None, below: Standing | None, names: dict[int, str], scheme: Scheme) -> Why:
    """Return why the row has its place, compared with the one above or, for the first, below."""
    me = isolated(names[row.pk])
    if row.place is None and row.played >= scheme.minimum:
        return Why(gettext("{me}, why not ranked?").format(me=me), gettext("Guests are not ranked in this club."))
    if row.place is None:
        more = scheme.minimum - row.played
        words = ngettext(
            "{count} more match to go: players are ranked after {least}.",
            "{count} more matches to go: players are ranked after {least}.",
            more,
        )
        title = gettext("{me}, why not ranked?").format(me=me)
        return Why(title, words.format(count=more, least=scheme.minimum))
    title = gettext("{player}, why {place}?").format(player=me, place=place_in_words(row.place))
    if above is None:
        if below is None or below.place is None:
            return Why(title, gettext("There is nobody else to be behind."))
        comparisons = _answers(below.decided, me, names[below.pk], mirrored=True)
        return Why(
            title,
            gettext("Nobody is above {me}. {names} comes next.").format(me=me, names=names[below.pk]),
            comparisons,
        )
    other = names[above.pk]
    return Why(title, _lead(row, above, me, other), _answers(row.decided, other, me))


def _lead(row: Standing, above: Standing, me: str, other: str) -> str:
    if row.place == above.place:
        words = gettext("{player} and {other} are level on every tie-break, so they share the place.")
    elif row.points == above.points:
        words = gettext("{player} and {other} are level on points, so the tie-breaks decide, in order.")
    else:
        words = gettext("{other} has more points, so no tie-break is needed.")
    return words.format(player=me, other=other)


def _answers(decided: Sequence[list[object]], other: str, mine: str, *, mirrored: bool = False) -> list[Comparison]:
    return [_answer(str(key), each, other, mirrored=mirrored) for key, *each in decided]


def _answer(key: str, values: list[object], other: str, *, mirrored: bool) -> Comparison:
    mine, above, verdict = values
    metric = METRICS[key]
    if verdict == "unasked":
        return Comparison(translated(metric.name), "", gettext("not needed"), "unasked")
    pair = [figure(key, int(str(value))) for value in ((above, mine) if mirrored else (mine, above))]
    words = gettext("level") if verdict == "level" else translated(metric.decided(other))
    joint = gettext("{one} to {other}") if key == "meetings" else gettext("{one} and {other}")
    figures = joint.format(one=pair[0], other=pair[1])
    return Comparison(translated(metric.name), figures, words, "decides" if verdict == "decided" else "")
