"""Every code, its sentence, and where it points."""

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
from scoring.records import error_json, score, score_text
from tests.scoring.dogs_of_war.pages import (
    BASTIANI,
    FOUR,
    HACKETT,
    HARLOW,
    MALLORY,
    NAMES,
    PAIRS,
    QUIET,
    TALBOT,
    TORNBORN,
    battle,
    fold,
    record,
    tally,
    year,
)

VALUES = dict.fromkeys(Options().houses, 0)
ENDED = {"house_values": VALUES}
OTTO_7 = {TALBOT: {"Otto": 1}}


def plays(*moves: Any, **more: Any) -> Any:
    """A year in which Talbot and Mallory fight by plays."""
    return year({"houses": [TALBOT, MALLORY], "plays": list(moves), **more})


def move(player: str = "Otto", house: str = TALBOT, **more: Any) -> Any:
    return {"player": player, "house": house, **(more or {"soldier": "footman"})}


def said(error: RuleError) -> str:
    """Code, sentence, round, player, field."""
    found = error_json(error)["error"]
    return "|".join(str(found.get(key, "-")) for key in ("code", "message", "round", "player", "field"))


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
            "houses|Dogs of War is played with 6 houses, not 4: name those that take part.|-|-|houses",
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
            "malformed|“variants” needs another value than 'mercy'.|-|-|variants",
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
            "pairing|A year has 3 battles, and 1 are written down: every house fights once.|1|-|battles",
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
    assert said(refused.value) == error


@pytest.mark.parametrize(
    ("finish", "error"),
    [
        (
            {"house_values": {**VALUES, "Ash": 0}},
            "houses|“Ash” is not among Talbot, Mallory, Bastiani, Hackett, Tornborn, Harlow: check how the house is "
            "spelt.|-|-|house_values",
        ),
        (
            {"house_values": {TALBOT: 0}},
            "house-values|What is Mallory worth? Every house has a value.|-|-|house_values",
        ),
        (
            {"house_values": {**VALUES, TALBOT: 8}},
            "house-values|Talbot cannot be worth 8: −5 to 7 are possible.|-|-|house_values",
        ),
        (
            {"house_values": {**VALUES, TALBOT: -6}},
            "house-values|Talbot cannot be worth −6: −5 to 7 are possible.|-|-|house_values",
        ),
        (
            {"house_values": {**VALUES, TALBOT: 7}},
            "house-values|The house values add up to 7, but only −6 to 6 is possible: every decided battle adds 1 in "
            "all. Look at the track again.|-|-|house_values",
        ),
        (
            {"house_values": dict.fromkeys(VALUES, -2)},
            "house-values|The house values add up to −12, but only −6 to 6 is possible: every decided battle adds 1 in "
            "all. Look at the track again.|-|-|house_values",
        ),
        (
            {"tally": {"Otto": tally()}},
            "house-values|The years are not over: record all four, or write down what every house is worth now."
            "|-|-|house_values",
        ),
        (
            {**ENDED, "tally": {"Bea": tally()}},
            "unknown-player|Bea is not among the players: check how the name is spelt.|-|Bea|tally",
        ),
        (
            {**ENDED, "tally": {"Otto": tally(support="Ash")}},
            "support|“Ash” is not among Talbot, Mallory, Bastiani, Hackett, Tornborn, Harlow: check how the house is "
            "spelt.|-|Otto|support",
        ),
        (
            {**ENDED, "tally": {"Otto": tally(influence={"Ash": 1})}},
            "houses|“Ash” is not among Talbot, Mallory, Bastiani, Hackett, Tornborn, Harlow: check how the house is "
            "spelt.|-|Otto|influence",
        ),
        (
            {**ENDED, "tally": {name: tally() for name in NAMES[:3]}},
            "support|Two tallies name the support card of Talbot, and there is only one: look at the cards again."
            "|-|Percy|support",
        ),
        (
            {**ENDED, "tally": {**{name: tally() for name in NAMES[:2]}, "Percy": tally(support=HARLOW)}},
            "support|Two of the other tallies name the same support card, and there is only one: count those again."
            "|-|-|support",
        ),
        *(
            (
                {**ENDED, "tally": {"Ines": tally(**{key: -1})}},
                f"negative|Ines cannot have −1 under “{key}”: 0 is the fewest.|-|Ines|{key}",
            )
            for key in ("vp", "coins", "tactics", "soldiers")
        ),
        (
            {**ENDED, "tally": {"Ines": tally(influence={TALBOT: -2})}},
            "negative|Ines cannot have −2 under “influence”: 0 is the fewest.|-|Ines|influence",
        ),
        (
            {**ENDED, "tally": {"Ines": tally(coins=69)}},
            "coins|Ines cannot hold 69 coins: all in the box come to 68.|-|Ines|coins",
        ),
        (
            {**ENDED, "tally": {"Ines": {"vp": 3}}},
            "malformed|The key “influence” is missing.|-|-|influence",
        ),
        (
            {**ENDED, "tally": {"Ines": tally(support=None)}},
            "support|“support” needs text, not nothing.|-|-|support",
        ),
        (
            {"house_values": {**VALUES, TALBOT: "7"}},
            "house-values|“house_values” needs a whole number, not text.|-|-|house_values",
        ),
        (
            {**ENDED, "tally": {"Ines": tally(vp=1.0)}},
            "malformed|“vp” needs a whole number, not a decimal number.|-|-|vp",
        ),
        (
            {**ENDED, "tally": {"Ines": tally(vp=True)}},
            "malformed|“vp” needs a whole number, not true or false.|-|-|vp",
        ),
        (
            {**ENDED, "tally": {"Ines": tally(vp=10**12)}},
            "malformed|“vp” needs a whole number up to 1000.|-|-|vp",
        ),
    ],
)
def test_a_wrong_end_says_what_to_do(finish: Any, error: str) -> None:
    with pytest.raises(RuleError) as refused:
        score(record(finish=finish))
    assert said(refused.value) == error


def test_house_values_must_agree_with_the_years() -> None:
    with pytest.raises(RuleError) as refused:
        score(record(*[year()] * 4, finish={"house_values": {**VALUES, MALLORY: -1}}))
    assert said(refused.value) == ("house-values|Talbot cannot be worth 0: its years make it −1.|-|-|house_values")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('{"captains": {"Talbot": {"Otto": 1, "Otto": 2}}}', "Otto"),
        ('{"rounds": [{"captains_gained": {"Gus": 1, "Gus": 2}}]}', "Gus"),
        ('{"finish": {"tally": {"Ines": {}, "Ines": {}}}}', "Ines"),
    ],
)
def test_a_player_named_twice_is_refused(text: str, error: str) -> None:
    assert score_text(text)[1]["error"] == {
        "code": "duplicate-player",
        "message": f"{error} stands there twice: give each player once.",
        "player": error,
    }


def test_a_house_named_twice_is_no_player() -> None:
    assert score_text('{"captains": {"Talbot": {}, "Talbot": {}}}')[1]["error"] == {
        "code": "duplicate-key",
        "message": "The key “Talbot” stands there twice: give it once.",
    }


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
            [OPEN, Battle(0, 3, {TALBOT: {1: 1}, MALLORY: {1: 1}})],
            "both-sides|Ines cannot stand by both Talbot and Mallory in one battle: move the captains to one side, or "
            "note that Betrayal was played.|1|Ines|captains",
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
    assert said(refused.value) == error
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
