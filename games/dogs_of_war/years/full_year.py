"""A whole year on one form of the table: its pairs, trackers and captains, written down as one entry.

The tablet goes on with it by itself while the club's server does not answer. Fields are called as on the table's other
forms of a year, so that what is half entered on one stands on the other.
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
    """What any form of the table holds: a year at once, or the steps of one and the tally."""
    return step_by_step.numbered(form, entries(form)) if form.get("what") == WHAT else step_by_step.drafts(form)


def entries(form: QueryDict) -> list[Entry]:
    """The year the form holds, strictly."""
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
    """Who was first and who passed first, as far as it was chosen; captains gained stay."""
    first, passed = seat(form, "first"), seat(form, "passed")
    gained = {name.removeprefix("gained-"): number(form, name) for name in form if name.startswith("gained-")}
    return (
        ({} if first is None else {"first_player": first})
        | ({} if passed is None else {"first_to_pass": passed})
        | ({"gained": gained} if gained else {})
    )
