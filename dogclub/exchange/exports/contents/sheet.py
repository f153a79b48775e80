"""Tables of a match: its sheet, figures, totals by round, call-outs and history."""

from collections.abc import Iterator, Sequence

from django.http import QueryDict

from dogclub.exchange.exports.contents import matches
from dogclub.exchange.exports.grids.grid import YES, Cell, Column, Grid, Kind, Word, ints, texts
from games.callouts.tags import in_words, tags_of
from games.charts.line_chart import run_of
from games.entries.drafts import people_of, when, who
from games.entries.match_state import MatchState
from games.history import revisions_in_words
from games.registry import table_game
from scoring.base import places


def sheet(state: MatchState, _given: QueryDict) -> Grid:
    """Return the match in the sheet layout."""
    return matches.sheet(state)


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
