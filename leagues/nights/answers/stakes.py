"""What is at stake for a player who decides whether to come: trophies, and the place in the season's standings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.club_day import club_day
from clubs.language.dates import date_format
from clubs.language.locales import ordinal
from clubs.models import Night
from games.base.entry.names import shortened
from leagues.models import Standing
from leagues.standings.queries import Board, read
from leagues.standings.wording import game_title, hundredths
from leagues.trophies.holders import Holder, holders

MOST_TROPHIES = 3


@dataclass(frozen=True)
class Stake:
    """One row: `about` is the trophy or the standings, `who` its holder or the player's place, `more` the rest of that
    sentence.
    """

    about: str
    who: str
    more: str


def stakes_for(night: Night, player_id: int) -> list[Stake]:
    """Return up to three trophies (the player's own first, then those of the season's game), then the standings. Three
    queries.
    """
    board = read(night.club, str(night.season_id), "", club_day(night.starts_at)) if night.season_id else None
    held = holders(night.club_id)
    mine = [each for each in held if each.player.pk == player_id]
    others = [each for each in held if each not in mine and board and each.trophy.game == board.game]
    found = [_trophy(each, is_mine=each in mine) for each in [*mine, *others][:MOST_TROPHIES]]
    standing = _standing(board, player_id) if board else None
    return [*found, standing] if standing else found


def _trophy(holder: Holder, *, is_mine: bool) -> Stake:
    since = date_format(club_day(holder.since), "j F Y")
    return Stake(
        holder.trophy.name,
        _("You hold it") if is_mine else _("{player} holds it").format(player=shortened([holder.player.label])[0]),
        _("since {day}.").format(day=since),
    )


def _standing(board: Board, player_id: int) -> Stake | None:
    ranked = [row for row in board.rows if row.place is not None and not board.is_left_out(row)]
    mine = next((row for row in ranked if row.player_id == player_id), None)
    title = f"{board.season.name if board.season else ''}, {game_title(board.game)}"
    if mine is None:
        return Stake(title, _("You are not ranked yet"), "") if ranked else None
    return Stake(
        title,
        _("{place}, with {points}").format(place=ordinal(mine.place or 0), points=hundredths(mine.points)),
        distance(ranked, mine),
    )


def distance(ranked: Sequence[Standing], mine: Standing) -> str:
    """Return the distance in points to the next player above, or, for the leader, below; "" for the only player in the
    standings. Equal points that another criterion decided are said to be equal.
    """
    level = [row for row in ranked if row.place == mine.place and row != mine]
    if level:
        return _("level with {player}.").format(player=_names(level[:1]))
    above = [row for row in ranked if (row.place or 0) < (mine.place or 0)]
    below = [row for row in ranked if (row.place or 0) > (mine.place or 0)]
    other = above[-1] if above else below[0] if below else None
    if other is None:
        return ""
    gap = abs(other.points - mine.points)
    words = _("{points} behind {player}.") if above else _("{points} ahead of {player}.")
    if not gap:
        words = _("equal points, but behind {player}.") if above else _("equal points, but ahead of {player}.")
    return words.format(points=hundredths(gap), player=_names([other]))


def _names(rows: Sequence[Standing]) -> str:
    return shortened([row.player.label for row in rows])[0]
