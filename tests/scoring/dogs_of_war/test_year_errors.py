"""Errors of a year of a record: every code, its sentence, and where it points."""

from typing import Any

import pytest

from scoring.base import RuleError
from scoring.records import score
from tests.scoring.dogs_of_war.mistakes import move, plays, sentence_of
from tests.scoring.dogs_of_war.pages import (
    FOUR,
    HACKETT,
    HARLOW,
    MALLORY,
    NAMES,
    PAIRS,
    TALBOT,
    battle,
    record,
    year,
)


@pytest.mark.parametrize(
    ("found", "error"),
    [
        (
            record(players=NAMES[:2]),
            "players|Dogs of War is for 3 to 5 players, not 2: add another.|-|-|players",
        ),
        (
            record(players=(*NAMES, "Bea")),
            "players|Dogs of War is for 3 to 5 players, not 6: leave some out.|-|-|players",
        ),
        (
            record(players=NAMES[:4], variants=["cutthroat"], houses=list(FOUR)),
            "players|The cutthroat variant is for exactly 3 players: leave it out, or change who plays.|-|-|players",
        ),
        (
            record(players=("Otto", "Otto", "Ines")),
            "duplicate-player|Otto already sits at the table: give two players of one name something to tell them "
            "apart.|-|Otto|players",
        ),
        (
            record(variants=["cutthroat"]),
            "houses|Cutthroat is played with 4 houses, not 6: name those that take part.|-|-|houses",
        ),
        (
            record(houses=list(FOUR)),
            "houses|Dogs of War is played with 6 houses, not 4: choose the variant cutthroat, which 3 play with four "
            "houses, or name all six.|-|-|houses",
        ),
        (
            record(houses=list(FOUR[:3])),
            "houses|Dogs of War is played with 6 houses, not 3: name those that take part.|-|-|houses",
        ),
        (
            record(houses=[*FOUR, "Ash", "Ash"]),
            "houses|Every house needs a name of its own: no blank, no name twice.|-|-|houses",
        ),
        (
            record(houses=[*FOUR, "Ash", " "]),
            "houses|Every house needs a name of its own: no blank, no name twice.|-|-|houses",
        ),
        (
            record(variants=["sudden-death", "sudden-death"]),
            "malformed|A variant stands there twice: name each once.|-|-|variants",
        ),
        (
            record(variants=["mercy"]),
            "malformed|“variants” cannot be 'mercy'. Choose: crushing-at-12, cutthroat, decisive-fourth-year, "
            "sudden-death.|-|-|variants",
        ),
        (
            record({"battles": [battle(TALBOT, "Ash"), *(battle(*pair) for pair in PAIRS[1:])]}),
            "houses|“Ash” is not among Talbot, Mallory, Bastiani, Hackett, Tornborn, Harlow: check how the house is "
            "spelt.|1|-|houses",
        ),
        (
            record({"battles": [battle(TALBOT, TALBOT)]}),
            "pairing|Talbot cannot fight itself: choose another house.|1|-|houses",
        ),
        (
            record({"battles": [battle(TALBOT, MALLORY), battle(HARLOW, TALBOT), battle(*PAIRS[1])]}),
            "pairing|Talbot already fights this year: every house fights once a year, so choose another.|1|-|houses",
        ),
        (
            record({"battles": [battle(*pair) for pair in (*PAIRS, PAIRS[0])]}),
            "pairing|A year has 3 battles, and 4 are written down: every house fights once.|1|-|battles",
        ),
        (
            record({"battles": [battle(*PAIRS[0])]}, year()),
            "pairing|A year has 3 battles, and 1 is written down: every house fights once.|1|-|battles",
        ),
        (
            record(
                year(battle(TALBOT, MALLORY, tracker=1)),
                year(),
                year(),
                year(battle(MALLORY, HARLOW)),
                variants=["decisive-fourth-year"],
            ),
            "pairing|Battle 1 of a decisive fourth year is between places 1 and 2 of the house track: Mallory and "
            "Harlow do not stand there.|4|-|houses",
        ),
        (
            record({"battles": [{"houses": list(pair)} for pair in PAIRS]}, year()),
            "tracker|Battle 1 is missing: where does its tracker stand, and whose captains are there?|1|-|tracker",
        ),
        (
            record(year(battle(TALBOT, MALLORY, tracker=16))),
            "tracker|The tracker cannot stand on 16: the track ends at 15 on either side.|1|-|tracker",
        ),
        (
            record(year(battle(TALBOT, MALLORY, tracker=-16))),
            "tracker|The tracker cannot stand on 16: the track ends at 15 on either side.|1|-|tracker",
        ),
        (
            record(plays(move(spaces=0))),
            "tracker|Otto cannot move the tracker 0 spaces: 1 to 30 are possible.|1|Otto|spaces",
        ),
        (
            record(plays(move(spaces=-3))),
            "tracker|Otto cannot move the tracker −3 spaces: 1 to 30 are possible.|1|Otto|spaces",
        ),
        (
            record(year(battle(TALBOT, MALLORY, left={"Otto": 4}))),
            "captains|Otto has 3 captains in year 1, not 4: take some away or note the captain gained.|1|Otto|captains",
        ),
        (
            record(plays(*[move()] * 4)),
            "captains|Otto has 3 captains in year 1, not 4: take some away or note the captain gained.|1|Otto|captains",
        ),
        (
            record(year(), year(battle(TALBOT, MALLORY, left={"Otto": 2}), battle(HARLOW, HACKETT, left={"Otto": 3}))),
            "captains|Otto has 4 captains in year 2, not 5: take some away or note the captain gained.|2|Otto|captains",
        ),
        (
            record(year(captains_gained={"Ines": 0})),
            "captains|Ines cannot gain 0 captains: 1 to 6 are possible.|1|Ines|captains_gained",
        ),
        (
            record(plays(move(soldier="arquebuser", space="knight"))),
            "captains|Otto’s captain cannot take that space: it asks for the knight or stronger.|1|Otto|space",
        ),
        (
            record(year(battle(TALBOT, MALLORY, left={"Otto": -1}))),
            "negative|Otto cannot have −1 captains for Talbot: 0 is the fewest.|1|Otto|captains",
        ),
        (
            record(year({"houses": [TALBOT, MALLORY], "tracker": 1, "captains": {HARLOW: {"Otto": 1}}})),
            "houses|“Harlow” is not among Talbot, Mallory: check how the house is spelt.|1|-|captains",
        ),
        (
            record(plays(move(house=HARLOW))),
            "houses|“Harlow” is not among Talbot, Mallory: check how the house is spelt.|1|-|plays",
        ),
        (
            record(plays(move(), move(house=MALLORY))),
            "both-sides|Otto cannot stand by both Talbot and Mallory in one battle: move the captains to one side, or "
            "note that Betrayal was played.|1|Otto|captains",
        ),
        (
            record(plays(move("Ines"), move("Ines", MALLORY), betrayal=["Otto"])),
            "both-sides|Ines cannot stand by both Talbot and Mallory in one battle: move the captains to one side, or "
            "note that Betrayal was played.|1|Ines|captains",
        ),
        (
            record(plays(move(spaces=15), move("Ines"), move("Ines")), variants=["sudden-death"]),
            "battle-closed|The battle of Talbot and Mallory is over, its tracker has reached 15: Ines must play "
            "elsewhere.|1|Ines|plays",
        ),
        (
            record(*[year()] * 5),
            "year-after-end|All four years are over: what is left is the final tally.|5|-|rounds",
        ),
        (
            record(plays(move("Bea"))),
            "unknown-player|Bea is not among the players: check how the name is spelt.|1|Bea|plays",
        ),
        (
            record(year(first_to_pass="Bea")),
            "unknown-player|Bea is not among the players: check how the name is spelt.|1|Bea|first_to_pass",
        ),
        (
            record(plays(betrayal=["Otto", "Otto"])),
            "duplicate-player|Betrayal: name each player once.|1|-|betrayal",
        ),
        (
            record({**plays(), "open": True, "passed": ["Otto", "Otto"]}),
            "duplicate-player|Otto has passed already: nobody passes twice a year.|1|Otto|passed",
        ),
        (
            record({**plays(), "open": True, "first_to_pass": "Ines", "passed": ["Otto", "Ines"]}),
            "malformed|Ines was the first to pass, so that name stands first under “passed”.|1|Ines|passed",
        ),
        (
            record(year(open=True), year()),
            "malformed|Only the last year may be open: leave that out.|1|-|open",
        ),
        (
            record(plays({"player": "Otto", "house": TALBOT})),
            "malformed|A play is a soldier, or a bare move with “spaces”: give one of the two.|1|Otto|plays",
        ),
        (
            record(plays(move(soldier="knight", spaces=5))),
            "malformed|A play is a soldier, or a bare move with “spaces”: give one of the two.|1|Otto|plays",
        ),
        (
            record(plays(move(spaces=5, space="knight"))),
            "malformed|A bare move takes no space: leave “space” out.|1|Otto|space",
        ),
        (
            record(year({"houses": [TALBOT, MALLORY], "tracker": 3})),
            "malformed|The key “captains” is missing: a final position is the tracker and the captains.|1|-|captains",
        ),
        (
            record(year({"houses": [TALBOT, MALLORY], "captains": {}})),
            "malformed|The key “tracker” is missing: a final position is the tracker and the captains.|1|-|tracker",
        ),
        (
            record(year(battle(TALBOT, MALLORY, plays=[]))),
            "malformed|A battle has either its plays or its final tracker and captains: leave one of the two out."
            "|1|-|plays",
        ),
        (
            record(year(battle(TALBOT, MALLORY, HARLOW))),
            "houses|“houses” needs a list of length 2, not 3.|1|-|houses",
        ),
        (
            record(year(battle(TALBOT, MALLORY, left={"Otto": 1.0}))),
            "captains|“captains” needs a whole number, not a decimal number.|1|-|captains",
        ),
        (
            record(plays(*[move(spaces=1)] * 201)),
            "malformed|“plays” needs a list of at most 200.|1|-|plays",
        ),
        (
            record(year(battle(TALBOT, MALLORY, tracker="15"))),  # type: ignore[arg-type]
            "tracker|“tracker” needs a whole number or nothing, not text.|1|-|tracker",
        ),
    ],
)
def test_a_wrong_year_says_what_to_do(found: Any, error: str) -> None:
    with pytest.raises(RuleError) as refused:
        score(found)
    assert sentence_of(refused.value) == error
