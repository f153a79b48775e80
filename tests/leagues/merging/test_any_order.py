"""Merges and undos in any order, circular ones included: no result is lost, and undoing all restores every row."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubs.models import Merge, Player
from games.models import Seat
from leagues.players import merge
from leagues.players.merge import CannotMerge
from tests.factory import a_club, a_match
from tests.leagues.merging.evenings import stored
from tests.profiles import examples

DOGS = 5
STEPS = st.lists(st.tuples(st.integers(0, DOGS - 1), st.integers(0, DOGS - 1), st.booleans()), max_size=8)


class TestAnyOrder(TestCase):
    """Property test over random sequences of merges and undos."""

    @settings(max_examples=examples(15), suppress_health_check=[HealthCheck.too_slow])
    @given(STEPS)
    def test_any_order_of_merges_can_be_undone(self, steps: list[tuple[int, int, bool]]) -> None:
        dogs = club_of_twins()
        before, seats = stored(), Seat.objects.count()
        for source, target, back in steps:
            step(dogs, source, target, back=back)
            assert Seat.objects.count() == seats
            assert not Seat.objects.exclude(player__merged_into=None).exists()
        for row in Merge.objects.filter(undone_at=None).order_by("-pk"):
            merge.undo(row)
        assert stored() == before


def club_of_twins() -> list[Player]:
    """Five players: three who never met one another, and two who played in the same match."""
    club = a_club()
    dogs = [Player.objects.create(club=club, name=f"Dog {number}") for number in range(DOGS)]
    rest = [Player.objects.create(club=club, name=name) for name in ("Bea", "Núria")]
    for seed, dog in enumerate(dogs[:3]):
        a_match(club, [*rest, dog], plan=(1,), seed=seed)
    a_match(club, [*rest, *dogs[3:]], plan=(1,), seed=9)
    return dogs


def step(dogs: list[Player], source: int, target: int, *, back: bool) -> None:
    """Undo the oldest merge if `back` is set and there is one, else merge two players; a refusal changes nothing."""
    one, other = (Player.everybody.get(pk=dogs[number].pk) for number in (source, target))
    first: Any = Merge.objects.filter(undone_at=None).order_by("pk").first()
    try:
        merge.undo(first) if back and first else merge.merge(one, other, None)
    except CannotMerge:
        return
