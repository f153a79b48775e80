"""Dirty Dog’s figures for a player’s page and a night report: bids made by bid, hand size, chair and trump, differences
from the bid, neighbours, streaks.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import decimal, signed
from clubs.language.terms import own_word
from games.base.statistics import (
    HIGHEST,
    LOWEST,
    Bar,
    Bars,
    Feat,
    Figure,
    GameStatistics,
    RecordCategories,
    best,
    best_and_worst,
    climb,
    counts,
    named,
    percent,
    share,
    shares,
)
from games.dirty_dog.sheet import lasting_callouts, new_callouts
from games.models import Seat
from games.statistics import meetings, queries
from games.statistics.queries import Rounds, Share, Summary, Whose
from scoring.dirty_dog import DIRTY_DOG, DirtyDogSheet
from scoring.dirty_dog.callouts import bid_term
from scoring.dirty_dog.terms import LABELS
from scoring.messages import Term, terms

FIGURE_LABELS = (
    ("door-knob", gettext_lazy("Door Knobs")),
    ("sbr", gettext_lazy("SBRs")),
    ("dog-pile", gettext_lazy("Dog Piles")),
)

KEY = DIRTY_DOG.key
CHAIRS = (
    gettext_lazy("dealer"),
    gettext_lazy("first to bid"),
    gettext_lazy("second to bid"),
    gettext_lazy("third to bid"),
    gettext_lazy("fourth to bid"),
    gettext_lazy("fifth to bid"),
    gettext_lazy("sixth to bid"),
    gettext_lazy("seventh to bid"),
    gettext_lazy("eighth to bid"),
    gettext_lazy("ninth to bid"),
    gettext_lazy("tenth to bid"),
)
SUITS = {
    "clubs": gettext_lazy("clubs"),
    "diamonds": gettext_lazy("diamonds"),
    "hearts": gettext_lazy("hearts"),
    "spades": gettext_lazy("spades"),
    "none": gettext_lazy("no trump"),
}
FACTS = {
    "bid": gettext_lazy("a bid of #"),
    "cards": gettext_lazy("cards: #"),
    "tricks": gettext_lazy("tricks taken: #"),
    "made": gettext_lazy("the bid made"),
    "streak": gettext_lazy("# bids made in a row"),
    "off": gettext_lazy("# against the bid"),
    "barred": gettext_lazy("# barred by The Rule"),
    "climb": gettext_lazy("places gained: #"),
    # Translators: eleven phrases between the bars, in this order.
    "from_dealer": gettext_lazy(
        "the deal|the first bid|the second bid|the third bid|the fourth bid|the fifth bid|the sixth bid|the seventh bid"
        "|the eighth bid|the ninth bid|the tenth bid"
    ),
    # Translators: five phrases between the bars, in this order.
    "trump": gettext_lazy("clubs for trump|diamonds for trump|hearts for trump|spades for trump|no trump"),
}
COLUMNS = (gettext_lazy("Times"), gettext_lazy("Made"), gettext_lazy("Rate"))
SIZE_HEADS = (gettext_lazy("Cards"), gettext_lazy("Times"), gettext_lazy("Points"), gettext_lazy("Rate"))
LOST = {"result": "lost"}


def player_statistics(player: Whose, summary: Summary) -> GameStatistics:
    """Return the game’s figures and tables for a player’s page."""
    rounds = queries.rounds(player, KEY)
    bids, sizes, chairs, trumps = (rounds.rates(by) for by in ("bid", "cards", "from_dealer", "trump"))
    whole = queries.whole(bids)
    tables = [
        Bars(_("Bids made"), _of_bids(whole), (_("Bid"), *COLUMNS), shares(bids, "bid")),
        _sizes(sizes, has_points=not queries.are_points_mixed(player)),
        Bars(_("By chair"), _("from the dealer on"), (_("Chair"), *COLUMNS), named(chairs, "from_dealer", CHAIRS)),
        Bars(
            _("By trump"),
            _("where it was recorded"),
            (_("Trump"), *COLUMNS),
            named(trumps, "trump", list(SUITS.values())),
        ),
        *_off(rounds),
        *_barred(rounds),
        *_climbs(rounds),
        *_right_neighbours(rounds),
    ]
    return GameStatistics(
        main=[
            Figure(_("times last"), summary.losses, search=LOST),
            *share(_("bids made"), whole, {"made": 1}),
            *best_and_worst(summary),
        ],
        tables=[table for table in tables if table.rows],
        more=_streaks(player, rounds),
        more_title=_("Streaks"),
    )


def _of_bids(whole: Share) -> str:
    return _("{made} of {count} bids").format(made=whole.made, count=whole.times)


def _sizes(rows: Sequence[Share], *, has_points: bool) -> Bars:
    """Return a row per hand size: how often, the average points or, where points do not compare, how many bids were
    made, and the rate of bids made.
    """
    title = _("By size of hand")
    if not has_points:
        return Bars(title, _("bids made"), (_("Cards"), *COLUMNS), shares(rows, "cards"), compared="cards")
    bars = [
        Bar(
            str(row.value),
            (str(row.times), decimal(row.points, 1), str(row.percent)),
            row.percent,
            "%",
            {"cards": row.value},
        )
        for row in rows
    ]
    return Bars(title, _("and points on average"), SIZE_HEADS, bars, compared="cards")


def _off(rounds: Rounds) -> list[Bars]:
    """Return the table of tricks minus bid: below 0 the bid was too high, above 0 too low."""
    rows = rounds.counts("off")
    high, low = (sum(times for off, times in rows if off * side > 0) for side in (-1, 1))
    bars = [
        Bar(signed(off) if off else _("as bid"), bar.cells, bar.percent, bar.tail, bar.search)
        for (off, _times), bar in zip(rows, counts(rows, "off"), strict=True)
    ]
    return [
        Bars(
            _("Over and under"),
            _("bid too high {high} times, too low {low}").format(high=high, low=low),
            (_("Tricks less bid"), _("Times"), _("Share")),
            bars,
        )
    ]


def _barred(rounds: Rounds) -> list[Bars]:
    """Return the table of the bids that The Rule barred for the dealer, and how often the bid made instead was made
    (DD-18, DD-G14, DD-G15).
    """
    rows = rounds.rates("barred")
    whole = queries.whole(rows)
    words = _("set in {count} of {deals} deals with a barred bid")
    note = words.format(count=whole.times - whole.made, deals=whole.times)
    return [Bars(_("The Rule"), note, (_("Barred bid"), *COLUMNS), shares(rows, "barred"))]


def _climbs(rounds: Rounds) -> list[Bars]:
    """Return the table of places gained or lost in a hand (DD-G20)."""
    rows = rounds.counts("climb")
    up, down = (sum(times for climb, times in rows if climb * side > 0) for side in (1, -1))
    bars = [
        Bar(signed(climb) if climb else _("none"), bar.cells, bar.percent, bar.tail, bar.search)
        for (climb, _times), bar in zip(rows, counts(rows, "climb"), strict=True)
    ]
    return [
        Bars(
            _("Places in a hand"),
            _("gained in {up}, lost in {down}").format(up=up, down=down),
            (_("Places gained"), _("Times"), _("Share")),
            bars,
        )
    ]


def _right_neighbours(rounds: Rounds) -> list[Bars]:
    """Return the table of the players who sat on the right when bids were set, the worst first."""
    neighbours = meetings.on_the_right(rounds)
    bars = [
        Bar(
            each.player.label,
            (str(each.share.times), str(each.share.made), str(each.share.percent)),
            each.share.percent,
            "%",
            {"against": each.player.pk, "made": 0},
        )
        for each in neighbours
    ]
    return [
        Bars(
            _("The rascal"),
            _("who sat to the right, and how often the bid was set"),
            (_("On the right"), _("Hands"), _("Set"), _("Rate")),
            bars,
        )
    ]


def _streaks(player: Whose, rounds: Rounds) -> list[Figure]:
    """Return bids made in a row within one match, and matches since the last one lost."""
    best = rounds.most("streak")
    now, last = queries.last_fact(player, KEY, "streak")
    return [
        Figure(_("bids made in a row, best in one match"), best, search={"streak": best}),
        Figure(_("in a row, at the end of the last match"), now, match=last),
        Figure(_("matches since last at the bottom"), queries.since_last_loss(player, KEY), search=LOST),
    ]


def numbers(sheets: Sequence[DirtyDogSheet]) -> list[Figure]:
    """Return the figures for the sheets of one night; [] where no hand was scored."""
    lines = [line for sheet in sheets for line in sheet.lines if not line.void]
    bids = [made for line in lines for made in line.made.values()]
    if not bids:
        return []
    over = sum(bid_term(line.cards, line.bid_total) == "overbid" for line in lines)
    return [
        Figure(_("of {count} bids made").format(count=len(bids)), percent(sum(bids), len(bids)), "%"),
        Figure(_("of {count} hands overbid").format(count=len(lines)), over),
        *(
            Figure(own_word(term) or str(label), number)
            for term, label in FIGURE_LABELS
            if (number := _times_called(sheets, term))
        ),
    ]


def _times_called(sheets: Sequence[DirtyDogSheet], term: str) -> int:
    """Return how many times players earned the call-out; one that lasts over several hands counts once."""
    return sum(_in_one(sheet, term) for sheet in sheets)


def _in_one(sheet: DirtyDogSheet, term: str) -> int:
    lines, count = [line for line in sheet.lines if not line.void], 0
    for before, line in zip([None, *lines], lines, strict=False):
        calls = new_callouts(line.callouts, lasting_callouts(before.callouts if before else ()))
        count += sum(len(call.seats) for call in calls if call.term == term)
    return count


# The records of Dirty Dog in the hall of fame, the call-outs that the engine derives, and the tags that a table sets
# by hand.


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
