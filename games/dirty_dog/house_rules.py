"""The rules of a club in the form that sets a match up: in words, and with a hand as an example (HR-DD-21)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec.structs import asdict

from clubs.language.terms import labels, name_of, usual_rules_here
from clubs.models import Player
from games.base.display import Screen
from games.base.names import listed, shortened
from games.base.options import NONE, option_fields, with_answers
from games.base.table_game import Unreadable
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.dirty_dog.entries import HOUSE_RULES, played
from scoring.dirty_dog.hand import points
from scoring.dirty_dog.house_rules import (
    DECK,
    Scoring,
    bidding_in_words,
    decks_in_words,
    no_trump_in_words,
    of_made,
    of_missed,
    of_nothing,
    resolved,
    the_rule_in_words,
)
from scoring.messages import Message, translated
from scoring.options import notes, questions
from scoring.records import options_from_json, options_to_json

WORKED_HANDS = ("Hand-1", "Hand-2", "Hand-3")
EXAMPLE_CARDS = 7
EXAMPLE = ((2, 2), (2, 1), (0, 0), (1, 3), (3, 1))  # bid and tricks: made, set, nothing bid, and set by two


TEMPLATE = "games/dirty_dog/house_rules.html"


@dataclass(frozen=True)
class ExampleRow:
    """One player of the example: the points by the rules that were chosen, and by those as written."""

    name: str
    bid: int
    took: int
    points: int
    as_written: int

    @property
    def is_set(self) -> bool:
        return self.bid != self.took


@dataclass(frozen=True)
class Example:
    """A hand of so many cards."""

    cards: int
    rows: Sequence[ExampleRow]


def shown(players: Sequence[Player], form: QueryDict) -> dict[str, Any]:
    """Return what the form says about the rules: in words, and an example where they are not as written."""
    try:
        agreed, wrong = with_answers(Options(), form, len(players)), False
    except Unreadable:
        agreed, wrong = Options(), True
    has_own, taps = agreed.has_house_rules, _taps(agreed)
    return {
        "house_rules": HOUSE_RULES,
        "rules_words": in_words(agreed),
        "rules_are_new": wrong or (has_own and not any(tap.is_chosen for tap in taps)),
        "rules_taps": taps,
        "rules_differ": _differing(agreed),
        "first_words": _first_words(taps),
        "example": example(agreed, shortened([player.label for player in players])) if has_own else None,
    }


@dataclass(frozen=True)
class RulesTap:
    """Rules that the club has agreed on, to be chosen by one tap; `label` is "" for the game as written."""

    number: int
    label: str
    is_chosen: bool
    is_usual: bool


def _taps(agreed: Options) -> list[RulesTap]:
    key, usual = DIRTY_DOG.apart(options_to_json(agreed)), usual_rules_here(DIRTY_DOG.key)
    now = usual[0] if usual else None
    return [RulesTap(number, label, each == key, number == now) for number, label, each in labels(DIRTY_DOG.key)]


def _first_words(taps: Sequence[RulesTap]) -> str:
    """Return the words of the main button where the club has rules to choose from, "" elsewhere."""
    chosen = next((tap.number for tap in taps if tap.is_chosen), None)
    if not taps:
        return ""
    return _("Deal hand 1, by §{number}").format(number=chosen) if chosen else _("Deal hand 1, by other rules")


def _differing(agreed: Options) -> str:
    """Return a sentence with what is not as the club usually plays; "" where everything is, or it has not said."""
    usual = usual_rules_here(DIRTY_DOG.key)
    if usual is None:
        return ""
    number, stored = usual
    now, before = played(agreed), played(options_from_json(DIRTY_DOG, stored))
    differ = {name for name, value in now.items() if value != before[name]}
    what = [translated(question.label(0) or "") for name, question in questions(Options).items() if name in differ]
    words = _("Other than §{number}: {what}. Records and averages keep it apart.")
    return words.format(number=number, what=listed(what)) if what else ""


def screen(names: Sequence[str], form: QueryDict, errors: Mapping[str, str] = NONE) -> Screen:
    """Return the form for the rules of a club, with the example of `names`, as the form says."""
    try:
        rules = with_answers(Options(), form, DIRTY_DOG.seats[0])
    except Unreadable:
        rules = None
    asked = option_fields(Options, form, DIRTY_DOG.seats[0], errors=errors)
    context = {
        "placed": {each.name: each for each in asked if each.name in HOUSE_RULES},
        "rules_words": "" if rules is None else in_words(rules),
        "example": None if rules is None else example(rules, names),
    }
    return Screen(TEMPLATE, context)


def in_words(options: Options) -> str:
    """Return in a few sentences what is not played as written; else that everything is."""
    own = {name: value for name, value in asdict(options).items() if name in HOUSE_RULES}
    return " ".join(map(translated, notes(Options, own))) or _("{game} as written.").format(game=name_of(DIRTY_DOG))


def changes(options: Options) -> dict[str, list[str]]:
    """Return what is not played as written, in sentences by the anchor of the rule that it replaces (HR-DD-21)."""
    found: dict[str, list[str]] = {}
    for key, sentence in _changes(options):
        found.setdefault(key, []).append(translated(sentence))
    return found


def _changes(options: Options) -> Iterator[tuple[str, str]]:
    if resolved(options.scoring) != resolved(Options().scoring):
        yield from _other_points(resolved(options.scoring))
    if options.decks != Options().decks:
        yield from _other_decks(options.decks)
    if options.bidding != Options().bidding:
        yield "DD-15", bidding_in_words(options.bidding)
    if options.bidding == "together":
        yield "DD-16", Message("The player to the dealer’s left leads.")
        yield "DD-19", Message("All bids are shown at once, so none is locked before.")
    if options.rule != "on" and (rule := the_rule_in_words(options.rule)) is not None:
        yield from dict.fromkeys(("DD-18", "DD-36"), rule).items()
        yield "DD-26", Message("Where The Rule does not hold, everybody may make the bid.")
    if options.no_trump != Options().no_trump:
        yield "DD-14", no_trump_in_words(options.no_trump)
    if options.rule != "on" or resolved(options.scoring) != resolved(Options().scoring):
        yield from dict.fromkeys(WORKED_HANDS, Message("This hand is bid and scored as written.")).items()


def _other_points(scoring: Scoring) -> Iterator[tuple[str, str]]:
    """Yield what made and missed bids are worth, in the places of those that are not as written."""
    written = resolved(Options().scoring)
    if (made := of_made(scoring)) != of_made(written):
        yield "DD-27", made
    if (nothing := of_nothing(scoring)) != of_nothing(written):
        yield "DD-29", nothing
    if scoring.missed != written.missed:
        yield from dict.fromkeys(("DD-28", "DD-29"), of_missed(scoring)).items()


def _other_decks(decks: int) -> Iterator[tuple[str, str]]:
    """Yield what follows from more cards."""
    yield from dict.fromkeys(("DD-04", "DD-22"), decks_in_words(decks)).items()
    cards = DECK * decks
    yield "DD-09", Message("{most} cards are shared, or all {count} without trump.", most=cards - 1, count=cards)
    yield "the-usual-plans", Message("These plans are for one deck.")


def example(options: Options, names: Sequence[str]) -> Example:
    """Return a hand of seven cards, as many players as sit there but five at most."""
    usual = Options()
    rows = [
        ExampleRow(name, bid, took, *(points(each, bid, took, EXAMPLE_CARDS) for each in (options, usual)))
        for name, (bid, took) in zip(names, EXAMPLE, strict=False)
    ]
    return Example(EXAMPLE_CARDS, rows)
