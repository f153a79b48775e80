"""The pages of all play-offs, and of knock-outs and round robins: setting one up, its bracket or table, its matches."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Player, Role
from clubs.players.search import by_name
from clubs.responses import page_of
from games.base.form_parsing import BROKEN, one_of, reason, whole_number
from games.base.table_game import TableGame, Unreadable
from games.registry import TABLE_GAMES, table_game
from leagues.models import Playoff
from leagues.playoffs import pairings as tournament_state
from leagues.playoffs.results import find
from leagues.ratings.queries import strengths
from leagues.tournaments import setup
from scoring.base import RuleError
from scoring.messages import translated

SEEDS = (("random", gettext_lazy("At random")), ("rating", gettext_lazy("By rating, strongest first")))


def for_two() -> list[TableGame]:
    """Return the games that two can play, those for only two first."""
    return sorted((each for each in TABLE_GAMES if each.engine.seats[0] <= 2), key=lambda each: each.engine.seats[1])


@require_safe
@club_view(readers=True)
def playoffs(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    rows = page_of(request, club.playoffs.select_related("winner", "loser", "club"))
    listed = [(each, table_game(each.game).name) for each in rows]
    return render(
        request,
        "leagues/tournaments/playoffs.html",
        {"access": access, "here": "more", "page": rows, "listed": listed},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
def tournament_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    if request.method != "POST":
        return _form(request, club, access, request.GET)
    form = request.POST
    try:
        players = _set_up(club, access, form)
    except Unreadable as error:
        return _form(request, club, access, form, error.message, error.field)
    except RuleError as error:
        return _form(request, club, access, form, translated(error.message), error.field or "")
    messages.success(request, _("Drawn. Tap Play to begin a match."))
    return redirect(players)


def _set_up(club: Club, access: Access, form: QueryDict) -> Playoff:
    kind, game = form.get("kind", ""), form.get("game", "")
    if kind not in setup.KINDS:
        raise Unreadable(_("Choose a knock-out or a round robin."), "kind")
    if game not in {each.key for each in for_two()}:
        raise Unreadable(_("Choose a game two can play."), "game")
    seeds = one_of(form, "seeds", dict(SEEDS), _("Choose how they are seeded: at random, or by rating."))
    known = strengths(club, game) if seeds == "rating" else None
    return setup.set_up(club, kind, game, setup.seeded(_chosen(club, form), known), access.user)


def _chosen(club: Club, form: QueryDict) -> Sequence[Player]:
    keys = [key for key in form.getlist("player")[:100] if key.isascii() and key.isdecimal() and len(key) < 19]
    return list(club.players.filter(pk__in=keys, is_active=True))


def _form(
    request: HttpRequest, club: Club, access: Access, form: QueryDict, wrong: str = "", field: str = ""
) -> HttpResponse:
    context: dict[str, Any] = {
        "access": access,
        "here": "more",
        "players": by_name(club.players.filter(is_active=True)),
        "chosen": set(form.getlist("player")),
        "kinds": [(kind.value, kind.label) for kind in setup.KINDS],
        "kind": form.get("kind") or Playoff.Kind.KNOCKOUT.value,
        "games": for_two(),
        "game": form.get("game") or for_two()[0].key,
        "seeds": SEEDS,
        "seed": form.get("seeds") or "random",
        "wrong": wrong,
        "wrong_field": field,
    }
    return render(request, "leagues/tournaments/new.html", context, status=422 if wrong else 200)


def _find(club: Club, access: Access, pk: int) -> Playoff:
    playoff = find(club, access, pk)
    if playoff.kind not in setup.KINDS:
        raise Http404
    return playoff


@require_safe
@club_view(spectators=True)
def tournament(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    return _show(request, access, _find(club, access, pk))


def _show(request: HttpRequest, access: Access, playoff: Playoff, wrong: str = "") -> HttpResponse:
    state = tournament_state.read(playoff)
    context = {
        "access": access,
        "here": "more",
        "playoff": playoff,
        "game": table_game(playoff.game),
        "state": state,
        "rows": [(row, state.players[row.player]) for row in state.rows if row.player in state.players],
        "is_live": not state.is_over and not playoff.called_off_at,
        "wrong": wrong,
    }
    return render(request, "leagues/tournaments/tournament.html", context, status=422 if wrong else 200)


@require_POST
@club_view(Role.SCOREKEEPER)
def tournament_play(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    playoff = _find(club, access, pk)
    try:
        match = setup.play(playoff.pk, *_place(request.POST), access.user)
    except Unreadable as error:
        return _show(request, access, playoff, error.message)
    except RuleError as error:
        return _show(request, access, playoff, translated(error.message))
    return redirect("table", match.pk)


@require_POST
@club_view(Role.ORGANISER)
def tournament_decide(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Keep those who sit at the match, or begin it again with those who should."""
    playoff = _find(club, access, pk)
    try:
        keep = one_of(request.POST, "do", ("keep", "again")) == "keep"
        setup.decide(playoff.pk, *_place(request.POST), keep=keep, note=reason(request.POST), by=access.user)
    except Unreadable as error:
        return _show(request, access, playoff, error.message)
    except RuleError as error:
        return _show(request, access, playoff, translated(error.message))
    messages.success(request, _("Kept as seated.") if keep else _("The match is restarted. What was played is kept."))
    return redirect(playoff)


def _place(form: QueryDict) -> tuple[int, int]:
    return whole_number(form, "round", str(BROKEN), most=100), whole_number(form, "number", str(BROKEN), most=1000)
