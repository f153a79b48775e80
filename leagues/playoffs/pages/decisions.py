"""Pages of the decisions between the stages of a play-off: who goes home, card pulls, seats, the deal."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, club_view
from clubs.language.terms import inside
from clubs.models import Club, Player, Role, User
from clubs.models.calendar import evening
from games.base import form_parsing
from games.base.form_parsing import one_of, reason
from games.base.names import listed
from games.base.table_game import Unreadable
from games.base.wording import table_of
from leagues.models import CutPull, Playoff
from leagues.playoffs import finals, results
from leagues.playoffs import state as playoff_state
from leagues.playoffs.finals import final_tables
from leagues.playoffs.pages.playoff import bottoms, show
from leagues.playoffs.results import find, find_groups
from leagues.playoffs.state import Displaced, Group, State
from leagues.playoffs.wording import named, places, short, up_words
from scoring.base import RuleError
from scoring.cards import RANKS
from scoring.competition.playoffs import letter, split_by_cards
from scoring.messages import translated

# Between the groups and the final tables: a player goes home or comes back, the bottom count, who got the first Jack.


@require_POST
@club_view(Role.SCOREKEEPER)
def playoff_line(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """Record the one decision that was tapped; an unknown one is refused."""
    playoff = find_groups(club, access, pk)
    form = request.POST
    try:
        do = one_of(form, "do", DECISIONS)
        state = playoff_state.read(playoff)
        said = DECISIONS[do](state, form, access.user)
    except Unreadable as error:
        return show(request, access, playoff, error.message, error.field)
    except RuleError as error:
        return show(request, access, playoff, translated(error.message))
    if said:
        messages.success(request, said)
    here = reverse("playoff", args=[club.slug, pk])
    return redirect(f"{here}#deal-{_next_table(state, form)}" if do == "jack" else here)


def _next_table(state: State, form: QueryDict) -> str:
    """Return the final table to show after a first Jack: another one without a dealer, or the same."""
    stage = form.get("stage", "")
    return next((each.stage for each in finals.final_tables(state) if each.is_open and each.stage != stage), stage)


def _player(state: State, form: QueryDict, refusal: str) -> Player:
    player = next((each for key, each in state.players.items() if str(key) == form.get("player", "")), None)
    if player is None:
        raise Unreadable(refusal, "player")
    return player


def _goes(state: State, form: QueryDict, by: User | None) -> str:
    player = _player(state, form, _("Choose who goes home."))
    instead = results.take_out(state.playoff.pk, player, by)
    return _gone(player, instead)


def _gone(player: Player, instead: Sequence[Player]) -> str:
    if not instead:
        return _("{player} goes home and sits at no final table.").format(player=player.label)
    words = ngettext(
        "{player} goes home: {names} goes up instead.", "{player} goes home: {names} go up instead.", len(instead)
    )
    return words.format(player=player.label, names=listed(each.label for each in instead))


def _stays(state: State, form: QueryDict, by: User | None) -> str:
    player = _player(state, form, _("Choose who stays after all."))
    results.bring_back(state.playoff.pk, player)
    return _("{player} stays after all.").format(player=player.label)


def _set_bottom(state: State, form: QueryDict, by: User | None) -> str:
    """Set the bottom count; "" means everybody who does not go up. Raises Unreadable for a number that does not fit the
    smallest group.
    """
    text = form.get("bottom")
    if text == "":
        results.set_bottom(state.playoff.pk, None)
        return _("All who do not go up play at the losers’ table.")
    if text is None or text not in map(str, bottoms(state)):
        raise Unreadable(_("That many do not fit. Choose one of the numbers on the page."), "bottom")
    results.set_bottom(state.playoff.pk, int(text))
    return _("The bottom {text} of each group play at the losers’ table; whoever is between sits out.").format(
        text=text
    )


def _jack(state: State, form: QueryDict, by: User | None) -> str:
    """Save who got the first Jack at a table; the page shows it, so no words."""
    player = _player(state, form, _("Tap who got the first Jack."))
    finals.set_first_jack(state.playoff.pk, form.get("stage", ""), player)
    return ""


def _unjack(state: State, form: QueryDict, by: User | None) -> str:
    finals.set_first_jack(state.playoff.pk, form.get("stage", ""), None)
    return ""


DECISIONS: Mapping[str, Callable[[State, QueryDict, User | None], str]] = {
    "gone": _goes,
    "back": _stays,
    "bottom": _set_bottom,
    "jack": _jack,
    "unjack": _unjack,
}


# The page for a tie on the line of a group: each player pulls one card, one question at a time, and the low card
# drops (DD-50, HR-DD-11).


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
    Playoff.objects.select_for_update(no_key=True).get(pk=playoff.pk)
    state = playoff_state.read(playoff)
    group = _group(state, number)
    cards = form_parsing.cards_in(request.POST)
    if request.POST.get("seats", "") != _keys(group) or not group.cut.level or not state.groups_over:
        words = _("The line of group {letter} has changed meanwhile. Check it again.")
        messages.info(request, words.format(letter=group.letter))
        return redirect("playoff", playoff.club.slug, playoff.pk)
    if len(cards) != len(group.cut.level):
        return _page(request, access, state, group, request.POST, str(form_parsing.AGAIN))
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
    cards = dict(zip(level, form_parsing.cards_in(form), strict=False))
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
        "pulled": [(names[key], form_parsing.card_name(card)) for key, card in cards.items()],
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
        context |= {"name": names[now], "keys": form_parsing.keys(cards.values())}
        if len(cards) == len(level) - 1:
            context["ifs"] = list(form_parsing.outcomes(lambda rank: outcome.words({**cards, now: rank})))
    return render(request, "leagues/playoffs/card_pull.html", context, status=422 if wrong else 200)


class _Outcome:
    """Says in a sentence what the cards decide."""

    def __init__(self, state: State, group: Group) -> None:
        self.names, self.places = short(state), group.cut.places

    def words(self, cards: Mapping[int, str]) -> str:
        split = split_by_cards({key: RANKS[card] for key, card in cards.items()}, self.places)
        up, level, down = ([key for key in cards if key in part] for part in split)
        sentences = (
            (up, up_words(len(up))),
            (down, ngettext("{names} goes down.", "{names} go down.", len(down))),
            (level, str(form_parsing.PULL_AGAIN)),
        )
        return " ".join(words.format(names=self._listed(keys)) for keys, words in sentences if keys)

    def _listed(self, keys: Sequence[int]) -> str:
        return listed(self.names[key] for key in keys)


# Decisions between the stages of a play-off: deal the final tables, keep or swap seats, call the play-off off.


@require_POST
@club_view(Role.SCOREKEEPER)
def playoff_deal(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """Deal both final tables in one request; repeating it changes nothing."""
    playoff = find_groups(club, access, pk)
    state = playoff_state.read(playoff)
    if state.winners and state.losers:
        return redirect("playoff", club.slug, pk)
    tables = list(final_tables(state))
    if still := [each for each in tables if each.is_open]:
        words = _("{table}: deal cards face up until the first Jack falls, then tap who got it.")
        return show(request, access, playoff, " ".join(words.format(table=each.title) for each in still))
    try:
        dealt = finals.deal_finals(pk, {each.stage: each.dealer for each in tables}, access.user)
    except RuleError as error:
        return show(request, access, playoff, translated(error.message))
    words = _("Dealt: {tables}. Everybody starts from 0.")
    messages.success(request, words.format(tables=listed(inside(table_of(match)) for match in dealt)))
    return redirect("playoff", club.slug, pk)


@require_POST
@club_view(Role.ORGANISER)
def playoff_decide(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """Keep the players as seated, or swap the two and deal those tables again."""
    playoff = find_groups(club, access, pk)
    state = playoff_state.read(playoff)
    try:
        do = one_of(request.POST, "do", ("keep", "swap", "level"))
    except Unreadable as error:
        return show(request, access, playoff, error.message, error.field)
    pair = _level(state) if do == "level" else _pair(state, request.POST)
    if pair is None:
        messages.info(request, _("That is settled already."))
        return redirect("playoff", club.slug, pk)
    decide = finals.swap if do == "swap" else finals.keep
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


def _level(state: State) -> Displaced | None:
    return Displaced(None, None) if state.may_keep_level else None


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
