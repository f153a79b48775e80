"""The standings as a picture for chats: who leads, who follows, and who climbed since the last night."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Club
from clubs.web.conditional import conditional
from games.match.picture import SHAPES, TEMPLATE, Shape, club_colour, picture_logo, sent_picture
from games.match.printing import one_of
from games.sheets.pdf import careful, each_text
from games.sheets.text import listed
from leagues.models import Standing
from leagues.standings.queries import Board
from leagues.standings.race.places import places_of
from leagues.standings.row_details import place_in_words
from leagues.standings.wording import ALL_TIME, game_title, hundredths, leaders

ROWS: Mapping[Shape, int] = {"wide": 6, "square": 14}


def picture_answer(request: HttpRequest, club: Club, board: Board) -> HttpResponseBase:
    """Return a PNG in the shape that the query parameter `shape` names: wide or square. Raises BadRequest for any
    other.
    """
    data = picture(club, board, one_of(request, "shape", SHAPES, "wide"))
    return conditional(request, ("picture", data), lambda: sent_picture(TEMPLATE, data, "standings"))


def picture(club: Club, board: Board, shape: Shape) -> Mapping[str, Any]:
    """Return the input of `picture.typ`, with all texts reduced to what its fonts can show. Needs at least one ranked
    row.
    """
    ranked = [row for row in board.rows if row.place]
    first = [row for row in ranked if row.place == 1]
    moves = moves_of(club, board)
    data = {
        "shape": shape,
        "colour": club_colour(club),
        "title": _("{club}, standings").format(club=club.name),
        "club": club.name,
        "logo": picture_logo(club),
        "game": board.season.name if board.season else str(ALL_TIME),
        "day": _after(board),
        "winner": listed([row.player.label for row in first]),
        "total": hundredths(first[0].points),
        "mark": "",
        "label": _("points"),
        "rows": [_row(row, moves) for row in ranked[len(first) :][: ROWS[shape]]],
        "callout": "",
        "words": _climb(ranked, moves) or leaders(board.rows) or _("Several players share first place."),
        "facts": _ranked(len(ranked)),
    }
    return dict(each_text(careful, data))


def _ranked(count: int) -> str:
    return ngettext("{count} player ranked", "{count} players ranked", count).format(count=count)


def moves_of(club: Club, board: Board) -> Mapping[int, tuple[int, int]]:
    """Return, by player, the row (from 1) after the last night but one and after the last night; only players who had
    both.
    """
    places = places_of(club, board)
    if places is None or len(places.dates) < 2:
        return {}
    pairs = {runner.player: runner.places[-2:] for runner in places.runners}
    return {player: (was, now) for player, (was, now) in pairs.items() if was is not None and now is not None}


def move_words(move: tuple[int, int] | None) -> str:
    """Return `up 2`, `down 1`, or "" for no change.

    >>> move_words((5, 3)), move_words((1, 2)), move_words((4, 4)), move_words(None)
    ('up 2', 'down 1', '', '')
    """
    was, now = move or (0, 0)
    words = _("up {places}") if was > now else _("down {places}")
    return words.format(places=abs(was - now)) if was != now else ""


def _row(row: Standing, moves: Mapping[int, tuple[int, int]]) -> dict[str, str]:
    return {
        "place": str(row.place),
        "name": row.player.label,
        "total": hundredths(row.points),
        "mark": "",
        "note": move_words(moves.get(row.player_id)),
    }


def _climb(ranked: Sequence[Standing], moves: Mapping[int, tuple[int, int]]) -> str:
    """Return `Sam Kettle climbs from seventh to fifth.` for the player who climbed furthest, of several the highest; ""
    if nobody did.
    """
    climbs = {player: was - now for player, (was, now) in moves.items()}
    best = max(ranked, key=lambda row: climbs.get(row.player_id, 0))
    if climbs.get(best.player_id, 0) <= 0:
        return ""
    was, now = moves[best.player_id]
    words = _("{player} climbs from {place} to {other}.")
    return words.format(player=best.player.label, place=place_in_words(was), other=place_in_words(now))


def _after(board: Board) -> str:
    """Return `Dirty Dog, after 10 of 14 nights`."""
    if not board.nights:
        return game_title(board.game)
    words = ngettext("{game}, after {past} of {count} night", "{game}, after {past} of {count} nights", board.nights)
    return words.format(game=game_title(board.game), past=board.nights_past, count=board.nights)
