"""What a correction of one of its matches would change in a play-off, in sentences, before it is saved."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from games.base.entry.names import listed
from games.entries.match_state import MatchState
from leagues.models import Fixture
from leagues.playoffs import state as playoff_state
from leagues.playoffs.state import State
from leagues.playoffs.wording import short, verdicts
from scoring.base import Sheet
from scoring.competition.playoffs import Cut


def would_move(state: MatchState, after: Sheet) -> list[str]:
    """Return the effects of replacing the sheet of this match by `after`; [] for a match that is in no play-off (one
    query then).
    """
    fixture = Fixture.objects.filter(match=state.match.pk).exclude(stage=Fixture.Stage.ROUND).select_related("playoff")
    fixture_row = fixture.first()
    if fixture_row is None or fixture_row.playoff.called_off_at:
        return []
    return moves(
        playoff_state.read(fixture_row.playoff), playoff_state.read(fixture_row.playoff, {state.match.pk: after})
    )


def moves(before: State, after: State) -> list[str]:
    """Return the effects in sentences, the most important first; [] if nothing changes."""
    return [*_trophies(before, after), *_open_again(before, after), *_seats(before, after), *_pulls(before, after)]


def _open_again(before: State, after: State) -> Iterator[str]:
    if before.is_over and not after.is_over:
        yield _("The play-off is open again: nobody has its trophies until both final tables are settled.")


def _trophies(before: State, after: State) -> Iterator[str]:
    for was, now in zip(verdicts(before), verdicts(after), strict=True):
        if was.who and now.who and was.who != now.who:
            words = _("The {trophy} would go, if it ended now, from {player} to {other}.")
            if before.is_over and after.is_over:
                words = _("The {trophy} goes from {player} to {other}.")
            yield words.format(trophy=now.prize, player=was.who, other=now.who)


def _seats(before: State, after: State) -> Iterator[str]:
    names = short(after)
    if before.groups_over and not after.groups_over:
        yield _("The group is open again, and the cut with it.")
        return
    for was, now in zip(before.groups, after.groups, strict=True):
        yield from _over_the_line(was.cut, now.cut, names)
    if after.displaced and not before.displaced:
        yield _("The final tables have begun: nobody is moved without the organiser, who is asked next.")


def _pulls(before: State, after: State) -> Iterator[str]:
    names = short(after)
    for was, now in zip(before.groups, after.groups, strict=True):
        for pull in now.stale:
            if pull not in was.stale:
                who = listed(names[int(key)] for key in pull.cards if int(key) in names)
                yield _("The card pull of {who} in group {letter} would no longer stand.").format(
                    who=who, letter=now.letter
                )


def _over_the_line(was: Cut, now: Cut, names: Mapping[int, str]) -> Iterator[str]:
    yield from (
        _("{names} would go up to the winners’ table.").format(names=names[key])
        for key in now.advance
        if key in was.stay
    )
    yield from (
        _("{names} would go down to the losers’ table.").format(names=names[key])
        for key in now.stay
        if key in was.advance
    )
    if now.level and set(now.level) != set(was.level):
        yield _("{names} would be level on the line and pull cards.").format(
            names=listed(names[key] for key in now.level)
        )
