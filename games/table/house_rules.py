"""The page on which organisers set the rules that a club plays by: the next match proposes them (HR-DD-21)."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from clubs.access import Access, club_view
from clubs.models import Club, Role
from clubs.queries import lock_club, serialised
from clubs.responses import saved
from games.base.house_rules import agree, agreed, changes, forget, numbered
from games.base.names import shortened
from games.base.options import agreed_answers, as_usual, check_tapped
from games.base.table_game import TableGame, Unreadable
from games.registry import TABLE_GAMES

PLAYERS = 5  # in the example


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def house_rules(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Show the form with the answers so far; `do=save` stores them, `do=forget` lets the last match propose them."""
    posted = request.POST if request.method == "POST" else request.GET
    game = _game(posted)
    form = as_usual(game, club, posted)
    errors: dict[str, str] = {}
    try:
        check_tapped(game, club, form)
        if request.method == "POST" and form.get("do") in ("save", "forget"):
            if form.get("do") == "save":
                agree(lock_club(club), game, agreed_answers(game, form), access.user)
            else:
                forget(lock_club(club), game, access.user)
            messages.success(request, saved())
            return _go(request, club)
    except Unreadable as error:
        errors = {error.field: error.message}
    return _page(request, access, game, form, errors)


def _go(request: HttpRequest, club: Club) -> HttpResponse:
    """Open the page anew, so that it says that it was saved."""
    url = reverse("house-rules", args=[club.slug])
    return HttpResponseClientRedirect(url) if "HX-Request" in request.headers else redirect(url)


def _game(form: QueryDict) -> TableGame:
    games = {game.key: game for game in TABLE_GAMES if game.kept}
    found = games.get(form.get("game", next(iter(games))))
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest, access: Access, game: TableGame, form: QueryDict, errors: dict[str, str]
) -> HttpResponse:
    club = access.club
    players = [player.label for player in club.players.filter(is_active=True).order_by("pk")[:PLAYERS]]
    nameless = range(len(players) + 1, PLAYERS + 1)
    names = [*shortened(players), *(_("Player {number}").format(number=each) for each in nameless)]
    screen = game.house_rules(names[:PLAYERS], form, errors)
    known = agreed(club, game.key)
    context = {
        "access": access,
        "here": "manage",
        "table_game": game,
        "form": form,
        "errors": errors,
        "screen": screen,
        "known": known,
        "numbered": [(number, label) for number, label, _rules in numbered(game, known)],
        "changes": changes(game, known),
        "played": club.matches.filter(game=game.key).count(),
        **screen.context,
    }
    template = "games/table/house_rules.html"
    name = f"{template}#house-rules" if "HX-Request" in request.headers else template
    return render(request, name, context, status=422 if errors else 200)
