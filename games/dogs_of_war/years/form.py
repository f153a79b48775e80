"""Parsing the table’s forms of a year: its pairs, a battle’s tracker and captains, a play; and the entries they make.

A field’s name holds the kind of value and its place: `tracker-2` is the third battle’s tracker, positive towards the
house on the left; `cap-2-1-0` is how many captains the first seat has there with the house on the right.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.form_parsing import WHOLE, entry_id, line_number, moment
from games.base.table_game import Unreadable
from games.dogs_of_war.tallies import tally
from games.dogs_of_war.wording import bonus
from games.entries.drafts import Draft

Payload = dict[str, Any]
Entry = tuple[str, Payload]

CAPTAINS = re.compile(r"cap-([0-9])-([01])-([0-9]{1,2})", re.ASCII)
PLACE = re.compile(r"place-([0-5])", re.ASCII)
NUMBER = re.compile(r"-?[0-9]{1,3}", re.ASCII)
SIDE = re.compile(r"([01]):([a-z_]{1,20})", re.ASCII)
BATTLES = range(3)


def drafts(form: QueryDict) -> list[Draft]:
    """Return the entries the form holds, in the order they are written. Raises Unreadable."""
    what = form.get("what", "")
    if what in READ:
        return numbered(form, READ[what](form))
    return list(tally.drafts(form))


def numbered(form: QueryDict, entries: Sequence[Entry]) -> list[Draft]:
    """Return the entries as drafts on consecutive lines; the first has the id in the form, the others ids derived from
    it.
    """
    first, at = line_number(form), moment(form)
    return [
        Draft(kind, first + place, payload, id=entry_id(form, place), recorded_at=at)
        for place, (kind, payload) in enumerate(entries)
    ]


def number(form: QueryDict, field: str) -> int | None:
    """Return the number in a field, which may be negative; None for an empty field. Raises Unreadable."""
    text = form.get(field, "").strip().replace("\N{MINUS SIGN}", "-")
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise Unreadable(WHOLE, field)
    return int(text)


def seat(form: QueryDict, field: str) -> int | None:
    """Return the seat in a field; None for an empty field. Raises Unreadable."""
    text = form.get(field, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise Unreadable(_("Tap one of the players."), field)
    return int(text)


# -- The pairs ---------------------------------------------------------------------------------------------------------


def tapped_places(form: QueryDict) -> dict[int, int] | None:
    """Return the place (from 1) by house index, 0 for a house without one; None where the form has no such field."""
    fields = [field for field in map(PLACE.fullmatch, form) if field]
    return {int(field[1]): _small(form.get(field[0], "")) for field in fields} if fields else None


def _small(text: str) -> int:
    return int(text) if text in ("1", "2", "3", "4", "5", "6") else 0


def _pairing(form: QueryDict) -> list[Entry]:
    pairs = [pair for pair in (houses(form, battle) for battle in BATTLES) if any(pair)]
    if not pairs or not all(house for pair in pairs for house in pair):
        raise Unreadable(_("Every battle needs two houses. Tap the ones that are missing."), "houses")
    first = seat(form, "first")
    bonuses = [bonus(form, battle) for battle in range(len(pairs))]
    payload: Payload = {"houses": [list(pair) for pair in pairs]}
    payload |= {} if first is None else {"first_player": first}
    return [("pairing", payload | ({"bonuses": bonuses} if any(bonuses) else {}))]


# -- Battles by their final position -----------------------------------------------------------------------------------


def houses(form: QueryDict, battle: int) -> tuple[str, str]:
    """The two houses of a battle, as the page sent them."""
    return form.get(f"houses-{battle}-0", ""), form.get(f"houses-{battle}-1", "")


def battle(form: QueryDict, at: int) -> Payload | None:
    """Return the payload of a battle’s tracker and captains; None where the form holds nothing of it. Raises
    Unreadable.
    """
    tracker = number(form, f"tracker-{at}")
    sides: tuple[Payload, Payload] = ({}, {})
    for field in map(CAPTAINS.fullmatch, form):
        if field and int(field[1]) == at and (count := number(form, field[0])):
            sides[int(field[2])][str(int(field[3]))] = count
    if tracker is None and not any(sides):
        return None
    captains = {house: counts for house, counts in zip(houses(form, at), sides, strict=True) if counts}
    payload: Payload = {"battle": at, "tracker": tracker or 0, "captains": captains}
    betrayal = [int(text) for text in form.getlist(f"betrayal-{at}") if text.isascii() and text.isdecimal()]
    return payload | ({"betrayal": betrayal} if betrayal else {})


def battle_key(payload: Payload | None) -> str:
    """Return a battle as one string, for comparison with the recorded one; "" for None."""
    if payload is None:
        return ""
    sides = (
        f"{house}={seat}x{count}" for house, counts in payload["captains"].items() for seat, count in counts.items()
    )
    return f"{payload['tracker']}/{'/'.join(sorted(sides))}"


def is_new(form: QueryDict, at: int) -> bool:
    """Whether the form has values for this battle that are not recorded yet. Raises Unreadable."""
    now = battle_key(battle(form, at))
    return bool(now) and now != form.get(f"was-{at}", "")


def _year(form: QueryDict) -> list[Entry]:
    entries: list[Entry] = []
    for at in BATTLES:
        payload = battle(form, at)
        if payload is not None and is_new(form, at):
            entries.append(("battle", payload))
    first, known = seat(form, "passed"), form.get("was-passed", "")
    if first is not None and not known:
        entries.append(("pass", {"seat": first}))
    if "close" in form:
        is_other = first is not None and known not in ("", str(first))
        entries.append(("year", {"first_to_pass": first} if is_other else {}))
    if not entries:
        raise Unreadable(_("Nothing has changed. Set a tracker or place a captain first."))
    return entries


def lines(form: QueryDict, *, closes: bool) -> int:
    """Return how many entries the main button of a year’s form writes; 1 where the form cannot be read."""
    query = form.copy()
    if closes:
        query["close"] = "1"
    try:
        return len(_year(query))
    except Unreadable:
        return 1


# -- Battles by plays --------------------------------------------------------------------------------------------------


def _plays(form: QueryDict) -> list[Entry]:
    if "close" in form:
        empty = [int(text) for text in form.getlist("empty") if text in ("0", "1", "2")]
        return [*(("battle", {"battle": at, "tracker": 0, "captains": {}}) for at in empty), ("year", {})]
    who, at = seat(form, "who"), seat(form, "battle")
    if who is None or at is None:
        raise Unreadable(_("Tap who plays first."), "who")
    if "pass" in form:
        return [("pass", {"seat": who})]
    play = SIDE.fullmatch(form.get("play", ""))
    if play is None:
        raise Unreadable(_("Tap the soldier that was played."), "play")
    payload: Payload = {"battle": at, "seat": who, "house": houses(form, at)[int(play[1])], "soldier": play[2]}
    return [("play", payload | ({"space": form["space"]} if form.get("space") else {}))]


READ: Mapping[str, Callable[[QueryDict], list[Entry]]] = {"pairing": _pairing, "year": _year, "plays": _plays}
