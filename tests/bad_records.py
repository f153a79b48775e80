"""Invalid records, each with the error code it is refused with; used for the API and the command."""

import json
from typing import Any

from tests.bad_rounds import BAD_ROUNDS

NAMES = ["Wilhelmina Featherstonehaugh-Oyelaran", "Núria Ødegård", "ليان الزهراني", "Gus 🐶🎺"]
GOOD: dict[str, Any] = {
    "record": 1,
    "game": "dirty-dog",
    "players": ["Ann", "Bo", "Cy", "Di", "Ed"],
    "rounds": [
        {
            "flip": "7H",
            "bids": {"Bo": 0, "Cy": 1, "Di": 0, "Ed": 0, "Ann": 1},
            "tricks": {"Bo": 0, "Cy": 1, "Di": 0, "Ed": 0, "Ann": 0},
        },
        {"bids": {"Cy": 1, "Di": 0, "Ed": 0, "Ann": 0}},
    ],
}
OVER: dict[str, Any] = {**GOOD, "options": {"plan": [1]}}


def bid(value: str) -> str:
    """The valid record as JSON, with Bo's bid written as `value`."""
    return json.dumps(GOOD).replace('"Bo": 0, "Cy": 1', f'"Bo": {value}, "Cy": 1', 1)


def tricks(value: str) -> str:
    """The valid record as JSON, with Bo's tricks written as `value`."""
    return json.dumps(GOOD).replace('"tricks": {"Bo": 0', f'"tricks": {{"Bo": {value}', 1)


def people(*names: str) -> dict[str, Any]:
    """A record with these players and no rounds."""
    return {"record": 1, "game": "dirty-dog", "players": list(names)}


BAD: dict[str, tuple[Any, str]] = {
    **BAD_ROUNDS,
    "a bid beyond the cards": (bid("2"), "bid-range"),
    "a negative bid": (bid("-1"), "bid-range"),
    "a decimal bid": (bid("1.0"), "bid-range"),
    "a bid in quotes": (bid('"1"'), "bid-range"),
    "a true bid": (bid("true"), "bid-range"),
    "a bid of nothing": (bid("null"), "bid-range"),
    "a bid that is not a number": (bid("NaN"), "json"),
    "an endless bid": (bid("Infinity"), "json"),
    "a bid of 2^63": (bid(str(2**63)), "bid-range"),
    "a bid of a thousand digits": (bid("9" * 1000), "bid-range"),
    "a bid of ten thousand digits": (bid("9" * 10_000), "json"),
    "a bid that is a list": (bid("[1]"), "bid-range"),
    "tricks beyond the cards": (tricks("2"), "tricks-range"),
    "negative tricks": (tricks("-1"), "tricks-range"),
    "decimal tricks": (tricks("0.0"), "tricks-range"),
    "tricks of 2^63": (tricks(str(2**63)), "tricks-range"),
    "tricks that do not add up": (tricks("1"), "tricks-sum"),
    "a player twice in the bids": (bid('0, "Bo": 1'), "duplicate-player"),
    "a player nobody knows": (json.dumps(GOOD).replace('"Bo": 0, "Cy": 1', '"Zed": 0, "Cy": 1', 1), "unknown-player"),
    "the barred bid": (json.dumps(GOOD).replace('"Ann": 1', '"Ann": 0', 1), "the-rule"),
    "a round after the end": (OVER, "round-after-end"),
    "an unknown key": ({**GOOD, "totals": {}}, "unknown-key"),
    "an unknown game": ({**GOOD, "game": "poker"}, "game"),
    "no game": ({"record": 1, "players": ["Ann", "Bo", "Cy"]}, "malformed"),
    "a format of the future": ({**GOOD, "record": 2}, "malformed"),
    "the same player twice": (people("Ann", "Bo", "Ann"), "duplicate-player"),
    "the same player in two spellings": (people("Zo\u0065\u0308", "Bo", "Zo\u00eb"), "duplicate-player"),
    "nobody": (people(), "players"),
    "one player": (people("Ann"), "players"),
    "eleven players": (people(*"ABCDEFGHIJK"), "players"),
    "an empty name": (people("Ann", "", "Cy"), "players"),
    "a name with a NUL": (people("Ann\0", "Bo", "Cy"), "text"),
    "half a character in a name": (people("Ann\ud83d", "Bo", "Cy"), "text"),
    "a plan nobody can deal": ({**GOOD, "options": {"max_hands": 3}}, "plan"),
    "too many cards": ({**GOOD, "options": {"max_cards": 11}}, "max-cards"),
    "a card there is none of": (json.dumps(GOOD).replace('"7H"', '"1H"'), "card"),
    "a list": ([], "malformed"),
    "a number": ("1", "malformed"),
    "nothing": ("", "json"),
    "white space": ("  \n ", "json"),
    "broken JSON": ('{"record": 1,', "json"),
    "bytes that are no text": (b"\xff\xfe\x00\x01\x80", "json"),
    "half a surrogate in the bytes": (b'{"record": 1, "game": "\xed\xa0\x80"}', "text"),
    "ten thousand lists deep": ("[" * 10_000 + "]" * 10_000, "too-deep"),
    "ten thousand objects deep": ('{"a":' * 10_000 + "1" + "}" * 10_000, "too-deep"),
    "two megabytes": ('{"players": "' + "a" * 2_000_000 + '"}', "too-large"),
}
