"""The tables of a night as they stand: the round on the table, who sits where, who is in the box and in the circle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from clubs.language.capitals import capital
from clubs.models import Night
from games.base.display import Now
from games.base.results.titles import game_name, table_of, table_order
from games.entries.match_state import MatchState, load_many, seats_of
from games.models import Match
from games.registry import table_game

WIDTH, MOST_PIPS = 15, 40
STAGES = {"winners": 0, "losers": 1}  # the groups after them
WAITS = gettext_lazy("waiting to be confirmed")


@dataclass(frozen=True)
class Row:
    """One player in seat order, with the place beside; `mark` is top, low or nothing."""

    name: str
    place: int
    total: int
    mark: str
    is_gone: bool = False


@dataclass(frozen=True)
class Pips:
    """A little card a round: played, on the table, to come."""

    width: int
    each: Sequence[tuple[int, str]]


@dataclass(frozen=True)
class TableNow:
    """`now` is None once the match is over, and `state` says how it ended."""

    match: Match
    name: str
    game: str
    word: str
    now: Now | None
    state: str
    pips: Pips | None
    rows: Sequence[Row]

    @property
    def is_scored(self) -> bool:
        return self.match.rounds > 0


def matches_of(night: Night) -> list[Match]:
    """Open ones first; of a play-off the winners’ table, the losers’, the groups; the others in the order of tables."""
    return sorted(night.matches.select_related("fixture"), key=lambda match: (not match.is_open, order(match)))


def order(match: Match) -> tuple[Any, ...]:
    """`fixture` is read with the match."""
    fixture = getattr(match, "fixture", None)
    stage = STAGES.get(fixture.stage, len(STAGES)) if fixture else len(STAGES)
    return (stage, table_order(match), match.started_at)


def tables_of(night: Night) -> list[MatchState]:
    """Every match of the night as whoever looks on may read it. Three queries."""
    rows = matches_of(night)
    return [state.public for state in load_many(rows, seats_of(rows))]


def table_now(state: MatchState, waits: str = "") -> TableNow:
    """`waits` is what a complete sheet waits for, where somebody has looked that up."""
    match, display = state.match, table_game(state.match.game).display
    now = display.now(state) if match.is_open else None
    name = table_of(match) or game_name(match)
    return TableNow(
        match=match,
        name=capital(name),
        game=game_name(match),
        word=display.round_word,
        now=now,
        state=waits or (str(WAITS) if match.is_waiting else display.state(state)),
        pips=_pips(now, len(state.sheet.lines)) if now else None,
        rows=_rows(state),
    )


def groups_behind(tables: Sequence[TableNow]) -> list[TableNow]:
    """The groups of a play-off whose final tables are dealt: they stand behind a line."""
    stages = [getattr(getattr(table.match, "fixture", None), "stage", "") for table in tables]
    if not STAGES.keys() & stages:
        return []
    return [table for table, stage in zip(tables, stages, strict=True) if stage == "group" and not table.now]


def _pips(now: Now, done: int) -> Pips | None:
    if not 1 < now.of <= MOST_PIPS:
        return None
    css = ["pip-on" if at < now.number - 1 else "pip-cur" if at == now.number - 1 else "pip" for at in range(now.of)]
    return Pips(WIDTH * now.of + 4, [(WIDTH * at + 2, one) for at, one in enumerate(css)])


def _rows(state: MatchState) -> list[Row]:
    sheet = state.sheet
    place = {seat: rank.place for rank in state.engine.ranks(sheet) for seat in rank.seats}
    marks = marks_of(state)
    return [
        Row(state.names[seat], place.get(seat, 0), total, marks.get(seat, ""), seat not in sheet.active_seats)
        for seat, total in sheet.totals.items()
    ]


def marks_of(state: MatchState) -> Mapping[int, str]:
    """The box for the highest, the circle for the lowest where the game has one; nobody before the first round."""
    sheet = state.sheet
    totals = [sheet.totals[seat] for seat in sheet.active_seats]
    if not sheet.lines or not totals or max(totals) == min(totals):
        return {}
    if sheet.winners:
        return dict.fromkeys(sheet.losers, "low") | dict.fromkeys(sheet.winners, "top")
    top = {seat: "top" for seat in sheet.active_seats if sheet.totals[seat] == max(totals)}
    lowest = sheet.losers or [seat for seat in sheet.active_seats if sheet.totals[seat] == min(totals)]
    low = dict.fromkeys(lowest, "low")
    return (low if table_game(state.match.game).display.has_circle else {}) | top


def seats_at_tables(books: Sequence[MatchState]) -> dict[int, Match]:
    """By player: the table somebody sits at, or sat at last."""
    by_player: dict[int, Match] = {}
    for state in reversed(books):
        for seat in state.seats:
            if seat.position in state.sheet.active_seats or not state.match.is_open:
                by_player[seat.player_id] = state.match
    return by_player
