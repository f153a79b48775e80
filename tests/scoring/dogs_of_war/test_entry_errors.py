"""Errors of an entry: every code, its sentence, and where it points."""

from typing import Any

import pytest
from msgspec import Struct

from scoring.base import RuleError
from scoring.dirty_dog import Shorten
from scoring.dogs_of_war import (
    DOGS_OF_WAR,
    Battle,
    Betrayal,
    Contest,
    Gain,
    HouseValues,
    Move,
    Options,
    Pairing,
    Pass,
    Play,
    Tally,
    Year,
)
from tests.scoring.dogs_of_war.mistakes import VALUES, sentence_of
from tests.scoring.dogs_of_war.pages import (
    BASTIANI,
    HACKETT,
    HARLOW,
    NAMES,
    PAIRS,
    QUIET,
    TALBOT,
    TORNBORN,
    fold,
)

OPEN = Pairing(PAIRS)
SUDDEN = Options(("sudden-death",))


@pytest.mark.parametrize(
    ("entries", "error"),
    [
        ([Shorten()], "kind|“Shorten” is not an entry of Dogs of War.|-|-|-"),
        (
            [Play(0, 0, TALBOT, "knight")],
            "pairing|Battle 1 has no houses yet: name the two that fight first.|1|-|houses",
        ),
        (
            [Battle(-1, 0, {}, houses=PAIRS[0])],
            "pairing|Battle 0 has no houses yet: name the two that fight first.|1|-|houses",
        ),
        (
            [Battle(1, 0, {}, houses=PAIRS[0])],
            "pairing|Battle 2 has no houses yet: name the two that fight first.|1|-|houses",
        ),
        (
            [OPEN, Battle(3, 0, {}, houses=PAIRS[0])],
            "pairing|A year has 3 battles: there is no battle 4.|1|-|battles",
        ),
        (
            [Pairing((*PAIRS, PAIRS[0]))],
            "pairing|A year has 3 battles: name no more pairs, and no bonus without one.|1|-|battles",
        ),
        (
            [Pairing(PAIRS[:1], bonuses=("captain", "captain"))],
            "pairing|A year has 3 battles: name no more pairs, and no bonus without one.|1|-|battles",
        ),
        (
            [Pairing((PAIRS[0], (TALBOT, HARLOW)))],
            "pairing|Talbot already fights this year: every house fights once a year, so choose another.|1|-|houses",
        ),
        (
            [OPEN, Play(1, 0, BASTIANI, "knight"), Pairing((PAIRS[0], PAIRS[2]))],
            "pairing|Battle 2 of Bastiani and Hackett has begun: take that back first, or keep the houses.|1|-|houses",
        ),
        (
            [OPEN, Play(1, 0, BASTIANI, "knight"), Pairing(PAIRS[:1])],
            "pairing|Battle 2 of Bastiani and Hackett has begun: take that back first, or keep the houses.|1|-|houses",
        ),
        ([Pairing(PAIRS, first_player=3)], "unknown-player|There is no seat 4 at this table.|1|-|first_player"),
        ([OPEN, Play(0, -1, TALBOT, "knight")], "unknown-player|There is no seat 0 at this table.|1|-|plays"),
        (
            [OPEN, Play(0, 0, TALBOT, "dragon")],
            "malformed|“dragon” is no soldier: use one of footman, arquebuser, knight, war_machine.|1|-|soldier",
        ),
        (
            [OPEN, Play(0, 0, TALBOT, "knight", space="moat")],
            "malformed|A space asks for arquebuser or knight, not for “moat”.|1|-|space",
        ),
        (
            [OPEN, Pass(0), Play(0, 0, TALBOT, "knight")],
            "captains|Otto has passed and is out for this year: choose who plays, or take the pass back.|1|Otto|plays",
        ),
        (
            [OPEN, Battle(0, 3, {}), Play(0, 0, TALBOT, "knight")],
            "battle-closed|The final position of battle 1 is written down: correct that, or take it back.|1|-|plays",
        ),
        (
            [OPEN, Battle(0, 3, {}), Betrayal(0, 0)],
            "battle-closed|The final position of battle 1 is written down: correct that, or take it back.|1|-|plays",
        ),
        (
            [OPEN, *[Play(0, 0, TALBOT, spaces=1)] * 201],
            "malformed|A battle has 200 plays at most, far more than there are captains: take some away.|1|-|plays",
        ),
        (
            [OPEN, Betrayal(0, 1), Betrayal(1, 1)],
            "both-sides|Ines has played a tactic card this turn: a turn has at most one, so play a soldier first."
            "|1|Ines|betrayal",
        ),
        (
            [OPEN, Year()],
            "tracker|Battle 1 is missing: where does its tracker stand, and whose captains are there?|1|-|tracker",
        ),
        ([Year()], "pairing|A year has 3 battles, and 0 are written down: every house fights once.|1|-|battles"),
        (
            [
                Year(
                    (
                        Contest(PAIRS[0], 3, plays=(Move(0, TALBOT, "knight"),)),
                        *(Contest(pair, 0) for pair in PAIRS[1:]),
                    )
                )
            ],
            "malformed|A battle has either its plays or its final tracker and captains: leave one of the two out."
            "|1|-|plays",
        ),
        ([Gain(5)], "unknown-player|There is no seat 6 at this table.|1|-|captains_gained"),
        ([Gain(0, 7)], "captains|Otto cannot gain 7 captains: 1 to 6 are possible.|1|Otto|captains_gained"),
        (
            [Gain(0, 4), Gain(1, 3), Gain(0, 3)],
            "captains|Otto cannot gain 7 captains: 1 to 6 are possible.|1|Otto|captains_gained",
        ),
        (
            [HouseValues(VALUES), HouseValues(VALUES)],
            "house-values|The house values are written down already: correct them instead.|-|-|house_values",
        ),
        (
            [HouseValues(VALUES), OPEN],
            "year-after-end|The house values are written down, so the years are over: take them back to go on."
            "|1|-|rounds",
        ),
        ([*[QUIET] * 4, OPEN], "year-after-end|All four years are over: what is left is the final tally.|5|-|rounds"),
        (
            [HouseValues(VALUES), *[Tally(1, 0, {}, TALBOT, 0, 0, 0)] * 2],
            "duplicate-player|Ines’s tally is in already: correct it instead.|-|Ines|tally",
        ),
        (
            [HouseValues(VALUES), Tally(3, 0, {}, TALBOT, 0, 0, 0)],
            "unknown-player|There is no seat 4 at this table.|-|-|tally",
        ),
    ],
)
def test_a_wrong_entry_says_what_to_do(entries: list[Struct], error: str) -> None:
    with pytest.raises(RuleError) as refused:
        fold(*entries)
    refused.value.name_players(NAMES)
    assert sentence_of(refused.value) == error
    assert refused.value.entry == len(entries)


def test_a_strange_house_in_a_decisive_year_is_an_error_like_any_other() -> None:
    strange = Year((Contest((TALBOT, "Ash"), 0), *(Contest(pair, 0) for pair in PAIRS[1:])))
    with pytest.raises(RuleError) as refused:
        fold(*[QUIET] * 3, strange, options=Options(("decisive-fourth-year",)))
    assert (refused.value.code, refused.value.round, refused.value.field) == ("houses", 4, "houses")


def test_sudden_death_ends_the_live_battle_too() -> None:
    before = [OPEN, *(Play(0, seat, TALBOT, "war_machine") for seat in range(3))]
    for late in (Play(0, 0, TALBOT, "footman"), Play(0, 0, TALBOT, spaces=1)):
        with pytest.raises(RuleError) as refused:
            fold(*before, late, options=SUDDEN)
        assert refused.value.code == "battle-closed"


@pytest.mark.parametrize("houses", [(TORNBORN, HARLOW), (HACKETT, BASTIANI)])
def test_an_unknown_variant_is_refused_at_the_start(houses: Any) -> None:
    with pytest.raises(RuleError) as refused:
        DOGS_OF_WAR.start(3, Options(variants=houses))
    assert refused.value.field == "variants"
