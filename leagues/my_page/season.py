"""How one player stands in the newest season, in the game most of the club plays."""

from dataclasses import dataclass

from clubs.club_day import club_day
from clubs.language.locales import ordinal
from clubs.models import Club
from leagues.nights.answer_stakes import distance
from leagues.standings.queries import read
from leagues.standings.wording import game_title, hundredths


@dataclass(frozen=True)
class MySeason:
    """`place` is None below the minimum of matches, `place_tail` the `nd` of 2nd; `of` are those who are ranked."""

    name: str
    game: str
    key: str
    place: int | None
    of: int
    points: str
    nights: int
    nights_past: int
    wins: int
    distance: str

    @property
    def place_tail(self) -> str:
        return ordinal(self.place).lstrip("0123456789") if self.place else ""


def my_season(club: Club, player_id: int) -> MySeason | None:
    """None before the player’s first result in a season. One query."""
    board = read(club, "", "", club_day())
    mine = next((row for row in board.rows if row.player_id == player_id), None) if board else None
    if board is None or board.season is None or mine is None:
        return None
    ranked = [row for row in board.rows if row.place is not None and not board.is_left_out(row)]
    return MySeason(
        name=board.season.name,
        game=game_title(board.game),
        key=f"season={board.season.pk}&game={board.game or 'all'}",
        place=mine.place if mine in ranked else None,
        of=len(ranked),
        points=hundredths(mine.points),
        nights=mine.nights,
        nights_past=board.nights_past,
        wins=mine.wins,
        distance=distance(ranked, mine) if mine in ranked else "",
    )
