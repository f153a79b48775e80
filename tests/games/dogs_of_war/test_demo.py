"""The bots of Dogs of War: whole matches by the rules, and tallies that fit the battles."""

from random import Random

import pytest

from games.dogs_of_war.demo import demo_match
from scoring.base import replay
from scoring.dogs_of_war import DOGS_OF_WAR, DogsOfWarSheet
from scoring.dogs_of_war.battle import tokens
from scoring.records import options_to_json, sheet_json, to_record

MANY = range(30)


def played(seed: int, seats: int) -> DogsOfWarSheet:
    """The sheet of a match played by bots."""
    found = demo_match(seats, Random(seed))
    return replay(DOGS_OF_WAR, seats, found.options, [entry for _, entry in found.lines])


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_evening_ends_with_a_winner_and_nothing_to_wonder_at(seats: int) -> None:
    for seed in MANY:
        sheet = played(seed, seats)
        assert sheet.winners
        assert sheet.warnings == ()
        assert not sheet.needs


def test_the_tallies_fit_the_battles() -> None:
    for seed in MANY:
        sheet = played(seed, 4)
        for house in sheet.houses:
            assert sum(tally.influence.get(house, 0) for tally in sheet.tallies.values()) <= tokens(4)
        assert len({tally.support for tally in sheet.tallies.values()}) == 4
        for seat in sheet.active_seats:
            assert sheet.tallies[seat].vp >= sum(line.points[seat] for line in sheet.years)


def test_time_goes_on() -> None:
    for seed in MANY:
        minutes = [minute for minute, _ in demo_match(4, Random(seed)).lines]
        assert minutes == sorted(minutes)
        assert 30 < minutes[-1] < 180


def test_an_evening_is_written_down_in_every_way() -> None:
    kinds = {frozenset(DOGS_OF_WAR.kind(entry) for _, entry in demo_match(3, Random(seed)).lines) for seed in MANY}
    assert {"house-values", "tally"} in kinds
    assert {"year", "tally"} in kinds
    assert any("play" in found and "pass" in found for found in kinds)


def test_some_tables_agree_on_variants() -> None:
    agreed = {variant for seed in MANY for variant in demo_match(3, Random(seed)).options.variants}
    assert agreed == {"crushing-at-12", "sudden-death", "decisive-fourth-year", "cutthroat"}


def test_the_same_chance_gives_the_same_evening() -> None:
    assert demo_match(4, Random(7)) == demo_match(4, Random(7))


def test_an_evening_can_be_kept_as_a_record() -> None:
    found = demo_match(5, Random(3))
    entries = [entry for _, entry in found.lines]
    record = to_record(DOGS_OF_WAR, ["Bea", "Otto", "Ines", "Gus", "Jo"], 5, found.options, entries)
    assert record["finish"]["tally"].keys() == {"Bea", "Otto", "Ines", "Gus", "Jo"}
    assert options_to_json(found.options).keys() <= {"variants", "houses"}
    assert sheet_json(DOGS_OF_WAR, played(3, 5), record["players"])["winners"]
