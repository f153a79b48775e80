"""The label of the rules that a match was played by, wherever its totals stand (HR-DD-21)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct, convert

from clubs.language.terms import own
from scoring import engine
from scoring.base import Engine
from scoring.messages import Message, translated
from scoring.records import Json

AS_WRITTEN = 1


class RulesSaved(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A change of what a club plays by: at `at` (seconds since 1970) it became the number `now` (None: as the last
    match) with these stored options. `by` is the key of the account, None in a restored club and for a program.
    """

    at: Annotated[int, Meta(ge=0, le=10**11)]
    now: int | None = None
    rules: Json = {}
    by: int | None = None


class AgreedRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What a club plays by: the number `now` (None: as its last match), and the stored options of §2, §3, … in
    order. `changes` says who agreed on it when, the oldest first.
    """

    now: int | None
    rules: tuple[Json, ...] = ()
    changes: tuple[RulesSaved, ...] = ()


def rules_label(game: str, options: Mapping[str, Any]) -> str:
    """Return the short label of the rules of a match with these stored options, in the words of the active club: “§2
    Kennel rules”, “Own rules” where they are none of the club's, and "" for the game as written.
    """
    each = engine(game)
    key = each.apart(options)
    if not key:
        return ""
    stored = own().rules.get(game)
    rules = convert(stored, AgreedRules).rules if stored else ()
    number = numbers_of(each, rules).get(key)
    if number is None:
        return translated(each.rules_name(options))
    said = {field: value for field, value in options.items() if value != ""}  # a sheet has the empty name too
    name = each.rules_name({**rules[number - 2], **said})
    return translated(Message("§{number} {name}", number=number, name=name))


def has_number(game: str, options: Mapping[str, Any]) -> bool:
    """Whether these stored options are a set of rules of the active club, so that its label names no other."""
    each, stored = engine(game), own().rules.get(game)
    return bool(stored) and each.apart(options) in numbers_of(each, convert(stored, AgreedRules).rules)


def labels(game: str) -> list[tuple[int, str, str]]:
    """Return number, label ("" for §1) and key of the rules of the active club, the game as written first; [] where it
    has agreed on none.
    """
    stored, each = own().rules.get(game), engine(game)
    rules = convert(stored, AgreedRules).rules if stored else ()
    numbered = enumerate(({}, *rules), AS_WRITTEN) if rules else ()
    return [(number, rules_label(game, options), each.apart(options)) for number, options in numbered]


def usual_rules_here(game: str) -> tuple[int, Mapping[str, Any]] | None:
    """Return the number and the stored options of what the active club's next match proposes; None where it has not
    said.
    """
    stored = own().rules.get(game)
    known = convert(stored, AgreedRules) if stored else None
    if known is None or known.now is None:
        return None
    return known.now, {} if known.now == AS_WRITTEN else known.rules[known.now - 2]


def key_played_now(game: str) -> str:
    """Return the key of `Engine.apart` of what the active club plays by; "" for the game as written, and where it has
    not said.
    """
    usual = usual_rules_here(game)
    return engine(game).apart(usual[1]) if usual else ""


def numbers_of(game: Engine[Any], rules: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return the numbers by the key of `Engine.apart`."""
    return {game.apart(each): number for number, each in enumerate(({}, *rules), AS_WRITTEN)}
