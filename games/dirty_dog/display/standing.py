"""Where a match stands, in a few words for lists and in a sentence or two for the head of its sheet."""

from typing import cast

from games.base.display import Now
from games.base.names import counted, listed, shortened
from games.base.titles import in_words
from games.entries.match_state import MatchState
from scoring.base import Need
from scoring.dirty_dog import BidStep, DirtyDogSheet, next_step

NEEDS = {"tiebreak-hand": "tie-break hand", "card-pull": "card pull"}


def length(state: MatchState) -> int:
    return len(cast(DirtyDogSheet, state.sheet).planned)


def state(state: MatchState) -> str:
    """`hand 18 of 20`, `tie-break hand`, `over after 12 hands`, `totals only`."""
    sheet = cast(DirtyDogSheet, state.sheet)
    if sheet.needs:
        return NEEDS[sheet.needs[0].what]
    if sheet.is_totals_alone:
        return "totals only"
    if sheet.finished or state.match.abandoned_at:
        return f"over after {counted(state.match.rounds, 'hand')}"
    return f"hand {sheet.hand + 1} of {len(sheet.planned)}"


def standing(state: MatchState) -> str:
    """What is played and what is open, and who got the first Jack of a deal-off (DD-07)."""
    sheet, names = cast(DirtyDogSheet, state.sheet), shortened(state.names)
    jack = f" {names[sheet.options.first_dealer]} got the first Jack." if sheet.options.first_jack else ""
    return f"{_standing(state, sheet, names)}{jack}"


def _standing(state: MatchState, sheet: DirtyDogSheet, names: list[str]) -> str:
    played = f"{state.match.rounds} of {counted(len(sheet.planned), 'hand')} played"
    if sheet.is_totals_alone:
        return "Only the totals were kept."
    if state.match.abandoned_at:
        return f"{played}, then ended without a result."
    if sheet.needs:
        return f"All hands are played. {' '.join(_still(need, names) for need in sheet.needs)}"
    if sheet.finished:
        early = " Stopped early, as everybody agreed." if state.match.rounds < len(sheet.planned) else ""
        return f"{played}.{early}"
    return f"{played}; {_now(sheet, names)}."


def _still(need: Need, names: list[str]) -> str:
    who = listed(names[seat] for seat in need.seats)
    if need.what == "card-pull":
        return f"{who} are level at the bottom: each pulls a card."
    return f"{who} are level at the top: a tie-break hand of {counted(need.cards or 0, 'card')} settles it."


def now(state: MatchState) -> Now:
    """`9 of 12 hands, 4 cards`, and what the table waits for."""
    sheet, names = cast(DirtyDogSheet, state.sheet), shortened(state.names)
    hands = len(sheet.planned)
    if sheet.needs:
        return Now(hands, hands, NEEDS[sheet.needs[0].what], _still(sheet.needs[0], names))
    step, cards = next_step(sheet), counted(sheet.cards, "card")
    if isinstance(step, BidStep):
        bids = f"{in_words(len(step.bids))} of {counted(len(step.order), 'bid')} are in".capitalize()
        waits = bids if step.bids else f"{names[step.to_bid]} bids first"
        return Now(sheet.hand + 1, hands, cards, f"{names[sheet.dealer]} deals. {waits}.")
    if step is None:
        return Now(sheet.hand + 1, hands, cards, "Too few dogs at the table to go on.")
    return Now(sheet.hand + 1, hands, cards, f"{names[sheet.dealer]} dealt. It is being played.")


def _now(sheet: DirtyDogSheet, names: list[str]) -> str:
    step = next_step(sheet)
    if step is None:
        return "too few dogs at the table to go on"
    doing = "is being bid" if isinstance(step, BidStep) else "is being played"
    return f"hand {sheet.hand + 1} {doing}: {counted(sheet.cards, 'card')}, {names[sheet.dealer]} deals"
