"""An empty sheet for each game, to download, fill in and import."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.language.game_names import name_of
from clubs.models import Club, Role
from dogclub.exports.grids.grid import Cell, Grid
from dogclub.exports.grids.layout import Part, columns, fields_of
from dogclub.exports.grids.responses import answer
from scoring import ENGINES
from scoring.base import Engine

ALWAYS = ("date", "table", "game", "round", "player")
PLAYERS = ("Ann", "Bo", "Cy")


def template(game: Engine[Any]) -> Grid:
    """Return a sheet with the headings and a first round of example players."""
    names = [*ALWAYS, *(name for name, part in fields_of(game.key).items() if part is not Part.NESTED), "total"]
    headed = {column.title: column for column in columns(game.key)}
    first: list[dict[str, Cell]] = [{"game": name_of(game), "round": 1, "player": player} for player in PLAYERS]
    rows = [[row.get(name) for name in names] for row in first]
    return Grid("template", name_of(game), [headed[name] for name in names], rows)


@require_safe
@club_view(Role.ORGANISER)
def import_template(request: HttpRequest, club: Club, access: Access, game: str) -> HttpResponseBase:
    known = {each.key: each for each in ENGINES}
    if game not in known:
        raise Http404
    return answer(template(known[game]), "xlsx", game)
