"""Translates msgspec's validation errors into a scorekeeper's words."""

import re
from collections.abc import Callable, Sequence

from scoring.messages import Message, either

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
        r"Invalid enum value (?P<value>.*)",
        lambda field, value: Message("“{field}” needs another value than {value}.", field=field, value=value),
    ),
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
