"""The forecast of a match as table rows: the current chances, or for a finished match the best ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.language.figures import signed
from games.base.entry.round_words import numbered
from games.base.results.forecasts import Chance, ForecastPoint
from games.entries.match_state import MatchState
from games.forecasts.wording import ONE, percent
from scoring.turning import SIMULATIONS


@dataclass(frozen=True)
class Row:
    """One player's chances; `change` is that of the chance to win since the round before, in percentage points, "" if
    none.
    """

    name: str
    total: int
    mark: str
    win: Chance
    last: Chance
    change: str = ""


def rows_now(state: MatchState, points: Sequence[ForecastPoint]) -> list[Row]:
    """The current chances, in seat order."""
    now, before = points[-1], points[-2] if len(points) > 1 else None
    return [
        Row(
            name=name,
            total=state.sheet.totals[seat],
            mark=_mark(state, seat),
            win=cell(now, now.win, seat, now.out, pgettext("cannot win any more", "out")),
            last=cell(now, now.last, seat, now.safe, pgettext("cannot finish last any more", "safe")),
            change=_change(now, before, seat),
        )
        for seat, name in enumerate(state.names)
    ]


def rows_over(state: MatchState, points: Sequence[ForecastPoint], word: str) -> list[Row]:
    """Each player’s highest chances to win and to finish last, and after which round that was."""
    return [
        Row(
            name=name,
            total=state.sheet.totals[seat],
            mark=_mark(state, seat),
            win=_best([(point.round, point.win[seat]) for point in points], word),
            last=_best([(point.round, point.last[seat]) for point in points], word),
        )
        for seat, name in enumerate(state.names)
    ]


def cell(point: ForecastPoint, chances: Sequence[int | None], seat: int, never: Sequence[int], word: str) -> Chance:
    """One chance of a seat in words; exactly 0 and 100 per cent are used only if certain by arithmetic.

    `chances` are by seat, `never` are seats for which it is impossible, and `word` is shown for those.
    """
    times = chances[seat]
    if times is None:
        return Chance(words=_("not seated yet"))
    if seat in never:
        return Chance(words=word, is_certain=True)
    others = {other for other, chance in enumerate(chances) if chance is not None and other != seat}
    if others <= set(never):
        return Chance(figure="100")
    if times < ONE:
        return Chance(words=_("under 1 %"))
    return Chance(words=_("over 99 %")) if times > SIMULATIONS - ONE else Chance(figure=percent(times))


def _change(now: ForecastPoint, before: ForecastPoint | None, seat: int) -> str:
    after, was = now.win[seat], before.win[seat] if before else None
    if after is None or was is None or seat in now.out:
        return ""
    return signed(round(after / ONE) - round(was / ONE))


def _best(chances: Sequence[tuple[int, int | None]], word: str) -> Chance:
    number, times = max(((number, times or 0) for number, times in chances), key=lambda chance: chance[1])
    return Chance(figure=percent(times), note=numbered(word, number) if number else _("at the start"))


def _mark(state: MatchState, seat: int) -> str:
    """The mark of a seat's total: `top` for the box, `low` for the circle, or ""."""
    lines = [line for line in state.sheet.lines if line.is_scored]
    if not lines:
        return ""
    return "top" if seat in lines[-1].leaders else "low" if seat in lines[-1].bottom else ""
