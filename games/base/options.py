"""The options of a game that are asked as its engine declares them: fields of the forms that set a match up."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args, get_origin

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import FieldInfo, fields, replace

from clubs.models import Player
from games.base.display import Screen
from games.base.table_game import TableGame, Unreadable
from scoring.messages import Message, translated
from scoring.options import Question, bare, marks, of_one_table, questions

WHOLE = re.compile(r"-?[0-9]{1,6}", re.ASCII)
StructT = TypeVar("StructT", bound=Struct)
Kind = Literal["check", "choice", "number"]
LONGEST = 8  # characters of an answer
NONE: Mapping[str, str] = {}


@dataclass(frozen=True)
class OptionField:
    """One option in a form. `value` is what was answered, or the default, as text: "1" or "" of a checkbox.

    `answers` are (value, words) of a choice; `least` and `most` limit a number, None where nothing does.
    """

    name: str
    kind: Kind
    label: str
    hint: str
    value: str
    usual: str
    error: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    least: float | None = None
    most: float | None = None

    @property
    def id(self) -> str:
        return self.name.replace("_", "-")


def option_fields(
    options: type[Struct], form: QueryDict, seats: int, *, evening: bool = False, errors: Mapping[str, str] = NONE
) -> list[OptionField]:
    """Return a field for every option that a match of so many seats, or the tables of an `evening`, can agree on;
    `errors` are sentences by field.
    """
    return [
        _field(each, question, label, form, errors.get(each.name, ""))
        for each, question, label in _asked(options, seats, evening=evening)
    ]


def with_answers(options: StructT, form: QueryDict, seats: int, *, evening: bool = False) -> StructT:
    """Return the options with the answers of a form; a field that the form does not have leaves its option as it is.
    Raises Unreadable.
    """
    found = {
        each.name: _value(each, translated(label), form.get(each.name, ""))
        for each, _question, label in _asked(type(options), seats, evening=evening)
        if each.name in form
    }
    return replace(options, **found)


def match_options(game: TableGame, players: Sequence[Player], form: QueryDict) -> Any:
    """Return what the form for one match agrees on. Raises Unreadable, and RuleError for what cannot be played."""
    return with_answers(game.options(players, form), form, len(players))


def setup_screen(
    game: TableGame, players: Sequence[Player], form: QueryDict, errors: Mapping[str, str] = NONE
) -> Screen:
    """Return the game's form for one match, with the options that its own template does not ask as `option_fields`."""
    screen = game.setup(players, form)
    asked = option_fields(game.engine.options, form, len(players), errors=errors)
    rest = [each for each in asked if each.name not in game.placed]
    return Screen(screen.template, {**screen.context, "option_fields": rest})


def _asked(options: type[Struct], seats: int, *, evening: bool) -> Iterator[tuple[FieldInfo, Question, Message]]:
    """Yield the fields that so many seats are asked for, with question and label; none before anybody is seated."""
    declared, apart = {each.name: each for each in fields(options)}, of_one_table(options)
    for name, question in questions(options).items():
        label = question.label(seats) if seats > 1 else None
        if label is not None and not (evening and (name in apart or not question.evening)):
            yield declared[name], question, label


def _field(option: FieldInfo, question: Question, label: Message, form: QueryDict, error: str) -> OptionField:
    usual = _text(option.default)
    least, most = _limits(option.type)
    return OptionField(
        name=option.name,
        kind=_kind(option),
        label=translated(label),
        hint=translated(question.hint or ""),
        value=form.get(option.name, usual).replace("\x00", "")[:LONGEST],
        usual=usual,
        error=error,
        answers=tuple((_text(value), translated(words)) for value, words in question.answers.items()),
        least=least,
        most=most,
    )


def _kind(option: FieldInfo) -> Kind:
    """Return how an option is asked. Raises TypeError for a type that has no field."""
    if bare(option.type) is bool:
        return "check"
    if get_origin(bare(option.type)) is Literal:
        return "choice"
    if int in (bare(each) for each in _alternatives(option.type)):
        return "number"
    raise TypeError(f"{option.name}: a form has no field for {option.type}")


def _alternatives(declared: Any) -> Sequence[Any]:
    return (declared, *get_args(bare(declared)))


def _limits(declared: Any) -> tuple[float | None, float | None]:
    found = [meta for each in _alternatives(declared) for meta in marks(each)]
    least, most = [meta.ge for meta in found if meta.ge is not None], [meta.le for meta in found if meta.le is not None]
    return next(iter(least), None), next(iter(most), None)


def _text(value: Any) -> str:
    """The value as it stands in a form: "1" or "" for true or false, "" for no number."""
    if isinstance(value, bool):
        return "1" if value else ""
    return "" if value is None else str(value)


def _value(option: FieldInfo, label: str, text: str) -> Any:
    match _kind(option):
        case "check":
            return bool(text)
        case "choice":
            return _chosen(option, label, text)
        case "number":
            return _number(option, label, text.strip())


def _chosen(option: FieldInfo, label: str, text: str) -> Any:
    known = {_text(value): value for value in get_args(bare(option.type))}
    if text not in known:
        raise Unreadable(_("{option}: choose one of the answers.").format(option=label), option.name)
    return known[text]


def _number(option: FieldInfo, label: str, text: str) -> Any:
    """Return the number as an int, the default where none was typed. Raises Unreadable."""
    least, most = _limits(option.type)
    if not text:
        return option.default
    number = int(text) if WHOLE.fullmatch(text) else None
    if number is None or not (number if least is None else least) <= number <= (number if most is None else most):
        words = _("{option}: enter a whole number from {least} to {most}.")
        if least is None or most is None:
            words = _("{option}: enter a whole number.")
        raise Unreadable(words.format(option=label, least=least, most=most), option.name)
    return number
