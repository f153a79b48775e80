"""Reading untrusted JSON."""

import json
from typing import Any

import pytest

from scoring.base import Malformed
from scoring.dirty_dog.record import Record
from scoring.record_format.strict import DEEPEST, LARGEST, clean, clean_text, read, shape
from tests.scoring.tables import record


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("", "json", "This is not JSON: Expecting value: line 1 column 1 (char 0)."),
        ("{", "json", None),
        (b"\xff{}", "json", None),
        ("NaN", "json", "NaN is not a number a record can hold."),
        ('{"a": NaN}', "json", None),
        ('{"a": -Infinity}', "json", "-Infinity is not a number a record can hold."),
        ('{"a": 1' + "0" * 5000 + "}", "json", None),
        ("[" * 10_000 + "]" * 10_000, "too-deep", "This is nested far deeper than any record."),
        ('{"a":' * 10_000 + "1" + "}" * 10_000, "too-deep", None),
        ('{"a": ' + "[" * 20 + "]" * 20 + "}", "too-deep", None),
        ("x" * 10_000_000, "too-large", "This is too long for a record: 1,000,000 bytes are the most."),
        (b" " * 10_000_000, "too-large", None),
        ("[]", "malformed", "A record is one JSON object."),
        ('"x"', "malformed", None),
        ("3", "malformed", None),
        ("null", "malformed", None),
        ('{"a": 1, "a": 2}', "duplicate-key", "The key “a” stands there twice: give it once."),
        ('{"b": 0, "a": 1, "a": 2}', "duplicate-key", "The key “a” stands there twice: give it once."),
        ('{"x": [{"a": 1, "a": 1}]}', "duplicate-key", None),
        (
            '{"rounds": [{"bids": {"A": 1, "A": 1}}]}',
            "duplicate-player",
            "A stands there twice: give each player once.",
        ),
        ('{"finish": {"pulls": [{"A": "2C", "A": "3C"}]}}', "duplicate-player", None),
        ('{"groups": [{"totals": {"A": 1, "A": 1}}]}', "duplicate-player", None),
        ('{"a": "\\u0000"}', "text", "Text may not hold a NUL character: take it out."),
        ('{"a\\u0000": 1}', "text", None),
        ('{"a": "\\ud800"}', "text", "Text holds half a character (an unpaired surrogate): write it again."),
        ('{"\\udc00": 1}', "text", None),
    ],
)
def test_text_that_is_no_record(text: str | bytes, code: str, message: str | None) -> None:
    with pytest.raises(Malformed) as error:
        read(text)
    assert error.value.code == code
    assert message is None or error.value.message == message


def test_the_repeated_player_is_named() -> None:
    with pytest.raises(Malformed) as error:
        read('{"bids": {"Bo": 0, "Ann": 1, "Ann": 1}}')
    assert error.value.player == "Ann"


def test_json_is_read_with_and_without_a_byte_order_mark() -> None:
    for text in ('{"a": [1, true, null, "x", 1.5]}', '{"a": [1, true, null, "x", 1.5]}'.encode("utf-8-sig")):
        assert read(text) == {"a": [1, True, None, "x", 1.5]}


def test_a_surrogate_pair_is_one_character() -> None:
    assert read('{"a": "\\ud83d\\udc15"}') == {"a": "🐕"}


def test_the_longest_text_is_still_read() -> None:
    assert read("{}" + " " * (LARGEST - 2)) == {}
    with pytest.raises(Malformed):
        read("{}" + " " * (LARGEST - 1))


def nested(levels: int) -> Any:
    """A number inside so many nested lists."""
    return [nested(levels - 1)] if levels else 0


def test_the_deepest_nesting_is_still_read() -> None:
    assert clean(nested(DEEPEST)) == nested(DEEPEST)
    with pytest.raises(Malformed, match="nested far deeper"):
        clean(nested(DEEPEST + 1))
    assert clean(_number(DEEPEST)) == _number(DEEPEST)
    with pytest.raises(Malformed, match="nested far deeper"):
        clean(_number(DEEPEST + 1))


def _number(depth: int) -> Any:
    """A number inside so many nested objects."""
    return {"a": _number(depth - 1)} if depth else 1


def test_all_text_is_normalised() -> None:
    assert clean({"Zo\u0308": ["u\u0308", ("e\u0301",)]}) == {"Zö": ["ü", ["é"]]}
    assert clean_text("e\u0301") == "é"


def test_two_keys_may_not_become_one() -> None:
    with pytest.raises(Malformed) as error:
        clean({"é": 1, "e\u0301": 2})
    assert (error.value.code, error.value.player) == ("duplicate-key", None)
    with pytest.raises(Malformed) as error:
        clean({"tricks": {"é": 1, "e\u0301": 2}})
    assert (error.value.code, error.value.player) == ("duplicate-player", "é")


def test_keys_are_text() -> None:
    with pytest.raises(Malformed, match="The key 3 must be text"):
        clean({3: 1})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": "Ann"}, "“players” needs a list, not text."),
        ({"players": {}}, "“players” needs a list, not an object."),
        ({"players": ["Ann", ""]}, "“players” needs text that is not empty."),
        ({"record": "1"}, "“record” needs a whole number, not text."),
        ({"record": None}, "“record” needs a whole number, not nothing."),
        ({"record": 2}, "“record” cannot be 2. Choose: 1."),
        ({"record": -1}, "“record” cannot be −1. Choose: 1."),
        ({"rounds": [{"void": 1}]}, "“void” needs true or false, not a whole number."),
        ({"rounds": [{"trump": "H"}]}, "“trump” cannot be 'H'. Choose: clubs, diamonds, hearts, none, spades."),
        ({"rounds": [{"flip": 1.5}]}, "“flip” needs text or nothing, not a decimal number."),
        ({"rounds": {}}, "“rounds” needs a list, not an object."),
        ({"rounds": [3]}, "“rounds” needs an object, not a whole number."),
        ({"rounds": [{}] * 1001}, "“rounds” needs a list of at most 1000."),
        ({"options": {"opening": {"Ann": 2_000_000}}}, "“opening” needs a whole number up to 1000000."),
        ({"options": {"opening": {"Ann": -2_000_000}}}, "“opening” needs a whole number from −1000000."),
    ],
)
def test_what_is_wrong_is_said_in_words(change: dict[str, Any], message: str) -> None:
    with pytest.raises(Malformed) as error:
        shape(record(2) | change, Record)
    assert error.value.message == message


def test_a_good_record_keeps_its_shape() -> None:
    document = json.loads(json.dumps(record(2, {"bids": {"Ann": 0}})))
    assert shape(document, Record).rounds[0].bids == {"Ann": 0}
