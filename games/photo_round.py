"""One round of a paper sheet, typed in next to its photo: calculated totals compared with those on the sheet."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubs.language.locales import minus
from games import ledger
from games.base.names import shortened
from games.base.table_game import TableGame, Unreadable
from games.entries.drafts import Refused
from games.entries.match_state import MatchState
from scoring.base import RuleError, Sheet

MINUS = "\N{MINUS SIGN}"
TOTAL = re.compile(rf"[-{MINUS}]?[0-9]{{1,6}}", re.ASCII)
MOST_PIPS = 40


@dataclass(frozen=True)
class TotalRow:
    """One player's total before and after the round; None while the round cannot be calculated.

    `typed` is the total on the sheet as typed, `mismatch` an error message if it differs. `mark` is `top` in the box,
    `low` in the circle.
    """

    seat: int
    name: str
    before: int
    total: int | None
    typed: str
    mismatch: str
    mark: str = ""

    @property
    def field(self) -> str:
        """The name of the form field for the total on the sheet."""
        return f"sheet-{self.seat}"

    @property
    def points(self) -> int | None:
        """The points of this round; None while they cannot be calculated."""
        return None if self.total is None else self.total - self.before


@dataclass(frozen=True)
class PhotoRound:
    """The round being typed in, `number` of `of`; `is_last` says that none follows."""

    number: int
    of: int
    word: str
    totals: Sequence[TotalRow]

    @property
    def is_last(self) -> bool:
        return self.number == self.of

    @property
    def pips(self) -> Sequence[str]:
        """A CSS class per round: entered, current, or to come; empty above 40 rounds."""
        if not self.number <= self.of <= MOST_PIPS:
            return ()
        return ["is-on" if at < self.number else "is-now" if at == self.number else "" for at in range(1, self.of + 1)]

    @property
    def mismatches(self) -> str:
        """A key of the differing totals; the form sends it back once the warning was shown."""
        return ";".join(f"{row.seat}:{row.typed}:{row.total}" for row in self.totals if row.mismatch)


def photo_round(state: MatchState, game: TableGame, number: int, form: QueryDict) -> PhotoRound:
    """The round with this number in the game's own count."""
    after, names = _after(state, game, form), shortened(state.names)
    marks = _marks(after, has_circle=game.display.has_circle) if after else {}
    rows = [_row(state, seat, names[seat], after, form, marks.get(seat, "")) for seat in state.sheet.active_seats]
    return PhotoRound(number, game.display.length(state), game.display.round_word, rows)


def _after(state: MatchState, game: TableGame, form: QueryDict) -> Sheet | None:
    """The sheet after the round; None while the round is incomplete or invalid."""
    if "entry" not in form:
        return None
    try:
        after = ledger.preview(state, game.paper.drafts(form))
    except (Unreadable, RuleError, Refused):
        return None
    return after if len(after.lines) > len(state.sheet.lines) else None


def _marks(after: Sheet, *, has_circle: bool) -> dict[int, str]:
    """Marks by seat: the box, and in a game that has one the circle."""
    line = after.lines[-1]
    low = dict.fromkeys(line.bottom, "low") if has_circle else {}
    return low | dict.fromkeys(line.leaders, "top")


def _row(state: MatchState, seat: int, name: str, after: Sheet | None, form: QueryDict, mark: str) -> TotalRow:
    typed, before = form.get(f"sheet-{seat}", "").strip(), state.sheet.totals[seat]
    total = after.totals.get(seat) if after else None
    return TotalRow(seat, name, before, total, typed, _mismatch(typed, total), mark)


def _mismatch(typed: str, total: int | None) -> str:
    if not typed or (total is None and TOTAL.fullmatch(typed)):
        return ""
    if not TOTAL.fullmatch(typed):
        return _("Enter the total as a number, or leave it empty.")
    says = int(typed.replace(MINUS, "-"))
    return (
        ""
        if says == total
        else _("The sheet says {points}, what is entered makes {entered}.").format(
            points=minus(says), entered=minus(total or 0)
        )
    )


def one_round(context: Mapping[str, Any], rows: str) -> dict[str, Any]:
    """The context with only the first of the rounds at key `rows`."""
    return {**context, rows: context[rows][:1], "more": 0}
