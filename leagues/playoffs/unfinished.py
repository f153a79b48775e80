"""What a play-off still waits for, in sentences, with the page to do it on."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Night
from games.base.names import listed
from leagues.models import Playoff
from leagues.playoffs import pairings as tournament_state
from leagues.playoffs import state as playoff_state
from leagues.playoffs.finals import obstacles
from leagues.playoffs.state import State
from leagues.playoffs.wording import short


@dataclass(frozen=True)
class Waiting:
    """The next thing to do in a play-off, as the label and address of a button."""

    words: str
    url: str


def unfinished(night: Night) -> list[Playoff]:
    """The play-offs of a night that are neither over nor called off; one query."""
    return list(night.playoffs.filter(finished_at=None, called_off_at=None).select_related("club").order_by("pk"))


def waiting(playoff: Playoff) -> Waiting:
    """Return the next thing to do, if none of the play-off's tables is being played."""
    if playoff.kind != Playoff.Kind.GROUPS:
        return Waiting(_("Play the next match"), playoff.get_absolute_url())
    state = playoff_state.read(playoff)
    if level := state.level:
        names = short(state)
        url = reverse("playoff-pull", args=[playoff.club.slug, playoff.pk, level.table.fixture.number])
        return Waiting(_("Pull cards: {names}").format(names=listed(names[key] for key in level.cut.level)), url)
    if state.is_cut and not (state.winners and state.losers) and not list(obstacles(state)):
        return Waiting(_("Deal the final tables"), playoff.get_absolute_url())
    return Waiting(_("Settle the play-off"), playoff.get_absolute_url())


def left_to_play(playoff: Playoff) -> list[str]:
    """Return a sentence for everything that has not been played or settled."""
    if playoff.kind == Playoff.Kind.GROUPS:
        return list(_evening(playoff_state.read(playoff))) or [_("Nobody has been given its trophies yet.")]
    left = sum(not pairing.is_over for pairing in tournament_state.read(playoff).pairings)
    return [_("Matches of the {kind} that were not played: {left}.").format(kind=playoff.get_kind_display(), left=left)]


def _evening(state: State) -> Iterator[str]:
    open_groups = [_("group {letter}").format(letter=group.letter) for group in state.groups if not group.table.is_over]
    if open_groups:
        yield _("Not played to the end: {names}.").format(names=listed(open_groups))
    yield from obstacles(state)
    if state.winners is None and state.losers is None:
        yield _("The final tables have not been dealt.")
    elif state.winners is None:
        yield _("The winners’ table has not been dealt.")
    elif state.losers is None:
        yield _("The losers’ table has not been dealt.")
    if state.winners and not state.winners.is_over:
        yield _("The winners’ table has not been played to its end.")
    if state.losers and not state.losers.is_over:
        yield _("The losers’ table has not been played to its end.")
