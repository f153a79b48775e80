"""The state of a match: in a few words for lists, in a sentence or two for the head of its sheet."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.figures import minus
from games.base.display import Chances
from games.base.entry.names import listed, shortened
from games.entries.match_state import MatchState
from games.top_dog.entry.screen_wording import variation, why_play_continues
from scoring.top_dog import TopDogSheet, next_step


def length(state: MatchState) -> int:
    """The number of the first round in which the match can end; of the last one once it is over."""
    sheet = state.sheet_as(TopDogSheet)
    step = next_step(sheet)
    return step.earliest_end if step else len(sheet.lines)


def goal(state: MatchState) -> int:
    """The target, in points."""
    return state.sheet_as(TopDogSheet).options.target


def state(state: MatchState) -> str:
    """Return the state in a few words: `round 5`, `round 11 of 12`, `over after 12 rounds`."""
    sheet = state.sheet_as(TopDogSheet)
    step = next_step(sheet)
    if step is None or state.match.abandoned_at:
        rounds = state.match.rounds
        return ngettext("over after {count} round", "over after {count} rounds", rounds).format(count=rounds)
    if step.at_target and step.arranger is not None:
        return _("round {number} of {rounds}").format(number=step.number, rounds=step.cycle_end)
    return _("round {number}").format(number=step.number)


def standing(state: MatchState) -> str:
    """Return how many rounds are played, what comes next and who leads, or how the match ended."""
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    rounds = len(sheet.lines)
    played = ngettext("{count} round played", "{count} rounds played", rounds).format(count=rounds)
    played = ", ".join(filter(None, [variation(sheet), played]))
    step = next_step(sheet)
    if state.match.abandoned_at:
        return _("{rounds}, then ended without a result.").format(rounds=played)
    if step is None:
        return _("{rounds}.").format(rounds=played)
    upcoming = _("{rounds}; to {target} at the end of a round. Round {number} is next.")
    if step.arranger is not None:
        upcoming = _("{rounds}; to {target} at the end of a round. Round {number} is next: {player} arranges.")
    arranger = "" if step.arranger is None else names[step.arranger]
    sentence = upcoming.format(rounds=played, target=step.target, number=step.number, player=arranger)
    return " ".join(filter(None, [sentence, why_play_continues(step, names) or _leads(sheet, names)]))


def _leads(sheet: TopDogSheet, names: list[str]) -> str:
    if not sheet.lines:
        return ""
    line = sheet.lines[-1]
    total = minus(line.totals[line.leaders[0]])
    who = listed(names[seat] for seat in line.leaders)
    words = ngettext("{names} leads with {points}.", "{names} are level with {points}.", len(line.leaders))
    return words.format(names=who, points=total)


def chances(state: MatchState) -> Chances | None:
    """Return only the line for the wall board, how far the match runs: there is no forecast, because until the end
    enough hands are left for everybody. None where there is no such line.
    """
    step = next_step(state.sheet_as(TopDogSheet)) if state.match.is_open else None
    news = why_play_continues(step, shortened(state.names)) if step else ""
    return Chances("", [], news) if news else None
