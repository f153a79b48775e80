"""Where a match stands, in a few words for lists and in a sentence or two for the head of its sheet."""

from typing import cast

from games.base.display import Chances
from games.base.names import counted, listed, shortened
from games.entries.match_state import MatchState
from games.sheets.text import minus
from games.top_dog.screen_wording import runs, variation
from scoring.top_dog import TopDogSheet, next_step


def length(state: MatchState) -> int:
    """The first round in which it can be over, or the last one there was."""
    sheet = cast(TopDogSheet, state.sheet)
    step = next_step(sheet)
    return step.earliest_end if step else len(sheet.lines)


def goal(state: MatchState) -> int:
    return cast(TopDogSheet, state.sheet).options.target


def state(state: MatchState) -> str:
    """`round 5`, `round 11 of 12`, `over after 12 rounds`."""
    sheet = cast(TopDogSheet, state.sheet)
    step = next_step(sheet)
    if step is None or state.match.abandoned_at:
        return f"over after {counted(state.match.rounds, 'round')}"
    return f"round {step.number}{f' of {step.cycle_end}' if step.past and step.arranger is not None else ''}"


def standing(state: MatchState) -> str:
    sheet, names = cast(TopDogSheet, state.sheet), shortened(state.names)
    played = ", ".join(filter(None, [variation(sheet), f"{counted(len(sheet.lines), 'round')} played"]))
    step = next_step(sheet)
    if state.match.abandoned_at:
        return f"{played}, then ended without a result."
    if step is None:
        return f"{played}."
    arranges = "" if step.arranger is None else f": {names[step.arranger]} arranges"
    sentence = f"{played}; to {step.target} at the end of a round. Round {step.number} is next{arranges}."
    return " ".join(filter(None, [sentence, runs(step, names) or _leads(sheet, names)]))


def _leads(sheet: TopDogSheet, names: list[str]) -> str:
    if not sheet.lines:
        return ""
    line = sheet.lines[-1]
    total = minus(line.totals[line.leaders[0]])
    if len(line.leaders) > 1:
        return f"{listed(names[seat] for seat in line.leaders)} are level with {total}."
    return f"{names[line.leaders[0]]} leads with {total}."


def chances(state: MatchState) -> Chances | None:
    """No forecast: while it lasts there are enough hands for everybody. The wall says how far the game runs."""
    step = next_step(cast(TopDogSheet, state.sheet)) if state.match.is_open else None
    news = runs(step, shortened(state.names)) if step else ""
    return Chances("", [], news) if news else None
