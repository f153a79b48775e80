"""Property test: confirmations and writes in any order; a match is final exactly when it should be, also after a
rebuild.
"""

from dataclasses import dataclass, field

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Club, Confirm, Player
from games import ledger
from games.consequences.follow import rebuild
from games.entries.drafts import Draft
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import Bids, Options, Tricks
from tests.factory import some_players, write
from tests.games.confirmation.parts import PHONE, a_careful_club, confirmed, sheet_of, state_of, taken_back, undone
from tests.games.confirmation.test_ledger import ORGANISER, SCOREKEEPER
from tests.profiles import examples

SEATS = range(3)
SEAT = st.sampled_from(SEATS)
WRITERS = {"keeper": SCOREKEEPER, "organiser": ORGANISER}
ACTS = st.one_of(
    st.tuples(st.sampled_from(["right", "right", "wrong"]), SEAT),
    st.tuples(st.just("settle"), st.just(0)),
    st.tuples(st.sampled_from(["correct", "undo"]), st.sampled_from([*WRITERS])),
)


@dataclass
class Memory:
    """A simple model of a match's confirmation, to compare the ledger with. `says` has the answer of each seat."""

    confirm: int
    complete: bool = True
    final: bool = False
    says: dict[int, str] = field(default_factory=dict)

    def hear(self, seat: int, word: str) -> None:
        """Record the answer of a seat, "right" or "wrong"."""
        if not self.complete or self.final:
            return
        self.says[seat] = word
        right = sum(each == "right" for each in self.says.values())
        needed = 1 if self.confirm == Confirm.OPPONENT else len(SEATS)
        self.final = right >= needed and "wrong" not in self.says.values()

    def settle(self) -> None:
        """Record that an organiser confirmed for all."""
        self.final = self.final or self.complete

    def written(self, writer: str, *, complete: bool) -> None:
        """Record a write; `writer` is who wrote, `complete` is whether the sheet is complete afterwards."""
        if self.complete and not (self.final and complete and writer == "organiser"):
            self.says, self.final = {}, False
        self.complete = complete


def act(match: Match, memory: Memory, what: str, who: int | str) -> None:
    """Do the same to the match and to the model."""
    try:
        if what == "right":
            memory.hear(int(who), what)
            confirmed(match, int(who))
        elif what == "wrong":
            memory.hear(int(who), what)
            ledger.object_to(match.pk, int(who), "", sheet=sheet_of(match), by=PHONE)
        elif what == "settle":
            memory.settle()
            ledger.confirm_for_all(match.pk, "", sheet=sheet_of(match), by=ORGANISER)
        else:
            rewrite(match, memory, what, str(who))
    except ledger.NotAsked:
        match.refresh_from_db()
        assert memory.final or not memory.complete


def rewrite(match: Match, memory: Memory, what: str, who: str) -> None:
    """Correct or undo the last line; where it is undone already, write it again."""
    state = state_of(match)
    if not memory.complete:
        last = max(state.history, key=lambda entry: (entry.number, entry.revision))
        again = next(entry for entry in state.history if entry.number == last.number)
        draft = Draft(again.kind, again.number, again.payload)
        ledger.record(match.pk, [draft], version=match.version, by=WRITERS[who])
    else:
        (taken_back if what == "correct" else undone)(match, WRITERS[who])
    memory.written(who, complete=not memory.complete or what == "correct")


def check(match: Match, memory: Memory) -> None:
    """Assert that the match agrees with the model, and that `rescore` finds no difference."""
    match.refresh_from_db()
    assert (match.played_at is not None, match.finished_at is not None) == (memory.complete, memory.final)
    assert ledger.rescore(match.pk, check=True) == []


@pytest.fixture
def club_and_players(db: None) -> tuple[Club, list[Player]]:
    club = a_careful_club()
    return club, some_players(club, len(SEATS))


@pytest.mark.thorough
@pytest.mark.both_databases
@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(confirm=st.sampled_from([Confirm.OPPONENT, Confirm.EVERY_SEAT]), acts=st.lists(ACTS, min_size=4, max_size=12))
def test_a_match_is_final_when_it_should_be(
    club_and_players: tuple[Club, list[Player]], confirm: Confirm, acts: list[tuple[str, int | str]]
) -> None:
    club, players = club_and_players
    with transaction.atomic():
        match = ledger.start(club, "dirty-dog", players, Options(plan=(1,)), confirm=confirm)
        write(match, [Bids({0: 0, 1: 1, 2: 1}), Tricks({0: 0, 1: 1, 2: 0})])
        assert load(match).sheet.finished
        memory = Memory(confirm)
        for what, who in acts:
            act(match, memory, what, who)
            check(match, memory)
        assert rebuild(club, check=True) == []
        transaction.set_rollback(True)
