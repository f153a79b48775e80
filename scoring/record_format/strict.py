"""Strict reading of untrusted JSON: bounded in size and depth, with errors that say where and what is wrong.

A record holds objects, lists, text, whole numbers, true and false; anything else raises `Malformed`.
"""

import json
import re
import unicodedata
from typing import Any, NoReturn, TypeVar

import msgspec

from scoring.base import Malformed
from scoring.messages import Message, Thousands, at
from scoring.record_format.resolved import resolved
from scoring.record_format.shape_errors import in_words

LARGEST = 1_000_000
DEEPEST = 16
COUNTED = ("bids", "tricks", "won", "cards_taken", "cards_left", "piles", "captains_gained", "opening", "totals")
PLAYER_MAPS = frozenset((*COUNTED, "pulls", "cards"))
NUMBERS = {
    "bids": "bid-range",
    "tricks": "tricks-range",
    "won": "malformed",
    "cards_taken": "cards-taken",
    "cards_left": "cards-left",
    "piles": "malformed",
}
FIELDS = {
    "players": "players",
    "plan": "plan",
    "max_hands": "plan",
    "max_cards": "max-cards",
    "flip": "card",
    "trump": "card",
    "pulls": "pull",
    "cards": "card",
    "target": "options",
    "arranging": "options",
    "dummy_scoring": "options",
    "suits": "options",
    "cards_taken": "cards-taken",
    "best_of": "best-of",
    "houses": "houses",
    "winner": "winner",
    "turns": "turns",
    "cards_left": "cards-left",
    "tracker": "tracker",
    "captains": "captains",
    "support": "support",
    "house_values": "house-values",
}
_TOO_LONG = Message("This is too long for a record: {most} bytes are the most.", most=Thousands(LARGEST))
_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+|\.\.\.)\]")

T = TypeVar("T")


class _Repeated(dict[str, Any]):
    """An object in which a key was repeated (`key`); the error it gets depends on where in the record it is."""

    key: str


def read(text: str | bytes) -> dict[str, Any]:
    """Parse text into a JSON object, with `clean` applied. Raise Malformed where it is too large (over 1,000,000
    characters or bytes), too deep, no JSON, no object, or holds NaN, a repeated key or broken text.

    >>> read('{"record": 1}')
    {'record': 1}
    """
    if len(text) > LARGEST:
        raise Malformed("too-large", _TOO_LONG)
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise Malformed("json", Message("This is not JSON: {reason}.", reason=str(error))) from None
    if not isinstance(value, dict):
        raise Malformed("malformed", Message("A record is one JSON object."))
    cleaned: dict[str, Any] = clean(value)
    return cleaned


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) == len(pairs):
        return unique
    repeated = _Repeated(unique)
    keys = [key for key, _ in pairs]
    repeated.key = next(key for key in keys if keys.count(key) > 1)
    return repeated


def _no_constant(name: str) -> NoReturn:
    raise Malformed("json", Message("{number} is not a number a record can hold.", number=name))


def _too_deep() -> Malformed:
    return Malformed("too-deep", Message("This is nested far deeper than any record."))


def clean(value: Any, path: tuple[str, ...] = ()) -> Any:
    """The value with all text in Unicode NFC; raise Malformed where text is broken, a key is repeated or it is nested
    too deep. `path` are the keys that lead to the value.
    """
    if len(path) > DEEPEST:
        raise _too_deep()
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list | tuple):
        return [clean(item, (*path, "")) for item in value]
    if isinstance(value, dict):
        return _clean_object(value, path)
    return value


def _clean_object(value: dict[Any, Any], path: tuple[str, ...]) -> dict[str, Any]:
    if isinstance(value, _Repeated):
        raise _twice(value.key, path)
    cleaned: dict[str, Any] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise Malformed("malformed", Message("The key {key} must be text.", key=repr(key)))
        name = clean_text(key)
        if name in cleaned:
            raise _twice(name, path)
        is_number = type(item) is int and len(path) < DEEPEST
        cleaned[name] = item if is_number else clean(item, (*path, name))
    return cleaned


def _twice(key: str, path: tuple[str, ...]) -> Malformed:
    if PLAYER_MAPS.intersection(path) or path[-1:] == ("tally",) or path[-2:-1] == ("captains",):
        message = Message("{player} stands there twice: give each player once.", player=key)
        return Malformed("duplicate-player", message, player=key)
    return Malformed("duplicate-key", Message("The key “{key}” stands there twice: give it once.", key=key))


def clean_text(text: str) -> str:
    r"""The text in Unicode NFC; raise Malformed `text` where it has a NUL or an unpaired surrogate.

    >>> clean_text("Zoe\u0308") == "Zo\u00eb"
    True
    """
    if "\0" in text:
        raise Malformed("text", Message("Text may not hold a NUL character: take it out."))
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        message = Message("Text holds half a character (an unpaired surrogate): write it again.")
        raise Malformed("text", message) from None
    return unicodedata.normalize("NFC", text)


def shape(value: Any, into: type[T], *, seat_keys: bool = False) -> T:
    """Convert the value to a frozen type, strictly: 1.0 or "1" is no 1, and unknown keys raise Malformed. `seat_keys`:
    map keys are seats, written as text.
    """
    try:
        return msgspec.convert(value, resolved(into), str_keys=seat_keys)
    except msgspec.ValidationError as error:
        raise _explained(str(error), value, seat_keys=seat_keys) from None


def _explained(text: str, value: Any, *, seat_keys: bool) -> Malformed:
    """A msgspec error message as Malformed, with a code, round, field and player where these can be told."""
    what, _, path = text.partition(" - at ")
    steps = [name or index for name, index in _STEP.findall(path.split("`$")[-1].rstrip("`"))]
    number = int(steps[1]) + 1 if len(steps) > 1 and steps[0] == "rounds" else None
    inner = [step for step in steps if not step.isdigit() and step not in ("...", "rounds")]
    field = inner[-1] if inner else "rounds" if "rounds" in steps else None
    if "unknown field" in what or "required field" in what:
        return _wrong_key(what, number)
    code = FIELDS.get(field or "", "malformed")
    message = in_words(what, field or "record")
    if steps[-1:] != ["..."] or field not in NUMBERS:
        return Malformed(code, message, at=number, field=field)
    wrong_key = _first_wrong_key(value, steps)
    seat = int(wrong_key) if seat_keys and wrong_key.isdecimal() else None
    return Malformed(
        NUMBERS[field],
        Message("{player}: {sentence}", player=wrong_key if seat is None else at(seat), sentence=message),
        at=number,
        seat=seat,
        field=field,
        player=None if seat_keys else wrong_key,
    )


def _wrong_key(what: str, number: int | None) -> Malformed:
    key = what.split("`")[1]
    if "required" in what:
        return Malformed("malformed", Message("The key “{key}” is missing.", key=key), at=number, field=key)
    message = Message("The key “{key}” is not known here: leave it out, or check how it is spelt.", key=key)
    return Malformed("unknown-key", message, at=number, field=key)


def _first_wrong_key(value: Any, steps: list[str]) -> str:
    """The first key whose value is no whole number, in the map of numbers that `steps` lead to."""
    for step in steps[:-1]:
        value = value[int(step)] if step.isdigit() else value[step]
    return str(next(key for key, number in value.items() if type(number) is not int))
