"""Where a match stands, in a few words for lists and in a sentence or two for the head of its sheet."""

from games.base.names import counted, listed, shortened
from games.dogs_of_war.words import battle_wording
from games.dogs_of_war.years.open_year import sheet_of, step_of
from games.entries.match_state import MatchState
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet


def length(state: MatchState) -> int:
    """Four years, and the tally once it is in."""
    sheet = sheet_of(state)
    return len(sheet.lines) if sheet.complete else YEARS


def state(state: MatchState) -> str:
    """`year 3 of 4`, `final tally`, `over after 4 years`."""
    sheet = sheet_of(state)
    if sheet.complete or state.match.abandoned_at:
        return f"over after {_years(sheet)}"
    if sheet.finished:
        return "final tally"
    return f"year {sheet.number} of {YEARS}"


def standing(state: MatchState) -> str:
    sheet, names = sheet_of(state), shortened(state.names)
    if state.match.abandoned_at:
        return f"{_years(sheet).capitalize()} played, then ended without a result."
    if sheet.complete:
        won = " share the war." if len(sheet.winners) > 1 else " takes the war."
        return f"{listed(names[seat] for seat in sheet.winners)}{won} {_written(sheet)}"
    if sheet.finished:
        missing = listed(names[seat] for seat in sheet.missing)
        return f"{_written(sheet)} Still behind the screen: {missing}."
    return f"{_years(sheet).capitalize()} of {YEARS} fought; {_now(sheet, names)}."


def _years(sheet: DogsOfWarSheet) -> str:
    return "the final result only" if sheet.declared and not sheet.years else counted(len(sheet.years), "year")


def _written(sheet: DogsOfWarSheet) -> str:
    if not sheet.years:
        return "Only the final result was entered."
    return "All four years are over." if len(sheet.years) == YEARS else f"{_years(sheet).capitalize()} entered."


def _now(sheet: DogsOfWarSheet, names: list[str]) -> str:
    step = step_of(sheet)
    if step.free:
        return f"year {step.number} begins"
    recorded = sum(each.fixed for each in step.battles)
    first = "" if step.first_player is None else f", {names[step.first_player]} is first"
    out = f", {battle_wording.out(step.out)}" if step.out else ""
    return f"year {step.number}: {recorded} of {counted(len(step.battles), 'battle')} recorded{out}{first}"


def ending(state: MatchState) -> list[str]:
    """Players who are level share the victory (HR-DW-01)."""
    sheet, names = sheet_of(state), shortened(state.names)
    if len(sheet.winners) < 2:
        return []
    return [f"{listed(names[seat] for seat in sheet.winners)} are level at the top and share the victory."]
