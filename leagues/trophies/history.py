"""The chain of a trophy: its awards page by page, including withdrawn ones in their places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.core.paginator import Page
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubs.club_day import club_day
from clubs.models import Night
from clubs.web.responses import page_of
from games.base.statistics import BACK_TO_BACK
from games.base.wording import title
from leagues.models import Award, Trophy
from scoring.messages import translated

A_PAGE = 25
AROUND = 12  # awards read beyond both ends of a page, for the holder before it and the end of the last reign


@dataclass(frozen=True)
class Link:
    """One award: `days` until another player took the trophy, None if it is still held or was withdrawn; `mark` is a
    word such as “Defended”, or "".
    """

    award: Award
    days: int | None
    mark: str

    @property
    def night(self) -> Night | None:
        if self.award.match:
            return self.award.match.night
        return self.award.playoff.night if self.award.playoff else self.award.night

    @property
    def how(self) -> str:
        """How it was taken: the title of the match (“Thursday night, table 1”), the kind of play-off, or `by hand`."""
        if self.award.match:
            return title(self.award.match)
        return self.award.playoff.get_kind_display() if self.award.playoff else _("by hand")


@dataclass(frozen=True)
class Chain:
    """A page of the chain."""

    links: Sequence[Link]
    page: Page[Award]


def chain(request: HttpRequest, trophy: Trophy) -> Chain:
    """Return the requested page of the chain, the newest award first; two queries, however long the chain is."""
    rows = awards_of(trophy)
    page = page_of(request, rows, A_PAGE)
    first, last = max(page.start_index() - 1, 0), page.end_index()
    start = max(first - AROUND, 0)
    with_neighbours = list(rows[start : last + AROUND])
    return Chain(list(_links(trophy, with_neighbours))[first - start : last - start], page)


def links(trophy: Trophy, count: int) -> list[Link]:
    """Return the newest `count` links; one query."""
    return list(_links(trophy, list(awards_of(trophy)[: count + AROUND])))[:count]


def all_links(trophy: Trophy) -> Iterator[Link]:
    """Yield all links, the newest first; one query."""
    return _links(trophy, list(awards_of(trophy)))


def links_of(trophy: Trophy, shown: Sequence[Award]) -> list[Link]:
    """Return the links of these awards, which are consecutive in the chain; two queries, however long it is."""
    if not shown:
        return []
    rows = awards_of(trophy)
    first, last = shown[0], shown[-1]
    later = Q(awarded_at__gt=first.awarded_at) | Q(awarded_at=first.awarded_at, pk__gt=first.pk)
    before = Q(awarded_at__lt=last.awarded_at) | Q(awarded_at=last.awarded_at, pk__lt=last.pk)
    newer = list(rows.filter(later).order_by("awarded_at", "pk")[:AROUND])[::-1]
    with_neighbours = [*newer, *shown, *rows.filter(before)[:AROUND]]
    return list(_links(trophy, with_neighbours))[len(newer) : len(newer) + len(shown)]


def awards_of(trophy: Trophy) -> QuerySet[Award]:
    """Return the awards of the trophy, the newest first."""
    rows = trophy.awards.order_by("-awarded_at", "-pk")
    return rows.select_related("player", "match", "match__night", "playoff__night", "night", "given_by", "withdrawn_by")


def _links(trophy: Trophy, awards: Sequence[Award]) -> Iterator[Link]:
    """Yield a link for each award, the newest first; withdrawn awards do not affect the others."""
    standing = [award for award in awards if award.withdrawn_at is None]
    for award in awards:
        if award.withdrawn_at:
            yield Link(award, None, "")
        else:
            yield Link(award, _days(award, standing), _mark(trophy, award, standing))


def _days(award: Award, standing: Sequence[Award]) -> int | None:
    later = [each for each in standing[: standing.index(award)] if not _together(each, award)]
    if not later:
        return None
    return (club_day(later[-1].awarded_at) - club_day(award.awarded_at)).days


def _mark(trophy: Trophy, award: Award, standing: Sequence[Award]) -> str:
    """Return a mark if the player had the trophy already: a trophy won twice in succession is Back-to-Back (DD-G10)."""
    earlier = [each for each in standing[standing.index(award) + 1 :] if not _together(each, award)]
    before = [each for each in earlier if _together(each, earlier[0])]
    had = next((each for each in before if each.player_id == award.player_id), None)
    if had is None:
        return ""
    if trophy.rule == Trophy.Rule.LOSER:
        return _("Still wearing it")
    return translated(BACK_TO_BACK) if _is_played(had) and _is_played(award) else _("Defended")


def _together(one: Award, other: Award) -> bool:
    """Whether both awards come from one match, won jointly."""
    return one.match_id is not None and one.match_id == other.match_id


def _is_played(award: Award) -> bool:
    return award.match_id is not None or award.playoff_id is not None
