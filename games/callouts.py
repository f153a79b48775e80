"""All call-outs, those tagged by hand, and when each last occurred in a club; the glossary, and the page of tags."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from itertools import groupby
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import Access, club_view
from clubs.language.locales import comma_separated
from clubs.language.terms import own_word
from clubs.models import Club, User
from clubs.queries import Read
from games.access import HtmxRequest, MatchAccess, match_view
from games.base.names import listed
from games.base.statistics import BACK_TO_BACK
from games.base.wording import numbered, title
from games.entries.match_state import seats_at
from games.models import CallOut, Match, Seat, Tag
from games.registry import TABLE_GAMES, table_game
from games.rules import glossary as glossary_text
from scoring.messages import Term

# All call-outs, those tagged by hand, and when each last occurred in a club.


# Call-outs tagged on a round by hand, because only the players can see them. Tags are marked as removed, never
# deleted.


STANDING = Read(
    lambda match: (
        Tag.objects.filter(match=match, removed_at__isnull=True)
        .select_related("player")
        .order_by("-round", "tagged_at", "pk")
    ),
    match=Match._meta.pk,
)


@dataclass(frozen=True)
class TagWords:
    """A tag in words: its round (from 1), the call-out's code and label, and whose it is."""

    round: int
    term: str
    label: str
    who: str


def tags_of(match: Match) -> list[Tag]:
    """The current tags of a match, newest round first; one query, none for a game without tags."""
    return STANDING.all(match=match.pk) if table_game(match.game).record_categories.tag_labels else []


def in_words(match: Match, tags: Sequence[Tag]) -> list[TagWords]:
    """Return each tag in words; a tag without player belongs to the whole table."""
    labels = table_game(match.game).record_categories.tags if tags else {}
    return [
        TagWords(
            tag.round,
            tag.term,
            labels.get(tag.term, tag.term),
            tag.player.label if tag.player else _("the whole table"),
        )
        for tag in tags
    ]


def last_round(match: Match) -> int:
    """The last round that can be tagged; in an open match, the one being played."""
    return match.rounds + (1 if match.is_open else 0)


def terms_on(tags: Collection[Tag], number: int, player: int | None) -> set[str]:
    """The codes tagged on a round for a player (primary key), or for the whole table if `player` is None."""
    return {tag.term for tag in tags if tag.round == number and tag.player_id == player}


def put(match: Match, number: int, term: str, seat: Seat | None, user: User | None) -> None:
    """Tag a round for the player at `seat`, or for the whole table if that is None; an existing tag is left alone."""
    player = seat.player if seat else None
    if Tag.objects.filter(match=match, round=number, term=term, player=player, removed_at=None).exists():
        return
    try:
        with transaction.atomic():
            Tag.objects.create(match=match, round=number, term=term, player=player, tagged_by=user)
    except IntegrityError:  # another tablet saved the same tag first
        return


def take(match: Match, number: int, term: str, seat: Seat | None) -> None:
    """Mark a tag as removed; nothing happens if there is none."""
    player = seat.player if seat else None
    rows = Tag.objects.filter(match=match, round=number, term=term, player=player, removed_at=None)
    rows.update(removed_at=timezone.now())


# All call-outs of all games, whether the engines find them or players tag them, and the club's words for them.


def counted() -> dict[str, Term]:
    """The call-outs that engines find, by code, in the order of the games."""
    of_games = [each.record_categories for each in TABLE_GAMES]
    found = {code: term for each in of_games for code, term in {**each.labels, **each.unrecorded}.items()}
    return found | {BACK_TO_BACK.code: BACK_TO_BACK}


def tagged() -> dict[str, Term]:
    """The call-outs that are tagged by hand, by code."""
    return {code: term for each in TABLE_GAMES for code, term in each.record_categories.tag_labels.items()}


@cache
def codes() -> dict[str, str]:
    """Codes by the call-out's usual name in lower case, as the glossary page has it."""
    return {str(term).casefold(): code for code, term in {**counted(), **tagged()}.items()}


def own_name(usual: str) -> str:
    """Return the club's word for the call-out of this usual name; "" where it has none, or this is no call-out."""
    code = codes().get(usual.casefold())
    return own_word(code) if code else ""


# When each call-out last occurred in a club: two queries, however many call-outs there are and however rare.


@dataclass(frozen=True)
class LastCallOut:
    """The latest occurrence of a call-out: its row, with match and round, and in `who` the players in words."""

    row: CallOut | Tag
    who: str

    @property
    def where(self) -> str:
        """`hand 20, Thursday night, table 1`."""
        match = self.row.match
        return comma_separated([numbered(table_game(match.game).display.round_word, self.row.round), title(match)])


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
    return rows.filter(wanted).select_related("match", "player").order_by("term", "-round", "player__sorted_by")


def _together(rows: Iterable[Any]) -> Iterable[LastCallOut]:
    """Yield one occurrence per term, with all players who had it in that round."""
    for _term, same in groupby(rows, key=lambda row: row.term):
        first, *others = same
        names = [row.player.label for row in (first, *others) if row.round == first.round and row.player]
        yield LastCallOut(first, listed(names) if names else "")


# The glossary of call-outs, and the page on which players tag a round with them.


# The glossary page: what each call-out means, and when it last occurred.


@require_safe
@club_view()
def glossary(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    text, latest = glossary_text(), last_callouts(club)
    sections = [
        (
            section,
            [(each, own_name(each.title), latest.get(each.title.casefold())) for each in section.articles],
        )
        for section in text.sections
    ]
    context = {"access": access, "here": "more", "text": text, "sections": sections}
    return render(request, "games/callouts/glossary.html", context)


# The page on which players tag a round with call-outs: one tap adds a tag, a second one removes it.


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("record")
def tags(request: HtmxRequest, match: Match, access: MatchAccess, number: int) -> HttpResponse:
    if not table_game(match.game).record_categories.tags or not 1 <= number <= last_round(match):
        raise Http404
    seats = seats_at(match)
    if request.method != "POST":
        return _page(request, access, number, seats, request.GET)
    wrong = _written(access, number, seats, request.POST)
    if wrong or request.htmx:
        return _page(request, access, number, seats, request.POST, wrong)
    who = request.POST.get("who", "")
    query = f"?{urlencode({'who': who})}" if who else ""
    return redirect(reverse("tags", args=[match.pk, number]) + query)


def _written(access: MatchAccess, number: int, seats: list[Seat], form: QueryDict) -> str:
    """Add or remove the tag that the form names; return an error message, "" when it is done."""
    term, who = form.get("on") or form.get("off", ""), form.get("who", "")
    seat = _seat(seats, who)
    if term not in table_game(access.match.game).record_categories.tags:
        return _("This is not a call-out of the game. Tap one of those below.")
    if who and seat is None:
        return _("That player is not at this table. Tap one who is.")
    if form.get("on"):
        put(access.match, number, term, seat, access.writer.user)
    else:
        take(access.match, number, term, seat)
    return ""


def _seat(seats: list[Seat], who: str) -> Seat | None:
    return next((seat for seat in seats if str(seat.player_id) == who), None)


def _page(
    request: HtmxRequest, access: MatchAccess, number: int, seats: list[Seat], form: QueryDict, wrong: str = ""
) -> HttpResponse:
    """The whole page, or only its keys for an htmx request."""
    match, seat = access.match, _seat(seats, form.get("who", ""))
    this_game = table_game(match.game)
    standing = tags_of(match)
    on = terms_on(standing, number, seat.player_id if seat else None)
    labels = this_game.record_categories.tags
    context = {
        "access": access.club_access,
        "here": "more",
        "match": match,
        "title": title(match),
        "word": this_game.display.round_word,
        "number": number,
        "last": last_round(match),
        "seats": seats,
        "who": seat,
        "keys": [(term, label, term in on) for term, label in labels.items()],
        "standing": [(tag, labels.get(tag.term, tag.term)) for tag in standing if tag.round == number],
        "wrong": wrong,
    }
    template = "games/callouts/tags/_keys.html" if request.htmx else "games/callouts/tags.html"
    return render(request, template, context, status=HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK)
