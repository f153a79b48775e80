"""Points added or taken by hand: a bonus or a penalty for a hand, or at the end of the match (HR-DD-21)."""

from collections.abc import Mapping

from msgspec.structs import replace

from scoring.base import Illegal
from scoring.dirty_dog import finish
from scoring.dirty_dog.entries import LARGEST_ADJUSTMENT, LONGEST_REASON, Adjust
from scoring.dirty_dog.hand import check_seats
from scoring.dirty_dog.sheet import DirtyDogSheet, Ending
from scoring.messages import Message, Thousands, at


def can_adjust(sheet: DirtyDogSheet, *, end: bool) -> bool:
    """Whether points can be added by hand now: to the last hand, before the next one has begun, or at the end; in
    neither case once a tie is being settled.
    """
    ending = sheet.ending
    if end:
        return ending is not None and _is_untouched(ending)
    if not sheet.lines or sheet.lines[-1].void or sheet.in_hand or sheet.joined_or_left:
        return False
    return ending is None or (_is_untouched(ending) and not ending.adjust)


def _is_untouched(ending: Ending) -> bool:
    return not (ending.hands or ending.pulls or ending.settled)


def adjust(sheet: DirtyDogSheet, entry: Adjust) -> DirtyDogSheet:
    """Return the sheet with the points added to its last hand, or at its end; Illegal `adjust` where that cannot be."""
    if not can_adjust(sheet, end=entry.end):
        raise Illegal("adjust", _not_now(sheet, entry), at=_round(sheet, entry), field="adjust")
    line, ending = sheet.lines[-1] if sheet.lines else None, sheet.ending
    check_seats(sheet.totals if line is None or entry.end else line.order, entry.points, _round(sheet, entry), "adjust")
    _check(sheet, entry)
    totals = _added(sheet.totals, entry.points)
    if line is None or entry.end:
        after = replace(sheet, totals=totals)
        points, note = _joined(sheet, entry, ending.adjust, ending.adjust_note) if ending else ({}, "")
        return _over(after, points, note)
    points, note = _joined(sheet, entry, line.adjust, line.adjust_note)
    last = replace(line, points=_added(line.points, entry.points), totals=totals, adjust=points, adjust_note=note)
    lowest = min(totals[seat] for seat in line.order)
    after = replace(sheet, lines=(*sheet.lines[:-1], last), totals=totals, lowest=lowest)
    return after if ending is None else _over(after, ending.adjust, ending.adjust_note)


def _over(sheet: DirtyDogSheet, points: Mapping[int, int], note: str) -> DirtyDogSheet:
    """The sheet with the ties of its new totals."""
    is_short = sheet.ending is not None and sheet.ending.shortened
    after = finish.over(sheet, shortened=is_short)
    ending = after.ending
    return after if ending is None else replace(after, ending=replace(ending, adjust=points, adjust_note=note))


def _added(points: Mapping[int, int], more: Mapping[int, int]) -> dict[int, int]:
    return {seat: value + more.get(seat, 0) for seat, value in points.items()}


def _joined(sheet: DirtyDogSheet, entry: Adjust, points: Mapping[int, int], note: str) -> tuple[dict[int, int], str]:
    """All points by hand of one hand, with all reasons; what comes to nothing is left out."""
    seats = {**points, **entry.points}
    together = {seat: points.get(seat, 0) + entry.points.get(seat, 0) for seat in seats}
    reasons = "; ".join(filter(None, (note, entry.note)))
    if len(reasons) > LONGEST_REASON or any(abs(value) > LARGEST_ADJUSTMENT for value in together.values()):
        message = Message("Too much was added by hand here already: undo some of it first.")
        raise Illegal("adjust", message, at=_round(sheet, entry), field="adjust")
    left = {seat: value for seat, value in together.items() if value}
    return left, reasons if left else ""


def _round(sheet: DirtyDogSheet, entry: Adjust) -> int | None:
    return None if entry.end else len(sheet.lines)


def _check(sheet: DirtyDogSheet, entry: Adjust) -> None:
    """Raise Illegal `adjust` unless somebody is given or loses points, for a reason."""
    number = _round(sheet, entry)
    for seat, points in entry.points.items():
        if points == 0 or abs(points) > LARGEST_ADJUSTMENT:
            message = Message(
                "{player} can be given 1 to {most} points by hand, or lose as many.",
                player=at(seat),
                most=Thousands(LARGEST_ADJUSTMENT),
            )
            raise Illegal("adjust", message, at=number, seat=seat, field="adjust")
    if not entry.points:
        raise Illegal("adjust", Message("Points by hand need a player: say who."), at=number, field="adjust")
    if not entry.note.strip():
        raise Illegal("adjust", Message("Points by hand need a reason: say why."), at=number, field="adjust_note")


def _not_now(sheet: DirtyDogSheet, entry: Adjust) -> Message:
    if sheet.ending is not None:
        return Message("Points by hand come before a tie is settled: take back how it was settled.")
    if entry.end:
        return Message("The match is not over yet: add the points to a hand.")
    if not sheet.lines or sheet.lines[-1].void:
        return Message("No hand was played just now to add points to.")
    return Message("The next hand has begun: add the points to a hand before it.")
