"""What a club may agree to play differently from Dirty Dog as written (HR-DD-21): points, The Rule, bidding,
cards and trump.

Every default is the rule as written. A preset is a scoring under a name; own values are a `Scoring`.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from scoring.messages import Message, Term, counted, row
from scoring.options import asked

NAME = Term("game-dirty-dog", "Dirty Dog")
LARGEST, DECK, LONGEST_NAME = 100, 52, 40
By = Literal["greater", "difference", "difference-squared", "nothing", "tricks"]
Preset = Literal["dirty-dog", "ten-plus", "ten-keep", "squares", "twenty-ten"]
Figure = Annotated[int, Meta(ge=0, le=LARGEST)]
RULE = "HR-DD-21"


class Made(Struct, frozen=True, forbid_unknown_fields=True):
    """The points of a made bid: `base`, `trick` for each trick, and the bid squared where `bid_squared`.

    Nothing bid and nothing taken scores `zero` where that is a number, the base and the cards of the hand where it is
    "cards", and is like any other made bid where it is None.
    """

    base: Annotated[Figure, asked(Message("A bid made"), note=None, rule=RULE)] = 5
    trick: Annotated[Figure, asked(Message("And for each trick"), note=None, rule=RULE)] = 1
    bid_squared: Annotated[bool, asked(Message("And the bid squared"), note=None, rule=RULE)] = False
    zero: Annotated[
        Figure | Literal["cards"] | None,
        asked(
            Message("Nothing bid, nothing taken"),
            note=None,
            rule=RULE,
            answers={
                None: Message("Like any bid made"),
                "cards": Message("As a bid made, and the cards of the hand"),
                int: Message("Points of its own"),
            },
        ),
    ] = None


class Missed(Struct, frozen=True, forbid_unknown_fields=True):
    """The points of a missed bid, by its kind: minus `each` times the greater of bid and tricks; minus `base` and
    `each` for a trick of difference; minus the difference squared; nothing; or `each` for a trick taken.
    """

    by: Annotated[
        By,
        asked(
            Message("A bid missed"),
            note=None,
            rule=RULE,
            answers={
                "greater": Message("Minus the greater of bid and tricks"),
                "difference": Message("Minus the difference"),
                "difference-squared": Message("Minus the difference squared"),
                "nothing": Message("Nothing"),
                "tricks": Message("The tricks taken"),
            },
        ),
    ] = "greater"
    each: Annotated[
        Annotated[int, Meta(ge=1, le=LARGEST)],
        asked(
            Message("Points a trick"),
            note=None,
            rule=RULE,
            hint=Message("Of the greater, of the difference, or taken."),
        ),
    ] = 1
    base: Annotated[
        Figure,
        asked(Message("And for the miss"), note=None, rule=RULE, hint=Message("Lost beside what a difference costs.")),
    ] = 0


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """The points of a hand: those of a bid that was `made`, and of one that was `missed`."""

    made: Made = Made()
    missed: Missed = Missed()


PRESETS: Mapping[Preset, Scoring] = MappingProxyType(
    {
        "dirty-dog": Scoring(),
        "ten-plus": Scoring(Made(10), Missed("nothing")),
        "ten-keep": Scoring(Made(10), Missed("tricks")),
        "squares": Scoring(Made(10, 0, bid_squared=True), Missed("difference-squared")),
        "twenty-ten": Scoring(Made(20, 10), Missed("difference", 10)),
    }
)
NAMES: Mapping[Preset, Message] = MappingProxyType(
    {
        "dirty-dog": Message("{game}, as written", game=NAME),
        "ten-plus": Message("10 + tricks, nothing for a miss"),
        "ten-keep": Message("10 + tricks, tricks kept"),
        "squares": Message("10 + bid squared, minus the difference squared"),
        "twenty-ten": Message("20 + 10 a trick, minus 10 a trick of difference"),
    }
)
Agreed: TypeAlias = Preset | Scoring


class FromCards(Struct, frozen=True, forbid_unknown_fields=True):
    """The Rule in hands of so many cards and more."""

    from_cards: Annotated[
        Annotated[int, Meta(ge=1, le=DECK)],
        asked(Message("The Rule, from so many cards on"), note=None, rule=RULE),
    ] = 2


TheRule: TypeAlias = Literal["on", "off"] | FromCards
Bidding: TypeAlias = Literal["in-order", "together", "blind"]
NoTrump: TypeAlias = Literal["ace", "largest", "never", "table"]
WITHOUT_TRUMP: Mapping[NoTrump, Message] = MappingProxyType(
    {
        "ace": Message("When an ace is turned up"),
        "largest": Message("In the largest hands"),
        "never": Message("Never"),
        "table": Message("When the table says so"),
    }
)
HOW: Mapping[Bidding, Message] = MappingProxyType(
    {
        "in-order": Message("In order, the dealer last"),
        "together": Message("All together"),
        "blind": Message("In order, before the cards are picked up"),
    }
)


def resolved(scoring: Agreed) -> Scoring:
    """The values of a scoring, whether it has a name or not.

    >>> resolved("ten-plus").made.base, resolved(Scoring()) == resolved("dirty-dog")
    (10, True)
    """
    return scoring if isinstance(scoring, Scoring) else PRESETS[scoring]


def counts_tricks(scoring: Agreed) -> bool:
    """Whether a trick more or less is worth about a point, as in Dirty Dog as written: only then do a few points say
    that somebody is near somebody else (DD-G11 to DD-G13).

    >>> [name for name in PRESETS if counts_tricks(name)]
    ['dirty-dog', 'ten-plus', 'ten-keep']
    """
    made, missed = resolved(scoring).made, resolved(scoring).missed
    costs_a_point = missed.by == "nothing" or (missed.by != "difference-squared" and missed.each == 1)
    return made.trick == 1 and not made.bid_squared and costs_a_point


# The points of a hand in words, for pages and printed sheets: a sentence for a made bid, one for a made zero where it
# differs, and one for a missed bid.


def in_words(scoring: Agreed) -> str:
    """What a hand is worth, in two or three sentences.

    >>> print(in_words("dirty-dog"))
    Made: 5 + tricks. Set: minus the greater of bid and tricks.
    >>> print(in_words(Scoring(Made(10, zero=5), Missed("difference", 5))))
    Made: 10 + tricks. Nothing bid, nothing taken: 5. Set: minus 5 a trick of difference.
    """
    return row(sentences(scoring), " ")


def sentences(scoring: Agreed) -> Iterator[Message]:
    """Yield the sentences of `in_words`."""
    values = resolved(scoring)
    yield of_made(values)
    if (zero := of_zero(values)) is not None:
        yield zero
    yield of_missed(values)


def of_made(scoring: Scoring) -> Message:
    """What a made bid is worth, as a sentence."""
    return Message("Made: {points}.", points=made_in_words(scoring))


def of_zero(scoring: Scoring) -> Message | None:
    """What nothing bid and nothing taken is worth, as a sentence; None where it is like any made bid."""
    return None if zero_in_words(scoring) is None else of_nothing(scoring)


def of_nothing(scoring: Scoring) -> Message:
    """What nothing bid and nothing taken is worth, as a sentence.

    >>> of_nothing(resolved("ten-plus"))
    'Nothing bid, nothing taken: 10.'
    """
    points = zero_in_words(scoring) or Message("{base}", base=scoring.made.base)
    return Message("Nothing bid, nothing taken: {points}.", points=points)


def of_missed(scoring: Scoring) -> Message:
    """What a missed bid costs, as a sentence."""
    return Message("Set: {points}.", points=missed_in_words(scoring))


def made_in_words(scoring: Scoring) -> Message:
    """What a made bid is worth."""
    base, trick = scoring.made.base, scoring.made.trick
    if scoring.made.bid_squared:
        if trick == 0:
            return Message("{base} + the bid squared", base=base)
        return Message("{base} + {trick} a trick + the bid squared", base=base, trick=trick)
    if trick == 0:
        return Message("{base}", base=base)
    return (
        Message("{base} + tricks", base=base)
        if trick == 1
        else Message("{base} + {trick} a trick", base=base, trick=trick)
    )


def zero_in_words(scoring: Scoring) -> Message | None:
    """What nothing bid and nothing taken is worth; None where it is like any bid made."""
    match scoring.made.zero:
        case None:
            return None
        case "cards":
            return Message("{base} + the cards of the hand", base=scoring.made.base)
        case zero:
            return Message("{points}", points=zero)


def missed_in_words(scoring: Scoring) -> Message:
    """What a missed bid is worth."""
    missed = scoring.missed
    if missed.by == "difference" and missed.base:
        return Message("minus {base}, and minus {each} a trick of difference", base=missed.base, each=missed.each)
    once, often = _MISSED[missed.by]
    return once if missed.each == 1 else often(missed.each)


_MISSED: Mapping[By, tuple[Message, Callable[[int], Message]]] = {
    "greater": (
        Message("minus the greater of bid and tricks"),
        lambda each: Message("minus {each} times the greater of bid and tricks", each=each),
    ),
    "difference": (
        Message("minus the difference"),
        lambda each: Message("minus {each} a trick of difference", each=each),
    ),
    "difference-squared": (
        Message("minus the difference squared"),
        lambda _: Message("minus the difference squared"),
    ),
    "nothing": (Message("nothing"), lambda _: Message("nothing")),
    "tricks": (Message("the tricks taken"), lambda each: Message("{each} a trick taken", each=each)),
}


# The Rule and the bidding in words.


def the_rule_in_words(rule: TheRule | None) -> Message | None:
    """In which hands the bids may not add up to the cards; None where nothing was said.

    >>> the_rule_in_words("off"), the_rule_in_words(FromCards(3))
    ('The Rule is off: bids may add up to the cards.', 'The Rule holds from 3 cards on.')
    """
    match rule:
        case None:
            return None
        case "on":
            return Message("The Rule holds in every hand.")
        case "off":
            return Message("The Rule is off: bids may add up to the cards.")
    return counted("The Rule holds from {count} card on.", "The Rule holds from {count} cards on.", rule.from_cards)


def bidding_in_words(bidding: Bidding) -> Message:
    """How the bids of a hand are made."""
    if bidding == "together":
        return Message("All bid together, and all bids are shown at once.")
    if bidding == "blind":
        return Message("Bids are made before the cards are picked up.")
    return Message("Bids are made in order, the dealer’s last.")


# Cards and trump in words.


def decks_in_words(decks: int) -> Message:
    """With how many decks is played, and what that means for a trick (HR-DD-21)."""
    if decks == 1:
        return Message("One deck of 52 cards.")
    return Message("Two decks: the later of two equal cards takes the trick.")


def no_trump_in_words(no_trump: NoTrump) -> Message:
    """Which hands have no trump."""
    match no_trump:
        case "ace":
            return Message("An ace turned up means no trump.")
        case "largest":
            return Message("The largest hands are played without trump.")
        case "never":
            return Message("Every hand has a trump.")
    return Message("A hand is played without trump when the table says so.")
