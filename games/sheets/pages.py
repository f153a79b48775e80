"""Score sheets on paper: those of a match, and blank ones for any table."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_args

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.conditional import fresh
from clubs.links.addresses import public_url
from clubs.models import Club
from games.access import MatchAccess, match_view
from games.base.table_game import Room
from games.consequences.league import league
from games.entries.match_state import open_book
from games.models import Match
from games.registry import ROOMS, room
from games.sheets.document import Labels, document
from games.sheets.match_document import document_of, usual
from games.sheets.pdf import Fill, Paper, Printed, printed
from games.sheets.prints import Print
from scoring import ENGINES
from scoring.base import Engine
from scoring.records import sheet_json

Word = TypeVar("Word", bound=str)
SMALL_TABLE = 5
FILLS: Sequence[Fill] = get_args(Fill)
PAPERS: Sequence[Paper] = get_args(Paper)


@require_safe
@match_view("watch")
def sheet_pdf(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    fill, paper = _asked(request, "fill", FILLS, "filled"), paper_asked(request)
    book, trophies = open_book(match), league().prizes(match)
    layout = _layout(request, room(match.game), book.options)
    link = public_url(request, match.get_absolute_url())
    depends = (match.pk, match.version, match.club.name, book.names, trophies, layout.key, fill, paper, link)
    return fresh(request, depends, lambda: sent(printed(layout, fill, paper, document_of(book, link, trophies))))


def _layout(request: HttpRequest, here: Room, options: Any) -> Print:
    """The sheet that was asked for, else the first that suits what was agreed."""
    first = usual(here, options)
    if first is None:
        raise Http404(f"{here.name} is not printed.")
    key = _asked(request, "layout", [sheet.key for sheet in here.prints], first.key)
    return next(sheet for sheet in here.prints if sheet.key == key)


def paper_asked(request: HttpRequest) -> Paper:
    return _asked(request, "paper", PAPERS, "a4")


def _asked(request: HttpRequest, key: str, words: Sequence[Word], default: Word) -> Word:
    asked = request.GET.get(key, default)
    for word in words:
        if word == asked:
            return word
    raise BadRequest(f"“{key}” is one of {', '.join(words)}.")


def sent(sheet: Printed) -> HttpResponse:
    response = HttpResponse(sheet.content, content_type=sheet.content_type)
    response["Content-Disposition"] = f'inline; filename="{sheet.file_name}"'
    return response


@require_safe
@club_view(spectators=True)
def paper(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Blank sheets, for when the lights or the batteries go out."""
    tables = [(each, list(range(*_sizes(each.engine)))) for each in ROOMS if each.prints]
    return render(request, "games/paper.html", {"access": access, "here": "matches", "tables": tables})


def _sizes(game: Engine[Any]) -> tuple[int, int]:
    """From three players on, where a game goes on to more than a small table."""
    least, most = game.seats
    return max(least, 3) if most > SMALL_TABLE else least, most + 1


@require_safe
@club_view(spectators=True)
def blank_pdf(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    game, seats = _table(request)
    layout, sheet_paper = _layout(request, room(game.key), game.options()), paper_asked(request)
    trophies = league().prize_names(club.pk, game.key)
    depends = (club.name, trophies, game.key, seats, layout.key, sheet_paper)
    return fresh(
        request, depends, lambda: sent(printed(layout, "blank", sheet_paper, _blank(club, game, seats, trophies)))
    )


def _table(request: HttpRequest) -> tuple[Engine[Any], int]:
    key, players = request.GET.get("game", ENGINES[0].key), request.GET.get("players", "")
    game = next((game for game in ENGINES if game.key == key), None)
    if game is None or players not in map(str, range(game.seats[0], game.seats[1] + 1)):
        raise BadRequest("Say which game, and for how many players.")
    return game, int(players)


def _blank(club: Club, game: Engine[Any], seats: int, trophies: Mapping[str, str]) -> Any:
    names = [str(seat + 1) for seat in range(seats)]
    sheet = sheet_json(game, game.start(seats, game.options()), names)
    prizes: dict[str, Any] = {f"{rule}_trophy": name for rule, name in trophies.items()}
    labels = Labels(title=game.name, club=club.name, rules=game.version, **prizes)
    return document(sheet, labels)
