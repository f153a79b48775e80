"""Where a match stands, in a few words for lists and in a sentence or two for the head of its sheet."""

from collections.abc import Sequence

from games.base.display import Chances
from games.base.names import counted
from games.base.titles import in_words
from games.entries.match_state import MatchState
from games.pack_o_dogs.screen_parts import sheet_of, short_of
from games.pack_o_dogs.sum_wording import points_words, rounds_words
from scoring.pack_o_dogs import PackSheet, RoundStep, next_step
from scoring.pack_o_dogs.worth import MOST_ROUNDS

STOPPED = "Stopped early, as both agreed."


def length(state: MatchState) -> int:
    """As far as one knows: the game on the table may go to seven rounds, a later one not less than it."""
    sheet = sheet_of(state)
    if sheet.options.mode == "base":
        return sheet.options.games
    return len(sheet.lines) if sheet.finished else len(sheet.lines) - sheet.round_in_game + 1 + MOST_ROUNDS


def state(state: MatchState) -> str:
    """`game 2, round 6`, `round 3`, `over after 3 games`."""
    sheet = sheet_of(state)
    played = sheet.game - 1
    if sheet.finished or state.match.abandoned_at:
        return f"over after {counted(played, 'game')}" if played else f"over after {counted(len(sheet.lines), 'round')}"
    game = f"game {sheet.game} of {sheet.options.games}" if sheet.options.games > 1 else ""
    round_words = "" if sheet.options.mode == "base" else f"round {sheet.round_in_game}"
    return ", ".join(filter(None, (game, round_words))) or "on the table"


def standing(state: MatchState) -> str:
    sheet = sheet_of(state)
    kind = f"{sheet.options.mode.capitalize()} game"
    games = sheet.options.games
    carried = f"{kind}. {in_words(games).capitalize()} games, points carried." if games > 1 else f"{kind}."
    if state.match.abandoned_at:
        return f"{carried} Ended without a result."
    if sheet.shortened:
        return f"{carried} {STOPPED}"
    return carried if sheet.finished else f"{carried} {_now(sheet, short_of(state))}"


def _now(sheet: PackSheet, names: Sequence[str]) -> str:
    step = next_step(sheet)
    if isinstance(step, RoundStep):
        return f"Round {step.round_in_game} is being played. {rounds_words(step.rounds_won, names)}"
    return points_words(sheet.piles, names) if sheet.captures else "The piles are still to be counted."


def chances(state: MatchState) -> Chances | None:
    """No forecast: one late round may turn a match. Only the line for the wall."""
    sheet, names = sheet_of(state), short_of(state)
    return Chances("", [], news(sheet, names)) if state.match.is_open and sheet.lines else None


def news(sheet: PackSheet, names: Sequence[str]) -> str:
    """“Three rounds all. Otto leads by 22; rounds do not decide, points do.”"""
    if sheet.options.mode == "base" or sheet.leader is None:
        return points_words(sheet.totals, names)
    lead, behind = sorted(sheet.points, key=lambda seat: -sheet.points[seat])
    lead_by = sheet.points[lead] - sheet.points[behind]
    by = f"{names[lead]} leads by {counted(lead_by, 'point')}" if lead_by else "Level on points"
    return f"{rounds_words(sheet.rounds_won, names)} {by}; rounds do not decide, points do."
