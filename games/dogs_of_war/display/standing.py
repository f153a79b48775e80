"""The state of a match: in a few words for lists, in a sentence or two for the head of its sheet."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.capitals import capital
from games.base.entry.names import listed, shortened
from games.base.entry.round_words import so_many
from games.dogs_of_war.words import battle_wording
from games.dogs_of_war.years.open_year import sheet_of, step_of
from games.entries.match_state import MatchState
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet


def length(state: MatchState) -> int:
    """The number of rounds: four years; the rounds recorded once the tally is complete."""
    sheet = sheet_of(state)
    return len(sheet.lines) if sheet.complete else YEARS


def state(state: MatchState) -> str:
    """Return the state in a few words: `year 3 of 4`, `final tally`, `over after 4 years`."""
    sheet = sheet_of(state)
    if sheet.complete or state.match.abandoned_at:
        return _("over after {years}").format(years=_years(sheet))
    if sheet.finished:
        return _("final tally")
    return _("year {number} of {years}").format(number=sheet.number, years=YEARS)


def standing(state: MatchState) -> str:
    """Return how many years are over and what is open, or who won."""
    sheet, names = sheet_of(state), shortened(state.names)
    if state.match.abandoned_at:
        return _("{years} played, then ended without a result.").format(years=capital(_years(sheet)))
    if sheet.complete:
        words = ngettext("{names} takes the war.", "{names} share the war.", len(sheet.winners))
        return f"{words.format(names=listed(names[seat] for seat in sheet.winners))} {_written(sheet)}"
    if sheet.finished:
        missing = _("Still behind the screen: {names}.").format(names=listed(names[seat] for seat in sheet.missing))
        return f"{_written(sheet)} {missing}"
    words = _("{years} of {all} fought; {now}.")
    return words.format(years=capital(_years(sheet)), all=YEARS, now=_now(sheet, names))


def _years(sheet: DogsOfWarSheet) -> str:
    if sheet.declared and not sheet.years:
        return _("the final result only")
    return so_many("year", len(sheet.years))


def _written(sheet: DogsOfWarSheet) -> str:
    if not sheet.years:
        return _("Only the final result was entered.")
    if len(sheet.years) == YEARS:
        return _("All four years are over.")
    return _("{years} entered.").format(years=capital(_years(sheet)))


def _now(sheet: DogsOfWarSheet, names: list[str]) -> str:
    step = step_of(sheet)
    if step.free:
        return _("year {number} begins").format(number=step.number)
    recorded = sum(each.fixed for each in step.battles)
    words = ngettext(
        "year {number}: {done} of {count} battle recorded",
        "year {number}: {done} of {count} battles recorded",
        len(step.battles),
    )
    clauses = [words.format(number=step.number, done=recorded, count=len(step.battles))]
    if step.captains_left_total:
        clauses.append(battle_wording.captains_out(step.captains_left_total))
    if step.first_player is not None:
        clauses.append(_("{player} is first").format(player=names[step.first_player]))
    return ", ".join(clauses)


def ending(state: MatchState) -> list[str]:
    """Return a sentence where players tied at the top share the victory (HR-DW-01); else []."""
    sheet, names = sheet_of(state), shortened(state.names)
    if len(sheet.winners) < 2:
        return []
    who = listed(names[seat] for seat in sheet.winners)
    return [_("{names} are level at the top and share the victory.").format(names=who)]
