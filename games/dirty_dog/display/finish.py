"""The end of a match in words: how the top was decided, and for each of the others why they came where they came."""

from collections.abc import Iterator
from typing import cast

from games.base.finish import Finish, behind, margin
from games.base.names import listed, shortened
from games.dirty_dog.display.cards import drawn
from games.entries.match_state import MatchState
from games.sheets.text import minus, signed
from scoring.dirty_dog import DirtyDogSheet


def finish(state: MatchState) -> Finish:
    sheet, names = cast(DirtyDogSheet, state.sheet), shortened(state.names)
    far = behind(state)
    reasons = {seat: " ".join(_reasons(sheet, seat, far.get(seat, ""))) for seat in sheet.totals}
    return Finish(_beside(state, sheet), list(_why(sheet, names)), reasons)


def _beside(state: MatchState, sheet: DirtyDogSheet) -> str:
    if sheet.winners and sheet.ending and sheet.ending.hands:
        return "on the tie-break hand"
    return margin(state)


def _why(sheet: DirtyDogSheet, names: list[str]) -> Iterator[str]:
    assert sheet.ending is not None
    for hand in sheet.ending.hands:
        level = listed(names[seat] for seat in hand.points)
        total = minus(sheet.totals[next(iter(hand.points))])
        points = ", ".join(f"{names[seat]} {signed(won)}" for seat, won in hand.points.items())
        start = f"{level} were level on {total}. " if hand.number == 1 else "Level again. "
        yield f"{start}Tie-break hand, bid unseen: {points}."
    for seat in sheet.winners if not sheet.ending.hands else ():
        yield _made(sheet, seat)
    for pull in sheet.ending.pulls:
        cards = listed(f"{names[seat]} {drawn(card)}" for seat, card in pull.items())
        yield f"Level at the bottom, so a card each: {cards}."


def _reasons(sheet: DirtyDogSheet, seat: int, far: str) -> Iterator[str]:
    ending = sheet.ending
    assert ending is not None
    if seat in sheet.departed:
        yield _left(sheet, seat)
    if seat in sheet.first_place_losers:
        yield "First Place Loser."
    if seat not in sheet.winners and any(seat in hand.points for hand in ending.hands):
        yield "Lost the tie-break hand."
    elif far:
        yield far
    if ending.pulls and seat in sheet.losers and seat in ending.pulls[-1]:
        yield f"Pulled the lowest card, {drawn(ending.pulls[-1][seat])}."
    elif seat not in sheet.departed:
        yield _made(sheet, seat)


def _left(sheet: DirtyDogSheet, seat: int) -> str:
    played = [line.hand for line in sheet.lines if seat in line.points and not line.void]
    return f"Left after hand {played[-1]}." if played else "Left before the first hand."


def _made(sheet: DirtyDogSheet, seat: int) -> str:
    """The bits of `forms`: a one in front, then a one for every miss."""
    form = sheet.forms[seat]
    hands = form.bit_length() - 1
    return f"Made {hands - form.bit_count() + 1} of {hands}." if hands else ""
