"""Tables of the league: standings, ratings, players, seasons, nights."""

from collections.abc import Iterator, Sequence

from django.db.models import Count, F, Q
from django.http import Http404, QueryDict
from django.utils import timezone

from clubs.club_day import club_day
from clubs.models import Club, Night, Player
from clubs.players.search import matching_players
from dogclub.exports.grids.grid import Cell, Column, Grid, Kind, ints, texts
from games.registry import TABLE_GAMES
from leagues import ratings as rating
from leagues.models import Rating, Standing
from leagues.nights.attendance.counts import with_attendance_counts
from leagues.ratings.queries import game_of
from leagues.standings.queries import ALL, read
from leagues.standings.row_details import form_of, last_nights
from leagues.standings.wording import game_title

RATING = [Column("Rating", Kind.DECIMAL), Column("Give or take", Kind.DECIMAL)]


def standings(club: Club, query: QueryDict) -> Grid:
    """Return the standings that the page shows for the same query. Raise Http404 if there are none for its season or
    game.
    """
    season, game, today = query.get("season", ""), query.get("game", ""), club_day()
    board = read(club, season, game, today) or (None if season else read(club, ALL, game, today))
    if board is None and (season or game):
        raise Http404
    heads = [*ints("Place"), *texts("Player"), Column("Last six nights", Kind.TEXT, 40)]
    heads += [*ints("Matches", "Nights", "Wins", "Cones"), Column("Points", Kind.DECIMAL), *texts("Season", "Game")]
    if board is None:
        return Grid("standings", "Standings", heads, [])
    about = board.season.name if board.season else "All time", game_title(board.game)
    return Grid("standings", "Standings", heads, ([*row, *about] for row in _standings(board.rows)))


def _standings(rows: Sequence[Standing]) -> Iterator[list[Cell]]:
    nights = last_nights(rows)
    for row in rows:
        _, form = form_of(row, nights)
        counted = row.played, row.nights, row.wins, row.losses
        yield [row.place, row.player.label, form, *counted, row.points / 100]


def ratings(club: Club, query: QueryDict) -> Grid:
    """Return the ratings, ordered as on the page: by the estimate less its uncertainty."""
    table_game = game_of(
        query.get("game", ""), rating.games_rated(club, [table_game.key for table_game in TABLE_GAMES])
    )
    rows = rating.table(club, table_game.key)
    heads = [*ints("Place"), *texts("Player"), *RATING, *texts("Provisional"), *ints("Matches"), *texts("Game")]
    return Grid("ratings", "Ratings", heads, _ratings(rows, table_game.name))


def _ratings(rows: Sequence[Rating], game: str) -> Iterator[Sequence[Cell]]:
    for place, row in enumerate(rows, start=1):
        now = row.estimate
        guess = "yes" if now.is_provisional else ""
        yield [place, row.player.label, round(now.mu, 1), round(now.spread, 1), guess, row.number, game]


def players(club: Club, query: QueryDict) -> Grid:
    """Return the players that the page's search `q` finds."""
    sought = " ".join(query.get("q", "").replace("\x00", "").split())
    rows = matching_players(club.players.all(), sought).select_related("membership")
    rows = rows.order_by(F("former").asc(nulls_first=True), "-is_active", "name", "nickname", "pk")
    heads = [*texts("Name", "Nickname", "Initials", "Colour", "State"), Column("Added", Kind.DATE)]
    return Grid("players", "Players", heads, map(_player, rows))


def _player(player: Player) -> Sequence[Cell]:
    words = {"has left": player.is_former, "rests": not player.is_active, "guest": player.is_guest}
    state = next((word for word, is_so in words.items() if is_so), "")
    since = timezone.localtime(player.created_at).date()
    return [player.name, player.nickname, player.initials, player.colour or "none", state, since]


def seasons(club: Club, _given: QueryDict) -> Grid:
    """Return all seasons, newest first."""
    nights = Count("nights", filter=Q(nights__called_off_at__isnull=True), distinct=True)
    finished = Count("matches", filter=Q(matches__finished_at__isnull=False), distinct=True)
    rows = club.seasons.annotate(night_count=nights, match_count=finished).order_by("-starts_on")
    heads = [*texts("Season"), Column("First day", Kind.DATE), Column("Last day", Kind.DATE)]
    heads += [*texts("Closed"), *ints("Nights", "Matches")]
    cells = (
        [row.name, row.starts_on, row.ends_on, "yes" if row.closed_at else "", row.night_count, row.match_count]
        for row in rows
    )
    return Grid("seasons", "Seasons", heads, cells)


def nights(club: Club, _given: QueryDict) -> Grid:
    """Return all nights, newest first."""
    rows = with_attendance_counts(club).order_by("-starts_at", "-pk")
    heads = [Column("Start", Kind.TIME), *texts("Night", "Place", "Season", "State"), *ints("Came")]
    heads += [Column("Note", Kind.TEXT, 40)]
    return Grid("nights", "Nights", heads, map(_night, rows))


def _night(night: Night) -> Sequence[Cell]:
    state = "called off" if night.called_off_at else "closed" if night.closed_at else ""
    season = night.season.name if night.season else ""
    came: int = getattr(night, "here", 0)
    start = night.starts_at if night.has_start else club_day(night.starts_at)
    return [start, night.title, night.place, season, state, came, night.note]
