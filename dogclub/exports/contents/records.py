"""The hall of fame, the records and the trophies as tables."""

from collections.abc import Iterator, Sequence

from django.http import QueryDict

from clubs.club_day import club_day
from clubs.models import Club
from dogclub.exports.grids.grid import Cell, Column, Grid, Kind, ints, texts
from games.registry import TABLE_GAMES
from leagues.models import Trophy
from leagues.records import filters
from leagues.records import queries as kept
from leagues.trophies.history import all_links
from leagues.trophies.holders import on_show

ON = Column("Day", Kind.DATE)


def _filter(club: Club, query: QueryDict) -> filters.RecordFilter:
    return filters.record_filter(club, query.get("game", ""), query.get("season", ""), list(filters.played(club)))


def fame(club: Club, query: QueryDict) -> Grid:
    """Return the players by trophies or wins, ordered as on the page."""
    record_filter = _filter(club, query)
    heads = [
        *texts("Player"),
        *ints("Winner’s trophies", "Loser’s trophies", "Wins", "Best total"),
        *texts("Game"),
    ]
    cells: Iterator[Sequence[Cell]] = (
        [row.player.label, row.cups, row.cones, row.wins, row.best, record_filter.table_game.name]
        for row in kept.fame(record_filter.ever)
    )
    return Grid("fame", "Hall of fame", heads, cells)


def records(club: Club, query: QueryDict) -> Grid:
    """Return the club's records in one game."""
    record_filter = _filter(club, query)
    heads = [*texts("Record"), *ints("Figure"), *texts("Player"), Column("What", Kind.TEXT, 30), ON, *texts("Game")]
    return Grid("records", "Records", heads, _records(record_filter))


def _records(record_filter: filters.RecordFilter) -> Iterator[Sequence[Cell]]:
    for row in kept.records(record_filter.ever):
        words = ", ".join(filter(None, (row.subject, row.suffix)))
        on = club_day(row.seat.match.started_at)
        yield [row.feat.title, row.value, row.seat.player.label, words, on, record_filter.table_game.name]
    if loudest := kept.loudest(record_filter.ever):
        on = club_day(loudest.night.starts_at)
        game = record_filter.table_game.name
        yield ["Most in one night", loudest.times, loudest.player.label, loudest.label, on, game]


def called(club: Club, query: QueryDict) -> Grid:
    """Return how often each term was called out, and who has most."""
    record_filter = _filter(club, query)
    lately = record_filter.lately.name if record_filter.lately else "All time"
    heads = [*texts("Call-out"), *ints("Times"), Column("Most often", Kind.TEXT, 40), *ints("Theirs")]
    heads += texts("By hand", "Season", "Game")
    cells: Iterator[Sequence[Cell]] = (
        [
            row.label,
            row.times,
            ", ".join(row.who),
            row.most or None,
            "yes" if row.is_tag else "",
            lately,
            record_filter.table_game.name,
        ]
        for row in kept.called(record_filter.of_late)
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
