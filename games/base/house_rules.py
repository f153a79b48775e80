"""The rules that a club has agreed on for a game, by number: §1 is the game as written, a change is the next number
(HR-DD-21). The next match proposes them, and a match says by which it was played.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from msgspec import convert
from msgspec.structs import replace

from clubs.language.terms import AS_WRITTEN, AgreedRules, RulesSaved, numbers_of, rules_label
from clubs.models import Club, User
from games.base.table_game import TableGame
from scoring.base import Malformed
from scoring.messages import Message, row
from scoring.record_format import strict
from scoring.records import Json, entry_to_json, options_from_json, options_to_json


def agreed(club: Club, game: str) -> AgreedRules | None:
    """Return what the club has agreed on for the game with this key; None if nothing."""
    stored = club.house_rules.get(game)
    return None if stored is None else convert(stored, AgreedRules)


def usual_rules(club: Club, game: str) -> Json | None:
    """Return the stored options that the club's next match proposes, {} for the game as written; None where the club
    has not said.
    """
    known = agreed(club, game)
    if known is None or known.now is None:
        return None
    return _of_number(known, known.now)


def rules_of_number(club: Club, game: str, number: str) -> Json | None:
    """Return the stored options of the rules with this number, as typed; None if there are none."""
    known = agreed(club, game)
    numbered = {str(each): rules for each, rules in enumerate(({}, *(known.rules if known else ())), AS_WRITTEN)}
    return numbered.get(number) if known else None


def usual_label(club: Club, game: TableGame) -> str:
    """Return the label of the rules that the club's next match proposes, "" where it has not said or plays as written.
    The club must be active.
    """
    return rules_label(game.key, usual_rules(club, game.key) or {})


def agree(club: Club, game: TableGame, options: Any, by: User | None = None) -> int:
    """Store the rules in these options as those of the club, and return their number. The club must be locked. `by` is
    who changes them, None for a program.

    Rules that it had before keep their number; rules that no match was played by make room for the new ones.
    """
    rules = {name: value for name, value in options_to_json(options).items() if name in game.kept}
    known = agreed(club, game.key) or AgreedRules(None)
    number = numbers_of(game.engine, known.rules).get(game.engine.apart(rules))
    if number is None:
        now = known.now or AS_WRITTEN
        is_free = now != AS_WRITTEN and not _is_played(club, game, known.rules[now - 2])
        number = now if is_free else len(known.rules) + 2
    changed = known.rules if number == AS_WRITTEN else _with(known.rules, number, rules)
    _keep(club, game, known, AgreedRules(number, changed, known.changes), by)
    return number


def forget(club: Club, game: TableGame, by: User | None = None) -> None:
    """Let the next match propose the rules of the last one again. Numbers that matches are marked with stay. The club
    must be locked.
    """
    known = agreed(club, game.key)
    if known is not None:
        _keep(club, game, known, replace(known, now=None), by)


def _keep(club: Club, game: TableGame, before: AgreedRules, known: AgreedRules, by: User | None) -> None:
    if known == before:
        return
    rules = _of_number(known, known.now) if known.now else {}
    change = RulesSaved(int(timezone.now().timestamp()), known.now, rules, by.pk if by else None)
    known = replace(known, changes=(*known.changes, change))
    club.house_rules = {**club.house_rules, game.key: entry_to_json(known)}
    club.save(update_fields=["house_rules"])


def _of_number(known: AgreedRules, number: int) -> Json:
    return {} if number == AS_WRITTEN else known.rules[number - 2]


@dataclass(frozen=True)
class ShownChange:
    """A change of the rules that a club plays by: `name` is who made it, "" for a program or somebody unknown here;
    `label` is "" for the game as written, `number` None where the last match decides again.
    """

    at: datetime
    name: str
    number: int | None
    label: str
    options: Json


def changes(game: TableGame, known: AgreedRules | None) -> list[ShownChange]:
    """Return who changed the rules of the active club when, the newest first. One query where there are changes."""
    saved = known.changes if known else ()
    users = User.objects.in_bulk({each.by for each in saved if each.by is not None}) if saved else {}
    return [
        ShownChange(
            datetime.fromtimestamp(each.at, UTC),
            users[each.by].name if each.by in users else "",
            each.now,
            rules_label(game.key, each.rules),
            each.rules,
        )
        for each in reversed(saved)
    ]


def changed_by(club: Club, user: User) -> list[datetime]:
    """Return when this person changed the rules of the club, of any game."""
    saved = (change for stored in club.house_rules.values() for change in convert(stored, AgreedRules).changes)
    return [datetime.fromtimestamp(change.at, UTC) for change in saved if change.by == user.pk]


def without_people(stored: Json) -> Json:
    """Return what a club stores about its rules, without the accounts that changed them, for an archive."""
    found = {key: convert(each, AgreedRules) for key, each in stored.items()}
    return {
        key: entry_to_json(replace(known, changes=tuple(replace(each, by=None) for each in known.changes)))
        for key, known in found.items()
    }


def _with(rules: Sequence[Json], number: int, changed: Json) -> tuple[Json, ...]:
    return (*rules[: number - 2], changed, *rules[number - 1 :])


def _is_played(club: Club, game: TableGame, rules: Json) -> bool:
    apart = game.engine.apart
    key, played = apart(rules), club.matches.filter(game=game.key).values_list("options", flat=True)
    return any(apart(options) == key for options in played.iterator())


def read(game: TableGame, stored: Json) -> Any:
    """Return the options that a request or a file agrees on for a club. Raises Malformed."""
    options = options_from_json(game.engine, stored)
    strange = next((name for name in stored if name not in game.kept), None)
    if strange is not None:
        words = "“{name}” is agreed on for each match. A club agrees on {known}."
        raise Malformed("options", Message(words, name=strange, known=row(game.kept)), field=strange)
    return options


def checked(game: TableGame, stored: object) -> AgreedRules:
    """Return what a file says a club has agreed on. Raises Malformed."""
    found = strict.shape(strict.clean(stored), AgreedRules)
    for each in (*found.rules, *(change.rules for change in found.changes)):
        read(game, each)
    if found.now is not None and not AS_WRITTEN <= found.now <= len(found.rules) + 1:
        message = Message("There are no rules with the number {number}.", number=found.now)
        raise Malformed("options", message, field="now")
    return replace(found, changes=tuple(replace(change, by=None) for change in found.changes))


def numbered(game: TableGame, known: AgreedRules | None) -> Iterator[tuple[int, str, Json]]:
    """Yield number, label and stored options of what a club has agreed on, from §2 on."""
    for number, rules in enumerate(known.rules if known else (), AS_WRITTEN + 1):
        yield number, rules_label(game.key, rules), rules
