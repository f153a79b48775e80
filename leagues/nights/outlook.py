"""What comes next in the play-offs of a night, in sentences: who is above the line of each group, then who would take
which trophy.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _

from clubs.models import Night
from leagues.models import Playoff
from leagues.playoffs import state as playoff_state
from leagues.playoffs.settled import next_words
from leagues.playoffs.wording import verdicts


def playoffs_of(night: Night) -> list[Playoff]:
    """Return the play-offs of the night in the order they began, annotated for `decisions`."""
    decided = (
        Count("pulls", distinct=True)
        + Count("pulls__withdrawn_at", distinct=True)
        + Count("leavers", distinct=True)
        + Count("leavers__withdrawn_at", distinct=True)
    )
    return list(night.playoffs.select_related("club").annotate(decided=decided).order_by("pk"))


def decisions(playoffs: Sequence[Playoff]) -> list[tuple[Any, ...]]:
    """Return a value that changes with every card pull, with every leaver who goes or returns, and with the bottom
    count.
    """
    return [(each.pk, each.bottom, vars(each)["decided"]) for each in playoffs]


def outlook(playoffs: Sequence[Playoff]) -> list[str]:
    """Return the sentences for all open play-offs with groups; five queries for each."""
    return [words for playoff in playoffs if _goes_on(playoff) for words in _of_playoff(playoff)]


def _goes_on(playoff: Playoff) -> bool:
    return playoff.kind == Playoff.Kind.GROUPS and not (playoff.finished_at or playoff.called_off_at)


def _of_playoff(playoff: Playoff) -> Iterator[str]:
    state = playoff_state.read(playoff)
    if not (state.winners or state.losers):
        yield from next_words(state)
    elif state.trophies:
        words = _("{trophy} to {player}")
        taken = [words.format(trophy=each.prize, player=each.who) for each in verdicts(state) if each.who]
        if taken:
            yield _("If it ended now: {names}.").format(names=", ".join(taken))
