"""Ties that no tie-break hand breaks: by cards pulled, or by what is known of the outcome."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.terms import as_object
from games.base import form_parsing
from games.base.display import Screen
from games.base.form_parsing import entry_id, line_number, reason
from games.base.names import listed, shortened
from games.base.table_game import OfflineAction, TableAction, Unreadable
from games.consequences.league import LOSER, league
from games.dirty_dog.entry_rows import can_take
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import Need
from scoring.cards import RANKS
from scoring.dirty_dog import DirtyDogSheet, PullStep, next_step
from scoring.dirty_dog.finish import lowest

# The card pull for a tie at the bottom: one card each, the lowest loses, players who tie on the lowest card pull
# again (DD-40, DD-41, HR-DD-08).


_card_pull_offered = partial(can_take, "card-pull")


def _card_pull_screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: one question per player, with the answers so far in the query. Raises Unreadable where
    no card pull is due.
    """
    step = next_step(state.sheet_as(DirtyDogSheet))
    if not isinstance(step, PullStep):
        raise Unreadable(_("Nobody is level at the bottom: there is no card to pull."))
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    cards = dict(zip(step.seats, form_parsing.cards_in(form), strict=False))
    now = next((seat for seat in step.seats if seat not in cards), None)
    context: dict[str, Any] = {
        "level": listed(names[seat] for seat in step.seats),
        "total": sheet.totals[step.seats[0]],
        "number": len(cards) + 1,
        "count": len(step.seats),
        "left": len(step.seats) - len(cards),
        "pulled": [(names[seat], form_parsing.card_name(card), seat in sheet.departed) for seat, card in cards.items()],
        "cards": "-".join(cards.values()),
        "seats": "-".join(map(str, step.seats)),
        "hand": sheet.hand,
        "hands": len(sheet.planned),
        "is_repeat": bool(sheet.ending and sheet.ending.pulls),
        "undo_cards": "-".join(list(cards.values())[:-1]),
        "words": _Words(names, league().prizes(state.match).get(LOSER, "")),
    }
    if now is None:
        context["verdict"] = context["words"].outcome(step.seats, cards)
    else:
        context |= _question(step, cards, now, context["words"]) | {"is_away": now in sheet.departed}
    return Screen("games/dirty_dog/actions/card_pull.html", context)


def _card_pull_drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `pull` entry; the cards are in one field (`cards`) or in one per seat (`card-2`, offline form).
    Raises Unreadable for an unknown card or seat, or where their numbers differ.
    """
    seats = form.get("seats", "").split("-")
    cards = form_parsing.cards_in(form) if "cards" in form else [form.get(f"card-{seat}", "") for seat in seats]
    known = all(seat.isascii() and seat.isdecimal() and len(seat) < 4 for seat in seats)
    if not known or not set(cards) <= set(RANKS) or not len(seats) == len(set(seats)) == len(cards):
        raise Unreadable(str(form_parsing.AGAIN))
    return [Draft("pull", line_number(form), {"cards": dict(zip(seats, cards, strict=True))}, id=entry_id(form))]


class _Words:
    """Words the outcome of a card pull; `trophy` is the loser’s trophy, "" for none."""

    def __init__(self, names: Sequence[str], trophy: str) -> None:
        self.names = names
        self.trophy = trophy

    def outcome(self, level: tuple[int, ...], cards: Mapping[int, str]) -> str:
        low = lowest(level, cards)
        if len(low) == 1:
            words = _("{player} takes the {trophy}.") if self.trophy else _("{player} is the loser.")
            return words.format(player=self.names[low[0]], trophy=as_object(self.trophy))
        safe = [self.names[seat] for seat in level if seat not in low]
        again = str(form_parsing.PULL_AGAIN).format(names=listed(self.names[seat] for seat in low))
        words = ngettext("{names} is safe.", "{names} are safe.", len(safe))
        return f"{again} {words.format(names=listed(safe))}" if safe else again


def _question(step: PullStep, cards: Mapping[int, str], now: int, words: _Words) -> dict[str, Any]:
    context: dict[str, Any] = {"name": words.names[now], "keys": form_parsing.keys(cards.values())}
    if len(cards) == len(step.seats) - 1:
        context["ifs"] = list(form_parsing.outcomes(lambda rank: words.outcome(step.seats, {**cards, now: rank})))
    return context


def _card_pull_offline(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None where no card pull is due."""
    sheet, step, names = state.sheet_as(DirtyDogSheet), next_step(state.sheet_as(DirtyDogSheet)), shortened(state.names)
    if not isinstance(step, PullStep):
        return None
    return OfflineAction(
        what="pull",
        title=_("Card pull for {names}").format(names=listed(names[seat] for seat in step.seats)),
        about=_(
            "Each pulls a card; somebody draws for whoever went home. The lowest value comes last, whatever the "
            "suit. Aces are high."
        ),
        rows="games/dirty_dog/offline_actions/_card_pull.html",
        entry_label=_("Cards pulled for the bottom"),
        availability="alone",
        more={
            "seats": "-".join(map(str, step.seats)),
            "players": [(seat, names[seat], seat in sheet.departed) for seat in step.seats],
            "ranks": [(rank, form_parsing.card_name(rank)) for rank in form_parsing.HIGH_TO_LOW],
        },
    )


CARD_PULL = TableAction(
    "card-pull",
    gettext_lazy("Pull cards for the bottom"),
    _card_pull_screen,
    _card_pull_drafts,
    _card_pull_offered,
    offline=_card_pull_offline,
)


# A tie of which only the outcome is known: who took it, that it is shared, or that nobody remembers (LG-07).


SHARED, UNKNOWN = "shared", "unknown"


_settled_offered = partial(can_take, "tie-outcome")


def _settled_screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: one question with an answer for each of the level. Raises Unreadable without a tie."""
    need, names, sheet = _need(state), shortened(state.names), state.sheet_as(DirtyDogSheet)
    is_top = need.end == "top"
    context = {
        "is_top": is_top,
        "level": listed(names[seat] for seat in need.seats),
        "total": sheet.totals[need.seats[0]],
        "choices": [*((str(seat), names[seat]) for seat in need.seats), *_others(is_top=is_top)],
        "chosen": form.get("outcome", ""),
        "note": form.get("note", ""),
    }
    return Screen("games/dirty_dog/actions/settled.html", context)


def _others(*, is_top: bool) -> list[tuple[str, str]]:
    shared = _("They share the win") if is_top else _("They share the last place")
    return [(SHARED, shared), (UNKNOWN, _("Not known"))]


def _settled_drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `tie-outcome` entry. Raises Unreadable where nothing, or something else, was chosen."""
    need, outcome = _need(state), form.get("outcome", "")
    payload: dict[str, object] = {"end": need.end, "outcome": outcome}
    if outcome in {str(seat) for seat in need.seats}:
        payload |= {"outcome": "taken", "seat": int(outcome)}
    elif outcome not in (SHARED, UNKNOWN):
        raise Unreadable(_("Choose how it was settled."), "outcome")
    return [Draft("tie-outcome", line_number(form), payload, id=entry_id(form), note=reason(form))]


def _need(state: MatchState) -> Need:
    needs = state.sheet_as(DirtyDogSheet).needs
    if not needs:
        raise Unreadable(_("Nobody is level any more: there is no tie to settle."))
    return needs[0]


SETTLED = TableAction(
    "settled",
    gettext_lazy("Say how the tie was settled, without cards"),
    _settled_screen,
    _settled_drafts,
    _settled_offered,
    settles=True,
)
