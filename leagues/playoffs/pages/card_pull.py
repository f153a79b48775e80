"""The page for a tie on the line of a group: each player pulls one card, one question at a time, and the low card drops
(DD-50, HR-DD-11).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, club_view
from clubs.models import Club, Role
from clubs.models.calendar import evening
from games.base.entry import card_pull
from games.base.entry.names import listed
from leagues.models import CutPull, Playoff
from leagues.playoffs import state as playoff_state
from leagues.playoffs.groups import Group
from leagues.playoffs.lookup import find_groups
from leagues.playoffs.state import State
from leagues.playoffs.wording import places, short
from scoring.cards import RANKS
from scoring.competition.playoffs import letter, split_by_cards


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.SCOREKEEPER)
def playoff_pull(request: HttpRequest, club: Club, access: Access, pk: int, group: int) -> HttpResponse:
    """The cards entered so far are in the query string; the button at the end saves them."""
    playoff = find_groups(club, access, pk)
    if playoff.called_off_at:
        raise Http404
    if request.method == "POST":
        return _write(request, access, playoff, group)
    state = playoff_state.read(playoff)
    drawn_group = _group(state, group)
    if not drawn_group.cut.level or not state.groups_over:
        words = _("Nobody is level on the line of group {letter} any more.")
        messages.info(request, words.format(letter=drawn_group.letter))
        return redirect("playoff", club.slug, pk)
    return _page(request, access, state, drawn_group, request.GET)


@transaction.atomic
def _write(request: HttpRequest, access: Access, playoff: Playoff, number: int) -> HttpResponse:
    """Save the cards. If those level on the line are not the ones that the page showed (a second tap, another tablet),
    nothing is saved.
    """
    Playoff.objects.select_for_update().get(pk=playoff.pk)
    state = playoff_state.read(playoff)
    group = _group(state, number)
    cards = card_pull.cards_in(request.POST)
    if request.POST.get("seats", "") != _keys(group) or not group.cut.level or not state.groups_over:
        words = _("The line of group {letter} has changed meanwhile. Check it again.")
        messages.info(request, words.format(letter=group.letter))
        return redirect("playoff", playoff.club.slug, playoff.pk)
    if len(cards) != len(group.cut.level):
        return _page(request, access, state, group, request.POST, str(card_pull.AGAIN))
    pulls = dict(zip(group.cut.level, cards, strict=True))
    named = {str(key): card for key, card in pulls.items()}
    CutPull.objects.create(playoff=playoff, group=number, cards=named, recorded_by=access.user)
    messages.success(request, _("Saved: {outcome}").format(outcome=_Outcome(state, group).words(pulls)))
    return redirect("playoff", playoff.club.slug, playoff.pk)


@require_POST
@club_view(Role.SCOREKEEPER)
def pull_withdraw(request: HttpRequest, club: Club, access: Access, pk: int, pull: int) -> HttpResponse:
    """Withdraw a card pull that was recorded wrongly; once a final table has begun only an organiser may."""
    playoff = find_groups(club, access, pk)
    row = get_object_or_404(CutPull, pk=pull, playoff=playoff)
    has_begun = playoff.fixtures.filter(stage__in=["winners", "losers"], match__isnull=False).exists()
    if has_begun and not access.can_organise:
        raise PermissionDenied
    if row.withdrawn_at is None:
        row.withdrawn_at = timezone.now()
        row.save(update_fields=["withdrawn_at"])
    messages.success(
        request, _("Withdrawn. Group {letter} pulls again where it is still level.").format(letter=letter(row.group))
    )
    return redirect("playoff", club.slug, pk)


def _group(state: State, number: int) -> Group:
    group = next((each for each in state.groups if each.table.fixture.number == number), None)
    if group is None:
        raise Http404
    return group


def _keys(group: Group) -> str:
    return "-".join(map(str, group.cut.level))


def _page(
    request: HttpRequest, access: Access, state: State, group: Group, form: QueryDict, wrong: str = ""
) -> HttpResponse:
    names, level = short(state), group.cut.level
    cards = dict(zip(level, card_pull.cards_in(form), strict=False))
    now = next((key for key in level if key not in cards), None)
    totals = {chair.player.pk: chair.total for chair in group.table.chairs}
    outcome = _Outcome(state, group)
    context: dict[str, Any] = {
        "access": access,
        "playoff": state.playoff,
        "title": _("{night}, group {letter}").format(night=evening(state.playoff.started_at), letter=group.letter),
        "level": listed(names[key] for key in level),
        "total": totals[level[0]],
        "places": places(group.cut.places),
        "number": len(cards) + 1,
        "count": len(level),
        "left": len(level) - len(cards),
        "pulled": [(names[key], card_pull.card_name(card)) for key, card in cards.items()],
        "cards": "-".join(cards.values()),
        "seats": _keys(group),
        "is_repeat": bool(group.pulls),
        "undo_cards": "-".join(list(cards.values())[:-1]),
        "action": request.path,
        "back": reverse("playoff", args=[access.club.slug, state.playoff.pk]),
        "wrong": wrong,
    }
    if now is None:
        context["verdict"] = outcome.words(cards)
    else:
        context |= {"name": names[now], "keys": card_pull.keys(cards.values())}
        if len(cards) == len(level) - 1:
            context["ifs"] = list(card_pull.outcomes(lambda rank: outcome.words({**cards, now: rank})))
    return render(request, "leagues/playoffs/card_pull.html", context, status=422 if wrong else 200)


class _Outcome:
    """Says in a sentence what the cards decide."""

    def __init__(self, state: State, group: Group) -> None:
        self.names, self.places = short(state), group.cut.places

    def words(self, cards: Mapping[int, str]) -> str:
        split = split_by_cards({key: RANKS[card] for key, card in cards.items()}, self.places)
        up, level, down = ([key for key in cards if key in part] for part in split)
        sentences = (
            (up, ngettext("{names} goes up.", "{names} go up.", len(up))),
            (down, ngettext("{names} goes down.", "{names} go down.", len(down))),
            (level, _("{names} pull again.")),
        )
        return " ".join(words.format(names=self._listed(keys)) for keys, words in sentences if keys)

    def _listed(self, keys: Sequence[int]) -> str:
        return listed(self.names[key] for key in keys)
