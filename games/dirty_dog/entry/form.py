"""Parsing the table’s form: taps such as `3-2` (seat 3, the number 2) in the order they were made."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.entry.form_parsing import entry_id, line_number, moment
from games.base.table_game import Unreadable
from games.entries.drafts import Draft

TAP = re.compile(r"([0-9]{1,3})-(-?[0-9]{1,19})")
SUITS = ("clubs", "diamonds", "hearts", "spades", "none")
NOT_WHOLE = gettext_lazy("The page was not sent completely. Please reload it.")


def taps(form: QueryDict) -> dict[int, int]:
    """Return the half-entered numbers by seat, as far as they can be read; the last tap of a seat counts and comes
    last. The field `back` drops the latest.
    """
    by_seat: dict[int, int] = {}
    for text in form.getlist("tap"):
        if tap := TAP.fullmatch(text):
            by_seat.pop(int(tap[1]), None)
            by_seat[int(tap[1])] = int(tap[2])
    if "back" in form and by_seat:
        by_seat.popitem()
    return by_seat


def trump(form: QueryDict) -> str:
    """Return the suit that was tapped last, or "none"; "" where trump is skipped."""
    suit = form.get("trump", "")
    return suit if suit in SUITS else ""


def drafts(form: QueryDict) -> list[Draft]:
    """Return the one entry the form holds. Raises Unreadable for an unknown kind and for any malformed, repeated or
    missing tap.
    """
    kind = form.get("what", "")
    if kind not in PAYLOADS:
        raise Unreadable(str(NOT_WHOLE))
    return [Draft(kind, line_number(form), PAYLOADS[kind](form), id=entry_id(form), recorded_at=moment(form))]


def _numbers(form: QueryDict) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for text in form.getlist("tap"):
        tap = TAP.fullmatch(text)
        if tap is None:
            seat = text.split("-")[0]
            raise Unreadable(_("Tap one of the numbers: only whole ones count."), seat if seat.isdecimal() else "")
        seat = str(int(tap[1]))
        if seat in numbers:
            raise Unreadable(_("Two numbers for one player. Tap the right one."), seat)
        numbers[seat] = int(tap[2])
    if not numbers:
        raise Unreadable(_("Nothing was tapped yet. Tap a number for everybody."))
    return numbers


def _bids(form: QueryDict) -> Mapping[str, Any]:
    suit = form.get("trump", "")
    return {"bids": _numbers(form)} | ({"trump": suit} if suit else {})


def _tricks(form: QueryDict) -> Mapping[str, Any]:
    return {"tricks": _numbers(form)}


PAYLOADS: Mapping[str, Callable[[QueryDict], Mapping[str, Any]]] = {"bids": _bids, "tricks": _tricks}


def fields(values: Mapping[int, int]) -> Sequence[tuple[str, str]]:
    """Return the taps as hidden fields, for `taps` to read."""
    return [("tap", f"{seat}-{value}") for seat, value in values.items()]
