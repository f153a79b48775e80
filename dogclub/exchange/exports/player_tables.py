"""Tables of a player's page, for one game."""

from collections.abc import Iterator, Sequence

from django.http import Http404, QueryDict
from django.utils import translation
from django.utils.text import slugify

from clubs.calendar.nights import late_by
from clubs.language.choice import is_known
from clubs.models import Attendance, Night, Player
from dogclub.exchange.exports.layout import YES, Cell, Column, Grid, Kind, Word, ints, texts
from dogclub.exchange.exports.match_tables import ADDRESS
from games.base.statistics import Bars, Figure
from games.base.table_game import TableGame
from games.models import Seat
from games.statistics import meetings, queries
from games.statistics.queries import RulesChoice
from leagues.nights.tables import table_now, tables_of
from leagues.ratings import rating_changes
from leagues.statistics.player import called, game_of, rules_of
from leagues.trophies.holders import cabinet

FigureRow = tuple[str, float | None, str]


def _game_and_rules(player: Player, query: QueryDict) -> tuple[TableGame, RulesChoice]:
    played = queries.summaries(player)
    table_game = game_of(query.get("game", ""), played)
    return table_game, rules_of(player, None, table_game, played, query.get("rules", ""))


def figures(player: Player, query: QueryDict) -> Grid:
    """Return the figures of “Overview”, the places, and those below the tables."""
    table_game, choice = _game_and_rules(player, query)
    summary = choice.summary
    statistics = table_game.player_statistics(choice.whose, summary) if summary.matches else None
    rows: list[FigureRow] = [("matches", summary.matches, ""), ("wins", summary.wins, "")]
    rows += [_figure(each) for each in (*statistics.main, *statistics.more)] if statistics else []
    rows += [(f"place {place}", times, "times") for place, times in queries.places(choice.whose, table_game.key)]
    rows += [("average place", summary.place, "")] if summary.place is not None else []
    heads = [Column("Figure", Kind.TEXT, 30), Column("Value", Kind.DECIMAL), *texts("Unit", "Game")]
    return Grid("figures", "Overview", heads, ([*row, table_game.name] for row in rows))


def _figure(figure: Figure) -> FigureRow:
    value = figure.value
    shown = round(value, figure.decimals) if isinstance(value, float) else value
    return figure.label, shown, figure.unit


def player_tables(player: Player, query: QueryDict) -> Grid:
    """Return one table of bars by its title in the language `in`, or all of them as one, with a row for each figure."""
    table_game, _ = _game_and_rules(player, query)
    bars = _bars(player, query)
    if wanted := query.get("table", ""):
        language = query.get("in", "")
        with translation.override(language if is_known(language) else translation.get_language()):
            titles = [slugify(table.title) for table in _bars(player, query)]
        if wanted not in titles:
            raise Http404
        return _table(bars[titles.index(wanted)])
    heads = [*texts("Table", "Row", "Figure"), Column("Value", Kind.DECIMAL), *texts("Game")]
    return Grid("statistics", "Statistics", heads, _long(bars, table_game))


def _bars(player: Player, query: QueryDict) -> list[Bars]:
    table_game, choice = _game_and_rules(player, query)
    whose, summary = choice.whose, choice.summary
    if not summary.matches:
        return []
    return [*table_game.player_statistics(whose, summary).tables, called(whose, table_game, summary.matches)]


def _table(table: Bars) -> Grid:
    words = any(bar.is_word for bar in table.rows)
    heads = [Column(str(table.heads[0]), Kind.TEXT if words else Kind.INT), *(_head(table, at) for at in _cells(table))]
    rows = ([_value(bar.head) if not words else bar.head, *map(_value, bar.cells)] for bar in table.rows)
    return Grid(slugify(table.title), table.title, heads, rows)


def _cells(table: Bars) -> range:
    return range(1, len(table.heads))


def _head(table: Bars, at: int) -> Column:
    """Return the heading of a column; the unit of the last column is added to it, so that its cells are numbers."""
    tails = {bar.tail.strip() for bar in table.rows} if at == len(table.heads) - 1 else set()
    unit = next(iter(tails)) if len(tails) == 1 else ""
    return Column(f"{table.heads[at]}, {unit}" if unit else str(table.heads[at]), Kind.DECIMAL)


def _long(bars: Sequence[Bars], table_game: TableGame) -> Iterator[Sequence[Cell]]:
    for table in bars:
        for bar in table.rows:
            for at in _cells(table):
                head = _head(table, at)
                yield [table.title, bar.head, head.title, _value(bar.cells[at - 1]), table_game.name]


def _value(text: str) -> Cell:
    """Return a cell as a number if it is one, else as text."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


def versus(player: Player, query: QueryDict) -> Grid:
    """Return the head-to-head results against everybody the player has met."""
    table_game, choice = _game_and_rules(player, query)
    rows = meetings.met(choice.whose, table_game.key)
    heads = [*texts("Against"), *ints("Matches", "Ahead", "Level", "Behind"), *texts("Game")]
    cells: Iterator[Sequence[Cell]] = (
        [row.label, row.matches, row.ahead, row.level, row.behind, table_game.name] for row in rows
    )
    return Grid("head-to-head", "Head to head", heads, cells)


def ratings(player: Player, query: QueryDict) -> Grid:
    """Return the rating after each match, newest first."""
    table_game, _ = _game_and_rules(player, query)
    heads = [Column("Match", Kind.TIME), Column("Rating", Kind.DECIMAL), Column("Give or take", Kind.DECIMAL)]
    heads += [Column("Change", Kind.DECIMAL), *ints("Number"), *texts("Game")]
    return Grid("ratings", "Rating", heads, _ratings(player, table_game))


def _ratings(player: Player, table_game: TableGame) -> Iterator[Sequence[Cell]]:
    for each in reversed(rating_changes(player, table_game.key)):
        row, now = each.rating, each.rating.estimate
        change = None if each.change is None else round(each.change, 1)
        yield [row.at, round(now.mu, 1), round(now.spread, 1), change, row.number, table_game.name]


def totals(player: Player, query: QueryDict) -> Grid:
    """Return every finished match of the game by the chosen rules, newest first."""
    table_game, choice = _game_and_rules(player, query)
    heads = [Column("Began", Kind.TIME), *ints("Place", "Total"), *texts("Won", "Bottom", "Game"), ADDRESS]
    rows = (
        queries.seats_of(choice.whose, table_game.key).select_related("match").order_by("-match__started_at", "-match")
    )
    return Grid("totals", "Totals", heads, (_seat(seat, table_game.name) for seat in rows.iterator(2000)))


def _seat(seat: Seat, game: str) -> Sequence[Cell]:
    marks = YES if seat.is_winner else "", YES if seat.is_loser else ""
    return [seat.match.started_at, seat.place, seat.total, *marks, game, seat.match.get_absolute_url()]


def trophies(player: Player, _given: QueryDict) -> Grid:
    """Return the trophies the player has held."""
    heads = [*texts("Trophy"), *ints("Times"), Column("Last", Kind.TIME)]
    cells: Iterator[Sequence[Cell]] = ([row.name, row.times, row.last] for row in cabinet(player))
    return Grid("cabinet", "Trophies", heads, cells)


# Tables of a night: attendance, and its tables with the totals.


STATES: dict[str, str] = {Attendance.State.LEFT: "left early"}  # in English, as the headings are


def attendance(night: Night, _given: QueryDict) -> Grid:
    """Return who came or answered, by arrival. Minutes after the start are negative before it."""
    heads = [*texts("Player", "State", "Guest of"), Column("Expected", Kind.TIME), Column("Came", Kind.TIME)]
    heads += [*ints("Minutes after the start"), Column("Left", Kind.TIME)]
    rows = night.attendances.select_related("player", "host").order_by("arrived_at", "player__sorted_by", "pk")
    return Grid("attendance", "Attendance", heads, (_came(night, row) for row in rows))


def _came(night: Night, row: Attendance) -> Sequence[Cell]:
    came = row.arrived_at if night.has_times else None
    late = late_by(night, came) if came else None
    host = row.host.label if row.host else ""
    return [row.player.label, Word(STATES.get(row.state, row.state)), host, row.expected_at, came, late, row.left_at]


def of_night(night: Night, _given: QueryDict) -> Grid:
    """Return the players of each table with their totals."""
    heads = [*texts("Table", "Game", "State", "Player"), *ints("Place", "Total"), *texts("Left early")]
    return Grid("tables", "Tables", heads, _tables(night))


def _tables(night: Night) -> Iterator[Sequence[Cell]]:
    for table in map(table_now, tables_of(night)):
        for row in table.rows:
            place = row.place if table.is_scored and row.place else None
            gone = YES if row.is_gone else ""
            yield [table.name, table.game, table.state, row.name, place, row.total, gone]
