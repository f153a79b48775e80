"""Pages for printed score sheets: those of a match, and blank ones."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.branding.forms import letterhead
from clubs.models import Club
from clubs.responses import conditional
from games.access import MatchAccess, match_view
from games.base.house_rules import usual_label, usual_rules
from games.consequences.league import league
from games.match.printing import blank, requested_layout, requested_paper, sent, sheet_answer
from games.models import Match
from games.registry import TABLE_GAMES, table_game
from games.sheets.document import Document
from games.sheets.pdf import printed
from scoring import ENGINES
from scoring.base import Engine
from scoring.records import options_from_json

SMALL_TABLE = 5


@require_safe
@match_view("watch")
def sheet_pdf(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    return sheet_answer(request, match)


@require_safe
@club_view(spectators=True)
def paper(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Links to blank sheets by game and number of players, for playing without devices."""
    tables = [(each, usual_label(club, each), list(range(*_sizes(each.engine)))) for each in TABLE_GAMES if each.prints]
    return render(request, "games/sheets/paper.html", {"access": access, "here": "more", "tables": tables})


def _sizes(game: Engine[Any]) -> tuple[int, int]:
    """The range of players offered: from three on, if the game allows more than five."""
    least, most = game.seats
    return max(least, 3) if most > SMALL_TABLE else least, most + 1


@require_safe
@club_view(spectators=True)
def blank_pdf(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    game, seats = _table(request)
    options = options_from_json(game, usual_rules(club, game.key) or {})
    layout, sheet_paper = requested_layout(request, table_game(game.key), options), requested_paper(request)
    trophies = league().prize_names(club.pk, game.key)
    depends = (club.branding, trophies, game.key, seats, layout.key, sheet_paper, options)
    prizes = {f"{rule}_trophy": name for rule, name in trophies.items()}
    return conditional(
        request,
        depends,
        lambda: sent(printed(layout, "blank", sheet_paper, _blank(club, game, seats, options, prizes))),
    )


def _table(request: HttpRequest) -> tuple[Engine[Any], int]:
    key, players = request.GET.get("game", ENGINES[0].key), request.GET.get("players", "")
    game = next((game for game in ENGINES if game.key == key), None)
    if game is None or players not in map(str, range(game.seats[0], game.seats[1] + 1)):
        raise BadRequest(_("Choose the game and the number of players."))
    return game, int(players)


def _blank(club: Club, game: Engine[Any], seats: int, options: Any, prizes: Mapping[str, Any]) -> Document:
    return blank(game, seats, options, club=club.name, **letterhead(club), **prizes)
