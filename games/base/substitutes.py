"""Substitutes in words, by the rounds that people count."""

from django.utils.translation import gettext as _

from games.base.wording import numbered
from games.entries.match_state import MatchState
from games.models import Substitution
from scoring.base import Sheet


def round_of(sheet: Sheet, line: int) -> int:
    """The number of a line's round as people count: without void ones."""
    return 1 + sum(each.is_scored for each in sheet.lines if each.number < line)


def line_of(sheet: Sheet, number: int) -> int:
    """The first line of a round, by its number as people count, from 1."""
    scored = [each.number for each in sheet.lines if each.is_scored]
    if number < 2:
        return number
    return scored[number - 2] + 1 if number - 2 < len(scored) else len(sheet.lines) + number - len(scored)


def substitutes_in_words(state: MatchState, word: str) -> list[str]:
    """A sentence for each substitute; `word` is the game's word for a round."""
    return [substitution_in_words(state, row, word) for row in state.substitutes.rows]


def substitution_in_words(state: MatchState, row: Substitution, word: str) -> str:
    """`From hand 7 on Flo plays for Ann, and has the result.`"""
    names = {"player": row.player.label, "other": row.instead_of.label}
    names["round"] = numbered(word, round_of(state.sheet, row.number))
    if row.takes_result:
        return _("From {round} on {player} plays for {other}, and has the result.").format(**names)
    owner = state.substitutes.owner_of(row.position) or state.seats[row.position].player
    if owner.pk == row.player_id:
        return _("From {round} on {player} plays again, in place of {other}.").format(**names)
    if owner.pk != row.instead_of_id:
        words = _("From {round} on {player} plays in place of {other}; the result is {owner}’s.")
        return words.format(owner=owner.label, **names)
    return _("From {round} on {player} plays for {other}, whose result it stays.").format(**names)
