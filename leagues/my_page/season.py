"""A player's standing in the newest season, in the game that the club plays most."""

from dataclasses import dataclass

from clubs.club_day import club_day
from clubs.language.locales import ordinal
from clubs.models import Club
from leagues.nights.answers.stakes import distance
from leagues.standings.queries import read
from leagues.standings.wording import game_title, hundredths


@dataclass(frozen=True)
class MySeason:
    """The standing. `game` is "" across all games, `points` are in hundredths, `of` is how many are ranked; `place` is
    None below the minimum of matches. `words` give the distance to the next player above or below.
    """

    season: int
    name: str
    game: str
    place: int | None
    of: int
    points: int
    nights: int
    nights_past: int
    wins: int
    words: str

    @property
    def about(self) -> str:
        return game_title(self.game)

    @property
    def key(self) -> str:
        """The query string of the standings page for this table."""
        return f"season={self.season}&game={self.game or 'all'}"

    @property
    def whole_points(self) -> str:
        return hundredths(self.points)

    @property
    def place_tail(self) -> str:
        """The ordinal suffix: `nd` of 2nd; "" without a place."""
        return ordinal(self.place).lstrip("0123456789") if self.place else ""


def my_season(club: Club, player_id: int) -> MySeason | None:
    """Return the standing; None before the player’s first result in a season. One query."""
    board = read(club, "", "", club_day())
    mine = next((row for row in board.rows if row.player_id == player_id), None) if board else None
    if board is None or board.season is None or mine is None:
        return None
    ranked = [row for row in board.rows if row.place is not None and not board.is_left_out(row)]
    return MySeason(
        season=board.season.pk,
        name=board.season.name,
        game=board.game,
        place=mine.place if mine in ranked else None,
        of=len(ranked),
        points=mine.points,
        nights=mine.nights,
        nights_past=board.nights_past,
        wins=mine.wins,
        words=distance(ranked, mine) if mine in ranked else "",
    )
