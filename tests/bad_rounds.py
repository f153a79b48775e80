"""Invalid records of the other four games, one for each error code of the record format."""

from typing import Any

TWO, FOUR = ["Bea", "Otto"], ["Bea", "Otto", "Ines", "Percy"]
HOUSES = ["Talbot", "Mallory", "Bastiani", "Hackett", "Tornborn", "Harlow"]


def top_dog(*rounds: dict[str, Any], players: list[str] = FOUR, **options: Any) -> dict[str, Any]:
    return {"record": 1, "game": "top-dog", "players": players, "options": options, "rounds": list(rounds)}


def won(*hands: Any, **more: Any) -> dict[str, Any]:
    """A round of Top Dog with the hands won, in the order of FOUR."""
    return {"won": dict(zip(FOUR, hands, strict=False)), **more}


def pack(*rounds: dict[str, Any], players: list[str] = TWO, **options: Any) -> dict[str, Any]:
    return {"record": 1, "game": "pack-o-dogs", "players": players, "options": options, "rounds": list(rounds)}


def by(winner: str, **more: Any) -> dict[str, Any]:
    """A round of Pack o' Dogs with this winner."""
    return {"winner": winner, "pack": False, **more}


def corgis(*rounds: dict[str, Any], players: list[str] = FOUR, **options: Any) -> dict[str, Any]:
    return {"record": 1, "game": "clash-of-corgis", "players": players, "options": options, "rounds": list(rounds)}


def war(*years: Any, finish: Any = None, players: list[str] = FOUR, **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"record": 1, "game": "dogs-of-war", "players": players, "options": options}
    return found | {"rounds": list(years)} | ({"finish": finish} if finish else {})


def battle(a: str, b: str, tracker: Any = 3, **captains: dict[str, int]) -> dict[str, Any]:
    return {"houses": [a, b], "tracker": tracker, "captains": captains}


def year(*first: dict[str, Any]) -> dict[str, Any]:
    """A year with the given battles first, filled up with valid ones."""
    rest = [battle("Talbot", "Mallory"), battle("Bastiani", "Hackett"), battle("Tornborn", "Harlow")]
    return {"battles": [*first, *rest[len(first) :]]}


def tally(**more: Any) -> dict[str, Any]:
    return {"vp": 3, "influence": {"Talbot": 1}, "support": "Mallory", "coins": 2, "tactics": 0, "soldiers": 1, **more}


def end(values: dict[str, int], **more: Any) -> dict[str, Any]:
    """The end of a match of Dogs of War: the house values, and the same tally for each player."""
    return {"tally": {name: tally(**more) for name in FOUR}, "house_values": values}


WEST = [battle("Talbot", "Mallory", 15, Talbot={"Bea": 3})]
KNIGHTS = [{"player": name, "house": "Talbot", "soldier": "war_machine"} for name in (*TWO, *TWO)]
ROUNDS = [*[by("Bea")] * 4]
PILES = (14, 12, 14, 12)
FIVE = dict.fromkeys(HOUSES, 1)
BAD_ROUNDS: dict[str, tuple[Any, str]] = {
    "Top Dog alone": (top_dog(players=["Bea"]), "players"),
    "Top Dog for five": (top_dog(players=[*FOUR, "Gus"]), "players"),
    "a round of fourteen hands": (top_dog(won(4, 4, 3, 3)), "hands-sum"),
    "a round of twelve and no tie": (top_dog(won(3, 3, 3, 3)), "hands-sum"),
    "a negative hand": (top_dog(won(-1, 7, 4, 3)), "negative"),
    "cards that do not divide": (
        top_dog({"cards_taken": dict(zip(FOUR, (14, 12, 14, 12), strict=True))}),
        "cards-taken",
    ),
    "arranging that is not known": (top_dog(arranging="sometimes"), "options"),
    "a round after 35": (top_dog(*[won(13, 0, 0, 0)] * 4), "round-after-end"),
    "hands in words": (top_dog(won(*["two"] * 4)), "malformed"),
    "Pack o’ Dogs for three": (pack(players=["Bea", "Otto", "Ines"]), "players"),
    "a winner who is not there": (pack(by("Zed")), "winner"),
    "four turns": (pack(by("Bea", turns=4)), "turns"),
    "two turns and no pack": (pack(by("Bea", turns=2)), "turns"),
    "a round after the fourth": (pack(*ROUNDS, by("Otto")), "round-after-end"),
    "a negative pile": (pack({"piles": {"Bea": -1, "Otto": 3}}, mode="base"), "negative"),
    "Clash of Corgis for five": (corgis(players=[*FOUR, "Gus"]), "players"),
    "nobody won": (corgis({"winner": "Zed"}), "winner"),
    "a winner with cards": (corgis({"winner": "Bea", "cards_left": {"Bea": 1}}), "cards-left"),
    "thirteen cards left": (corgis({"winner": "Bea", "cards_left": {"Otto": 13}}), "cards-left"),
    "an even series": (corgis(best_of=4), "best-of"),
    "a game after the series": (corgis(*[{"winner": "Bea"}] * 4), "round-after-end"),
    "Dogs of War for two": (war(players=TWO), "players"),
    "five houses": (war(houses=HOUSES[:5]), "houses"),
    "a house twice": (war(year(battle("Talbot", "Harlow"))), "pairing"),
    "a tracker of sixteen": (war(year(battle("Talbot", "Mallory", 16))), "tracker"),
    "four captains in year one": (war(year(battle("Talbot", "Mallory", 4, Talbot={"Bea": 4}))), "captains"),
    "both sides": (
        war(
            year(
                {
                    "houses": ["Talbot", "Mallory"],
                    "plays": [{"player": "Bea", "house": house, "soldier": "knight"} for house in HOUSES[:2]],
                }
            )
        ),
        "both-sides",
    ),
    "values that cannot be": (war(finish=end(dict.fromkeys(HOUSES, 3))), "house-values"),
    "a support card of no house": (war(finish=end(FIVE, support="Bones")), "support"),
    "fewer than no tokens": (war(finish=end(FIVE, vp=-1)), "negative"),
    "fewer than no coins": (war(finish=end(FIVE, coins=-2)), "negative"),
    "more coins than the box holds": (war(finish=end(FIVE, coins=69)), "coins"),
    "a fifth year": (war(*[year()] * 5), "year-after-end"),
    "a play after the end of a battle": (
        war(
            {"battles": [{"houses": ["Talbot", "Mallory"], "plays": KNIGHTS}, *year()["battles"][1:]]},
            variants=["sudden-death"],
        ),
        "battle-closed",
    ),
}
