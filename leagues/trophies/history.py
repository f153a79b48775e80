"""The chain of a trophy: its awards page by page, including withdrawn ones in their places; and the awards of
a night.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.core.paginator import Page
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubs.models import Night, Player
from clubs.models.calendar import club_day
from clubs.responses import page_of
from games.base.statistics import BACK_TO_BACK
from games.base.wording import title
from games.models import Seat
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


# The trophies of a night, and their holders before it.

BEFORE_ALL = datetime(1970, 1, 1, tzinfo=UTC)
NEWEST = ("-awarded_at", "-pk")


@dataclass(frozen=True)
class Before:
    """The holder before the night (None if none) and how often that player had defended it; `waited` is on how many
    nights the new holder had played without it, `first` whether the new holder never had it.
    """

    player: Player | None = None
    defended: int = 0
    waited: int = 0
    first: bool = True


def last_of_each(night: Night) -> list[Award]:
    """Return the last award of each trophy on the night, annotated with `first_at`, the time of the night's first award
    of it, and `held_by`, the holder before; one query.
    """
    ways = ({"night": night}, {"match__night": night}, {"playoff__night": night})
    by_hand, *won = [Award.objects.filter(**way, withdrawn_at=None).order_by().values("pk") for way in ways]
    tonight = by_hand.union(*won)  # a union, because each part has an index
    rows = Award.objects.filter(pk__in=tonight).select_related("trophy", "player")
    awards: dict[int, Any] = {}
    award: Any
    for award in rows.annotate(held_by=Subquery(_earlier().values("player")[:1])).order_by("awarded_at", "pk"):
        first = awards.get(award.trophy_id, award)
        award.first_at, award.held_by = getattr(first, "first_at", award.awarded_at), first.held_by
        award.tonight = night.pk
        awards[award.trophy_id] = award
    return sorted(awards.values(), key=lambda award: (award.trophy.game, award.trophy.rule != "winner", award.pk))


def _earlier() -> QuerySet[Award]:
    mine = Award.objects.filter(trophy=OuterRef("trophy"), withdrawn_at=None)
    return mine.filter(awarded_at__lt=OuterRef("awarded_at")).order_by(*NEWEST)


def before_each(awards: Sequence[Any]) -> dict[int, Before]:
    """Return the state before the night by trophy; `awards` are those of `last_of_each`. Three queries, however many
    awards and however long their history.
    """
    if not awards:
        return {}
    players = {each.pk: each for each in Player.objects.filter(pk__in=[award.held_by for award in awards])}
    reigns: dict[str, Any] = {}
    waits: dict[str, Any] = {}
    for at, award in enumerate(awards):
        reigns |= _reign(at, award)
        waits[f"waited_{at}"] = Count("match__night", distinct=True, filter=_nights(award))
    counts = Award.objects.filter(trophy__in=[award.trophy_id for award in awards]).aggregate(**reigns)
    counts |= Seat.objects.filter(player__in=[award.player_id for award in awards]).aggregate(**waits)
    return {award.trophy_id: _before(at, award, counts, players) for at, award in enumerate(awards)}


def _before(at: int, award: Any, counts: dict[str, Any], players: dict[int, Player]) -> Before:
    defended, first = max(counts[f"reign_{at}"] - 1, 0), not counts[f"had_{at}"]
    return Before(players.get(award.held_by), defended, counts[f"waited_{at}"], first)


def _of(award: Any) -> Q:
    return Q(trophy=award.trophy_id, withdrawn_at=None, awarded_at__lt=award.first_at)


def _reign(at: int, award: Any) -> dict[str, Any]:
    """Return counts of how often the previous holder took it in succession, and how often the new one had taken it
    earlier.
    """
    lost = Award.objects.filter(_of(award)).exclude(player=award.held_by).order_by(*NEWEST).values("awarded_at")[:1]
    unbroken = _of(award) & Q(player=award.held_by, awarded_at__gt=Coalesce(Subquery(lost), BEFORE_ALL))
    return {
        f"reign_{at}": Count("pk", filter=unbroken),
        f"had_{at}": Count("pk", filter=_of(award) & Q(player=award.player_id)),
    }


def _nights(award: Any) -> Q:
    """Return a filter for the nights on which the player has played this game since last having the trophy, without
    this night.
    """
    had = Award.objects.filter(_of(award), player=award.player_id).order_by(*NEWEST).values("awarded_at")[:1]
    played = Q(player=award.player_id, match__finished_at__lte=award.awarded_at)
    game = Q(match__game=award.trophy.game) if award.trophy.game else Q()
    since = Q(match__finished_at__gt=Coalesce(Subquery(had), BEFORE_ALL))
    return played & game & since & ~Q(match__night=award.tonight)
