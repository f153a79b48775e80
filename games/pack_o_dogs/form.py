"""Parsing the table’s form: a round and its winner, a turn and its winner, or two piles of cards."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.form_parsing import BROKEN, WHOLE, entry_id, line_number, moment, typed
from games.base.table_game import Unreadable
from games.entries.drafts import Draft
from scoring.pack_o_dogs.play import SHORT

SEATS = ("0", "1")


def is_on(form: QueryDict, name: str) -> bool:
    """Whether a key is pressed; the last value of its field counts."""
    return form.get(name, "") == "1"


def round_of(form: QueryDict, prefix: str = "") -> dict[str, Any]:
    """Return the payload of a round. Raises Unreadable."""
    payload: dict[str, Any] = {"winner": _winner(form, f"{prefix}winner"), "pack": is_on(form, f"{prefix}pack")}
    turns = typed(form, f"{prefix}turns", str(WHOLE))
    if turns is not None:
        payload["turns"] = turns
    if is_on(form, f"{prefix}treat"):
        payload["treat"] = True
    return payload


def piles_of(form: QueryDict, prefix: str = "") -> dict[str, Any]:
    """Return the payload of the two piles. Raises Unreadable where one is not a number."""
    return {"piles": {seat: _pile(form, f"{prefix}piles-{seat}") for seat in SEATS}}


def drafts(form: QueryDict) -> list[Draft]:
    """Return the one entry the form holds. Raises Unreadable."""
    kind = form.get("what", "")
    if kind == "piles" and "winner" in form:
        kind = "capture"
    if kind not in PAYLOADS:
        raise Unreadable(str(BROKEN))
    return [Draft(kind, line_number(form), PAYLOADS[kind](form), id=entry_id(form), recorded_at=moment(form))]


def _tapped_round(form: QueryDict) -> dict[str, Any]:
    """Return the payload of a round. Turns and treat that need a pack are dropped where the pack’s key is off."""
    payload = round_of(form)
    if not payload["pack"]:
        payload.pop("treat", None)
        if payload.get("turns") == SHORT:
            del payload["turns"]
    return payload


def _capture(form: QueryDict) -> dict[str, Any]:
    keys = [key for key in ("pack", "low_cat") if is_on(form, key)]
    treat = ["treat"] if "pack" in keys and is_on(form, "treat") else []
    return {"winner": _winner(form, "winner"), **dict.fromkeys([*keys, *treat], True)}


def _winner(form: QueryDict, field: str) -> int:
    if form.get(field) not in SEATS:
        raise Unreadable(_("Who won? Tap one of the two."), field)
    return int(form.get(field, ""))


def _pile(form: QueryDict, field: str) -> int:
    cards = typed(form, field, str(WHOLE))
    if cards is None:
        raise Unreadable(_("Count this pile too."), field)
    return cards


PAYLOADS: Mapping[str, Callable[[QueryDict], Mapping[str, Any]]] = {
    "round": _tapped_round,
    "capture": _capture,
    "piles": piles_of,
}
