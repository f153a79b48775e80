"""The records of Dirty Dog in the hall of fame, the call-outs that the engine derives, and the tags that a table sets
by hand.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.base.results.record_categories import HIGHEST, LOWEST, Feat, RecordCategories, best, climb
from games.models import Seat
from scoring.dirty_dog.terms import LABELS
from scoring.messages import Term, terms

EVERYDAY = ("being-set",)  # too common to be counted: it occurs in every hand
TERMS: Mapping[str, Term] = {
    term: LABELS[term]
    for term in (
        *EVERYDAY,
        "clean-run",
        "door-knob",
        "dog-pile",
        "overbid",
        "floater",
        "float-age",
        "in-the-box",
        "first-place-loser",
        "spooning",
        "proximity-alert",
        "bottom-buddies",
        "sbr",
        "easy-chico",
        "no-trump",
    )
}
TAGS: Mapping[str, Term] = terms(
    {
        "kobayashi-maru": LABELS["kobayashi-maru"],
        "rascal": "Rascal",
        "ice-fishing": "Ice Fishing",
        "ill-take-one": LABELS["ill-take-one"],
        "dirt-bag": "Dirt Bag",
        "scurvy-dog": "Scurvy Dog",
        "you-cannot-bid-one": LABELS["you-cannot-bid-one"],
        "bring-out-your-dead": "Bring out your dead!",
        "daawg": "DAAWG!",
        "derek-maneuver": "Derek Maneuver",
        "dirty-dog-limbo": "Dirty Dog Limbo",
        "dumb-dog": "Dumb dog",
        "get-under-that": "Get under that!",
        "matthew-maneuver": "Matthew Maneuver",
        "not-that-card": "Not that card!",
        "overtrump": "Overtrump",
        "plan-a": "Plan A",
        "plan-b": "Plan B",
        "plan-c": "Plan C",
        "plan-d": "Plan D",
        "play-the-right-card": "Play the Right Card!",
        "reaching-for-it": "Reaching for IT!",
        "singleton-trump": "Singleton Trump",
        "take-that": "Take That!",
        "what-led": "What Led?",
        "whap": "Whap",
        "wrong-color": "Wrong Color!",
    }
)


def _bids(seat: Seat) -> str:
    cards = seat.feats["bold_cards"]
    words = ngettext("bid for {count} card, {players} players", "bid for {count} cards, {players} players", cards)
    return words.format(count=cards, players=seat.feats["bold_seats"])


def _until(seat: Seat) -> str:
    return _("up to hand {number}").format(number=seat.feats["run_round"])


def _of_hand(seat: Seat) -> str:
    return _("hand {number}").format(number=seat.feats["bold_round"])


RECORDS: Sequence[Feat] = (
    HIGHEST,
    LOWEST,
    Feat(gettext_lazy("Longest run of made bids"), "run", suffix=_until),
    climb("hand"),
    Feat(gettext_lazy("Bravest hand"), "bold", shown="bold_bid", subject=_bids, suffix=_of_hand),
    best("hand"),
)

RECORD_CATEGORIES = RecordCategories(RECORDS, TERMS, EVERYDAY, TAGS)
