"""Derives the call-outs of a hand from its bids, tricks and totals (DD-G01 to DD-G20)."""

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import combinations

from scoring.base import CallOut
from scoring.dirty_dog.hands.scored_hand import ScoredHand

SPOONING = 2
PROXIMITY = (5, 10)
BUDDIES_GAP = 10
DOOR_KNOB = (3, 4)


def of(line: ScoredHand, terms: Collection[str] | None = None) -> tuple[CallOut, ...]:
    """The call-outs of a hand in the glossary's order, all of them or those of `terms`; a void hand has none."""
    if line.void:
        return ()
    rules = [rule for rule, own in RULES.items() if terms is None or not own.isdisjoint(terms)]
    return tuple(call for rule in rules for call in rule(line))


def bid_term(cards: int, total: int) -> str | None:
    """The term for the total of all bids, by the number of cards; None for the total The Rule forbids (DD-G05 to
    DD-G07).

    >>> [bid_term(3, total) for total in range(5)]
    ['float-age', 'float-age', 'floater', None, 'overbid']
    """
    if total == cards:
        return None
    return "overbid" if total > cards else "floater" if total == cards - 1 else "float-age"


def misses(form: int, hands: int) -> int:
    """How many of the last `hands` bids were missed; `form` is as in `DirtyDogSheet.forms`.

    >>> misses(0b1_1011, 4), misses(0b1_01, 4)
    (3, 1)
    """
    played = form.bit_length() - 1
    return (form & ((1 << min(hands, played)) - 1)).bit_count()


def _named(term: str, seats: Iterable[int]) -> list[CallOut]:
    called = tuple(seats)
    return [CallOut(term, called)] if called else []


def _above(line: ScoredHand) -> dict[int, int]:
    floor = line.totals[line.bottom[0]]
    return {seat: line.totals[seat] - floor for seat in line.seated}


def clean_run(line: ScoredHand) -> list[CallOut]:
    """Call out seats that have made every bid so far (DD-G02)."""
    return _named("clean-run", (seat for seat in line.seated if line.forms[seat].bit_count() == 1))


def door_knob(line: ScoredHand) -> list[CallOut]:
    """Call out seats set in at least three of the last four hands, once they have played four (DD-G03)."""
    least, window = DOOR_KNOB
    ready = (seat for seat in line.seated if line.forms[seat].bit_length() > window)
    return _named("door-knob", (seat for seat in ready if misses(line.forms[seat], window) >= least))


def dog_pile(line: ScoredHand) -> list[CallOut]:
    """Call out seats that bid nothing and took tricks; the value is the number of tricks (DD-G04)."""
    piles = (seat for seat in line.seated if line.bids[seat] == 0 and line.tricks[seat] > 0)
    return [CallOut("dog-pile", (seat,), line.tricks[seat]) for seat in piles]


def bid_total(line: ScoredHand) -> list[CallOut]:
    """Call out overbid, floater or float-age: every hand is exactly one of them (DD-G05 to DD-G07)."""
    term = bid_term(line.cards, line.bid_total)
    return [] if term is None else [CallOut(term)]


def in_the_box(line: ScoredHand) -> list[CallOut]:
    """Call out the seats with the highest total (DD-G08)."""
    return _named("in-the-box", line.leaders)


def spooning(line: ScoredHand) -> list[CallOut]:
    """Call out two or more seats within two points of the bottom (DD-G11)."""
    close = [seat for seat, gap in _above(line).items() if gap <= SPOONING]
    return _named("spooning", close if len(close) > 1 else ())


def proximity_alert(line: ScoredHand) -> list[CallOut]:
    """Call out seats five to ten points above the bottom (DD-G12)."""
    least, most = PROXIMITY
    return _named("proximity-alert", (seat for seat, gap in _above(line).items() if least <= gap <= most))


def bottom_buddies(line: ScoredHand) -> list[CallOut]:
    """Call out two or more seats, half the table at most, at least ten points below the rest (DD-G13)."""
    up = sorted(line.totals[seat] for seat in line.order)
    gaps = [(up[size] - up[size - 1], -size) for size in range(2, len(up) // 2 + 1)]
    gap, size = max(gaps, default=(0, 0))
    if gap < BUDDIES_GAP:
        return []
    return _named("bottom-buddies", (seat for seat in line.seated if line.totals[seat] <= up[-size - 1]))


def sbr(line: ScoredHand) -> list[CallOut]:
    """Call out a dealer who took exactly as many tricks as The Rule did not allow the dealer to bid (DD-G14)."""
    return _named("sbr", (seat for seat in (line.dealer,) if line.tricks[seat] == line.barred))


def easy_chico(line: ScoredHand) -> list[CallOut]:
    """Call out every pair of seats that changed order in this hand, the one that was passed first (DD-G16)."""
    calls = []
    for one, other in combinations(line.seated, 2):
        was, now = line.before[one] - line.before[other], line.totals[one] - line.totals[other]
        if was * now < 0:
            calls.append(CallOut("easy-chico", (one, other) if was > 0 else (other, one)))
    return calls


def no_trump(line: ScoredHand) -> list[CallOut]:
    """Call out a hand without trump: an ace was turned up, or the whole deck dealt (DD-G17)."""
    return [CallOut("no-trump")] if line.trump == "none" else []


RULES: Mapping[Callable[[ScoredHand], list[CallOut]], frozenset[str]] = {
    clean_run: frozenset({"clean-run"}),
    door_knob: frozenset({"door-knob"}),
    dog_pile: frozenset({"dog-pile"}),
    bid_total: frozenset({"overbid", "floater", "float-age"}),
    in_the_box: frozenset({"in-the-box"}),
    spooning: frozenset({"spooning"}),
    proximity_alert: frozenset({"proximity-alert"}),
    bottom_buddies: frozenset({"bottom-buddies"}),
    sbr: frozenset({"sbr"}),
    easy_chico: frozenset({"easy-chico"}),
    no_trump: frozenset({"no-trump"}),
}
