"""A hand that is recorded: points, totals, what is called out, who can still win or lose, and what comes next."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.base.display import CallOutLine
from games.base.entry.hidden_forms import undo_form
from games.base.entry.names import counted, listed
from games.dirty_dog.display.callouts import call_out
from games.dirty_dog.display.chances import chances
from games.dirty_dog.entry.entry_rows import held, mark_of, sheet_of, short_of
from games.dirty_dog.entry.offline import offline_form
from games.dirty_dog.entry.wording import last_step
from games.entries.match_state import MatchState
from games.sheets.text import minus, signed
from scoring.base import CallOut
from scoring.dirty_dog import BidStep, DirtyDogLine, DirtyDogSheet, PullStep, TiebreakStep, next_step

# Loudest first. What the bids came to and who leads stands on the sheet already.
CALLED = (
    "sbr",
    "dog-pile",
    "no-trump",
    "door-knob",
    "bottom-buddies",
    "spooning",
    "proximity-alert",
    "easy-chico",
    "clean-run",
)
WORDS = ("Nobody", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


@dataclass(frozen=True)
class Scored:
    """One player's line of the result."""

    seat: int
    name: str
    bid: int
    took: int
    points: int
    total: int
    mark: str


@dataclass(frozen=True)
class Next:
    """The one thing to do after a hand: where it leads, and in how many words there is room for."""

    short: str
    more: str
    query: str = ""
    verb: str = ""


def result(state: MatchState) -> dict[str, Any]:
    sheet, names = sheet_of(state), short_of(state)
    line = next(line for line in reversed(sheet.lines) if not line.void)
    return {
        "line": line,
        "headline": headline(sheet, line, names),
        "summary": summary(sheet, line, names),
        "scored": scored(state, line),
        "calls": list(_calls(line, names)),
        "chances": chances(state),
        "next": following(state, names),
        "undo": f"Undo: {last_step(state)}",
        "forms": undo_form(state),
        "offline_form": offline_form(state, "result"),
    }


def scored(state: MatchState, line: DirtyDogLine) -> list[Scored]:
    """Everybody who played the hand, clockwise."""
    return [_scored(state, line, seat) for seat in sheet_of(state).circle if seat in line.order]


def _scored(state: MatchState, line: DirtyDogLine, seat: int) -> Scored:
    bid, took = line.bids[seat], line.tricks[seat]
    return Scored(seat, state.names[seat], bid, took, line.points[seat], line.totals[seat], _mark(state, line, seat))


def _mark(state: MatchState, line: DirtyDogLine, seat: int) -> str:
    return mark_of(sheet_of(state), seat) if sheet_of(state).lines[-1] is line else held(line, seat)


def summary(sheet: DirtyDogSheet, line: DirtyDogLine, names: Sequence[str]) -> str:
    """Who made it, and how many hands are left; after a tie-break hand what came of that."""
    is_played_off = bool(sheet.ending and sheet.ending.hands)
    sentence = _settled(sheet, names) if is_played_off else hand_summary(sheet, line, names)
    return " ".join([sentence, *_leavers(sheet, names)])


def hand_summary(sheet: DirtyDogSheet, line: DirtyDogLine, names: Sequence[str]) -> str:
    """Who made it, and how many hands are left: what a tablet says of a hand by itself, without the server."""
    return f"{_made(line, names)} {_to_go(len(sheet.remaining))}"


def headline(sheet: DirtyDogSheet, line: DirtyDogLine, names: Sequence[str]) -> str:
    """`Hand 7 scored`, `Tie-break hand: Ben +6, Carla +6`."""
    if not sheet.ending or not sheet.ending.hands:
        return _("Hand {hand} scored").format(hand=line.hand)
    points = ", ".join(f"{names[seat]} {signed(won)}" for seat, won in sheet.ending.hands[-1].points.items())
    return f"Tie-break hand: {points}"


def _settled(sheet: DirtyDogSheet, names: Sequence[str]) -> str:
    level = listed(names[seat] for seat in sheet.ending.level) if sheet.ending else ""
    return _("{level} are still level.").format(level=level) if sheet.top_is_open else f"{level} wins."


def _leavers(sheet: DirtyDogSheet, names: Sequence[str]) -> list[str]:
    """Whoever left and is at the bottom all the same, since no row of the hand says so (HR-DD-06)."""
    low = sheet.ending.low if sheet.ending and sheet.ending.low else ()
    return [
        _("{names}, who left with {points}, is at the bottom.").format(
            names=names[seat], points=minus(sheet.totals[seat])
        )
        for seat in low
        if seat in sheet.departed
    ]


def _made(line: DirtyDogLine, names: Sequence[str]) -> str:
    made = sum(line.made.values())
    is_set = [names[seat] for seat in line.order if not line.made[seat]]
    many = WORDS[made] if made < len(WORDS) else made
    return f"{many} made it. {listed(is_set)} {'is' if len(is_set) == 1 else 'are'} set."


def _to_go(hands: int) -> str:
    return f"{counted(hands, 'hand')} to go." if hands else _("That was the last hand.")


def _calls(line: DirtyDogLine, names: list[str]) -> Iterator[CallOutLine]:
    """One line a term, in the order they are shouted."""
    for term in CALLED:
        callouts = [call_out(call, line, names) for call in line.callouts if call.term == term and _is_news(call, line)]
        if callouts:
            yield CallOutLine(callouts[0].at, term, callouts[0].label, "; ".join(each.words for each in callouts))
    if moves := ", ".join(_moves(line, names)):
        yield CallOutLine(str(line.hand), "climb", "Places", moves)


def _moves(line: DirtyDogLine, names: Sequence[str]) -> Iterator[str]:
    """Who is how many places higher or lower than before the hand, the highest first (DD-G20)."""
    climbs = {seat: facts["climb"] for seat, facts in line.facts.items() if line.hand > 1}
    for seat in sorted(climbs, key=lambda seat: (line.facts[seat]["place"], seat)):
        if climbs[seat]:
            yield f"{names[seat]} {'up' if climbs[seat] > 0 else 'down'} {abs(climbs[seat])}"


def _is_news(call: CallOut, line: DirtyDogLine) -> bool:
    return call.term != "clean-run" or line.hand > 2


def following(state: MatchState, names: Sequence[str]) -> Next:
    """What the key below the hand leads to."""
    step = next_step(sheet_of(state))
    if isinstance(step, BidStep):
        words = f": {names[step.dealer]} deals {counted(step.cards, 'card')}"
        return Next(f"Hand {step.hand}", words, query=f"hand={step.number}")
    if isinstance(step, TiebreakStep):
        return Next("Tie-break hand", f" for {listed(names[seat] for seat in step.seats)}", verb="tie-break")
    if isinstance(step, PullStep):
        return Next(_("Card pull"), f" for {listed(names[seat] for seat in step.seats)}", verb="card-pull")
    return Next(_("Final result"), ": who won and who lost")
