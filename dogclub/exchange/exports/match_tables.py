"""The club's matches as tables: one row for each match, one for each player in it, and every hand as a sheet to
import again.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse

from clubs.language.terms import name_of
from clubs.models import Club
from clubs.models.calendar import club_day
from dogclub.exchange.exports.layout import (
    YES,
    About,
    Cell,
    Column,
    Grid,
    Kind,
    Word,
    columns,
    ints,
    names_of,
    rows_of,
    texts,
)
from games.callouts import in_words, tags_of
from games.charts.line_chart import run_of
from games.entries.drafts import people_of, when, who
from games.entries.match_state import MatchState, load_many, open_record, seats_of
from games.history import revisions_in_words
from games.match.search import matching_matches, parse_search
from games.models import Match, Seat
from games.registry import TABLE_GAMES, table_game
from scoring import engine
from scoring.base import places

PIECE = 200  # matches in one query
BEGAN = Column("Began", Kind.TIME)
ADDRESS = Column("Match", Kind.TEXT, 40)


def matches_found(club: Club, query: QueryDict) -> QuerySet[Match]:
    """Return all matches that the page finds with the same query, newest first."""
    rows = matching_matches(club, parse_search(query)).select_related("season", "night")
    return rows.order_by("-started_at", "-pk")


def matches(club: Club, query: QueryDict) -> Grid:
    """Return a table with one row for each match."""
    heads = [
        BEGAN,
        *texts("Game", "Table", "Season", "Won by"),
        *ints("Total"),
        *texts("Bottom"),
        *ints("Bottom total"),
    ]
    heads += [*ints("Rounds"), Column("Players", Kind.TEXT, 40), *texts("State"), ADDRESS]
    return Grid("matches", "Matches", heads, _matches(matches_found(club, query)))


def _matches(rows: QuerySet[Match]) -> Iterator[Sequence[Cell]]:
    for match, seats in with_seats(rows):
        won = [seat for seat in seats if seat.is_winner]
        lost = [seat for seat in seats if seat.is_loser]
        yield [
            *(match.started_at, name_of(engine(match.game)), match.table, match.season.name if match.season else ""),
            *(_names(won), won[0].total if won else None, _names(lost), lost[0].total if lost else None),
            *(match.rounds, _names(seats), state_of(match), reverse("match", args=[match.pk])),
        ]


def results(club: Club, query: QueryDict) -> Grid:
    """Return a table with one row for each player in a match."""
    heads = [BEGAN, *texts("Game", "Table", "Season", "Player"), *ints("Seat", "Total", "Place")]
    heads += [*texts("Won", "Bottom", "State"), ADDRESS]
    return Grid("results", "Results", heads, _results(matches_found(club, query)))


def _results(rows: QuerySet[Match]) -> Iterator[Sequence[Cell]]:
    for match, seats in with_seats(rows):
        about = match.started_at, name_of(engine(match.game)), match.table, match.season.name if match.season else ""
        for seat in seats:
            marks = YES if seat.is_winner else "", YES if seat.is_loser else ""
            values = seat.position + 1, seat.total, seat.place
            yield [*about, seat.player.label, *values, *marks, state_of(match), reverse("match", args=[match.pk])]


def with_seats(rows: QuerySet[Match]) -> Iterator[tuple[Match, Sequence[Seat]]]:
    """Yield each match with its seats, in two queries for every 200 matches. An open match has its totals so far."""
    for piece in pieces(rows):
        seats = seats_of(piece)
        for match in piece:
            yield match, seats[match.pk]


def pieces(rows: QuerySet[Match]) -> Iterator[list[Match]]:
    """Yield the matches in lists of 200. Only the keys are read at once, so that none is missed or repeated when
    matches change meanwhile.
    """
    keys = iter(list(rows.values_list("pk", flat=True)))
    while piece := list(islice(keys, PIECE)):
        known = {match.pk: match for match in Match.objects.filter(pk__in=piece).select_related("season", "night")}
        yield [known[pk] for pk in piece if pk in known]


def state_of(match: Match) -> str:
    """Return "abandoned", "finished" or "open"."""
    return Word("abandoned" if match.abandoned_at else "finished" if match.finished_at else "open")


def _names(seats: Sequence[Seat]) -> str:
    return ", ".join(seat.player.label for seat in seats)


def hands(rows: QuerySet[Match]) -> Grid:
    """Return every hand of these matches in the sheet layout, without what spectators may not see yet."""
    games = [game.key for game in TABLE_GAMES]
    names = names_of(*games)
    return Grid("hands", "Every hand", columns(*games), _lines(rows, names))


def _lines(rows: QuerySet[Match], names: Sequence[str]) -> Iterator[Sequence[Cell]]:
    for piece in pieces(rows):
        for state in load_many(piece):
            yield from block(state, names)


def sheet(state: MatchState, _given: QueryDict) -> Grid:
    """Return one match in the sheet layout."""
    names = names_of(state.match.game)
    return Grid("sheet", "Sheet", columns(state.match.game), block(state, names))


def block(state: MatchState, names: Sequence[str]) -> Iterator[Sequence[Cell]]:
    """Yield the rows of a match; `names` are the columns in order."""
    for row in rows_of(_about(state.match), open_record(state), state.names, state.public.sheet):
        yield [row.get(name) for name in names]


def _about(match: Match) -> About:
    night = club_day(match.night.starts_at) if match.night else None
    ended = match.finished_at or match.abandoned_at
    return About(str(match.pk), match.started_at, ended, state_of(match), night, match.table)


def file_stem(match: Match) -> str:
    """Return a file name without its ending, such as `dirty-dog-2026-03-05-2`."""
    return "-".join(filter(None, (match.game, club_day(match.started_at).isoformat(), match.table)))


def of_season(club: Club, season: int | None) -> QuerySet[Match]:
    """Return the matches of a season or, for None, of the club, oldest first: in the order in which they would be
    entered.
    """
    rows = club.matches.order_by("started_at", "pk")
    return rows if season is None else rows.filter(season=season)


# Tables of a match: its sheet, figures, totals by round, call-outs and history.


def figures(state: MatchState, _given: QueryDict) -> Grid:
    """Return all facts of the sheet, one row for each player and round."""
    lines = [line for line in state.public.sheet.lines if line.facts]
    facts = list(dict.fromkeys(name for line in lines for each in line.facts.values() for name in each))
    word = table_game(state.match.game).display.round_word.capitalize()
    own = [name for name in facts if name != "place"]
    heads = [*ints(word), *texts("Player"), *ints("Points", "Total", "Place", *map(_title, own))]

    def rows() -> Iterator[Sequence[Cell]]:
        for line in lines:
            place = {seat: rank.place for rank in places(line.totals) for seat in rank.seats}
            for seat, each in line.facts.items():
                common = line.number, state.names[seat], line.points[seat], line.totals[seat], place[seat]
                yield [*common, *(each.get(name) for name in own)]

    return Grid("figures", "Figures", heads, rows())


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def run(state: MatchState, _given: QueryDict) -> Grid:
    """Return all totals after each round, as below the chart."""
    display = table_game(state.match.game).display
    chart = run_of(state.public, display.length(state.public))
    heads = [*ints(display.round_word.capitalize()), *ints(*state.names)]
    return Grid("run", "Score by round", heads, ([number, *totals] for number, totals in chart.rows) if chart else [])


def called(state: MatchState, _given: QueryDict) -> Grid:
    """Return the call-outs, newest first, and then the tags."""
    heads = texts("When", "Call-out", "In words", "By")
    callouts = [
        [each.at, each.label, each.words, Word("the sheet")]
        for each in table_game(state.match.game).display.callouts(state.public)
    ]
    tags = [[str(tag.round), tag.label, tag.who, Word("hand")] for tag in in_words(state.match, tags_of(state.match))]
    return Grid("called", "Called out", heads, [*callouts, *tags])


def history(state: MatchState, _given: QueryDict) -> Grid:
    """Return every entry with all its revisions, newest first."""
    shown = state.public
    newest = sorted(shown.history, key=lambda entry: (-entry.version, -entry.number, -entry.revision))
    people = people_of(newest)
    heads = [*ints("Entry", "Revision"), Column("Written", Kind.TIME), Column("Received", Kind.TIME)]
    heads += texts("Who", "What", "Instead of", "Taken back", "Note")

    def rows() -> Iterator[Sequence[Cell]]:
        for entry in newest:
            line, moment = revisions_in_words(shown, entry), when(entry)
            values = line["words"], line["before"], YES if line["is_undo"] else "", line["note"]
            yield [entry.number, entry.revision, moment.written, moment.received, who(entry, people), *values]

    return Grid("history", "Change history", heads, rows())
