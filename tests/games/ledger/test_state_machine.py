"""Property test: old matches are corrected while new ones are recorded, in any order; the rows equal a simple model,
and the consequences of results equal a rebuild.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from clubs.models import Club, Player, Season
from games import ledger
from games.consequences import follow
from games.entries.drafts import Author, Closed, Draft
from games.entries.match_state import load
from games.models import Match, Seat, Tally
from scoring.base import RuleError
from scoring.dirty_dog import DIRTY_DOG, Options, Pull, PullStep, TiebreakHand, TiebreakStep
from scoring.records import entry_to_json
from tests.factory import a_club, some_players
from tests.games.ledger.on_paper import Line, Paper
from tests.profiles import examples

RUNS = 60
STEPS = 10
TABLES = 2  # at most so many unfinished matches
NOBODY = Author(None)
FIRST_DAY = datetime(2026, 1, 8, 20, tzinfo=UTC)


@dataclass(frozen=True)
class SharedData:
    """The data that all runs share; each run is rolled back."""

    club: Club
    players: Sequence[Player]
    seasons: Sequence[Season | None]


@dataclass
class Evening:
    """One run: the models of its matches, and its current day, counted from FIRST_DAY."""

    papers: list[Paper] = field(default_factory=list)
    day: int = 0


def is_open(paper: Paper) -> bool:
    return not paper.is_abandoned and not paper.is_played


def has_tie(paper: Paper) -> bool:
    return not paper.is_abandoned and paper.is_played and not paper.is_clear


def has_lines(paper: Paper) -> bool:
    return not paper.is_abandoned and bool(paper.standing)


def has_round(paper: Paper) -> bool:
    return not paper.is_abandoned and bool(paper.hands)


def may_be_left(paper: Paper) -> bool:
    return not paper.is_played


class Corrections(RuleBasedStateMachine):
    """Every rule writes the same to the ledger and to the model."""

    shared: SharedData

    def __init__(self) -> None:
        super().__init__()
        self.evening = Evening()
        self.undone = transaction.atomic()
        self.undone.__enter__()

    def teardown(self) -> None:
        try:
            assert follow.rebuild(self.shared.club, check=True) == []
            assert all(ledger.rescore(paper.match, check=True) == [] for paper in self.evening.papers)
        finally:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

    def some(self, fits: Callable[[Paper], bool], data: st.DataObject) -> Paper:
        """Any match that fits."""
        return data.draw(st.sampled_from([paper for paper in self.evening.papers if fits(paper)]))

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Two old matches that are over."""
        for passes in (0, 1):
            self.start(data, passes, is_friendly=False)
            self.play_on(data)

    @precondition(lambda self: sum(map(is_open, self.evening.papers)) < TABLES)
    @rule(data=st.data(), passes=st.integers(0, 1), is_friendly=st.booleans())
    def start(self, data: st.DataObject, passes: int, is_friendly: bool) -> None:
        """Start a match, often on the same day as the one before: then the key decides which match came first."""
        self.evening.day += passes
        plan = data.draw(st.sampled_from([(1,), (1,), (2, 1), (1, 1, 2)]))
        sitting = data.draw(st.permutations(self.shared.players))[: data.draw(st.integers(2, 4))]
        match = ledger.start(
            self.shared.club,
            DIRTY_DOG.key,
            sitting,
            Options(plan=plan),
            id=UUID(int=data.draw(st.integers(0, 3)) * 1000 + len(self.evening.papers)),
            season=data.draw(st.sampled_from(self.shared.seasons)),
            started_at=FIRST_DAY + timedelta(days=self.evening.day),
            for_trophy=not is_friendly,
        )
        self.evening.papers.append(Paper(match.pk, len(sitting), plan))

    def there_is(self, fits: Callable[[Paper], bool]) -> bool:
        """Whether any match fits."""
        return any(map(fits, self.evening.papers))

    @precondition(lambda self: self.there_is(is_open))
    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        """Record a hand, its bids alone, or its missing tricks."""
        paper = self.some(is_open, data)
        cards = paper.plan[len(paper.hands)]
        lines = [] if paper.is_bid else [Line("bids", bids(data, paper.seats, cards))]
        lines += [Line("tricks", tricks(data, paper.seats, cards))] if data.draw(st.booleans()) or not lines else []
        self.write(paper, dict(enumerate(lines, start=paper.free)))

    @precondition(lambda self: self.there_is(is_open))
    @rule(data=st.data())
    def play_on(self, data: st.DataObject) -> None:
        """Record all remaining hands of a match in one write, and what settles its ties."""
        paper = self.some(is_open, data)
        if paper.is_bid:
            self.write(paper, {paper.free: Line("tricks", tricks(data, paper.seats, paper.plan[len(paper.hands)]))})
        left = paper.plan[len(paper.hands) :]
        lines = [line for cards in left for line in hand(data, paper.seats, cards)]
        if lines:
            self.write(paper, dict(enumerate(lines, start=paper.free)))
        self.settle(paper, data)

    @precondition(lambda self: self.there_is(has_tie))
    @rule(data=st.data())
    def settle_a_tie(self, data: st.DataObject) -> None:
        self.settle(self.some(has_tie, data), data)

    def settle(self, paper: Paper, data: st.DataObject) -> None:
        """Record what settles the ties: at most three lines, because a tie-break hand may end level again."""
        for _ in range(3):
            state = load(Match.objects.get(pk=paper.match))
            step = state.engine.next_step(state.sheet)
            if step is not None:
                self.write(paper, {paper.free: settling_line(step, data)})

    @precondition(lambda self: self.there_is(has_round))
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        """Correct the bids or tricks of any hand."""
        paper = self.some(has_round, data)
        at = data.draw(st.integers(0, len(paper.hands) - 1))
        half = data.draw(st.integers(0, 1))
        number, line = paper.standing[2 * at + half]
        said = (bids, tricks)[half](data, paper.seats, paper.plan[at])
        self.write(paper, {number: Line(line.kind, said)})

    @precondition(lambda self: self.there_is(has_lines))
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        """Undo the last line."""
        paper = self.some(has_lines, data)
        self.write(paper, {paper.standing[-1][0]: None})

    @precondition(lambda self: self.there_is(has_round))
    @rule(data=st.data())
    def insert(self, data: st.DataObject) -> None:
        """Insert a hand before another. It may be refused where all hands are played, or where later ones have another
        size.
        """
        paper = self.some(has_round, data)
        at = data.draw(st.integers(0, len(paper.hands) - 1))
        cards = paper.plan[at]
        new = hand(data, paper.seats, cards)
        number = paper.standing[2 * at][0]
        state = load(Match.objects.get(pk=paper.match))
        may_refuse = paper.is_played or len(set(paper.plan)) > 1
        write = partial(ledger.insert, state, number, [draft(0, line) for line in new], by=NOBODY)
        if self.tried(paper, write, may_refuse=may_refuse):
            paper.insert(number, new)
        self.compare(paper)

    @precondition(lambda self: self.there_is(may_be_left))
    @rule(data=st.data())
    def abandon_or_reopen(self, data: st.DataObject) -> None:
        paper = self.some(may_be_left, data)
        (ledger.reopen if paper.is_abandoned else ledger.abandon)(paper.match)
        paper.is_abandoned = not paper.is_abandoned
        paper.version += 1
        if paper.is_abandoned:
            with pytest.raises(Closed):
                ledger.record(paper.match, [draft(1, Line("redeal", {}))], version=paper.version, by=NOBODY)
        self.compare(paper)

    def write(self, paper: Paper, lines: Mapping[int, Line | None]) -> None:
        """Write the lines to the ledger, and to the model unless they are refused; writing them again must change
        nothing.
        """
        drafts = [self.draft(paper, number, line) for number, line in lines.items()]
        write = partial(ledger.record, paper.match, drafts, version=paper.version, by=NOBODY)
        if self.tried(paper, write, may_refuse=bool(paper.settled)):
            paper.write(lines)
            assert write().again
        self.compare(paper)

    def tried(self, paper: Paper, write: Callable[[], object], *, may_refuse: bool) -> bool:
        """Whether the write was accepted. It may be refused where it spoils what settled a tie; then nothing may be
        written.
        """
        try:
            write()
        except RuleError:
            assert may_refuse
            return False
        return True

    def draft(self, paper: Paper, number: int, line: Line | None) -> Draft:
        kind = line.kind if line else (paper.lines[number] or Line("bids", {})).kind
        return draft(number, Line(kind, line.said if line else None), self.evening.day)

    def compare(self, paper: Paper) -> None:
        """Assert that the stored match agrees with the model."""
        match = Match.objects.get(pk=paper.match)
        seats = list(match.seats.order_by("position"))
        assert match.version == paper.version
        assert {seat.position: seat.total for seat in seats} == paper.totals()
        assert stored_tallies(match) == paper.tallies()
        assert match.rounds == len(paper.hands)
        assert (match.finished_at is not None) == is_over(match) >= paper.is_clear
        if paper.is_clear:
            assert (won(seats), lost(seats)) == paper.ends()


def is_over(match: Match) -> bool:
    sheet = load(match).sheet
    return sheet.finished and not sheet.needs


def won(seats: Sequence[Seat]) -> list[int]:
    return [seat.position for seat in seats if seat.is_winner]


def lost(seats: Sequence[Seat]) -> list[int]:
    return [seat.position for seat in seats if seat.is_loser]


def stored_tallies(match: Match) -> dict[tuple[int, int], tuple[int, int]]:
    rows = Tally.objects.filter(match=match).values_list("seat__position", "number", "points", "total")
    return {(seat, number): (points, total) for seat, number, points, total in rows}


def draft(number: int, line: Line, day: int = 0) -> Draft:
    said = line.said
    if line.kind in ("bids", "tricks") and said is not None:
        said = {line.kind: {str(seat): value for seat, value in said.items()}}
    return Draft(line.kind, number, said, recorded_at=FIRST_DAY + timedelta(days=day, hours=2))


def bids(data: st.DataObject, seats: int, cards: int) -> dict[int, int]:
    """Any bids that do not add up to the cards."""
    said = data.draw(st.lists(st.integers(0, cards), min_size=seats, max_size=seats).filter(lambda s: sum(s) != cards))
    return dict(enumerate(said))


def hand(data: st.DataObject, seats: int, cards: int) -> list[Line]:
    return [Line("bids", bids(data, seats, cards)), Line("tricks", tricks(data, seats, cards))]


def tricks(data: st.DataObject, seats: int, cards: int) -> dict[int, int]:
    """Any tricks that add up to the cards."""
    took = data.draw(st.lists(st.integers(0, seats - 1), min_size=cards, max_size=cards))
    return {seat: took.count(seat) for seat in range(seats)}


def settling_line(step: Any, data: st.DataObject) -> Line:
    """A tie-break hand or a card pull, whichever the step asks for."""
    if isinstance(step, TiebreakStep):
        blind = data.draw(st.lists(st.integers(0, 1), min_size=len(step.order), max_size=len(step.order)))
        took = tricks(data, len(step.order), step.cards)
        shares = {seat: took[at] for at, seat in enumerate(step.order)}
        entry: Any = TiebreakHand(dict(zip(step.order, blind, strict=True)), shares)
    else:
        assert isinstance(step, PullStep)
        pulled = data.draw(st.permutations(range(2, 11)))
        entry = Pull({seat: f"{value}H" for seat, value in zip(step.seats, pulled, strict=False)})
    return Line(DIRTY_DOG.kind(entry), entry_to_json(entry))


@pytest.mark.thorough
@pytest.mark.hypothesis
@pytest.mark.django_db
def test_corrections_of_old_matches_while_new_ones_are_recorded() -> None:
    club = a_club()
    days = (date(2026, 1, 1), date(2026, 1, 9)), (date(2026, 1, 10), date(2026, 12, 31))
    seasons = [
        Season.objects.create(club=club, name=f"Season {at}", starts_on=first, ends_on=last)
        for at, (first, last) in enumerate(days)
    ]
    Corrections.shared = SharedData(club, some_players(club, 5), [None, *seasons])
    every = list(HealthCheck)
    how = settings(max_examples=examples(RUNS), stateful_step_count=STEPS, deadline=None, suppress_health_check=every)
    run_state_machine_as_test(Corrections, settings=how)
