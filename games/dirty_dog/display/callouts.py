"""The call-outs of a match, newest first. A term that stays true over several hands is listed once, after the first."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from msgspec.structs import replace

from clubs.language.capitals import capital
from games.base.display import CallOutLine
from games.base.entry.names import shortened
from games.entries.match_state import MatchState
from scoring.base import CallOut, with_names
from scoring.dirty_dog import DirtyDogLine, DirtyDogSheet
from scoring.dirty_dog.callouts import of
from scoring.dirty_dog.terms import label, sentence
from scoring.messages import translated

# Called out only for seats that did not have the same call-out after the hand before.
LASTING = ("door-knob", "bottom-buddies")
ANNOUNCED = ("dog-pile", "sbr", "easy-chico", "no-trump", "first-place-loser", *LASTING)
TOGETHER = ("bottom-buddies", "easy-chico")  # earned by several seats together, so counted once


def call_outs(state: MatchState) -> list[CallOutLine]:
    """Return the call-outs of the whole match, newest first."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    calls = [*announced(sheet), *_closing(sheet)]
    return list(merged(call_out(call, line, names) for line, call in calls))[::-1]


def call_out(call: CallOut, line: DirtyDogLine, names: list[str]) -> CallOutLine:
    """Return one call-out in words; `times` counts the seats, but a term earned by several seats together is 1."""
    times = 1 if call.term in TOGETHER else max(len(call.seats), 1)
    return CallOutLine(
        str(line.hand), call.term, translated(label(call.term)), capital(with_names(sentence(call, line), names)), times
    )


def merged(call_outs: Iterable[CallOutLine]) -> Iterator[CallOutLine]:
    """Merge consecutive call-outs of the same hand and term into one line."""
    for (at, term, label_), same in groupby(call_outs, key=lambda each: (each.at, each.term, each.label)):
        group = list(same)
        if len(group) == 1:
            yield group[0]
            continue
        yield CallOutLine(at, term, label_, "; ".join(each.words for each in group), sum(each.times for each in group))


def announced(sheet: DirtyDogSheet) -> Iterator[tuple[DirtyDogLine, CallOut]]:
    """The call-outs of ANNOUNCED with their hands, in the order of the sheet, without those who had the same one
    already.
    """
    before: Mapping[str, tuple[int, ...]] = {}
    for line in sheet.lines:
        if not line.void:
            calls = of(line, ANNOUNCED)
            yield from ((line, call) for call in new_callouts(calls, before))
            before = lasting_callouts(calls)


def _closing(sheet: DirtyDogSheet) -> list[tuple[DirtyDogLine, CallOut]]:
    """The call-outs that the end of the match adds, each with the last scored hand."""
    scored = [line for line in sheet.lines if not line.void]
    return [(scored[-1], call) for call in sheet.closing] if scored else []


def lasting_callouts(calls: Iterable[CallOut]) -> dict[str, tuple[int, ...]]:
    """The seats, by term, of the lasting ones among the call-outs of a hand."""
    return {call.term: call.seats for call in calls if call.term in LASTING}


def new_callouts(calls: Iterable[CallOut], before: Mapping[str, tuple[int, ...]]) -> Iterator[CallOut]:
    """Yield the call-outs of a hand. Those of LASTING are left out for seats that had them after the hand before
    (`before`), except that Bottom Buddies always have all their seats.
    """
    for call in calls:
        if call.term not in LASTING:
            yield call
        elif seats := tuple(seat for seat in call.seats if seat not in before.get(call.term, ())):
            whole = call.term == "bottom-buddies"
            yield call if whole else replace(call, seats=seats)
