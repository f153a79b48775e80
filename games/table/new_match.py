"""Starting a match: who plays, in which seats, and the options."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from clubs.access import Access, club_view
from clubs.calendar.nights import arrive, season_of, tonight
from clubs.models import Club, Player, Role
from clubs.models.calendar import club_day
from clubs.names import is_printable, tidy_name
from clubs.players.search import by_name, called, player_key
from games import ledger
from games.base.form_parsing import named
from games.base.names import shortened, sitting
from games.base.options import as_usual, check_tapped, match_options, setup_screen
from games.base.table_game import TableGame, Unreadable
from games.base.wording import in_words
from games.consequences.league import league
from games.entries.drafts import Author
from games.entries.match_state import MatchState
from games.models import Match, Seat, Substitution
from games.registry import TABLE_GAMES, asked_game
from scoring.base import Illegal, RuleError

# The seats of a new match from the form: players tapped, seat order, one seat up or down, one group of several; and
# taking over a seat.


TABLE = Match._meta.get_field("table").max_length or 0
SHOWN = 60  # players listed; others are found by name


@dataclass(frozen=True)
class Seating:
    """`listed` are the players offered, `seated` those chosen, clockwise; `more` is how many only a search shows."""

    listed: Sequence[Player]
    seated: Sequence[Player]
    more: int = 0


def seating(club: Club, form: QueryDict, *, fresh: bool) -> Seating:
    """The seating of the form; with `fresh` and nobody chosen, it proposes the table of the last match."""
    tapped = _keys(form, "player")
    if fresh and not tapped:
        tapped = _last_table(club)
    order = [*(key for key in _keys(form, "seat") if key in tapped), *tapped]
    seated = _in_order(club, dict.fromkeys(order))
    known = {player.pk for player in seated}
    sought = form.get("find", "").replace("\x00", "")  # PostgreSQL refuses this character
    matching = by_name(club.players.filter(called(sought), is_active=True))
    others = [player for player in matching[: SHOWN + len(known) + 1] if player.pk not in known]
    listed = sorted([*seated, *others[:SHOWN]], key=player_key)
    return Seating(listed, _moved(seated, form.get("do", "")), max(len(others) - SHOWN, 0))


def check_table_name(name: str) -> None:
    """Raise Unreadable for a name of a table that is too long or cannot be printed."""
    if len(name) > TABLE or not is_printable(name):
        raise Unreadable(_("At most {table} printable characters, please.").format(table=TABLE), "table")


def _keys(form: QueryDict, field: str) -> list[int]:
    """The whole numbers in a field; other values are ignored."""
    return [int(key) for key in form.getlist(field)[:500] if key.isascii() and key.isdecimal() and len(key) < 19]


def _last_table(club: Club) -> list[int]:
    last = club.matches.order_by("-started_at", "-id").values("pk")[:1]
    return list(Seat.objects.filter(match__in=last, player__is_active=True).values_list("player_id", flat=True))


def _in_order(club: Club, keys: Iterable[int]) -> list[Player]:
    """The club's players with these keys, in this order; other keys and former members are ignored."""
    wanted = list(keys)
    rows = club.players.filter(former=None).in_bulk(wanted)
    return [rows[key] for key in wanted if key in rows]


def _moved(seated: Sequence[Player], move: str) -> list[Player]:
    """The seats after the button `move`: `up:KEY`, `down:KEY`, or `only:KEY,KEY` to keep one group.

    The table is round: the first seat moved up becomes the last.
    """
    order = list(seated)
    direction, _, key = move.partition(":")
    if direction == "only":
        group = key.split(",")
        return [player for player in order if str(player.pk) in group]
    places = [place for place, player in enumerate(order) if str(player.pk) == key]
    if direction not in ("up", "down") or not places:
        return order
    player = order.pop(places[0])
    place = places[0] + (1 if direction == "down" else -1)
    order.insert(place % (len(order) + 1), player)
    return order


# Taking over a seat, for page and API: nobody plays at two tables.


def take_over(state: MatchState, takeover: ledger.Takeover, by: Author) -> Substitution:
    """Let a player who is free take over a seat. Raises Illegal or Closed."""
    match = state.match
    if match.is_open and takeover.player.pk in busy(match):
        raise Illegal("substitute", _("This player sits at another table. Choose somebody who is free."))
    return ledger.substitute(match.pk, takeover, by=by)


def busy(match: Match) -> set[int]:
    """The keys of the players at other tables of the night, or of the same stage of a play-off."""
    there = sitting(match.night) if match.night else {}
    return {key for key, (_player, other) in there.items() if other != match} | league().seated_elsewhere(match)


# The page to start a match: who plays, in which seats, and the options. Every tap submits the form.


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.SCOREKEEPER)
def match_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Show the form with the answers so far; `do=deal` starts the match."""
    form = request.POST.copy() if request.method == "POST" else request.GET.copy()
    game = asked_game(form.get("game", "")) or TABLE_GAMES[0]
    errors = _bring_guest(club, form)
    seats = seating(club, form, fresh=request.method != "POST")
    if request.method == "POST" and form.get("do") == "deal" and not errors and "guest" not in form:
        try:
            return _go(request, _started(club, access, game, seats, form))
        except Unreadable as error:
            errors = {error.field: error.message}
        except RuleError as error:
            errors = {error.field or "": error.sentence([player.label for player in seats.seated])}
    elif not errors:
        errors = _tapped(game, club, form)
    return _page(request, access, game, seats, as_usual(game, club, form), errors)


def _tapped(game: TableGame, club: Club, form: QueryDict) -> dict[str, str]:
    """Return the error of a tap on rules that the club does not know."""
    try:
        check_tapped(game, club, form)
    except Unreadable as error:
        return {error.field: error.message}
    return {}


def _bring_guest(club: Club, form: QueryDict) -> dict[str, str]:
    """Add the player typed in the guest field, created if unknown; returns errors by field."""
    name = tidy_name(form.get("guest", ""))
    if not name:
        form.pop("guest", None)
        return {}
    try:
        player = named(club, name)
    except Unreadable as error:
        return {error.field: error.message}
    form.appendlist("player", str(player.pk))
    form["guest"] = ""
    return {}


def _started(club: Club, access: Access, game: TableGame, seats: Seating, form: QueryDict) -> Match:
    """Start the match; a second submission of the form has the same id and finds the first one's match."""
    key = _match_id(form)
    known = Match.objects.filter(pk=key, club=club).first()
    if known:
        return known
    options = match_options(game, seats.seated, form)
    table = tidy_name(form.get("table", ""))
    check_table_name(table)
    night = tonight(club)
    about: dict[str, Any] = {
        "night": night,
        "season": season_of(club, club_day()),
        "for_trophy": "for_trophy" in form or not league().prize_names(club.pk, game.key),
        "created_by": access.user,
        "table": table,
    }
    try:
        with transaction.atomic():
            match = ledger.start(club, game.key, seats.seated, options, id=key, **about)
            if night:
                arrive(night, seats.seated)
            return match
    except IntegrityError:
        return _other_tap(club, key)


def _other_tap(club: Club, key: uuid.UUID) -> Match:
    """The match that a simultaneous submission saved. Raises Unreadable if the id is another club's."""
    match = Match.objects.filter(pk=key, club=club).first()
    if match is None:
        raise Unreadable(_("This page is out of date. Please tap Deal again."))
    return match


def _match_id(form: QueryDict) -> uuid.UUID:
    try:
        return uuid.UUID(form.get("match", ""))
    except ValueError as error:
        raise Unreadable(_("The page was not sent completely. Please tap Deal again.")) from error


def _go(request: HttpRequest, match: Match) -> HttpResponse:
    url = reverse("table", args=[match.pk])
    return HttpResponseClientRedirect(url) if "HX-Request" in request.headers else redirect(url)


def _page(
    request: HttpRequest, access: Access, game: TableGame, seats: Seating, form: QueryDict, errors: dict[str, str]
) -> HttpResponse:
    screen = setup_screen(game, seats.seated, form, errors)
    roles = screen.context.get("roles", {})
    context = {
        "access": access,
        "here": "more",
        "table_games": TABLE_GAMES,
        "table_game": game,
        "seating": seats,
        "seats": [(player, roles.get(player.pk, "")) for player in seats.seated],
        "seated": set(seats.seated),
        "first_names": shortened([player.label for player in seats.seated]),
        "dogs": in_words(len(seats.seated)),
        "screen": screen,
        "form": form,
        "match_id": uuid.uuid4() if "" in errors else form.get("match") or uuid.uuid4(),
        "is_first": not access.club.matches.exists(),
        "is_answered": bool(seats.seated) and ("answered" in form or (request.method != "POST" and "player" in form)),
        "trophies": list(league().prize_names(access.club.pk, game.key).values()),
        "for_trophy": "for_trophy" in form if "match" in form else True,
        "errors": errors,
        **screen.context,
    }
    template = (
        "games/table/new_match.html#new-match" if "HX-Request" in request.headers else "games/table/new_match.html"
    )
    return render(request, template, context, status=422 if errors else 200)
