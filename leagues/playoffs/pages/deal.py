"""Decisions between the stages of a play-off: deal the final tables, keep or swap seats, call the play-off off."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, club_view
from clubs.language.capitals import inside
from clubs.models import Club, Player, Role
from games.base.entry.form_parsing import reason
from games.base.entry.names import listed
from games.base.results.titles import table_of
from games.base.table_game import Unreadable
from leagues.playoffs import state as playoff_state
from leagues.playoffs.groups import Displaced
from leagues.playoffs.lookup import find, find_groups
from leagues.playoffs.pages.playoff import bottoms, next_question, show
from leagues.playoffs.seating import finals, leavers
from leagues.playoffs.state import State
from leagues.playoffs.wording import named
from scoring.base import RuleError
from scoring.messages import translated


@require_POST
@club_view(Role.SCOREKEEPER)
def playoff_deal(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """Deal both final tables in one request; repeating it changes nothing."""
    playoff = find_groups(club, access, pk)
    state = playoff_state.read(playoff)
    if state.winners and state.losers:
        return redirect("playoff", club.slug, pk)
    try:
        dealt = finals.deal_finals(pk, _dealers(state, request.POST), access.user)
    except Unreadable as error:
        return show(request, access, playoff, error.message, error.field)
    except RuleError as error:
        return show(request, access, playoff, translated(error.message))
    words = _("Dealt: {tables}. Everybody starts from 0.")
    messages.success(request, words.format(tables=listed(inside(table_of(match)) for match in dealt)))
    return redirect("playoff", club.slug, pk)


def _dealers(state: State, form: QueryDict) -> dict[str, Player | None]:
    """Return the first dealer by stage: the last winner if seated there, otherwise who got the first Jack (DD-06,
    DD-07). Raises Unreadable if a Jack is needed and missing.
    """
    dealers: dict[str, Player | None] = {}
    for each in next_question(state):
        tapped = next((player for player in each.players if str(player.pk) == form.get(each.stage, "")), None)
        dealers[each.stage] = tapped or each.holder
        if each.has_dealer and dealers[each.stage] is None:
            words = _("{table}: deal cards face up until the first Jack falls, then choose who got it.")
            raise Unreadable(words.format(table=each.title), each.stage)
    return dealers


@require_POST
@club_view(Role.SCOREKEEPER)
def playoff_line(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """Between the groups and the finals: a player goes home or comes back, or the bottom count is set."""
    playoff = find_groups(club, access, pk)
    do, state = request.POST.get("do", ""), playoff_state.read(playoff)
    player = next((each for key, each in state.players.items() if str(key) == request.POST.get("player", "")), None)
    try:
        if do == "bottom":
            messages.success(request, _set_bottom(state, request.POST.get("bottom", "")))
        elif player is None:
            raise Unreadable(_("Choose who goes home."), "player")
        elif do == "back":
            leavers.bring_back(pk, player)
            messages.success(request, _("{player} stays after all.").format(player=player.label))
        else:
            messages.success(request, _gone(player, leavers.take_out(pk, player, access.user)))
    except Unreadable as error:
        return show(request, access, playoff, error.message, error.field)
    except RuleError as error:
        return show(request, access, playoff, translated(error.message))
    return redirect("playoff", club.slug, pk)


def _gone(player: Player, instead: Sequence[Player]) -> str:
    if not instead:
        return _("{player} goes home and sits at no final table.").format(player=player.label)
    words = ngettext(
        "{player} goes home: {names} goes up instead.", "{player} goes home: {names} go up instead.", len(instead)
    )
    return words.format(player=player.label, names=listed(each.label for each in instead))


def _set_bottom(state: State, text: str) -> str:
    """Set the bottom count; "" means everybody who does not go up. Raises Unreadable for a number that does not fit the
    smallest group.
    """
    if not text:
        leavers.set_bottom(state.playoff.pk, None)
        return _("All who do not go up play at the losers’ table.")
    if text not in map(str, bottoms(state)):
        raise Unreadable(_("That many do not fit. Choose one of the numbers on the page."), "bottom")
    leavers.set_bottom(state.playoff.pk, int(text))
    return _("The bottom {text} of each group play at the losers’ table; whoever is between sits out.").format(
        text=text
    )


@require_POST
@club_view(Role.ORGANISER)
def playoff_decide(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """Keep the players as seated, or swap the two and deal those tables again."""
    playoff = find_groups(club, access, pk)
    state = playoff_state.read(playoff)
    pair = _pair(state, request.POST)
    if state.may_keep_level and request.POST.get("do") == "level":
        pair = Displaced(None, None)
    if pair is None:
        messages.info(request, _("That is settled already."))
        return redirect("playoff", club.slug, pk)
    decide = finals.swap if request.POST.get("do") == "swap" else finals.keep
    try:
        decide(pk, pair, reason(request.POST), access.user)
    except Unreadable as error:
        return show(request, access, playoff, error.message, error.field)
    except RuleError as error:
        return show(request, access, playoff, translated(error.message), "decide")
    if pair == Displaced(None, None):
        messages.success(request, _("Kept as seated: those level on the line stay where they are."))
        return redirect("playoff", club.slug, pk)
    kept, swapped = _("Kept as seated: {one} and {other}."), _("Swapped, and dealt again from 0: {one} and {other}.")
    words = kept if decide is finals.keep else swapped
    messages.success(request, words.format(one=named(pair.up), other=named(pair.down)))
    return redirect("playoff", club.slug, pk)


def _pair(state: State, form: QueryDict) -> Displaced | None:
    wanted = form.get("up", ""), form.get("down", "")
    return next((pair for pair in state.displaced if (pair.up_key, pair.down_key) == wanted), None)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
def playoff_call_off(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    playoff = find(club, access, pk)
    if request.method == "POST":
        finals.call_off(pk)
        messages.success(request, _("Called off. Its sheets stay as they are, and nobody takes a trophy for it."))
        return redirect(playoff)
    return render(request, "leagues/playoffs/call_off.html", {"access": access, "here": "tonight", "playoff": playoff})
