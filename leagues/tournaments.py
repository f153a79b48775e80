"""Knock-outs and round robins: setting one up, starting its matches, and the pages of all play-offs."""

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Player, Role, User
from clubs.models.calendar import club_day
from clubs.players.search import by_name
from clubs.responses import page_of
from games import ledger
from games.base.form_parsing import BROKEN, one_of, reason, whole_number
from games.base.house_rules import usual_rules
from games.base.table_game import TableGame, Unreadable
from games.models import Match
from games.registry import TABLE_GAMES, table_game
from leagues.models import Fixture, Playoff, Reseat
from leagues.playoffs import pairings as tournament_state
from leagues.playoffs import results
from leagues.playoffs.deal import season_of
from leagues.playoffs.pairings import Pairing, State, read
from leagues.playoffs.results import find
from leagues.ratings import strengths
from scoring.base import Illegal, Malformed, RuleError
from scoring.competition.tournaments import check_field, first_round, round_robin
from scoring.messages import translated
from scoring.records import options_from_json

# Setting up a knock-out or a round robin, and starting the matches of its pairings.


ROUND = Fixture.Stage.ROUND
KINDS = (Playoff.Kind.KNOCKOUT, Playoff.Kind.ROUND_ROBIN)


def seeded(players: Sequence[Player], strengths: Mapping[int, float] | None = None) -> list[Player]:
    """Return the players in random order, or with `strengths` the strongest first; those without a rating follow at
    random.
    """
    order = list(players)
    SystemRandom().shuffle(order)
    if strengths is None:
        return order
    return sorted(order, key=lambda player: -strengths.get(player.pk, float("-inf")))


@transaction.atomic
def set_up(club: Club, kind: str, game: str, players: Sequence[Player], by: User | None = None) -> Playoff:
    """Create the contest; `players` are in the order of their seeds. All its matches are played by the rules that the
    club has agreed on now (HR-DD-21). Raises Malformed if it cannot be played.
    """
    least, most = table_game(game).engine.seats
    if not least <= 2 <= most:
        raise Malformed(
            "game", _("{table_game} is not played by two.").format(table_game=table_game(game).name), field="game"
        )
    check_field(len(players))
    rules = usual_rules(club, game) or {}
    playoff = Playoff.objects.create(club=club, kind=kind, game=game, options=rules, for_trophy=False, created_by=by)
    Fixture.objects.bulk_create(
        Fixture(playoff=playoff, stage=ROUND, round=number, number=place, players=[players[seat].pk for seat in seats])
        for number, pairs in enumerate(_rounds(kind, len(players)), 1)
        for place, seats in enumerate(pairs, 1)
    )
    return playoff


def _rounds(kind: str, players: int) -> Sequence[Sequence[Sequence[int]]]:
    """Return the pairs of seeds by round: all rounds of a round robin, only the first of a knock-out, since later pairs
    are not known yet.
    """
    if kind == Playoff.Kind.ROUND_ROBIN:
        return round_robin(players)
    return [[[seed for seed in pair if seed is not None] for pair in first_round(players)]]


@transaction.atomic
def play(pk: int, round_: int, number: int, by: User | None) -> Match:
    """Return the match of a pairing; start it if it has not begun. Raises Illegal if its players are not known."""
    playoff = Playoff.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=pk)
    with translation.override(settings.LANGUAGE_CODE):  # a table keeps its English name, and is read in any language
        state = read(playoff)
    pairing = _pairing(state, round_, number)
    if pairing.match and not pairing.is_level:
        return pairing.match
    if playoff.called_off_at or not pairing.is_ready:
        raise Illegal("playoff", _("This match cannot start yet: its players are not known."))
    players = [player for player in (pairing.one, pairing.two) if player]
    match = ledger.start(
        playoff.club,
        playoff.game,
        players,
        options_from_json(table_game(playoff.game).engine, playoff.options),
        season=season_of(playoff.club, club_day()),
        table=pairing.title,
        for_trophy=False,
        created_by=by,
    )
    seated = {"players": [player.pk for player in players], "match": match}
    Fixture.objects.update_or_create(playoff=playoff, stage=ROUND, round=round_, number=number, defaults=seated)
    return match


@transaction.atomic
def decide(pk: int, round_: int, number: int, *, keep: bool, note: str, by: User | None) -> None:
    """Keep the players of the match, or abandon it so that the pairing can begin again."""
    playoff = Playoff.objects.select_for_update(no_key=True).get(pk=pk)
    pairing = _pairing(read(playoff), round_, number)
    for went_up, went_down in pairing.moved:
        Reseat.objects.create(
            playoff=playoff, went_up=went_up, went_down=went_down, is_kept=keep, note=note, decided_by=by
        )
    if pairing.moved and not keep and pairing.match:
        Fixture.objects.filter(playoff=playoff, stage=ROUND, round=round_, number=number).delete()
        if pairing.match.is_undecided:
            ledger.abandon(pairing.match.pk)
    results.update_result(playoff)


def _pairing(state: State, round_: int, number: int) -> Pairing:
    for pairing in state.pairings:
        if (pairing.round, pairing.number) == (round_, number):
            return pairing
    raise Illegal("playoff", _("There is no such match in it."))


# The pages of all play-offs, and of knock-outs and round robins: setting one up, its bracket or table, its matches.


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
    if kind not in KINDS:
        raise Unreadable(_("Choose a knock-out or a round robin."), "kind")
    if game not in {each.key for each in for_two()}:
        raise Unreadable(_("Choose a game two can play."), "game")
    seeds = one_of(form, "seeds", dict(SEEDS), _("Choose how they are seeded: at random, or by rating."))
    known = strengths(club, game) if seeds == "rating" else None
    return set_up(club, kind, game, seeded(_chosen(club, form), known), access.user)


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
        "kinds": [(kind.value, kind.label) for kind in KINDS],
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
    if playoff.kind not in KINDS:
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
        match = play(playoff.pk, *_place(request.POST), access.user)
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
        decide(playoff.pk, *_place(request.POST), keep=keep, note=reason(request.POST), by=access.user)
    except Unreadable as error:
        return _show(request, access, playoff, error.message)
    except RuleError as error:
        return _show(request, access, playoff, translated(error.message))
    messages.success(request, _("Kept as seated.") if keep else _("The match is restarted. What was played is kept."))
    return redirect(playoff)


def _place(form: QueryDict) -> tuple[int, int]:
    return whole_number(form, "round", str(BROKEN), most=100), whole_number(form, "number", str(BROKEN), most=1000)
