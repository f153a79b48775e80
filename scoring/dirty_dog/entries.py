"""The entries of Dirty Dog, and the options agreed before the first deal."""

from collections.abc import Mapping
from hashlib import blake2s
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, convert, field, json
from msgspec.structs import replace

from scoring.dirty_dog.house_rules import (
    DECK,
    HOW,
    LONGEST_NAME,
    NAMES,
    RULE,
    WITHOUT_TRUMP,
    Agreed,
    Bidding,
    FromCards,
    NoTrump,
    Scoring,
    TheRule,
    bidding_in_words,
    decks_in_words,
    in_words,
    no_trump_in_words,
    resolved,
    the_rule_in_words,
)
from scoring.messages import Message
from scoring.options import OneTable, Seat, asked, by_rules, questions

FEWEST, MOST, CROWD = 2, 10, 51  # players at one table; more than ten only where it was agreed outright

Stakes = Literal["both", "bottom", "nothing"]
End = Literal["top", "bottom"]
Rules = Literal["1.3", "1.4"]
Outcome = Literal["taken", "shared", "unknown"]
LONGEST_REASON, LARGEST_ADJUSTMENT = 500, 1_000
Total = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Opening = Annotated[Mapping[int, Total], Meta(description="Points carried in")]


def _whole_deck(seats: int) -> Message | None:
    """The label for dealing out the whole deck, where it makes a larger hand possible (HR-DD-01)."""
    if DECK % seats == 0:
        return Message("Deal out the whole deck: {cards} cards, no trump", cards=DECK // seats)
    if 2 * DECK % seats == 0:
        return Message("Deal out both decks, if there are two: {cards} cards, no trump", cards=2 * DECK // seats)
    return None


def _crowd(seats: int) -> Message | None:
    """The label for more than ten at one table (HR-DD-03)."""
    return Message("All {players} at one table anyway", players=seats) if seats > MOST else None


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was agreed (DD-06, DD-09 to DD-11); every default is the house rule.

    `stakes` says which ties are settled at the end: both, at a losers' table only the one at the bottom (DD-47), in a
    group of a play-off none, as only its line counts (DD-46, DD-50). `first_jack` says that the first dealer got the
    first Jack of a deal-off (DD-06, DD-07). `rules` is the revision of the rules: from 1.4 on a latecomer sits at the
    first dealer's right where nothing is said (HR-DD-05), and whoever left before playing a hand never played
    (HR-DD-19). `scoring` and what follows are the rules of a club that plays by others (HR-DD-21).
    """

    first_dealer: OneTable[Seat] = 0
    max_cards: int | None = None
    max_hands: int | None = None
    full_deck_hand: Annotated[
        bool,
        asked(
            _whole_deck, note=Message("The whole deck is dealt out, without a trump."), rule="HR-DD-01", evening=False
        ),
    ] = False
    plan: tuple[int, ...] | None = None
    opening: OneTable[Opening] = field(default_factory=dict)
    over_ten: Annotated[
        bool,
        Meta(description="More than ten at one table were agreed outright"),
        asked(_crowd, note=None, rule="HR-DD-03", evening=False),
    ] = False
    stakes: OneTable[Annotated[Stakes, Meta(description="Which ties are settled at the end")]] = "both"
    first_jack: OneTable[Annotated[bool, Meta(description="The first dealer got the first Jack")]] = False
    rules: Annotated[Rules, Meta(description="The revision of the rules that was played")] = "1.3"
    rules_name: Annotated[
        Annotated[str, Meta(max_length=LONGEST_NAME)],
        Meta(description="The club's name for these rules"),
        asked(
            Message("These rules are called"),
            note=by_rules,
            rule=RULE,
            hint=Message("On sheets and lists; may be left empty."),
        ),
    ] = ""
    scoring: Annotated[
        Agreed,
        Meta(description="What a hand is worth: a preset, or values of its own"),
        asked(Message("Points"), note=in_words, rule=RULE, answers={**NAMES, Scoring: Message("Own points")}),
    ] = "dirty-dog"

    the_rule: Annotated[
        TheRule | None,
        Meta(description="In which hands The Rule holds; as the bidding says where it is left out"),
        asked(
            Message("The Rule"),
            note=the_rule_in_words,
            rule=RULE,
            hint=Message("As usual: in every hand, but in none where all bid together."),
            answers={
                None: Message("As usual"),
                "on": Message("In every hand"),
                "off": Message("In no hand"),
                FromCards: Message("From so many cards on"),
            },
        ),
    ] = None
    bidding: Annotated[
        Bidding,
        Meta(description="How the bids of a hand are made"),
        asked(Message("Bidding"), note=bidding_in_words, rule=RULE, answers=HOW),
    ] = "in-order"

    decks: Annotated[
        Literal[1, 2],
        Meta(description="How many decks are shuffled together"),
        asked(
            Message("Decks"),
            note=decks_in_words,
            rule=RULE,
            hint=Message("With two, the later of two equal cards takes the trick."),
            answers={1: Message("One"), 2: Message("Two")},
        ),
    ] = 1
    no_trump: Annotated[
        NoTrump,
        Meta(description="Which hands have no trump; points never depend on it"),
        asked(Message("No trump"), note=no_trump_in_words, rule=RULE, answers=WITHOUT_TRUMP),
    ] = "ace"

    @property
    def deck(self) -> int:
        """How many cards there are."""
        return DECK * self.decks

    @property
    def rule(self) -> TheRule:
        """In which hands The Rule holds (DD-18): in every one, but in none where all bid together, unless it was agreed
        otherwise.
        """
        if self.the_rule is None:
            return "off" if self.bidding == "together" else "on"
        return self.the_rule

    @staticmethod
    def in_force(agreed: Mapping[str, Any]) -> Mapping[str, Any]:
        """What was agreed, with The Rule where it follows from the bidding: a sentence about it belongs to both."""
        is_silent = agreed.get("bidding") == "together" and agreed.get("the_rule") is None
        return {**agreed, "the_rule": "off"} if is_silent else agreed

    @property
    def has_house_rules(self) -> bool:
        """Whether anything is not played as written (HR-DD-21)."""
        return self.rule != "on" or any(getattr(self, name) != getattr(_AS_WRITTEN, name) for name in COMPARED)


def apart(stored: Mapping[str, Any]) -> str:
    """A key of the rules of a match with these stored options, "" where it is played as written: points by other rules
    do not compare (HR-DD-21). The name of the rules does not matter.

    >>> apart({"max_cards": 5}), apart({"scoring": "dirty-dog"}), len(apart({"scoring": "squares"}))
    ('', '', 8)
    """
    given = {name: stored[name] for name in COMPARED if name in stored}
    if not given and "the_rule" not in stored:
        return ""
    options = convert({**given, "the_rule": stored.get("the_rule")}, Options)
    if not options.has_house_rules:
        return ""
    values, usual = played(options), played(_AS_WRITTEN)
    # What was declared later counts where it is not as written, so that the keys of all other matches stay.
    later = [each for each in values.items() if each[0] not in _IN_EVERY_KEY and each[1] != usual[each[0]]]
    return blake2s(json.encode([*(values[name] for name in _IN_EVERY_KEY), *later]), digest_size=4).hexdigest()


def played(options: Options) -> dict[str, Any]:
    """What is played, by the field that says it, and equal however it was written; the name of the rules does not
    matter.

    >>> played(Options(scoring=Scoring(), the_rule="on")) == played(Options())
    True
    """
    values = {name: getattr(options, name) for name in HOUSE_RULES if name != "rules_name"}
    return {**values, "scoring": resolved(options.scoring), "the_rule": options.rule}


def rules_name(stored: Mapping[str, Any]) -> str:
    """What the rules of a match with these stored options are called, where they are kept `apart`: by the club's name
    for them, else by the points.

    >>> rules_name({"scoring": "squares", "rules_name": "Kennel rules"}), rules_name({"decks": 2})
    ('Kennel rules', 'Own rules')
    >>> rules_name({"scoring": "ten-plus"}), rules_name({"scoring": "ten-plus", "decks": 2})
    ('10 + tricks, nothing for a miss', '10 + tricks, nothing for a miss, with changes')
    """
    given = {name: stored[name] for name in ("rules_name", "the_rule", *COMPARED) if name in stored}
    options = convert(given, Options)
    if options.rules_name:
        return options.rules_name
    preset = options.scoring
    if isinstance(preset, Scoring) or preset == _AS_WRITTEN.scoring:
        return Message("Own rules")
    is_alone = not replace(options, scoring=_AS_WRITTEN.scoring).has_house_rules
    return NAMES[preset] if is_alone else Message("{points}, with changes", points=NAMES[preset])


HOUSE_RULES = tuple(name for name, question in questions(Options).items() if question.rule == RULE)
COMPARED = tuple(name for name in HOUSE_RULES if name not in ("the_rule", "rules_name"))
_AS_WRITTEN = Options()
_IN_EVERY_KEY = ("scoring", "the_rule", "bidding", "decks", "no_trump")


def under(options: Options, version: str) -> Options:
    """The options of a match played under a revision of the rules; the texts before 1.4 are scored alike.

    >>> under(Options(), "1.4").rules, under(Options(), "1.2").rules
    ('1.4', '1.3')
    """
    return replace(options, rules="1.4") if version == "1.4" else options


class Bids(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The next bids in bidding order, normally the whole table's at once (DD-15 to DD-20), and the trump (DD-13)."""

    bids: Mapping[int, int]
    trump: str | None = None
    flip: str | None = None


class Tricks(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The tricks everybody took (DD-25): the hand is played."""

    tricks: Mapping[int, int]


class Redeal(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The hand in progress is void: same dealer, same size (DD-55, HR-DD-17). Tricks already counted score nothing."""

    tricks: Mapping[int, int] = field(default_factory=dict)


class Join(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody sits down between two hands, to the left of `after` (DD-43, HR-DD-05).

    `over_ten` says that the table agreed outright to be more than ten (DD-01, HR-DD-03).
    """

    seat: int
    after: int | None = None
    over_ten: bool = False


class Leave(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player leaves; a hand in progress is void (DD-44, HR-DD-06)."""

    seat: int


class TiebreakHand(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole blind hand for a tie at the top (DD-36 to DD-39, HR-DD-07)."""

    bids: Mapping[int, int]
    tricks: Mapping[int, int]


class Pull(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One card each for a tie at the bottom (DD-40, DD-41, HR-DD-08)."""

    cards: Mapping[int, str]


class Settled(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a tie was settled, where no tie-break hand or card pull was written down: one of the level took it (`seat`),
    they share it, or nobody knows (LG-07).
    """

    end: End
    outcome: Outcome
    seat: int | None = None


class Shorten(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everybody agrees to stop here (DD-34, HR-DD-18)."""


class Adjust(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Points added or taken by hand, with the reason: a bonus, a penalty (HR-DD-21). They belong to the hand before it,
    or, at the `end`, to the match.
    """

    points: Mapping[int, int]
    note: Annotated[str, Meta(max_length=LONGEST_REASON)]
    end: bool = False


ENTRIES: Mapping[str, type[Struct]] = {
    "bids": Bids,
    "tricks": Tricks,
    "redeal": Redeal,
    "join": Join,
    "leave": Leave,
    "tiebreak-hand": TiebreakHand,
    "pull": Pull,
    "tie-outcome": Settled,
    "shorten": Shorten,
    "adjust": Adjust,
}
