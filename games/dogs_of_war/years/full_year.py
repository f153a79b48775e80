"""Parsing the form of a whole year: its pairs, trackers and captains, written as one entry.

The tablet uses this form without network. Fields have the same names as in the other forms of a year, so that
half-entered values carry over.
"""

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.table_game import Unreadable
from games.dogs_of_war.years import form as step_by_step
from games.dogs_of_war.years.bonus import bonus
from games.dogs_of_war.years.form import BATTLES, NOT_WHOLE, Entry, Payload, battle, houses, number, seat
from games.entries.drafts import Draft

WHAT = "whole"


def drafts(form: QueryDict) -> list[Draft]:
    """Return the entries of any form of the table: a whole year, a step of one, or a tally. Raises Unreadable."""
    return step_by_step.numbered(form, entries(form)) if form.get("what") == WHAT else step_by_step.drafts(form)


def entries(form: QueryDict) -> list[Entry]:
    """Return the year the form holds. Raises Unreadable where a house or a tracker is missing."""
    battles = [_contest(form, at) for at in BATTLES if f"houses-{at}-0" in form]
    if not battles:
        raise Unreadable(NOT_WHOLE)
    return [("year", {"battles": battles, **_about(form)})]


def _contest(form: QueryDict, at: int) -> Payload:
    pair, payload, words = houses(form, at), battle(form, at) or {}, bonus(form, at)
    if not all(pair):
        raise Unreadable(_("Every battle needs two houses. Choose the ones that are missing."), f"houses-{at}-0")
    if number(form, f"tracker-{at}") is None:
        raise Unreadable(
            _("Where did the tracker of battle {at} end? Enter 0 for level.").format(at=at + 1), f"tracker-{at}"
        )
    fields = {key: value for key, value in payload.items() if key != "battle"}
    return {"houses": list(pair), **fields, **({"bonus": words} if words else {})}


def _about(form: QueryDict) -> Payload:
    """Return the first player, the first to pass and the captains gained, as far as the form has them."""
    first, passed = seat(form, "first"), seat(form, "passed")
    gained = {name.removeprefix("gained-"): number(form, name) for name in form if name.startswith("gained-")}
    return (
        ({} if first is None else {"first_player": first})
        | ({} if passed is None else {"first_to_pass": passed})
        | ({"gained": gained} if gained else {})
    )
