"""Made bids: by the bid itself, the size of the hand, the chair, the trump; how far off; who sat beside; in a row."""

from collections.abc import Sequence

from django.db.models import Max
from django.utils.translation import gettext

from games.base.results.statistics import (
    Bar,
    Bars,
    Figure,
    GameStatistics,
    best_and_worst,
    counts,
    named,
    percent,
    share,
    shares,
)
from games.dirty_dog.display.callouts import fresh, standing_calls
from games.sheets.text import signed
from games.statistics import head_to_head, queries
from games.statistics.queries import Share, Summary, Whose, fact
from scoring.dirty_dog import DIRTY_DOG, DirtyDogSheet
from scoring.dirty_dog.callouts import bid_term
from scoring.dirty_dog.hands.cards import TRUMPS

LABELS = (("door-knob", "Door Knobs"), ("sbr", "SBRs"), ("dog-pile", "Dog Piles"))

KEY = DIRTY_DOG.key
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CHAIRS = ("dealer", *(f"{ordinal} to bid" for ordinal in ORDINALS))
SUITS = tuple("no trump" if trump == "none" else trump for trump in TRUMPS)
FACTS = {
    "bid": "a bid of #",
    "cards": "cards: #",
    "tricks": "tricks taken: #",
    "made": "the bid made",
    "streak": "# bids made in a row",
    "off": "# against the bid",
    "barred": "# barred by The Rule",
    "climb": "places gained: #",
    "from_dealer": "|".join(["the deal", *(f"the {ordinal} bid" for ordinal in ORDINALS)]),
    "trump": "|".join(suit if suit == "no trump" else f"{suit} for trump" for suit in SUITS),
}
COLUMNS = ("Times", "Made", "Rate")
SIZE_HEADS = ("Cards", "Times", "Points", "Rate")
LOST = {"result": "lost"}


def player_statistics(player: Whose, summary: Summary) -> GameStatistics:
    bids, sizes, chairs, trumps = (_rates(player, by) for by in ("bid", "cards", "from_dealer", "trump"))
    whole = queries.whole(bids)
    tables = [
        Bars(gettext("Bids made"), f"{whole.made} of {whole.times} bids", ("Bid", *COLUMNS), shares(bids, "bid")),
        Bars(
            gettext("By size of hand"), "and points on average", SIZE_HEADS, _sizes(sizes), compared=("cards", "made")
        ),
        Bars(gettext("By chair"), "from the dealer on", ("Chair", *COLUMNS), named(chairs, "from_dealer", CHAIRS)),
        Bars(gettext("By trump"), "where it was recorded", ("Trump", *COLUMNS), named(trumps, "trump", SUITS)),
        *_off(player),
        *_barred(player),
        *_climbs(player),
        *_rascals(player),
    ]
    return GameStatistics(
        main=[
            Figure("times last", summary.losses, search=LOST),
            *share("bids made", whole, {"made": 1}),
            *best_and_worst(summary),
        ],
        tables=[table for table in tables if table.rows],
        more=_streaks(player),
        more_title="Streaks",
    )


def _rates(player: Whose, by: str) -> list[Share]:
    return queries.rates(player, KEY, by, "made")


def _sizes(rows: Sequence[Share]) -> list[Bar]:
    """The rate as everywhere, and what a hand of this size brought."""
    return [
        Bar(
            str(row.value),
            (str(row.times), f"{row.points:.1f}", str(row.percent)),
            row.percent,
            " %",
            {"cards": row.value},
        )
        for row in rows
    ]


def _off(player: Whose) -> list[Bars]:
    """Tricks less bid: below 0 too much was bid, above 0 too little."""
    rows = queries.counts(player, KEY, "off")
    high, low = (sum(times for off, times in rows if off * side > 0) for side in (-1, 1))
    bars = [
        Bar(signed(off) if off else "as bid", bar.cells, bar.percent, bar.tail, bar.search)
        for (off, _), bar in zip(rows, counts(rows, "off"), strict=True)
    ]
    return [
        Bars(
            gettext("Over and under"),
            f"bid too high {high} times, too low {low}",
            (gettext("Tricks less bid"), "Times", "Share"),
            bars,
        )
    ]


def _barred(player: Whose) -> list[Bars]:
    """The bids The Rule kept from the player who dealt, and what became of the bid instead (DD-18, DD-G14, DD-G15)."""
    rows = _rates(player, "barred")
    whole = queries.whole(rows)
    note = f"set in {whole.times - whole.made} of {whole.times} deals with a barred bid"
    return [Bars(gettext("The Rule"), note, (gettext("Barred bid"), *COLUMNS), shares(rows, "barred"))]


def _climbs(player: Whose) -> list[Bars]:
    """Places gained or lost in a hand (DD-G20)."""
    rows = queries.counts(player, KEY, "climb")
    up, down = (sum(times for climb, times in rows if climb * side > 0) for side in (1, -1))
    bars = [
        Bar(signed(climb) if climb else "none", bar.cells, bar.percent, bar.tail, bar.search)
        for (climb, _), bar in zip(rows, counts(rows, "climb"), strict=True)
    ]
    return [
        Bars(
            gettext("Places in a hand"),
            f"gained in {up}, lost in {down}",
            (gettext("Places gained"), "Times", "Share"),
            bars,
        )
    ]


def _rascals(player: Whose) -> list[Bars]:
    """Who sat on the right when bids were set, the worst first."""
    neighbours = head_to_head.on_the_right(player, KEY, "made")
    bars = [
        Bar(
            each.player.label,
            (str(each.share.times), str(each.share.made), str(each.share.percent)),
            each.share.percent,
            " %",
            {"against": each.player.pk, "made": 0},
        )
        for each in neighbours
    ]
    return [
        Bars(
            gettext("The rascal"),
            "who sat to the right, and how often the bid was set",
            (gettext("On the right"), "Hands", "Set", "Rate"),
            bars,
        )
    ]


def _streaks(player: Whose) -> list[Figure]:
    """Bids made in a row within one match, and matches without the loser's trophy."""
    best = queries.aggregates(player, KEY, best=Max(fact("streak")))["best"] or 0
    now, last = queries.last_fact(player, KEY, "streak")
    return [
        Figure("bids made in a row, best in one match", best, search={"streak": best}),
        Figure("in a row, at the end of the last match", now, match=last),
        Figure("matches since last at the bottom", queries.since_last_loss(player, KEY), search=LOST),
    ]


def numbers(sheets: Sequence[DirtyDogSheet]) -> list[Figure]:
    lines = [line for sheet in sheets for line in sheet.lines if not line.void]
    bids = [made for line in lines for made in line.made.values()]
    if not bids:
        return []
    over = sum(bid_term(line.cards, line.bid_total) == "overbid" for line in lines)
    return [
        Figure(f"of {len(bids)} bids made", percent(sum(bids), len(bids)), "%"),
        Figure(f"of {len(lines)} hands overbid", over),
        *(Figure(label, number) for term, label in LABELS if (number := _times_called(sheets, term))),
    ]


def _times_called(sheets: Sequence[DirtyDogSheet], term: str) -> int:
    """How many players earned it, each time anew."""
    return sum(_in_one(sheet, term) for sheet in sheets)


def _in_one(sheet: DirtyDogSheet, term: str) -> int:
    lines, count = [line for line in sheet.lines if not line.void], 0
    for before, line in zip([None, *lines], lines, strict=False):
        calls = fresh(line, standing_calls(before))
        count += sum(len(call.seats) for call in calls if call.term == term)
    return count
