"""Questions shared by the actions: who, and in which battle."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.names import shortened
from games.base.offline import OfflineAction
from games.base.table_game import Unreadable
from games.dogs_of_war.years.form import seat
from games.dogs_of_war.years.open_year import sheet_of, step_of
from games.entries.match_state import MatchState
from scoring.dogs_of_war.battle import BattleLine
from scoring.dogs_of_war.step import BattleStep


@dataclass(frozen=True)
class Choice:
    """One answer, shown as a key."""

    value: str
    label: str
    is_chosen: bool


def is_year(state: MatchState) -> bool:
    """Whether a year is open, its houses paired."""
    return sheet_of(state).open is not None and not sheet_of(state).finished


def battles(state: MatchState) -> list[BattleStep]:
    """The battles of the open year that are, or may be, recorded by plays; [] where no year is open."""
    return [each for each in step_of(sheet_of(state)).battles if each.loggable] if is_year(state) else []


def players(state: MatchState, form: QueryDict) -> list[Choice]:
    """One choice per seat."""
    names = shortened(state.names)
    return [Choice(str(at), names[at], form.get("seat") == str(at)) for at in sheet_of(state).active_seats]


def fights(state: MatchState, form: QueryDict) -> list[Choice]:
    """One choice per battle that takes plays: `1: Talbot against Harlow`. A single battle is chosen in advance."""
    fought = battles(state)
    chosen = form.get("battle", str(fought[0].battle) if len(fought) == 1 else "")
    words = _("{number}: {house} against {other}")
    return [
        Choice(str(each.battle), words.format(number=each.battle + 1, **_houses(each.line)), chosen == str(each.battle))
        for each in fought
        if each.line
    ]


def _houses(line: BattleLine) -> dict[str, str]:
    return {"house": line.houses[0], "other": line.houses[1]}


def who(form: QueryDict) -> int:
    """Return the seat chosen in the form. Raises Unreadable where there is none."""
    seat_number = seat(form, "seat")
    if seat_number is None:
        raise Unreadable(_("Tap who it is."), "seat")
    return seat_number


def where(form: QueryDict) -> int:
    """Return the battle (from 0) chosen in the form. Raises Unreadable where there is none."""
    number = seat(form, "battle")
    if number is None:
        raise Unreadable(_("Tap the battle."), "battle")
    return number


def offline_action(
    what: str, title: str, about: str, entry_label: str, questions: Sequence[tuple[str, str, list[Choice]]]
) -> OfflineAction:
    """Return the questions as one form for a tablet without network; `questions` are field, label and choices. The
    entry is for the year that was open at the last contact.
    """
    rows = "games/dogs_of_war/offline_actions/_questions.html"
    return OfflineAction(what, title, about, rows, entry_label, availability="beside", more={"questions": questions})
