"""The options of a game that are asked as its engine declares them: fields of the forms that set a match up."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args, get_origin

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import FieldInfo, fields, replace

from clubs.models import Club, Player
from clubs.names import tidy_name
from games.base.display import Screen
from games.base.form_parsing import UNKNOWN
from games.base.house_rules import rules_of_number, usual_rules
from games.base.table_game import TableGame, Unreadable
from scoring.messages import Message, translated
from scoring.options import OWN, Question, bare, literals, marks, of_one_table, own_values, questions
from scoring.records import options_from_json

WHOLE = re.compile(r"-?[0-9]{1,6}", re.ASCII)
StructT = TypeVar("StructT", bound=Struct)
Kind = Literal["check", "choice", "number", "text"]
LONGEST = 80  # characters of an answer
NONE: Mapping[str, str] = {}
RULES = "rules:"  # the buttons for rules that the club has agreed on


@dataclass(frozen=True)
class OptionField:
    """One option in a form. `value` is what was answered, or the default, as text: "1" or "" of a checkbox.

    `answers` are (value, words) of a choice; `own` are the fields for values of its own, where these were chosen.
    `least` and `most` limit a number, `most` the characters of a text, None where nothing does.
    """

    name: str
    kind: Kind
    label: str
    hint: str
    value: str
    usual: str
    error: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    own: Sequence["OptionField"] = ()
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
        _field(each.name, each, question, label, form, errors)
        for each, question, label in _asked(options, seats, evening=evening)
    ]


def with_answers(options: StructT, form: QueryDict, seats: int, *, evening: bool = False) -> StructT:
    """Return the options with the answers of a form; a field that the form does not have leaves its option as it is.
    Raises Unreadable.
    """
    found = {
        each.name: _value(each.name, each, translated(label), form)
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
    """Return the game's form for one match: the options that its own template asks are `placed`, by name, the others
    are `option_fields`.
    """
    screen = game.setup(players, form)
    asked = option_fields(game.engine.options, form, len(players), errors=errors)
    rest = [each for each in asked if each.name not in game.placed]
    placed = {each.name: each for each in asked if each.name in game.placed}
    return Screen(screen.template, {**screen.context, "option_fields": rest, "placed": placed})


def as_usual(game: TableGame, club: Club, form: QueryDict) -> QueryDict:
    """Return the form with the answers that a club plays by, for the options that a game keeps and that the form does
    not have: the rules it has agreed on, else those of its last match. One query at most. The rules of a number that
    was just tapped (`do=rules:2`) replace what the form has.
    """
    tapped = rules_of_number(club, game.key, str(form.get("do", "")).removeprefix(RULES))
    if tapped is not None and game.kept:
        rest = QueryDict(mutable=True)
        for name in form:
            if name.partition("-")[0] not in game.kept:
                rest.setlist(name, form.getlist(name))
        return _merged(game, options_from_json(game.engine, tapped), rest, {*game.kept})
    asked = {name for name in game.kept if name not in form}
    stored = usual_rules(club, game.key) if asked else None
    if asked and stored is None:
        last = club.matches.filter(game=game.key).order_by("-started_at").first()
        stored = last.options if last else None
    return form if stored is None else _merged(game, options_from_json(game.engine, stored), form, asked)


def check_tapped(game: TableGame, club: Club, form: QueryDict) -> None:
    """Raise Unreadable where the rules that were just tapped have a number that the club does not know."""
    number = str(form.get("do", ""))
    if number.startswith(RULES) and rules_of_number(club, game.key, number.removeprefix(RULES)) is None:
        raise Unreadable(UNKNOWN, "do")


def agreed_answers(game: TableGame, form: QueryDict) -> Any:
    """Return the options with the answers to those that a game keeps. Raises Unreadable."""
    found = with_answers(game.engine.options(), form, game.engine.seats[0])
    return game.engine.options(**{name: getattr(found, name) for name in game.kept})


def _merged(game: TableGame, options: Any, form: QueryDict, asked: Collection[str]) -> QueryDict:
    merged = form.copy()
    for each in fields(game.engine.options):
        if each.name in asked:
            merged.update(answers_of(each.name, each.type, getattr(options, each.name)))
    return merged


def answers_of(name: str, declared: Any, value: Any) -> dict[str, str]:
    """Return the answers of a form that agree on a value, by the names of its fields."""
    own = own_values(declared)
    if isinstance(value, Struct):
        inner = [(f"{name}-{each.name}", each.type, getattr(value, each.name)) for each in fields(type(value))]
        found = {field: text for each in inner for field, text in answers_of(*each).items()}
        return found | ({name: OWN} if own else {})
    if own and isinstance(value, int):
        return {name: OWN, _own_number(name): str(value)}
    return {name: _text(value)}


def _asked(options: type[Struct], seats: int, *, evening: bool) -> Iterator[tuple[FieldInfo, Question, Message]]:
    """Yield the fields that so many seats are asked for, with question and label; none before anybody is seated."""
    declared, apart = {each.name: each for each in fields(options)}, of_one_table(options)
    for name, question in questions(options).items():
        label = question.label(seats) if seats > 1 else None
        if label is not None and not (evening and (name in apart or not question.evening)):
            yield declared[name], question, label


def _field(
    name: str, option: FieldInfo, question: Question, label: str, form: QueryDict, errors: Mapping[str, str]
) -> OptionField:
    """Return the field of an option; `name` is that in the form."""
    usual, own = _text(option.default), own_values(option.type)
    value = form.get(name, usual).replace("\x00", "")[:LONGEST]
    least, most = _limits(option.type)
    return OptionField(
        name=name,
        kind=_kind(option),
        label=translated(label),
        hint=translated(question.hint or ""),
        value=value,
        usual=usual,
        error=errors.get(name, ""),
        answers=tuple((_answer(value), translated(words)) for value, words in question.answers.items()),
        own=_own_fields(name, own, option, form, errors) if own and value == OWN else (),
        least=least,
        most=most,
    )


def _own_fields(
    name: str, own: type, option: FieldInfo, form: QueryDict, errors: Mapping[str, str]
) -> Sequence[OptionField]:
    """Return the fields for the values of its own of an option: one number, or those of a struct."""
    if issubclass(own, Struct):
        inner = _inner(name, own)
        return [_field(each, field, question, question.label(0) or "", form, errors) for each, field, question in inner]
    number, (least, most) = _own_number(name), _limits(option.type)
    value = form.get(number, "").replace("\x00", "")[:LONGEST]
    error = errors.get(number, "")
    return [OptionField(number, "number", _("Number"), "", value, "", error, least=least, most=most)]


def _inner(name: str, struct: type[Struct]) -> Iterator[tuple[str, FieldInfo, Question]]:
    """Yield the name in the form, the field and the question for every value of a struct and of those in it."""
    asked = questions(struct)
    for each in fields(struct):
        inner = f"{name}-{each.name}"
        if each.name in asked:
            yield inner, each, asked[each.name]
        else:
            yield from _inner(inner, each.type)


def _kind(option: FieldInfo) -> Kind:
    """Return how an option is asked. Raises TypeError for a type that has no field."""
    if bare(option.type) is bool:
        return "check"
    if own_values(option.type) or get_origin(bare(option.type)) is Literal:
        return "choice"
    if int in (bare(each) for each in _alternatives(option.type)):
        return "number"
    if str in (bare(each) for each in _alternatives(option.type)):
        return "text"
    raise TypeError(f"{option.name}: a form has no field for {option.type}")


def _alternatives(declared: Any) -> Sequence[Any]:
    return (declared, *get_args(bare(declared)))


def _limits(declared: Any) -> tuple[float | None, float | None]:
    found = [meta for each in _alternatives(declared) for meta in marks(each)]
    least = [meta.ge for meta in found if meta.ge is not None]
    most = [limit for meta in found for limit in (meta.le, meta.max_length) if limit is not None]
    return next(iter(least), None), next(iter(most), None)


def _answer(value: Any) -> str:
    """The value of a choice as it stands in a form; a type stands for values of its own."""
    return OWN if isinstance(value, type) else _text(value)


def _text(value: Any) -> str:
    """The value as it stands in a form: "1" or "" for true or false, "" for no number."""
    if isinstance(value, bool):
        return "1" if value else ""
    return "" if value is None else str(value)


def _own_number(name: str) -> str:
    return f"{name}-number"


def _value(name: str, option: FieldInfo, label: str, form: QueryDict) -> Any:
    text = form.get(name, "")
    match _kind(option):
        case "check":
            return bool(text)
        case "choice":
            return _chosen(name, option, label, form)
        case "number":
            return _number(name, option, label, text.strip())
        case "text":
            return _typed(name, option, label, text)


def _typed(name: str, option: FieldInfo, label: str, text: str) -> str:
    """Return the text as one line. Raises Unreadable where it is too long."""
    _least, most = _limits(option.type)
    tidy = tidy_name(text)
    if most is not None and len(tidy) > most:
        raise Unreadable(_("{option}: {most} characters at most.").format(option=label, most=most), name)
    return tidy


def _chosen(name: str, option: FieldInfo, label: str, form: QueryDict) -> Any:
    text, own = form.get(name, ""), own_values(option.type)
    if own and text == OWN:
        return _struct(name, own, form) if issubclass(own, Struct) else _own(name, option, label, form)
    known = {_text(value): value for value in literals(option.type)}
    if text not in known:
        raise Unreadable(_("{option}: choose one of the answers.").format(option=label), name)
    return known[text]


def _struct(name: str, struct: type[Struct], form: QueryDict) -> Any:
    """Return the struct with the answers of a form; a value that the form does not have keeps its default."""
    asked, found = questions(struct), dict[str, Any]()
    for each in fields(struct):
        inner = f"{name}-{each.name}"
        if each.name not in asked:
            found[each.name] = _struct(inner, each.type, form)
        elif inner in form:
            found[each.name] = _value(inner, each, translated(asked[each.name].label(0) or ""), form)
    return struct(**found)


def _own(name: str, option: FieldInfo, label: str, form: QueryDict) -> int:
    """Return the number that was typed instead of a word. Raises Unreadable where there is none."""
    own = _own_number(name)
    number = _number(own, option, label, form.get(own, "").strip())
    if isinstance(number, int):
        return number
    raise Unreadable(_("{option}: enter a whole number.").format(option=label), own)


def _number(name: str, option: FieldInfo, label: str, text: str) -> Any:
    """Return the number as an int, the default where none was typed. Raises Unreadable."""
    least, most = _limits(option.type)
    if not text:
        return option.default
    number = int(text) if WHOLE.fullmatch(text) else None
    if number is None or not (number if least is None else least) <= number <= (number if most is None else most):
        words = _("{option}: enter a whole number from {least} to {most}.")
        if least is None or most is None:
            words = _("{option}: enter a whole number.")
        raise Unreadable(words.format(option=label, least=least, most=most), name)
    return number
