"""Messages of the catalogue, a club's own words for terms, its own rules and their label, and names of games."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any, TypeVar

from django.utils.translation import get_language, gettext, ngettext
from msgspec import Meta, Struct, convert

from clubs.language.locales import grouped, minus
from clubs.language.properties import Article, properties
from clubs.models import Club
from clubs.names import plain_name
from scoring import engine
from scoring.base import Engine
from scoring.messages import Message, Thousands, set_catalogue, set_term_lookup, translated
from scoring.records import Json

# A club's own words for terms of the games, the same in all languages, and the rules it has agreed on, which have
# numbers and names. Both are stored on the club's row, so that they need no query: finding the club activates them
# (`clubs/time_zone.py`).


LONGEST_TERM = 40


@dataclass(frozen=True)
class Own:
    """What a club calls by words of its own: `words` by code of term, `rules` as stored by key of game."""

    words: Mapping[str, str]
    rules: Mapping[str, Any]

    def __repr__(self) -> str:
        return repr((sorted(self.words.items()), sorted(self.rules.items())))


USUAL = Own({}, {})

_active: ContextVar[Own] = ContextVar("terms", default=USUAL)


def follow_terms(club: Club | None) -> None:
    """Activate a club's words for the rest of the request; the usual ones for None."""
    _active.set(Own(club.terms, club.house_rules) if club else USUAL)


@contextmanager
def terms_of(club: Club | None) -> Iterator[None]:
    """Activate a club's words in a block; the usual ones for None."""
    before = _active.get()
    follow_terms(club)
    try:
        yield
    finally:
        _active.set(before)


def usable(words: Mapping[str, str]) -> dict[str, str]:
    """Return those words of a file that the form would accept."""
    tidy = {code: plain_name(word) for code, word in words.items()}
    return {code: word for code, word in tidy.items() if word and len(word) <= LONGEST_TERM}


def own() -> Own:
    """Return what is active; whatever is cached with it depends on its `repr`."""
    return _active.get()


def own_word(code: str) -> str:
    """Return the club's word for a term; "" if it uses the usual one."""
    return _active.get().words.get(code, "")


def connect() -> None:
    """Let the engines translate by Django and use the club's words."""
    set_catalogue(_pattern, _figure)
    set_term_lookup(own_word)


# Names of games: that of the engine, or the club's own.


def name_of(engine: Engine[Any]) -> str:
    """Return the club's name for a game."""
    return translated(engine.name)


def names_of(engine: Engine[Any]) -> tuple[str, ...]:
    """Return all names of a game: the usual one and the club's."""
    return tuple({str(engine.name), name_of(engine)})


# Upper or lower case of a text's first letter, at the start of a sentence or inside one, by the rules of each
# language.


def capital(text: str) -> str:
    """Return the text for the start of a sentence, with a capital first letter.

    >>> capital("the dealer of Round 3"), capital("")
    ('The dealer of Round 3', '')
    """
    pairs = properties().capitals or {}
    if text[:2] in pairs:
        return pairs[text[:2]] + text[2:]
    return text[:1].upper() + text[1:]


def inside(text: str) -> str:
    """Return the text for the middle of a sentence. Abbreviations keep their capitals, and so does German, with its
    capital nouns.

    >>> inside("Support card"), inside("VP tokens"), inside("")
    ('support card', 'VP tokens', '')
    """
    if properties().capital_nouns or text[1:2].isupper():
        return text
    return text[:1].lower() + text[1:]


def later_in_title(text: str) -> str:
    """Return a title that begins with a day for another place than the first: `jeudi soir, table 1`."""
    return inside(text) if properties().small_days else text


# Django's message catalogue, also used by the engines.


Made = TypeVar("Made")


def once_a_language(make: Callable[[], Made]) -> Callable[[], Made]:
    """Decorate a function without arguments: cache its result for each language. For texts used often on a page."""
    made: dict[str | None, Made] = {}

    @wraps(make)
    def in_this_language() -> Made:
        language = get_language()
        if language not in made:
            made[language] = make()
        return made[language]

    return in_this_language


def _figure(value: object) -> str:
    return minus(grouped(value) if isinstance(value, Thousands) else str(value))


def _pattern(pattern: str, many: str | None, count: int) -> str:
    return gettext(pattern) if many is None else ngettext(pattern, many, count)


# Names of trophies inside sentences, with their article where a language needs one, by case where it has cases.
#
# The messages have the English article themselves (“takes the {trophy}”), because no name changes it. A name whose last
# word (or, before “of”, first word) is not among the nouns of the language (`properties.py`) stays without an article,
# and so does every name in a language without articles: their messages read well without one.

APOSTROPHE = "’"


def as_subject(trophy: str) -> str:
    """Return the name as the subject of a sentence, in its middle.

    >>> from django.utils import translation
    >>> with translation.override("de"):
    ...     as_subject("Good Dog Cup"), as_object("Good Dog Cup"), as_object("Silver Elk")
    ('der Good Dog Cup', 'den Good Dog Cup', 'Silver Elk')
    """
    article = _article(trophy)
    return _joined(article.subject, trophy) if article else trophy


def as_object(trophy: str) -> str:
    """Return the name as the object of a verb: what somebody takes, keeps or defends."""
    article = _article(trophy)
    return _joined(article.object, trophy) if article else trophy


def _joined(article: str, trophy: str) -> str:
    return f"{article}{trophy}" if article.endswith(APOSTROPHE) else f"{article} {trophy}"


def _article(trophy: str) -> Article | None:
    gender = _gender(head(trophy)) if trophy else ""
    fitting = (each for each in properties().articles if each.gender == gender)
    return next((each for each in fitting if re.match(each.before, trophy, re.IGNORECASE)), None)


def _gender(head: str) -> str:
    """Return the gender, such as "m"; "" for a noun that is not in the table."""
    language = properties()
    for gender, nouns in (language.nouns or {}).items():
        if any(head == noun or (language.compounds and head.endswith(noun)) for noun in nouns):
            return gender
    return ""


def head(trophy: str) -> str:
    """Return the noun that the name is about, in small letters.

    >>> head("Good Dog Cup"), head("Cone of Shame")
    ('cup', 'cone')
    """
    words = trophy.lower().split()
    begins = " of " in trophy or (properties().noun_first and bool(_gender(words[0])))
    return words[0] if begins else words[-1]


# The label of the rules that a match was played by, wherever its totals stand (HR-DD-21).


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
