"""Strict reading of untrusted JSON: bounded in size and depth, with errors that say where and what is wrong.

A record holds objects, lists, text, whole numbers, true and false; anything else raises `Malformed`.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from typing import Any, NoReturn, TypeVar

import msgspec
from msgspec import inspect

from scoring.base import Malformed
from scoring.messages import Message, Thousands, at, either, row

# Translates msgspec's validation errors into a scorekeeper's words.


WORDS = {
    "int": Message("a whole number"),
    "float": Message("a decimal number"),
    "str": Message("text"),
    "bool": Message("true or false"),
    "null": Message("nothing"),
    "array": Message("a list"),
    "object": Message("an object"),
}
# Patterns of msgspec's messages and the sentence for each, tried in order; the last one matches any message.
SAID: Sequence[tuple[str, Callable[..., Message]]] = (
    (
        r"Expected (?P<kind>`[^`]*`), got (?P<given>.*)",
        lambda field, kind, given: Message("“{field}” needs {kind}, not {given}.", field=field, kind=kind, given=given),
    ),
    (
        r"Expected (?P<kind>`[^`]*`) of length (?P<length>\d+), got (?P<given>.*)",
        lambda field, kind, length, given: Message(
            "“{field}” needs {kind} of length {length}, not {given}.",
            field=field,
            kind=kind,
            length=length,
            given=given,
        ),
    ),
    (
        r"Expected (?P<kind>`[^`]*`) of length >= 1",
        lambda field, kind: Message("“{field}” needs {kind} that is not empty.", field=field, kind=kind),
    ),
    (
        r"Expected (?P<kind>`[^`]*`) of length <= (?P<most>.*)",
        lambda field, kind, most: Message(
            "“{field}” needs {kind} of at most {most}.", field=field, kind=kind, most=most
        ),
    ),
    (
        r"Expected (?P<kind>`[^`]*`) <= (?P<most>.*)",
        lambda field, kind, most: Message("“{field}” needs {kind} up to {most}.", field=field, kind=kind, most=most),
    ),
    (
        r"Expected (?P<kind>`[^`]*`) >= (?P<least>.*)",
        lambda field, kind, least: Message("“{field}” needs {kind} from {least}.", field=field, kind=kind, least=least),
    ),
    (r"(?:Expected )?(?P<what>.*)", lambda field, what: Message("“{field}” needs {what}.", field=field, what=what)),
)


def in_words(what: str, field: str) -> Message:
    """The sentence for a validation error: `what` is msgspec's message without the path, `field` the field's name.

    >>> in_words("Expected `int | null`, got `str`", "turns"), in_words("Invalid UUID", "id")
    ('“turns” needs a whole number or nothing, not text.', '“id” needs Invalid UUID.')
    """
    matches = ((re.fullmatch(pattern, what, re.DOTALL), sentence) for pattern, sentence in SAID)
    found, sentence = next((found, sentence) for found, sentence in matches if found)
    return sentence(field=field, **{name: _readable(value) for name, value in found.groupdict().items()})


def _readable(value: str) -> str:
    """The value with type names in plain words, and a true minus before a number."""
    if re.fullmatch(r"`[^`]*`", value):
        return _kind(value[1:-1])
    return re.sub(r"`([^`]*)`", lambda kinds: _kind(kinds[1]), re.sub(r"^-(?=\d)", "\N{MINUS SIGN}", value))


def _kind(kinds: str) -> str:
    return either([WORDS.get(kind, kind) for kind in kinds.split(" | ")])


# Thread-safe resolution of types for msgspec.
# msgspec (0.22) marks a struct as known before it has resolved its fields. A second thread that reads into the same
# struct at that moment finds a missing type, and the process crashes: this happens to a server that has just started
# and gets requests from several tablets at once.


T = TypeVar("T")

_lock = Lock()
_known: set[object] = set()


def resolved(into: type[T]) -> type[T]:
    """Return the same type once msgspec has resolved it, so that any thread can read into it.

    >>> msgspec.convert([1, 2], resolved(tuple[int, int]))
    (1, 2)
    """
    if into not in _known:
        with _lock:
            msgspec.json.Decoder(into)
            _known.add(into)
    return into


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
TOO_DEEP = Message("This is nested far deeper than any record.")
_TOO_LONG = Message("This is too long for a record: {most} bytes are the most.", most=Thousands(LARGEST))
WORD = "Invalid enum value "  # how msgspec begins to say that a word is none of those that are known
_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+|\.\.\.)\]")


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
    cleaned: dict[str, Any] = clean(checked_object(value))
    return cleaned


def checked_object(value: object) -> dict[str, Any]:
    """The value, an object; raise Malformed where it is anything else."""
    if not isinstance(value, dict):
        raise Malformed("malformed", Message("A record is one JSON object."))
    return value


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
    return Malformed("too-deep", TOO_DEEP)


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
        return msgspec.convert(value, into if into in _known else resolved(into), str_keys=seat_keys)
    except msgspec.ValidationError as error:
        raise _explained(str(error), value, into, seat_keys=seat_keys) from None


def _explained(text: str, value: Any, into: Any, *, seat_keys: bool) -> Malformed:
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
    if what.startswith(WORD):
        given, known = _readable(what.removeprefix(WORD)), row(choices(into, steps))
        message = Message("“{field}” cannot be {value}. Choose: {known}.", field=field or "", value=given, known=known)
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


def choices(into: Any, steps: Sequence[str]) -> list[str]:
    """The words that a value may be, where `steps` lead to it within a type: keys, and numbers or ... within a list.

    >>> from typing import Literal
    >>> choices(dict[str, tuple[Literal["up", "down"] | int, bool]], ("...", "0"))
    ['down', 'up']
    """
    kinds = [*_alternatives(inspect.type_info(into))]
    for step in steps:
        kinds = [each for kind in kinds for inner in _within(kind, step) for each in _alternatives(inner)]
    return [word for kind in kinds if isinstance(kind, inspect.LiteralType) for word in map(str, kind.values)]


def _alternatives(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Yield the types that a value may have, without what is written beside them."""
    if isinstance(kind, inspect.Metadata):
        yield from _alternatives(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _alternatives(each)
    else:
        yield kind


def _within(kind: inspect.Type, step: str) -> list[inspect.Type]:
    """The type of what a step leads to in a value of this type; more where several may stand there."""
    match kind:
        case inspect.StructType():
            return [field.type for field in kind.fields if field.encode_name == step]
        case inspect.DictType():
            return [kind.value_type]
        case inspect.TupleType():
            return list(kind.item_types)
    return [kind.item_type] if isinstance(kind, inspect.CollectionType) else []


def missing_key(key: str, number: int | None = None) -> Malformed:
    """The error for a key that a record must have."""
    return Malformed("malformed", Message("The key “{key}” is missing.", key=key), at=number, field=key)


def _wrong_key(what: str, number: int | None) -> Malformed:
    key = what.split("`")[1]
    if "required" in what:
        return missing_key(key, number)
    message = Message("The key “{key}” is not known here: leave it out, or check how it is spelt.", key=key)
    return Malformed("unknown-key", message, at=number, field=key)


def _first_wrong_key(value: Any, steps: list[str]) -> str:
    """The first key whose value is no whole number, in the map of numbers that `steps` lead to."""
    for step in steps[:-1]:
        value = value[int(step)] if step.isdigit() else value[step]
    return str(next(key for key, number in value.items() if type(number) is not int))
