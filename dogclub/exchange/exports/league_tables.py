"""Tables of the league: standings, ratings, players, seasons, nights."""

from collections.abc import Iterator, Sequence

from django.db.models import Count, F, Q
from django.http import Http404, QueryDict
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from clubs.models import Club, Night, Player
from clubs.models.calendar import club_day
from clubs.players.search import matching_players
from dogclub.exchange.exports.layout import YES, Cell, Column, Grid, Kind, Word, ints, texts
from games.registry import TABLE_GAMES
from leagues import ratings as rating
from leagues import records as hall_of_fame
from leagues.attendance.taps import with_attendance_counts
from leagues.models import Rating, Standing, Trophy
from leagues.ratings import game_of
from leagues.standings.queries import ALL, read
from leagues.standings.results import scheme_in
from leagues.standings.wording import form_of, game_title, last_nights, rules_in_words
from leagues.trophies.history import all_links
from leagues.trophies.holders import on_show
from scoring.standings import DEFAULT

FIGURES = {"sum": "Points", "average": "Average", "percentage": "Percent"}
WHERE = Column("Place", words=pgettext_lazy("where", "Place"))
RATING = [Column("Rating", Kind.DECIMAL), Column("Give or take", Kind.DECIMAL)]


def standings(club: Club, query: QueryDict) -> Grid:
    """Return the standings that the page shows for the same query. Raise Http404 if there are none for its season or
    game.
    """
    season, game, today = query.get("season", ""), query.get("game", ""), club_day()
    board = read(club, season, game, today) or (None if season else read(club, ALL, game, today))
    if board is None and (season or game):
        raise Http404
    scheme = scheme_in(club, board.season, board.game) if board else DEFAULT
    heads = [*ints("Place"), *texts("Player"), Column("Last six nights", Kind.TEXT, 40)]
    heads += [
        *ints("Matches", "Nights", "Wins", "Cones"),
        Column(FIGURES[scheme.aggregate], Kind.DECIMAL),
        *texts("Season", "Game", "Rules"),
    ]
    if board is None:
        return Grid("standings", "Standings", heads, [])
    rules = " ".join(rules_in_words(board, scheme))
    about = board.season.name if board.season else Word("All time"), game_title(board.game), rules
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
        guess = YES if now.is_provisional else ""
        yield [place, row.player.label, round(now.mu, 1), round(now.spread, 1), guess, row.number, game]


def players(club: Club, query: QueryDict) -> Grid:
    """Return the players that the page's search `q` finds."""
    sought = " ".join(query.get("q", "").replace("\x00", "").split())
    rows = matching_players(club.players.all(), sought).select_related("membership")
    rows = rows.order_by(F("former").asc(nulls_first=True), "-is_active", "sorted_by", "nickname", "pk")
    heads = [*texts("Name", "Nickname", "Initials", "Colour", "State"), Column("Added", Kind.DATE)]
    return Grid("players", "Players", heads, map(_player, rows))


def _player(player: Player) -> Sequence[Cell]:
    words = {"has left": player.is_former, "rests": not player.is_active, "guest": player.is_guest}
    state = Word(next((word for word, is_so in words.items() if is_so), ""))
    since = timezone.localtime(player.created_at).date()
    return [player.name, player.nickname, player.initials, player.colour or Word("none"), state, since]


def seasons(club: Club, _given: QueryDict) -> Grid:
    """Return all seasons, newest first."""
    nights = Count("nights", filter=Q(nights__called_off_at__isnull=True), distinct=True)
    finished = Count("matches", filter=Q(matches__finished_at__isnull=False), distinct=True)
    rows = club.seasons.annotate(night_count=nights, match_count=finished).order_by("-starts_on")
    heads = [*texts("Season"), Column("First day", Kind.DATE), Column("Last day", Kind.DATE)]
    heads += [*texts("Closed"), *ints("Nights", "Matches")]
    cells = (
        [row.name, row.starts_on, row.ends_on, YES if row.closed_at else "", row.night_count, row.match_count]
        for row in rows
    )
    return Grid("seasons", "Seasons", heads, cells)


def nights(club: Club, _given: QueryDict) -> Grid:
    """Return all nights, newest first."""
    rows = with_attendance_counts(club).order_by("-starts_at", "-pk")
    heads = [Column("Start", Kind.TIME), *texts("Night"), WHERE, *texts("Season", "State"), *ints("Came")]
    heads += [Column("Note", Kind.TEXT, 40)]
    return Grid("nights", "Nights", heads, map(_night, rows))


def _night(night: Night) -> Sequence[Cell]:
    state = Word("called off" if night.called_off_at else "closed" if night.closed_at else "")
    season = night.season.name if night.season else ""
    came: int = getattr(night, "here", 0)
    start = night.starts_at if night.has_start else club_day(night.starts_at)
    return [start, night.title, night.place, season, state, came, night.note]


# The hall of fame, the records and the trophies as tables.


ON = Column("Day", Kind.DATE)


def _filter(club: Club, query: QueryDict) -> hall_of_fame.RecordFilter:
    return hall_of_fame.record_filter(
        club, query.get("game", ""), query.get("season", ""), list(hall_of_fame.games_played(club))
    )


def fame(club: Club, query: QueryDict) -> Grid:
    """Return the players by trophies or wins, ordered as on the page."""
    record_filter = _filter(club, query)
    heads = [
        *texts("Player"),
        *ints("Winner’s trophies", "Loser’s trophies", "Wins", "Best total"),
        *texts("Game", "Rules"),
    ]
    cells: Iterator[Sequence[Cell]] = (
        [row.player.label, row.cups, row.cones, row.wins, row.best, record_filter.table_game.name, row.rules]
        for row in hall_of_fame.fame(record_filter.ever)
    )
    return Grid("fame", "Hall of fame", heads, cells)


def records(club: Club, query: QueryDict) -> Grid:
    """Return the club's records in one game."""
    record_filter = _filter(club, query)
    heads = [*texts("Record"), *ints("Figure"), *texts("Player"), Column("What", Kind.TEXT, 30), ON]
    heads += texts("Game", "Rules")
    return Grid("records", "Records", heads, _records(record_filter))


def _records(record_filter: hall_of_fame.RecordFilter) -> Iterator[Sequence[Cell]]:
    for row in hall_of_fame.records(record_filter.ever):
        words = ", ".join(filter(None, (row.subject, row.suffix)))
        on = club_day(row.seat.match.started_at)
        game = record_filter.table_game.name
        yield [row.feat.title, row.value, row.seat.player.label, words, on, game, row.rules]
    if loudest := hall_of_fame.loudest(record_filter.ever):
        on = club_day(loudest.night.starts_at)
        game = record_filter.table_game.name
        yield [Word("Most in one night"), loudest.times, loudest.player.label, loudest.label, on, game, ""]


def called(club: Club, query: QueryDict) -> Grid:
    """Return how often each term was called out, and who has most."""
    record_filter = _filter(club, query)
    lately = record_filter.lately.name if record_filter.lately else Word("All time")
    heads = [*texts("Call-out"), *ints("Times"), Column("Most often", Kind.TEXT, 40), *ints("Theirs")]
    heads += texts("By hand", "Season", "Game")
    cells: Iterator[Sequence[Cell]] = (
        [
            row.label,
            row.times,
            ", ".join(row.who),
            row.most or None,
            YES if row.is_tag else "",
            lately,
            record_filter.table_game.name,
        ]
        for row in hall_of_fame.called(record_filter.of_late)
    )
    return Grid("called", "Called out", heads, cells)


def trophies(club: Club, _given: QueryDict) -> Grid:
    """Return the present holder of each trophy; a shared one has a row for each holder."""
    heads = [*texts("Trophy", "Game", "Holder"), Column("Since", Kind.DATE), *ints("Days", "Kept since")]
    return Grid("trophies", "Trophies", heads, _trophies(club))


def _trophies(club: Club) -> Iterator[Sequence[Cell]]:
    for trophy, held in on_show(club.pk):
        if not held:
            yield [trophy.name, _game(trophy), "", None, None, None]
        for holder in held:
            values = club_day(holder.since), holder.days, holder.defended
            yield [trophy.name, _game(trophy), holder.player.label, *values]


def chain(trophy: Trophy, _given: QueryDict) -> Grid:
    """Return all holders of a trophy, newest first, withdrawn awards included."""
    heads = [Column("Taken", Kind.TIME), *texts("Player"), *ints("Days"), Column("How", Kind.TEXT, 30)]
    heads += [*texts("Mark"), Column("Withdrawn", Kind.TIME), *texts("Because"), *texts("Trophy")]
    return Grid("chain", trophy.name, heads, _chain(trophy))


def _chain(trophy: Trophy) -> Iterator[Sequence[Cell]]:
    for link in all_links(trophy):
        award = link.award
        because = award.withdrawn_because or award.reason
        taken = award.awarded_at, award.player.label, link.days, link.how, link.mark
        yield [*taken, award.withdrawn_at, because, trophy.name]


def _game(trophy: Trophy) -> str:
    return next((game.name for game in TABLE_GAMES if game.key == trophy.game), "")
