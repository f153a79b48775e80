"""The board shown while no table plays: standings, what comes next with its seating, and trophies."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.club_day import club_day
from clubs.models import Club
from clubs.web.conditional import cached_fragment, stamp_of
from games.base.entry.names import shortened
from leagues.models import Playoff, Standing
from leagues.standings.picture import move_words, moves_of
from leagues.standings.queries import Board, read_usual
from leagues.standings.wording import ALL_TIME, hundredths
from leagues.trophies.holders import Holder, holders
from leagues.wall.coming import NextStart
from leagues.wall.next_start import next_start
from leagues.wall.turn import Turn

ROWS = 10
TROPHIES = (2, 4, 8)  # most trophies shown below a seating, below the next night, and with nothing to come


@dataclass(frozen=True)
class Ranked:
    """One row of the standings; `move` is `up 1`, `down 2` or ""."""

    place: int
    name: str
    points: str
    move: str


def between_matches(club: Club, playoffs: Sequence[Playoff]) -> Turn | None:
    """Return the board; None if nobody is ranked and nothing is to come. Four queries without a draw or a play-off."""
    board, coming = read_usual(club, "", "", club_day()), next_start(club, playoffs)
    ranked = [row for row in board.rows if row.place] if board else []
    if not ranked and coming is None:
        return None
    held = holders(club.pk)
    rows = [(row.place, row.points, row.player.label) for row in ranked]
    trophies = [(each.trophy.pk, each.trophy.name, each.player.label, each.since, each.times) for each in held]
    about = board and ranked and (board.season and board.season.name, board.game, board.nights, board.nights_past)
    what = (club.branding, club.slug, about, rows, trophies, coming)
    # The board shows the time, which is not in its version: a new version would bring the board to the front.
    depends = (*what, timezone.localtime().strftime("%d %H:%M"))
    draw = partial(cached_fragment, ("between", club.pk, depends), partial(_drawn, club, board, ranked, held, coming))
    return Turn("between", stamp_of(what), _("Standings"), depends, draw)


def _drawn(
    club: Club, board: Board | None, ranked: Sequence[Standing], held: Sequence[Holder], coming: NextStart | None
) -> SafeString:
    shown = [each for each in held if not (board and board.game) or each.trophy.game in (board.game, "")]
    shown = shown[: TROPHIES[0 if coming and coming.tables else 1 if coming else 2]]
    context: dict[str, Any] = {
        "club": club,
        "season": (board.season.name if board.season else ALL_TIME) if board and ranked else "",
        "nights": board and board.nights and _nights(board),
        "rows": _rows(club, board, ranked) if board else [],
        "coming": coming,
        "trophies": list(zip(shown, shortened([each.player.label for each in shown]), strict=True)),
    }
    return render_to_string("leagues/wall/_between.html", context)


def _rows(club: Club, board: Board, ranked: Sequence[Standing]) -> list[Ranked]:
    moves = moves_of(club, board)
    return [
        Ranked(row.place or 0, row.player.label, hundredths(row.points), _move(*moves.get(row.player_id, (0, 0))))
        for row in ranked[:ROWS]
    ]


def _move(was: int, now: int) -> str:
    return move_words((was, now))


def _nights(board: Board) -> str:
    words = ngettext("{past} of {count} night", "{past} of {count} nights", board.nights)
    return words.format(past=board.nights_past, count=board.nights)
