"""When each call-out last occurred in a club: two queries, however many call-outs there are and however rare."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from clubs.models import Club
from games.base.entry.names import listed
from games.base.entry.round_words import numbered
from games.base.results.titles import title
from games.callouts.catalogue import codes
from games.models import CallOut, Tag
from games.registry import TABLE_GAMES, table_game


@dataclass(frozen=True)
class LastCallOut:
    """The latest occurrence of a call-out: its row, with match and round, and in `who` the players in words."""

    row: CallOut | Tag
    who: str

    @property
    def where(self) -> str:
        """`hand 20, Thursday night, table 1`."""
        match = self.row.match
        return ", ".join([numbered(table_game(match.game).display.round_word, self.row.round), title(match)])


def last_callouts(club: Club) -> dict[str, LastCallOut]:
    """The latest occurrence of each call-out, by its usual name in lower case."""
    computed = _newest(
        club, CallOut.objects.all(), {term for each in TABLE_GAMES for term in each.record_categories.terms}
    )
    tags = _newest(
        club,
        Tag.objects.filter(removed_at=None),
        {term for each in TABLE_GAMES for term in each.record_categories.tags},
    )
    callouts = [*_together(computed), *_together(tags)]
    usual = {code: name for name, code in codes().items()}
    return {usual[callout.row.term]: callout for callout in callouts if callout.row.term in usual}


def _newest(club: Club, rows: QuerySet[Any], terms: Iterable[str]) -> QuerySet[Any]:
    """The rows of each term in the newest match that has it.

    Matches are searched from the newest on, so that a common term is found at once and only a rare one takes longer.
    """
    wanted = Q(pk__in=[])
    for term in sorted(terms):
        of_match = rows.filter(match=OuterRef("pk"), term=term)
        newest = club.matches.filter(Exists(of_match)).order_by("-started_at", "-id").values("pk")[:1]
        wanted |= Q(term=term, match=Subquery(newest))
    return rows.filter(wanted).select_related("match", "player").order_by("term", "-round", "player__name")


def _together(rows: Iterable[Any]) -> Iterable[LastCallOut]:
    """Yield one occurrence per term, with all players who had it in that round."""
    for _, same in groupby(rows, key=lambda row: row.term):
        first, *others = same
        names = [row.player.label for row in (first, *others) if row.round == first.round and row.player]
        yield LastCallOut(first, listed(names) if names else "")
