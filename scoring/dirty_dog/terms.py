"""What they shout: the glossary's terms in the club's words, and a sentence for each call-out (DD-G01 to DD-G20)."""

from collections.abc import Callable, Mapping

from scoring.base import CallOut
from scoring.dirty_dog.callouts import misses
from scoring.dirty_dog.line import DirtyDogLine
from scoring.table import minus

LABELS: Mapping[str, str] = {
    "being-set": "Being set",
    "clean-run": "Clean Run",
    "door-knob": "Door Knob",
    "dog-pile": "Dog Pile",
    "overbid": "Overbid",
    "floater": "Floater",
    "float-age": "Float ’age",
    "in-the-box": "In the box",
    "first-place-loser": "First Place Loser",
    "back-to-back": "Back-to-Back",
    "spooning": "Spooning",
    "proximity-alert": "Proximity Alert!",
    "bottom-buddies": "Bottom Buddies",
    "sbr": "SBR",
    "you-cannot-bid-one": "You cannot bid one",
    "easy-chico": "Easy Chico",
    "no-trump": "No Trump!",
    "kobayashi-maru": "Kobayashi Maru",
    "ill-take-one": "I’ll Take One!",
    "bypassed": "Bypassed",
}


def label(term: str) -> str:
    """A term as the club says it.

    >>> label("door-knob"), label("float-age")
    ('Door Knob', 'Float ’age')
    """
    return LABELS[term]


def sentence(call: CallOut, line: DirtyDogLine) -> str:
    """Why it is called, with seats as `{0}`, `{1}` …; `scoring.base.spell` puts the names in."""
    return _SENTENCES[call.term](call, line)


def _listed(seats: tuple[int, ...]) -> str:
    names = [f"{{{seat}}}" for seat in seats]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _each(call: CallOut, what: Callable[[int], str]) -> str:
    """One clause for all of whom the same is true."""
    seats_by_clause: dict[str, tuple[int, ...]] = {}
    for seat in call.seats:
        seats_by_clause[what(seat)] = (*seats_by_clause.get(what(seat), ()), seat)
    return "; ".join(f"{_listed(seats)}{words}" for words, seats in seats_by_clause.items())


def _clean_run(call: CallOut, line: DirtyDogLine) -> str:
    def run(seat: int) -> str:
        hands = line.forms[seat].bit_length() - 1
        return ": the first bid made" if hands == 1 else f": all {hands} bids made"

    return _each(call, run)


def _door_knob(call: CallOut, line: DirtyDogLine) -> str:
    def knob(seat: int) -> str:
        missed = misses(line.forms[seat], 4)
        return ": set in all of the last 4 hands" if missed == 4 else f": set in {missed} of the last 4 hands"

    return _each(call, knob)


def _dog_pile(call: CallOut, line: DirtyDogLine) -> str:
    return _each(call, lambda seat: f" bid nothing and took {line.tricks[seat]}")


def _bids(call: CallOut, line: DirtyDogLine) -> str:
    return f"{line.bid_total} bid, {line.cards} {'card' if line.cards == 1 else 'cards'}"


def _in_the_box(call: CallOut, line: DirtyDogLine) -> str:
    lead = "leads" if len(call.seats) == 1 else "lead"
    return f"{_listed(call.seats)} {lead} with {minus(line.totals[call.seats[0]])}"


def _first_place_loser(call: CallOut, line: DirtyDogLine) -> str:
    return f"{_listed(call.seats)}, second and therefore first of the losers"


def _spooning(call: CallOut, line: DirtyDogLine) -> str:
    totals = [line.totals[seat] for seat in call.seats]
    gap = max(totals) - min(totals)
    how = "level" if gap == 0 else f"{gap} {'point' if gap == 1 else 'points'} apart"
    return f"{_listed(call.seats)}, {how} at the bottom"


def _proximity(call: CallOut, line: DirtyDogLine) -> str:
    return _each(call, lambda seat: f" {line.totals[seat] - line.totals[line.bottom[0]]} off the floor")


def _buddies(call: CallOut, line: DirtyDogLine) -> str:
    above = min(line.totals[seat] for seat in line.order if seat not in call.seats)
    gap = above - max(line.totals[seat] for seat in call.seats)
    return f"{_listed(call.seats)}, {gap} points below everybody else"


def _sbr(call: CallOut, line: DirtyDogLine) -> str:
    return _each(call, lambda seat: f" took {line.tricks[seat]}, the bid The Rule would not allow")


def _easy_chico(call: CallOut, line: DirtyDogLine) -> str:
    passed, passing = call.seats
    return f"{{{passed}}}, passed by {{{passing}}}"


def _no_trump(call: CallOut, line: DirtyDogLine) -> str:
    return "An ace turned up" if line.cards * len(line.order) < 52 else "The whole deck is dealt"


_SENTENCES: Mapping[str, Callable[[CallOut, DirtyDogLine], str]] = {
    "clean-run": _clean_run,
    "door-knob": _door_knob,
    "dog-pile": _dog_pile,
    "overbid": _bids,
    "floater": _bids,
    "float-age": _bids,
    "in-the-box": _in_the_box,
    "first-place-loser": _first_place_loser,
    "spooning": _spooning,
    "proximity-alert": _proximity,
    "bottom-buddies": _buddies,
    "sbr": _sbr,
    "easy-chico": _easy_chico,
    "no-trump": _no_trump,
}
