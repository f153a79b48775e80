"""The trophies that pass with a match: from whom to whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from games.base.entry.names import listed, shortened
from games.base.results.record_categories import BACK_TO_BACK
from games.consequences.league import Taken, league
from games.consequences.recipients import match_ends
from games.entries.match_state import MatchState
from scoring.messages import translated

FIRST = gettext_lazy("First holder.")


@dataclass(frozen=True)
class TrophyChange:
    """One trophy: the previous holder ("" if none, or the same player), the new one, and a remark."""

    trophy: str
    before: str
    after: str
    words: str


def trophy_changes(state: MatchState, trophies: Mapping[str, str]) -> list[TrophyChange]:
    """What winner and loser receive; `trophies` are names by rule, as of `League.prizes`. Empty if there are none."""
    if not trophies:
        return []
    taken = {(each.trophy.rule, each.player): each for each in league().taken(state.match)}
    names = shortened(state.names)
    changes = []
    for end in match_ends(state, trophies):
        passed = [each for seat in end.seats if (each := taken.get((end.rule, state.seats[seat].player)))]
        before = next((each.before for each in passed if each.before and each.before != each.player), None)
        words = " ".join(dict.fromkeys(_words(state, each) for each in passed))
        changes.append(
            TrophyChange(
                end.word, _short(state, before) if before else "", listed(names[seat] for seat in end.seats), words
            )
        )
    return changes


def changes_in_words(trophies: Sequence[TrophyChange]) -> str:
    """`both change hands`, `one changes hands`, `first holders`, `nothing changes hands`."""
    count = sum(bool(each.before) for each in trophies)
    if count == len(trophies) == 2:
        return _("both change hands")
    if not count and any(each.words == str(FIRST) for each in trophies):
        return _("first holders")
    return _("one changes hands") if count else _("nothing changes hands")


def _short(state: MatchState, player: Player) -> str:
    """The player's short name at this table, or the whole name of one who was not there."""
    called = {seat.player_id: name for seat, name in zip(state.seats, shortened(state.names), strict=True)}
    return called.get(player.pk, player.label)


def _words(state: MatchState, took: Taken) -> str:
    before = took.before
    if before is None:
        return str(FIRST)
    if before == took.player:
        kept = _("{callout}: defended.").format(callout=translated(BACK_TO_BACK))
        return _("Again: nobody wanted it.") if took.is_cone else kept
    if all(seat.player_id != before.pk for seat in state.seats):
        return _("Taken from {before}, who was not here to defend it.").format(before=before.label)
    return (
        _("Passed on by {before}.").format(before=before.label)
        if took.is_cone
        else _("Taken from {before}.").format(before=before.label)
    )
