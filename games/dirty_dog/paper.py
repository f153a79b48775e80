"""The form for a sheet played on paper: bid and tricks of each player, hand by hand.

A field’s name holds the kind of value, the round and the seat: `bids-7-2`. Drafts depend on the form alone, so a form
that is sent twice is written once.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.correction import Paper
from games.base.display import Screen
from games.base.form_parsing import NO_NUMBER, WHOLE, entry_id, line_number, typed
from games.base.names import shortened
from games.base.table_game import Unreadable
from games.dirty_dog.correction import FIELDS
from games.dirty_dog.entry_rows import mark_of
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import RuleError
from scoring.dirty_dog import DirtyDogSheet

SHOWN = 30
FIELD = re.compile(r"(bids|tricks)-([0-9]{1,4})-([0-9]{1,3})", re.ASCII)
CARD = re.compile(r"(?:10|[2-9jqka])[cdhs]")
LETTERS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades", "n": "none"}
NUMBERS = re.compile(r"[0-9]{1,4}", re.ASCII)


@dataclass(frozen=True)
class Hand:
    """One row of the form: bids and tricks by seat, None where a field is empty; `trump` as in the payload of bids."""

    number: int
    bids: Mapping[int, int | None]
    tricks: Mapping[int, int | None]
    trump: Mapping[str, str]

    @property
    def is_empty(self) -> bool:
        return not self.trump and not any(value is not None for value in (*self.bids.values(), *self.tricks.values()))


def _rows(
    state: MatchState, sheet: DirtyDogSheet, seats: Sequence[int], names: Sequence[str], form: QueryDict
) -> Iterator[dict[str, Any]]:
    dealers = sheet.plan.dealers[sheet.hand :]
    for place, (cards, dealer) in enumerate(zip(sheet.remaining[:SHOWN], dealers, strict=False)):
        number = sheet.number + place
        written = sheet.bids if place == 0 else {}
        trump = ((sheet.flip or "").lower() or (sheet.trump or "")[:1]) if place == 0 else ""
        yield {
            "key": str(number),
            "is_first": place == 0,
            "hand": sheet.hand + 1 + place,
            "number": sheet.hand + 1 + place,
            "cards": cards,
            "dealer": names[dealer],
            "trump": form.get(f"trump-{number}", trump),
            "is_written": bool(written),
            "sums": _sums(number, cards, seats, written, form),
            "cells": [_cell(number, seat, names[seat], written, form, is_dealer=seat == dealer) for seat in seats],
        }


def _sums(number: int, cards: int, seats: Sequence[int], written: Mapping[int, int], form: QueryDict) -> str:
    """Return in words the sums of all bids and of all tricks typed so far; "" where nothing is typed."""
    typed = {field: [form.get(f"{field}-{number}-{seat}", "").strip() for seat in seats] for field in FIELDS}
    bids, tricks = ([int(each) for each in typed[field] if NUMBERS.fullmatch(each)] for field in FIELDS)
    bid = sum(written.values()) + sum(bids)
    for_cards = ngettext("{bids} bid for {count} card.", "{bids} bid for {count} cards.", cards)
    words = [for_cards.format(bids=bid, count=cards)] if written or bids else []
    return " ".join(
        [*words, *([_("Tricks: {sum} of {cards}.").format(sum=sum(tricks), cards=cards)] if tricks else [])]
    )


def _cell(
    number: int, seat: int, name: str, written: Mapping[int, int], form: QueryDict, *, is_dealer: bool
) -> dict[str, Any]:
    bid, took = f"bids-{number}-{seat}", f"tricks-{number}-{seat}"
    return {
        "seat": seat,
        "name": name,
        "is_dealer": is_dealer,
        "written": written.get(seat),
        "bid_field": bid,
        "took_field": took,
        "bid": form.get(bid, ""),
        "took": form.get(took, ""),
    }


def _entries(hands: Sequence[Hand]) -> Iterator[tuple[str, dict[str, Any]]]:
    filled = [hand for hand in hands if not hand.is_empty]
    for hand, expected in zip(filled, hands, strict=False):
        if hand is not expected:
            raise Unreadable(
                _("A hand before this one is empty. Fill the sheet in from the top."), f"hand-{hand.number}"
            )
        is_last = hand is filled[-1]
        if hand.bids:
            yield "bids", {"bids": _whole(hand, "bids", hand.bids), **hand.trump}
        if not is_last or any(value is not None for value in hand.tricks.values()):
            yield "tricks", {"tricks": _whole(hand, "tricks", hand.tricks)}


def _whole(hand: Hand, field: str, values: Mapping[int, int | None]) -> dict[str, int]:
    numbers = {}
    for seat, value in values.items():
        if value is None:
            raise Unreadable(NO_NUMBER, f"{field}-{hand.number}-{seat}")
        numbers[str(seat)] = value
    return numbers


def _hands(form: QueryDict) -> list[Hand]:
    fields = [match for match in map(FIELD.fullmatch, form) if match]
    numbers = sorted({int(match[2]) for match in fields})
    return [_hand(form, number, [match for match in fields if int(match[2]) == number]) for number in numbers]


def _hand(form: QueryDict, number: int, fields: Sequence[re.Match[str]]) -> Hand:
    values: dict[str, dict[int, int | None]] = {field: {} for field in FIELDS}
    for match in fields:
        values[match[1]][int(match[3])] = typed(form, match[0], str(WHOLE))
    return Hand(number, values["bids"], values["tricks"], _trump(form, f"trump-{number}"))


def _trump(form: QueryDict, field: str) -> Mapping[str, str]:
    """Return `trump` or `flip` as the payload holds it: the suit, or the card that was turned up (DD-13). Raises
    Unreadable.
    """
    text = form.get(field, "").strip().lower()
    if CARD.fullmatch(text):
        return {"flip": text.upper()}
    if text and text not in LETTERS:
        raise Unreadable(
            _("Write c, d, h or s for the suit, n for no trump, the card turned up such as 7h, or nothing."), field
        )
    return {"trump": LETTERS[text]} if text else {}


class DirtyDogPaper(Paper):
    rows = "hands"
    one = "games/dirty_dog/paper/one.html"

    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
        seats = [seat for seat in sheet.seating_order if seat in sheet.active_seats]
        context = {
            "players": [
                {"name": state.names[seat], "total": sheet.totals[seat], "mark": mark_of(sheet, seat)} for seat in seats
            ],
            "hands": list(_rows(state, sheet, seats, names, form)) if sheet.ending is None and len(seats) > 1 else [],
            "more": max(len(sheet.remaining) - SHOWN, 0),
            "done": sheet.hand,
            "is_over": sheet.ending is not None,
        }
        return Screen("games/dirty_dog/paper.html", context)

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        """Return the bids and tricks of each hand, in order; only the last hand may lack tricks. Raises Unreadable
        where a number is missing, a hand is skipped, or nothing is filled in.
        """
        first = line_number(form)
        drafts: list[Draft] = []
        for kind, payload in _entries(_hands(form)):
            drafts.append(Draft(kind, first + len(drafts), payload, id=entry_id(form, len(drafts) + 1)))
        if not drafts:
            raise Unreadable(_("Nothing is filled in yet. Start with the first hand."))
        return drafts

    def describe_error(self, state: MatchState, error: RuleError) -> tuple[str, str]:
        sentence = error.sentence(shortened(state.names))
        if error.round is None:
            return sentence, ""
        if error.field in FIELDS and error.seat is not None:
            return sentence, f"{error.field}-{error.round}-{error.seat}"
        return sentence, f"trump-{error.round}" if error.field in ("trump", "flip") else f"hand-{error.round}"


PAPER = DirtyDogPaper()
