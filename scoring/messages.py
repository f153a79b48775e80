"""Translatable sentences that engines produce: the English text with the pattern and values a catalogue needs.

An engine writes `Message("{player} may not bid {bid}.", player=at(0), bid=1)`. That is a str, the English sentence with
its values filled in; code that shows it calls `translated`, which looks the pattern up in a catalogue. Where no
catalogue is set, as in `manage.py score`, the result is the English sentence.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, reduce
from typing import Any, cast

Catalogue = Callable[[str, str | None, int], str]
Translate = Callable[[str], str]
Figure = Callable[[object], str]
_SEAT = re.compile(r"\{(-?\d+)\}")


class Thousands(int):
    """An integer written with thousands separators, as each language has them: 1,000,000, in German 1.000.000."""


class Message(str):
    """A sentence in English: `pattern` has `{name}` for each of `values`; `plural` is the pattern for any `number` but
    1. A value may be a Message itself and is translated too.

    >>> Message("{player} has already bid {bid}.", player=at(1), bid=-2)
    '{1} has already bid −2.'
    """

    __slots__ = ("number", "pattern", "plural", "values")

    pattern: str
    plural: str | None
    number: int
    values: Mapping[str, Any]

    def __new__(cls, pattern: str, /, **values: Any) -> "Message":
        return cls._made(pattern, None, 1, values)

    @classmethod
    def _made(cls, pattern: str, plural: str | None, count: int, values: Mapping[str, Any]) -> "Message":
        made = super().__new__(cls, _filled(_english(pattern, plural, count), values, str, _in_english))
        made.pattern, made.plural, made.number, made.values = pattern, plural, count, values
        return made


class Term(Message):
    """A name for which a club may have its own word, such as a call-out; `code` identifies the term whatever it is
    called.

    >>> Term("sbr", "SBR"), Term("sbr", "SBR").code
    ('SBR', 'sbr')
    """

    __slots__ = ("code",)

    code: str

    def __new__(cls, code: str, name: str, /) -> "Term":
        made = cast(Term, cls._made(name, None, 1, {}))
        made.code = code
        return made


def terms(names: Mapping[str, str]) -> dict[str, Term]:
    """The names as Terms, by their codes.

    >>> terms({"sbr": Message("SBR")})
    {'sbr': 'SBR'}
    """
    return {code: Term(code, name) for code, name in names.items()}


def counted(singular: str, plural: str, count: int, /, **values: Any) -> Message:
    """A sentence for a number, with a singular and a plural pattern that may use `{count}`; a catalogue may have more
    forms.

    >>> counted("{count} card is missing.", "{count} cards are missing.", 2)
    '2 cards are missing.'
    """
    return Message._made(singular, plural, count, {"count": count, **values})


def at(seat: int) -> str:
    """A placeholder for the name of the player on a seat, which `named` replaces.

    >>> at(3)
    '{3}'
    """
    return _Seat(f"{{{seat}}}")


def named(text: str, names: Sequence[str]) -> str:
    """The text with names (by seat) for its seat placeholders, not yet translated; a seat without a name is called by
    its number.

    >>> named(Message("{player} deals.", player=at(0)), ["Ann"]), named("{1} deals.", ["Ann"])
    ('Ann deals.', 'seat 2 deals.')
    """
    match text:
        case Term():
            return text
        case Message():
            values = {name: named(value, names) if _has_seats(value) else value for name, value in text.values.items()}
            return Message._made(text.pattern, text.plural, text.number, values)
        case _Row():
            return row((named(part, names) if _has_seats(part) else part for part in text.parts), text.mark)
        case _Seat():
            return _name(int(text[1:-1]), names)
        case _:
            return _SEAT.sub(lambda seat: _name(int(seat[1]), names), text)


def _has_seats(value: Any) -> bool:
    return isinstance(value, Message | _Row | _Seat)


def _name(seat: int, names: Sequence[str]) -> str:
    return names[seat] if 0 <= seat < len(names) else Message("seat {number}", number=seat + 1)


def listed(parts: Sequence[str]) -> str:
    """Join names or messages with commas, and “and” before the last; there must be at least one.

    >>> listed([at(0)]), listed([at(0), at(2), at(1)])
    ('{0}', '{0}, {2} and {1}')
    """
    if len(parts) == 1:
        return parts[0]
    *first, last = parts
    return Message("{names} and {last}", names=row(first), last=last)


def either(parts: Sequence[str]) -> str:
    """Join alternatives, names or messages, with “or”.

    >>> either(["int"]), either(["1", "2", "3"])
    ('int', '1 or 2 or 3')
    """
    return reduce(lambda one, other: Message("{one} or {other}", one=one, other=other), parts)


def row(parts: Iterable[str], mark: str = ", ") -> str:
    """Join names or messages with `mark`, a comma by default; each is translated when the row is.

    >>> row(["Ann", "Bo"])
    'Ann, Bo'
    """
    return _Row(tuple(parts), mark)


def translated(text: str, names: Sequence[str] | None = None) -> str:
    """A message in the active language, and a term by the club's own word; any other text unchanged.

    With `names` (by seat) its seat placeholders are replaced as `named` does.

    >>> translated(Message("{player} deals to {other}.", player=at(0), other=at(1)), ["Ann"])
    'Ann deals to seat 2.'
    """
    match text:
        case Term() if word := _own_words(text.code):
            return word
        case Message():
            translate = translated if names is None else partial(translated, names=names)
            return _filled(_catalogue(text.pattern, text.plural, text.number), text.values, translate, _figure)
        case _Row():
            return text.mark.join(translated(part, names) for part in text.parts)
        case _Seat() if names is not None:
            return translated(_name(int(text[1:-1]), names))
        case _:
            return text


def set_catalogue(catalogue: Catalogue, figure: Figure | None = None) -> None:
    """Set the process-wide `catalogue(pattern, plural pattern, count)` from which `translated` takes its patterns.

    `figure` formats each number in a message, including Thousands; without it numbers are written as in English.
    """
    global _catalogue, _figure
    _catalogue, _figure = catalogue, figure or _in_english


def set_term_lookup(own_words: Callable[[str], str]) -> None:
    """Set the process-wide `own_words(code)`, which returns a club's word for a term to `translated`, or "" where it
    has none.
    """
    global _own_words
    _own_words = own_words


class _Row(str):
    """Texts joined by a separator, kept apart so that each can be translated."""

    __slots__ = ("mark", "parts")

    parts: Sequence[str]
    mark: str

    def __new__(cls, parts: Sequence[str], mark: str = ", ") -> "_Row":
        made = super().__new__(cls, mark.join(parts))
        made.parts, made.mark = parts, mark
        return made


class _Seat(str):
    """A placeholder for the name of the player on a seat."""

    __slots__ = ()


def _english(pattern: str, plural: str | None, count: int) -> str:
    return pattern if plural is None or count == 1 else plural


def _in_english(value: object) -> str:
    figure = f"{value:,}" if isinstance(value, Thousands) else str(value)
    return figure.replace("-", "\N{MINUS SIGN}")


def _no_word(_code: str) -> str:
    return ""


_catalogue: Catalogue = _english
_figure: Figure = _in_english
_own_words: Callable[[str], str] = _no_word


def _filled(pattern: str, values: Mapping[str, Any], translate: Translate, figure: Figure) -> str:
    if not values:
        return pattern
    return pattern.format_map({name: _written(value, translate, figure) for name, value in values.items()})


def _written(value: Any, translate: Translate, figure: Figure) -> str:
    return translate(value) if isinstance(value, str) else figure(value)
