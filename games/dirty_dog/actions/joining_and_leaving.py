"""What the pages about comings and goings share: the table before and after, and the plan it leads to."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import ngettext

from games.base.entry.names import shortened
from games.dirty_dog.entry.entry_rows import MANY, TIGHT, css
from games.dirty_dog.plans import plan_chart
from games.entries.match_state import MatchState
from scoring.base import spell
from scoring.dirty_dog import DIRTY_DOG, DirtyDogSheet
from scoring.dirty_dog.plan import most_cards, most_seats


@dataclass(frozen=True)
class Row:
    """One player of the table; `mark` is top, low or nothing, `note` says what is new about them."""

    name: str
    place: int
    total: int
    mark: str
    note: str = ""


def sheet_of(state: MatchState) -> DirtyDogSheet:
    return state.sheet_as(DirtyDogSheet)


def rows(sheet: DirtyDogSheet, names: Sequence[str], notes: dict[int, str]) -> list[Row]:
    """Clockwise, with those who have a note though they left."""
    place = {seat: rank.place for rank in DIRTY_DOG.ranks(sheet) for seat in rank.seats}
    totals = [sheet.totals[seat] for seat in sheet.active_seats]
    marks = {seat: _mark(sheet.totals[seat], totals) for seat in sheet.active_seats}
    return [
        Row(names[seat], place[seat], sheet.totals[seat], marks.get(seat, ""), notes.get(seat, ""))
        for seat in sheet.circle
        if seat in sheet.active_seats or seat in notes
    ]


def _mark(total: int, totals: Sequence[int]) -> str:
    return "top" if total == max(totals) else "low" if total == min(totals) else ""


def coming(sheet: DirtyDogSheet) -> dict[str, Any]:
    """What a tablet without network seats another table by: the sizes of all hands before any cap, the cards there are
    to deal, how the screen of each size looks."""
    deck = most_cards(1, full_deck=sheet.options.full_deck_hand)
    looks = {cards: css("bids", cards, 0) for cards in range(1, max(sheet.planned, default=0) + 1)}
    return {
        "sizes": sheet.planned,
        "deck": deck,
        "looks": looks,
        "many": (MANY, TIGHT),
        "most": most_seats(sheet.options),
    }


def drawing(before: DirtyDogSheet, after: DirtyDogSheet) -> plan_chart.Bars:
    cards, was = after.plan.cards, before.plan.cards
    return plan_chart.draw(cards, done=after.hand, now=True, was=was if len(was) == len(cards) else ())


def resized(before: DirtyDogSheet, after: DirtyDogSheet) -> list[tuple[str, str]]:
    """Which hands change their size, and why: a bold part and the rest of the sentence."""
    pairs = enumerate(zip(before.plan.cards, after.plan.cards, strict=False), 1)
    changed = [(hand, was, now) for hand, (was, now) in pairs if was != now]
    sentences = []
    for (was, now), group in groupby(changed, key=lambda each: each[1:]):
        hands = [hand for hand, _, _ in group]
        sentences.append((_resized(hands, now, was), _why(after)))
    return sentences


def _resized(hands: Sequence[int], now: int, was: int) -> str:
    words = ngettext("Hand {first}: {count} card, not {was}.", "Hand {first}: {count} cards, not {was}.", now)
    if len(hands) > 1:
        words = ngettext(
            "Hands {first} to {last}: {count} card, not {was}.",
            "Hands {first} to {last}: {count} cards, not {was}.",
            now,
        )
    return words.format(first=hands[0], last=hands[-1], count=now, was=was)


def _why(after: DirtyDogSheet) -> str:
    players = len(after.active_seats)
    words = ngettext(
        "{count} player, 51 cards to share, one left to turn.",
        "{count} players, 51 cards to share, one left to turn.",
        players,
    )
    return words.format(count=players)


def last_deal(before: DirtyDogSheet, after: DirtyDogSheet, names: Sequence[str]) -> str:
    """What becomes of the rule that the first dealer's right deals last; empty while it holds."""
    notice = next((notice for notice in after.warnings if notice.code == "final-dealer"), None)
    return spell(notice.message, shortened(names)) if notice else ""


def deals_next(sheet: DirtyDogSheet, seat: int) -> int | None:
    """The next hand a seat deals."""
    dealers = enumerate(sheet.plan.dealers, 1)
    return next((hand for hand, dealer in dealers if hand > sheet.hand and dealer == seat), None)
