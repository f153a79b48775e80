"""The tables of a night as they stand: the current round, seats with places and totals, and marks for the highest and
lowest.
"""

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
STAGES = {"winners": 0, "losers": 1}  # groups come after these
WAITS = gettext_lazy("waiting to be confirmed")


@dataclass(frozen=True)
class Row:
    """One player in seat order; `place` is from 1, `mark` is "top", "low" or "", `is_gone` means left early."""

    name: str
    place: int
    total: int
    mark: str
    is_gone: bool = False


@dataclass(frozen=True)
class Pips:
    """A row of small cards, one a round; `each` are (x, CSS class), `width` is in SVG units."""

    width: int
    each: Sequence[tuple[int, str]]


@dataclass(frozen=True)
class TableNow:
    """`word` is what the game calls a round, `now` the current round (None once the match is over), `state` in words
    how far it is or how it ended.
    """

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
    """Return the matches, open ones first; those of a play-off as winners’ table, losers’ table, groups; the others by
    table.
    """
    return sorted(night.matches.select_related("fixture"), key=lambda match: (not match.is_open, order(match)))


def order(match: Match) -> tuple[Any, ...]:
    """Return the sort key among tables. Reads `match.fixture`, which must have been selected with the match."""
    fixture = getattr(match, "fixture", None)
    stage = STAGES.get(fixture.stage, len(STAGES)) if fixture else len(STAGES)
    return (stage, table_order(match), match.started_at)


def tables_of(night: Night) -> list[MatchState]:
    """Return the public state of every match of the night. Three queries."""
    rows = matches_of(night)
    return [state.public for state in load_many(rows, seats_of(rows))]


def table_now(state: MatchState, waits: str = "") -> TableNow:
    """Return the table as it stands; `waits` says what a complete sheet waits for, if known."""
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


def finished_groups(tables: Sequence[TableNow]) -> list[TableNow]:
    """Return the finished groups of a play-off whose final tables are dealt; they are shown below a separator."""
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
    """Return "top" for the highest total (shown as a box), and "low" for the lowest (a circle, in games that have one),
    by seat; {} before the first round and while all are equal.
    """
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


def seats_at_tables(states: Sequence[MatchState]) -> dict[int, Match]:
    """Return, by player, the match where the player sits, or else sat."""
    by_player: dict[int, Match] = {}
    for state in reversed(states):
        for seat in state.seats:
            if seat.position in state.sheet.active_seats or not state.match.is_open:
                by_player[seat.player_id] = state.match
    return by_player
