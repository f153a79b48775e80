"""The form for a match played on paper: a row per battle, year after year."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.correction import Paper
from games.base.display import Screen
from games.base.entry.names import shortened
from games.base.table_game import Unreadable
from games.dogs_of_war.years import typed_year, typed_year_form
from games.dogs_of_war.years.form import numbered
from games.dogs_of_war.years.open_year import sheet_of
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import RuleError
from scoring.dogs_of_war.sheet import YEARS
from scoring.dogs_of_war.years.year import CAPTAINS


def _years(state: MatchState, names: Sequence[str], form: QueryDict) -> Iterator[dict[str, Any]]:
    """Yield the years from the open one on; battles of the open year show what is recorded."""
    sheet = sheet_of(state)
    for year in range(sheet.number, YEARS + 1):
        known = sheet.open.battles if sheet.open and year == sheet.number else ()
        yield {
            "number": year,
            "key": str(year),
            "is_first": year == sheet.number,
            "captains": CAPTAINS[year - 1],
            "first": form.get(f"first-{year}", ""),
            "passed": form.get(f"passed-{year}", ""),
            "battles": [
                typed_year_form.shown(form, year, at, names, known[at] if at < len(known) else None, ())
                for at in range(sheet.fights)
            ],
        }


def _small(form: QueryDict, field: str, most: int) -> int:
    text = form.get(field, "")
    return int(text) if text in map(str, range(1, most + 1)) else most


class DogsOfWarPaper(Paper):
    rows = "years"

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        sheet, names = sheet_of(state), shortened(state.names)
        context = {
            "years": [] if sheet.finished else list(_years(state, names, form)),
            "houses": sheet.houses,
            "fights": sheet.fights,
            "seats": sheet.seats,
            "players": [(str(seat), state.names[seat], names[seat]) for seat in sheet.active_seats],
            "done": len(sheet.years),
            "is_over": sheet.finished,
            "last_year": YEARS,
        }
        return Screen("games/dogs_of_war/paper.html", context)

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        """Return one entry per filled-in year, in order. Raises Unreadable where a value is missing, a year is skipped,
        or nothing is filled in.
        """
        fights, seats = _small(form, "fights", 3), _small(form, "seats", 5)
        wanted = [year for year in range(1, YEARS + 1) if not typed_year.is_empty(form, year, fights)]
        if not wanted:
            raise Unreadable(_("Nothing is filled in yet. Start with the first year."))
        shown = [year for year in range(1, YEARS + 1) if f"by-{typed_year.key(year, 0)}" in form]
        years = []
        for year, expected in zip(wanted, shown, strict=False):
            if year != expected:
                raise Unreadable(_("A year before this one is empty. Fill the sheet in from the top."), f"year-{year}")
            battles = [typed_year.contest(form, year, at, seats) for at in range(fights)]
            years.append(("year", {"battles": battles, **typed_year.about(form, year)}))
        return numbered(form, years)

    def describe_error(self, state: MatchState, error: RuleError) -> tuple[str, str]:
        """Return the refusal in words, and the field of the year it belongs to ("" for none)."""
        sentence = error.sentence(shortened(state.names))
        return sentence, "" if error.round is None else f"year-{error.round}"


PAPER = DogsOfWarPaper()
