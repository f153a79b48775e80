"""How a game declares what is agreed before a match: once, as the fields of its `Options`.

The type, default, range and description of a field are those of its record, its archive line and its schema. `Seat` and
`OneTable` say what else follows: a record names the player instead of the seat, and a play-off leaves what is of one
table to that table. With `asked` a field is asked for before a match and noted on its page and its sheet.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType, NoneType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args, get_origin

from msgspec import Meta, Struct, convert
from msgspec.structs import FieldInfo, fields, replace

from scoring.messages import Message

T = TypeVar("T")
StructT = TypeVar("StructT", bound=Struct)

SEAT, ONE_TABLE, QUESTION = "seat", "one_table", "question"
Seat: TypeAlias = Annotated[int, Meta(extra={SEAT: True})]
OneTable: TypeAlias = Annotated[T, Meta(extra={ONE_TABLE: True})]


def for_all_tables(options: StructT) -> StructT:
    """The options as several tables of one evening share them: those of one table have their default again.

    >>> from scoring.dirty_dog import Options
    >>> for_all_tables(Options(first_dealer=2, over_ten=True)) == Options(over_ten=True)
    True
    """
    usual = type(options)()
    return replace(options, **{name: getattr(usual, name) for name in of_one_table(type(options))})


@cache
def of_one_table(options: type[Struct]) -> tuple[str, ...]:
    """The fields that one table agrees on for itself, such as who deals first."""
    return tuple(field.name for field in fields(options) if _is_marked(field.type, ONE_TABLE))


@cache
def seats_of(options: type[Struct]) -> Mapping[str, type]:
    """The fields whose value is a seat (`int`) or a map by seat (`dict`).

    >>> from scoring.dirty_dog import Options
    >>> dict(seats_of(Options))
    {'first_dealer': <class 'int'>, 'opening': <class 'dict'>}
    """
    found = {field.name: _by_seat(field) for field in fields(options)}
    return MappingProxyType({name: kind for name, kind in found.items() if kind})


def _by_seat(field: FieldInfo) -> type | None:
    if _is_marked(field.type, SEAT):
        return int
    return dict if get_origin(bare(field.type)) is Mapping else None


def bare(declared: Any) -> Any:
    """The type of a field without its marks, range and description."""
    return get_args(declared)[0] if get_origin(declared) is Annotated else declared


def marks(declared: Any) -> tuple[Meta, ...]:
    """The marks, range and description of a field."""
    return get_args(declared)[1:] if get_origin(declared) is Annotated else ()


def _is_marked(declared: Any, mark: str) -> bool:
    """Whether the type, or one of its alternatives, has the mark."""
    alternatives = (declared, *get_args(bare(declared)))
    return any(mark in (meta.extra or {}) for each in alternatives for meta in marks(each))


# The question for an option before a match, and its sentence afterwards.


class Question(Struct, frozen=True):
    """How an option is asked for, and noted afterwards.

    `label` is the label of its field for so many seats, None where it makes no sense for them. `note` is the sentence
    about a value other than the default on the match's page and its sheet, None where these show it anyway. `rule` is
    the id of the rule on the game's rules page that explains it. `hint` stands below the field, `answers` are the words
    for the values of a choice; those of a type, `int` or a struct whose fields are asked for, offer values of its own.
    Where `evening` is true, the tables of an evening can agree on it together.
    """

    label: Callable[[int], Message | None]
    note: Callable[[Any], str | None]
    rule: str
    hint: Message | None
    answers: Mapping[Any, Message]
    evening: bool


def asked(
    label: Message | Callable[[int], Message | None],
    *,
    note: Message | Callable[[Any], str | None] | None,
    rule: str,
    hint: Message | None = None,
    answers: Mapping[Any, Message] = MappingProxyType({}),
    evening: bool = True,
) -> Meta:
    """The mark of a field that is asked for, see `Question`; a label or sentence is a Message, or a function if it
    depends on the number of seats or on the value.

    >>> from scoring.dirty_dog import Options
    >>> questions(Options)["full_deck_hand"].label(4)
    'Deal out the whole deck: 13 cards, no trump'
    """
    question = Question(
        (lambda _: label) if isinstance(label, Message) else label,
        note if callable(note) else lambda _: note,
        rule,
        hint,
        answers,
        evening,
    )
    return Meta(extra={QUESTION: question})


@cache
def questions(options: type[Struct]) -> Mapping[str, Question]:
    """The questions by field, in the order of the fields."""
    found = {each.name: [meta.extra for meta in marks(each.type) if meta.extra] for each in fields(options)}
    return MappingProxyType(
        {name: extra[QUESTION] for name, extras in found.items() for extra in extras if QUESTION in extra}
    )


def by_rules(name: str) -> Message:
    """The sentence that names the rules of a match.

    >>> by_rules("Kennel rules")
    'By Kennel rules.'
    """
    return Message("By {name}.", name=name)


def notes(options: type[Struct], agreed: Mapping[str, Any]) -> list[str]:
    """The sentences about what was agreed differently from the default; `agreed` are the values by field.

    >>> from scoring.dirty_dog import Options
    >>> notes(Options, {"full_deck_hand": True}), notes(Options, {"full_deck_hand": False})
    (['The whole deck is dealt out, without a trump.'], [])
    >>> notes(Options, {"bidding": "together"})
    ['The Rule is off: bids may add up to the cards.', 'All bid together, and all bids are shown at once.']
    """
    agreed = getattr(options, "in_force", dict)(agreed)
    usual, types = options(), {each.name: each.type for each in fields(options)}
    other = {name: value for name, value in agreed.items() if getattr(usual, name, None) != value}
    asked = {name: each for name, each in questions(options).items() if name in other}
    sentences = [each.note(_typed(other[name], types[name])) for name, each in asked.items()]
    return [sentence for sentence in sentences if sentence is not None]


def _typed(value: Any, declared: Any) -> Any:
    """The value, read from JSON where it is an object of it."""
    return convert(value, declared) if isinstance(value, dict) else value


# The values of its own that an option may have, beside those that have a word.

OWN = "own"  # as it stands in a form, instead of one of the words


def own_values(declared: Any) -> type | None:
    """`int`, or the struct whose fields are asked for, where an option may have values beside those with a word.

    >>> from scoring.dirty_dog import Options
    >>> {each.name: own_values(each.type) for each in fields(Options)}["scoring"]
    <class 'scoring.dirty_dog.house_rules.Scoring'>
    """
    extras = [meta.extra for meta in marks(declared) if meta.extra]
    answers: Mapping[Any, Message] = next((extra[QUESTION].answers for extra in extras if QUESTION in extra), {})
    return next((each for each in answers if isinstance(each, type)), None)


def literals(declared: Any) -> tuple[Any, ...]:
    """The words that an option can be, and None where it may be left open.

    >>> literals(Literal["up", "down"] | int | None)
    ('up', 'down', None)
    """
    kind = bare(declared)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if kind is NoneType:
        return (None,)
    return tuple(each for part in get_args(kind) for each in literals(part))
