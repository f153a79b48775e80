"""Entering the final tally: all players count behind their screens, one after the other on one tablet (DW-18, DW-41 to
DW-45).

A tally that was handed in is never shown before all are in, not even to its player: counting again starts from zero.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import minus, signed
from games.base.display import Screen
from games.base.form_parsing import entry_id, free_number, line_number, moment, undo_form
from games.base.names import shortened
from games.base.wording import in_words
from games.dogs_of_war import final_values_entry, result, tally_form
from games.dogs_of_war.wording import last_step
from games.entries.drafts import Draft
from games.entries.match_state import MatchState, read
from games.models import Entry
from scoring.dogs_of_war.battle import Breakdown
from scoring.dogs_of_war.entries import Tally
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.dogs_of_war.tally import breakdown

# One player’s half-entered tally: the steppers, its value so far, what is missing, the last tap.


COUNTS = {
    "vp": gettext_lazy("VP tokens {count}"),
    "coins": gettext_lazy("coins {count}"),
    "tactics": gettext_lazy("tactic cards {count}"),
    "soldiers": gettext_lazy("soldier cards {count}"),
}


@dataclass(frozen=True)
class Counter:
    """A number with keys that change it; `adds` are the steps of the plus keys."""

    name: str
    label: str
    small: str
    value: int
    most: int
    least: int = 0
    adds: Sequence[int] = (1,)

    @property
    def at_least(self) -> bool:
        """Whether the number cannot go lower."""
        return self.value <= self.least


def worth(sheet: DogsOfWarSheet, tally: Tally) -> Breakdown:
    """Return the breakdown of the tally so far; a support card that is not chosen yet is worth nothing."""
    return breakdown({**sheet.values, "": 0}, tally)


def still_missing(tally: Tally) -> str:
    """Return what is missing before the tally can be handed in; "" for nothing."""
    if not tally.support:
        return _("Tap the support card")
    return _("Reason for the adjustment?") if tally.adjust and not tally.adjust_note else ""


def counters(sheet: DogsOfWarSheet, tally: Tally) -> dict[str, Any]:
    """Return the steppers. Beside the VP tokens is how many were won in battles: that is public, and the tokens behind
    the screen include them.
    """
    most = tally_form.MOST_BY_FIELD
    won = sum(line.points[tally.seat] for line in sheet.years)
    small = _("{vp} won in battles").format(vp=won) if sheet.years else ""
    each, card = _("{value} each"), _("1 VP each")
    return {
        "vp": Counter("vp", _("VP tokens"), small, tally.vp, most["vp"], adds=(1, 3, 6)),
        "tokens": [
            Counter(
                f"tokens-{at}",
                house,
                each.format(value=minus(sheet.values[house])),
                tally.influence[house],
                most["tokens"],
            )
            for at, house in enumerate(sheet.houses)
        ],
        "rest": [
            Counter("coins", _("Coins"), _("1 VP for 2"), tally.coins, most["coins"], adds=(1, 3)),
            Counter("tactics", _("Tactic cards"), card, tally.tactics, most["tactics"]),
            Counter("soldiers", _("Soldier cards"), card, tally.soldiers, most["soldiers"]),
        ],
        "adjust": Counter("adjust", _("Adjustment"), "", tally.adjust, most["adjust"], -most["adjust"]),
    }


def undo(form: QueryDict, tally: Tally, houses: Sequence[str]) -> str:
    """Return what undo would take back, such as `coins 2`; "" for nothing."""
    last = form.get("last", "")
    if last == "support" and tally.support:
        return _("{house}’s card").format(house=tally.support)
    if last == "why":
        return _("the reason")
    for at, house in enumerate(houses):
        if last == f"tokens-{at}":
            return f"{house} {tally.influence[house]}"
    if last == "adjust":
        return _("adjusted by {points}").format(points=signed(tally.adjust))
    return str(COUNTS[last]).format(count=getattr(tally, last)) if last in COUNTS else ""


KIND = "tally"
COVERED = "games/dogs_of_war/tally/covered.html"


@dataclass(frozen=True)
class TallyPlayer:
    """One player in the list: handed in, counting now, or neither."""

    seat: int
    name: str
    short: str
    is_in: bool
    is_now: bool

    @property
    def state(self) -> str:
        """The player’s state in words."""
        return _("counts now") if self.is_now else _("in") if self.is_in else _("not yet")


def drafts(form: QueryDict) -> Sequence[Draft]:
    """Return the one entry of a tally’s form or of the form of the house values. Raises Unreadable."""
    if form.get("what") != KIND:
        return final_values_entry.drafts(form)
    return [Draft(KIND, line_number(form), tally_form.payload(form), id=entry_id(form), recorded_at=moment(form))]


def is_tally(drafts: Sequence[Draft]) -> bool:
    """Whether these drafts are one player's tally."""
    return len(drafts) == 1 and drafts[0].kind == KIND and drafts[0].payload is not None


def later(state: MatchState, drafts: Sequence[Draft], seen: int) -> Sequence[Draft]:
    """Return a tally that was made at version `seen` with a free line number, because several tablets may count at
    once. A tally that was written already keeps its line. () where another tally for the same seat has been written
    since, and for any other entry.
    """
    if not is_tally(drafts) or not state.sheet_as(DogsOfWarSheet).finished:
        return ()
    draft = drafts[0]
    who = (draft.payload or {})["seat"]
    sent = [entry for entry in state.history if entry.id == draft.id]
    if sent:
        return [replace(draft, number=sent[0].number)]
    if any(entry.version > seen for entry in state.live if _is_of(state, entry, who)):
        return ()
    return [replace(draft, number=line_of(state, who))]


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the chosen player’s form; without a choice the covered page, which lists whose tally is in, and at the end
    the result.
    """
    sheet = state.sheet_as(DogsOfWarSheet)
    who = tally_form.seat(form)
    if who is None or who not in sheet.active_seats:
        return result.screen(state) if sheet.complete else Screen(COVERED, _covered(state, sheet))
    if sheet.complete and "vp" not in form:
        form = tally_form.fields_of(sheet.tallies[who], sheet.houses)
    return Screen("games/dogs_of_war/tally/entry.html", _count(state, sheet, who, form))


def players_of(state: MatchState, who: int | None = None) -> list[TallyPlayer]:
    """Return all players in seat order, without figures; `who` is the seat that counts now."""
    sheet, names = state.sheet_as(DogsOfWarSheet), shortened(state.names)
    return [
        TallyPlayer(seat, state.names[seat], names[seat], seat in sheet.tallied, seat == who)
        for seat in sheet.active_seats
    ]


def _covered(state: MatchState, sheet: DogsOfWarSheet) -> dict[str, Any]:
    players, last = players_of(state), state.live[-1]
    handed = read(state.engine, last) if last.kind == KIND else None
    return {
        "players": players,
        "last_step": last_step(state),
        "forms": undo_form(state),
        "just": shortened(state.names)[handed.seat] if handed else "",
        "next": next((player for player in players if not player.is_in), None),
        "everybody": in_words(len(players)),
        "declared": sheet.number if sheet.declared else 0,
        "table": {"title": _("Final tally")},
    }


def _count(state: MatchState, sheet: DogsOfWarSheet, who: int, form: QueryDict) -> dict[str, Any]:
    counted = tally_form.half_entered(form, who, sheet.houses)
    missing = still_missing(counted)
    is_again = who in sheet.tallied and not sheet.complete
    line = line_of(state, who)
    return {
        "seat": who,
        "name": state.names[who],
        "short": shortened(state.names)[who],
        "number": line,
        "key": f"{line}-tally-{who}{'-again' * is_again}",
        "is_again": is_again,
        "is_open": sheet.complete,
        "worth": worth(sheet, counted),
        "counters": counters(sheet, counted),
        "houses": sheet.houses,
        "support": counted.support,
        "why": counted.adjust_note,
        "why_is_missing": bool(counted.adjust and not counted.adjust_note),
        "is_confirmed": counted.confirmed,
        "missing": missing,
        "main": _("Save") if sheet.complete else _("Hand in and cover"),
        "entry_id": uuid.uuid4(),
        "last": form.get("last", "")[:40],
        "last_step": last_step(state),
        "forms": undo_form(state),
        "undo": undo(form, counted, sheet.houses),
        "players": players_of(state, who),
        "everybody": in_words(sheet.seats),
        "table": {"title": _("Final tally, {names}").format(names=state.names[who])},
    }


def line_of(state: MatchState, who: int) -> int:
    """The entry number of this seat’s tally where it is in; else the next free number."""
    mine = [entry.number for entry in state.live if _is_of(state, entry, who)]
    return mine[0] if mine else free_number(state)


def _is_of(state: MatchState, entry: Entry, who: int) -> bool:
    return entry.kind == KIND and read(state.engine, entry).seat == who
