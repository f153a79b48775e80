"""The state of a match: in a few words for lists, in a sentence or two for the head of its sheet."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.capitals import capital
from games.base.display import Chances
from games.base.results.titles import in_words
from games.entries.match_state import MatchState
from games.pack_o_dogs.entry.screen_parts import sheet_of, short_of
from games.pack_o_dogs.sum_wording import points_words, rounds_words
from scoring.pack_o_dogs import PackSheet, RoundStep, next_step
from scoring.pack_o_dogs.worth import MOST_ROUNDS

STOPPED = gettext_lazy("Stopped early, as both agreed.")


def length(state: MatchState) -> int:
    """The number of rounds in the match, with seven for the game in progress; in the base game the number of games."""
    sheet = sheet_of(state)
    if sheet.options.mode == "base":
        return sheet.options.games
    return len(sheet.lines) if sheet.finished else len(sheet.lines) - sheet.round_in_game + 1 + MOST_ROUNDS


def state(state: MatchState) -> str:
    """Return the state in a few words: `game 2 of 3, round 6`, `round 3`, `over after 3 games`."""
    sheet = sheet_of(state)
    played = sheet.game - 1
    if sheet.finished or state.match.abandoned_at:
        return _over(played, len(sheet.lines))
    words = _("game {number} of {games}, round {round}"), _("game {number} of {games}")
    return _at(sheet, *words)


def place(state: MatchState) -> str:
    """Return what is being played, without the number of games: `game 2, round 6`, `round 3`, `on the table`."""
    return _at(sheet_of(state), _("game {number}, round {round}"), _("game {number}"))


def _at(sheet: PackSheet, game_and_round: str, game: str) -> str:
    """Return the phrase that fits: the base game has no rounds, and a single game has no number."""
    is_base, is_single = sheet.options.mode == "base", sheet.options.games == 1
    if is_single:
        return _("on the table") if is_base else _("round {number}").format(number=sheet.round_in_game)
    words = game if is_base else game_and_round
    return words.format(number=sheet.game, games=sheet.options.games, round=sheet.round_in_game)


def _over(games: int, rounds: int) -> str:
    if games:
        return ngettext("over after {count} game", "over after {count} games", games).format(count=games)
    return ngettext("over after {count} round", "over after {count} rounds", rounds).format(count=rounds)


def standing(state: MatchState) -> str:
    """Return which game is played, and its state or how it ended."""
    sheet = sheet_of(state)
    carried = _("Base game.") if sheet.options.mode == "base" else _("Complex game.")
    games = sheet.options.games
    if games > 1:
        words = ngettext("{many} game, points carried.", "{many} games, points carried.", games)
        carried = f"{carried} {words.format(many=capital(in_words(games)))}"
    if state.match.abandoned_at:
        ended = _("Ended without a result.")
        return f"{carried} {ended}"
    if sheet.shortened:
        return f"{carried} {STOPPED}"
    return carried if sheet.finished else f"{carried} {_now(sheet, short_of(state))}"


def _now(sheet: PackSheet, names: Sequence[str]) -> str:
    step = next_step(sheet)
    if isinstance(step, RoundStep):
        now = _("Round {number} is being played.").format(number=step.round_in_game)
        return f"{now} {rounds_words(step.rounds_won, names)}"
    return points_words(sheet.piles, names) if sheet.captures else _("The piles are still to be counted.")


def chances(state: MatchState) -> Chances | None:
    """Return only the line for the wall board: there is no forecast, because one late round may decide a match. None
    for a match that is not open or has no round yet.
    """
    sheet, names = sheet_of(state), short_of(state)
    return Chances("", [], news(sheet, names)) if state.match.is_open and sheet.lines else None


def news(sheet: PackSheet, names: Sequence[str]) -> str:
    """Return rounds and points in words: “Three rounds all. Otto leads by 22; rounds do not decide, points do.”"""
    if sheet.options.mode == "base" or sheet.leader is None:
        return points_words(sheet.totals, names)
    lead, behind = sorted(sheet.points, key=lambda seat: -sheet.points[seat])
    lead_by = sheet.points[lead] - sheet.points[behind]
    words = _("Level on points; rounds do not decide, points do.")
    if lead_by:
        words = ngettext(
            "{player} leads by {count} point; rounds do not decide, points do.",
            "{player} leads by {count} points; rounds do not decide, points do.",
            lead_by,
        )
    return f"{rounds_words(sheet.rounds_won, names)} {words.format(player=names[lead], count=lead_by)}"
