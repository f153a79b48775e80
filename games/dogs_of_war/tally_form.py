"""Parsing the form of a tally: leniently while it is half entered, strictly when it is handed in.

The field `tokens-2` is the number of influence tokens of the third `house`. None of the fields is ever put into an
address.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.form_parsing import WHOLE, check_length
from games.base.table_game import Unreadable
from scoring.dogs_of_war import entries

SIGNED = re.compile(r"[+-]?[0-9]{1,4}", re.ASCII)
MINUS = "\N{MINUS SIGN}"
MOST_BY_FIELD = {"vp": 300, "tokens": 60, "coins": 99, "tactics": 60, "soldiers": 60, "adjust": 60}
LONGEST_NOTE = 200


def seat(form: QueryDict) -> int | None:
    """The seat that counts; None where none is chosen."""
    text = form.get("seat", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else None


def fields_of(tally: entries.Tally, houses: Sequence[str]) -> QueryDict:
    """Return an uncovered tally as the fields of its form."""
    form = QueryDict(mutable=True)
    for field in ("vp", "support", "coins", "tactics", "soldiers", "adjust"):
        form[field] = str(getattr(tally, field))
    for at, house in enumerate(houses):
        form[f"tokens-{at}"] = str(tally.influence.get(house, 0))
    form["why"] = tally.adjust_note
    if tally.confirmed:
        form["confirmed"] = "1"
    return form


def half_entered(form: QueryDict, who: int, houses: Sequence[str]) -> entries.Tally:
    """Return the half-entered tally, as far as it can be read; the support card is "" until it is chosen."""
    support = form.get("support", "")
    return entries.Tally(
        seat=who,
        vp=_lenient_number(form, "vp"),
        influence={house: _lenient_number(form, f"tokens-{at}") for at, house in enumerate(houses)},
        support=support if support in houses else "",
        coins=_lenient_number(form, "coins"),
        tactics=_lenient_number(form, "tactics"),
        soldiers=_lenient_number(form, "soldiers"),
        adjust=_lenient_number(form, "adjust", least=-MOST_BY_FIELD["adjust"]),
        adjust_note=note(form)[:LONGEST_NOTE],
        confirmed="confirmed" in form,
    )


def _lenient_number(form: QueryDict, field: str, least: int = 0) -> int:
    try:
        return max(least, min(number(form, field), MOST_BY_FIELD[field.split("-")[0]]))
    except Unreadable:
        return 0


def number(form: QueryDict, field: str) -> int:
    """Return the number in a field, which may be negative; 0 for an empty field. Raises Unreadable."""
    text = form.get(field, "").strip().replace(MINUS, "-") or "0"
    if not SIGNED.fullmatch(text):
        raise Unreadable(WHOLE, field)
    return int(text)


def note(form: QueryDict) -> str:
    """Return the reason for an adjustment, on one line."""
    return " ".join(form.get("why", "").split())


def reason(form: QueryDict) -> str:
    """Return the reason for an adjustment. Raises Unreadable where it is too long or unprintable."""
    why = note(form)
    check_length(why, LONGEST_NOTE, "why")
    if not why.isprintable():
        raise Unreadable(_("The reason contains an unprintable character. Please type it again."), "why")
    return why


def payload(form: QueryDict) -> Mapping[str, Any]:
    """Return the payload of the tally that is handed in. Raises Unreadable where a field is missing or invalid."""
    who, support = seat(form), form.get("support", "")
    if who is None:
        raise Unreadable(_("Tap whose tally this is."), "seat")
    if not support:
        raise Unreadable(_("Everybody holds one support card. Tap its house."), "support")
    fields = {
        "seat": who,
        "vp": number(form, "vp"),
        "influence": _influence(form),
        "support": support,
        "coins": number(form, "coins"),
        "tactics": number(form, "tactics"),
        "soldiers": number(form, "soldiers"),
    }
    return fields | _adjusted(form) | ({"confirmed": True} if "confirmed" in form else {})


def _influence(form: QueryDict) -> dict[str, int]:
    counted = {house: number(form, f"tokens-{at}") for at, house in enumerate(form.getlist("house"))}
    return {house: tokens for house, tokens in counted.items() if tokens}


def _adjusted(form: QueryDict) -> dict[str, Any]:
    """Return the fields of an adjustment, which needs a reason (DW-39, HR-DW-09); {} for none. Raises Unreadable."""
    adjust, why = number(form, "adjust"), reason(form)
    if adjust and not why:
        raise Unreadable(_("Give a short reason for the adjustment."), "why")
    return {"adjust": adjust, "adjust_note": why} if adjust else {}
