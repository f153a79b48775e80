"""The endpoint for ratings, the estimated strength of every player."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from dogclub.api.answers.shaped import shaped
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer, of_club
from dogclub.api.http.fingerprints import PLAYERS, RATINGS
from dogclub.api.http.forms import asked_word
from dogclub.api.http.session import plain
from dogclub.api.openapi.matches import result_shapes
from dogclub.api.openapi.matches import results as words
from dogclub.api.openapi.operation import described
from games.registry import TABLE_GAMES
from leagues import ratings
from leagues.models import Rating

GAMES = tuple(table_game.key for table_game in TABLE_GAMES)


@described(GET=words.RATINGS)
@endpoint("GET")
def ratings_of_club(request: Request, slug: str) -> Response:
    """List the ratings of a game as on its page: highest cautious estimate first."""
    access = club_access(plain(request), slug, readers=True)
    game = asked_word(request, "game", GAMES, GAMES[0])
    edition = of_club(access, RATINGS, PLAYERS)
    return answer(
        request, edition, lambda: {"game": game, "ratings": [_json(row) for row in ratings.table(access.club, game)]}
    )


def _json(row: Rating) -> dict[str, Any]:
    now, name = row.estimate, row.player.label
    shown = {"rating": now.mu, "plus_minus": now.spread, "at_least": now.cautious, "provisional": now.is_provisional}
    return shaped(result_shapes.RATING, row, name=name, **shown, matches=row.number, since=row.at)
