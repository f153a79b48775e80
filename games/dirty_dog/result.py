"""The screen after a hand is scored: points, totals, call-outs, chances, and the next step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubs.language.locales import clauses, comma_separated, minus, signed
from clubs.language.terms import capital
from games.base.display import CallOutLine
from games.base.form_parsing import undo_form, undo_label
from games.base.names import listed, shortened
from games.dirty_dog.display import chances
from games.dirty_dog.entry_rows import mark_after, mark_of
from games.dirty_dog.offline import offline_form
from games.dirty_dog.sheet import call_out
from games.dirty_dog.wording import are_set, by_hand, last_step
from games.entries.match_state import MatchState
from scoring.base import CallOut
from scoring.dirty_dog import BidStep, DirtyDogLine, DirtyDogSheet, PullStep, TiebreakStep, next_step

# The most important first; without terms for the sum of the bids and the leader, which the sheet shows already.
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
TOLD = 2  # call-outs of a hand on the page of the next
MADE_IT = (
    gettext_lazy("Nobody made it."),
    gettext_lazy("One made it."),
    gettext_lazy("Two made it."),
    gettext_lazy("Three made it."),
    gettext_lazy("Four made it."),
    gettext_lazy("Five made it."),
    gettext_lazy("Six made it."),
    gettext_lazy("Seven made it."),
    gettext_lazy("Eight made it."),
    gettext_lazy("Nine made it."),
    gettext_lazy("Ten made it."),
)


@dataclass(frozen=True)
class Scored:
    """One player’s row of the result."""

    seat: int
    name: str
    bid: int
    took: int
    points: int
    total: int
    mark: str


@dataclass(frozen=True)
class NextButton:
    """The main button below a scored hand: `short` is its text and `more` the rest where there is space; it leads to
    the table’s page with `query`, or to the page of `action`.
    """

    short: str
    more: str
    query: str = ""
    action: str = ""


@dataclass(frozen=True)
class Recap:
    """The hand just scored, on the page of the next: how many made it, the two call-outs that matter most, and how many
    more its own page has.
    """

    hand: int
    made: str
    calls: Sequence[CallOutLine]
    more: int


def recap(sheet: DirtyDogSheet, line: DirtyDogLine, names: list[str]) -> Recap:
    """Return what the page of the next hand says of this one."""
    calls = list(_calls(line, names))
    told = [call for call in calls if call.term != "climb"][:TOLD]
    return Recap(line.hand, " ".join([made_it(line), *_by_hand(sheet, line, names)]), told, len(calls) - len(told))


def result(state: MatchState) -> dict[str, Any]:
    """Return the context of the screen for the latest scored hand."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    line = next(line for line in reversed(sheet.lines) if not line.void)
    return {
        "line": line,
        "headline": headline(sheet, line, names),
        "summary": summary(sheet, line, names),
        "scored": scored(state, line),
        "calls": list(_calls(line, names)),
        "chances": chances(state),
        "next": next_button(state, names),
        "undo": undo_label(last_step(state)),
        "forms": undo_form(state),
        "offline_form": offline_form(state, "result"),
    }


def scored(state: MatchState, line: DirtyDogLine) -> list[Scored]:
    """Return the rows of all who played the hand, clockwise."""
    return [_scored(state, line, seat) for seat in state.sheet_as(DirtyDogSheet).seating_order if seat in line.order]


def _scored(state: MatchState, line: DirtyDogLine, seat: int) -> Scored:
    bid, took = line.bids[seat], line.tricks[seat]
    return Scored(seat, state.names[seat], bid, took, line.points[seat], line.totals[seat], _mark(state, line, seat))


def _mark(state: MatchState, line: DirtyDogLine, seat: int) -> str:
    return (
        mark_of(state.sheet_as(DirtyDogSheet), seat)
        if state.sheet_as(DirtyDogSheet).lines[-1] is line
        else mark_after(line, seat)
    )


def summary(sheet: DirtyDogSheet, line: DirtyDogLine, names: Sequence[str]) -> str:
    """Return who made their bid and how many hands are left; after a tie-break hand, who won or is still level."""
    is_played_off = bool(sheet.ending and sheet.ending.hands)
    sentence = _settled(sheet, names) if is_played_off else hand_summary(sheet, line, names)
    return " ".join([sentence, *_by_hand(sheet, line, names), *_leavers(sheet, names)])


def _by_hand(sheet: DirtyDogSheet, line: DirtyDogLine, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for the points added or taken by hand in this hand, and at the end of the match."""
    ending = sheet.ending
    given = [(line.adjust, line.adjust_note), *([(ending.adjust, ending.adjust_note)] if ending is not None else [])]
    yield from (capital(f"{by_hand([*names], points, note)}.") for points, note in given if points)


def hand_summary(sheet: DirtyDogSheet, line: DirtyDogLine, names: Sequence[str]) -> str:
    """Return who made their bid and how many hands are left, worded as the tablet’s script does without network."""
    return f"{_made(line, names)} {_to_go(len(sheet.remaining))}"


def headline(sheet: DirtyDogSheet, line: DirtyDogLine, names: Sequence[str]) -> str:
    """Return the heading of the result: `Hand 7 scored`, `Tie-break hand: Ben +6, Carla +6`."""
    if not sheet.ending or not sheet.ending.hands:
        return _("Hand {hand} scored").format(hand=line.hand)
    points = comma_separated(f"{names[seat]} {signed(won)}" for seat, won in sheet.ending.hands[-1].points.items())
    return _("Tie-break hand: {points}").format(points=points)


def _settled(sheet: DirtyDogSheet, names: Sequence[str]) -> str:
    level = listed(names[seat] for seat in sheet.ending.tied_top) if sheet.ending else ""
    words = _("{level} are still level.") if sheet.top_is_open else _("{level} wins.")
    return words.format(level=level)


def _leavers(sheet: DirtyDogSheet, names: Sequence[str]) -> list[str]:
    """Return a sentence for each leaver who is at the bottom, because no row of the hand shows it (HR-DD-06)."""
    low = sheet.ending.tied_bottom if sheet.ending and sheet.ending.tied_bottom else ()
    return [
        _("{names}, who left with {points}, is at the bottom.").format(
            names=names[seat], points=minus(sheet.totals[seat])
        )
        for seat in low
        if seat in sheet.departed
    ]


def _made(line: DirtyDogLine, names: Sequence[str]) -> str:
    is_set = [names[seat] for seat in line.order if not line.made[seat]]
    return f"{made_it(line)} {are_set(listed(is_set), len(is_set))}"


def made_it(line: DirtyDogLine) -> str:
    """Return how many made their bid, in a sentence."""
    made = sum(line.made.values())
    return str(MADE_IT[made]) if made < len(MADE_IT) else _("{count} made it.").format(count=made)


def _to_go(hands: int) -> str:
    words = ngettext("{count} hand to go.", "{count} hands to go.", hands)
    return words.format(count=hands) if hands else _("That was the last hand.")


def _calls(line: DirtyDogLine, names: list[str]) -> Iterator[CallOutLine]:
    """Yield one line per term, the most important first, then the changes of places."""
    for term in CALLED:
        callouts = [call_out(call, line, names) for call in line.callouts if call.term == term and _is_news(call, line)]
        if callouts:
            yield CallOutLine(callouts[0].at, term, callouts[0].label, clauses(each.words for each in callouts))
    if moves := comma_separated(_moves(line, names)):
        yield CallOutLine(str(line.hand), "climb", _("Places"), moves)


def _moves(line: DirtyDogLine, names: Sequence[str]) -> Iterator[str]:
    """Yield who gained or lost how many places in the hand, the highest place first (DD-G20)."""
    climbs = {seat: facts["climb"] for seat, facts in line.facts.items() if line.hand > 1}
    for seat in sorted(climbs, key=lambda seat: (line.facts[seat]["place"], seat)):
        if climbs[seat]:
            words = _("{player} up {places}") if climbs[seat] > 0 else _("{player} down {places}")
            yield words.format(player=names[seat], places=abs(climbs[seat]))


def _is_news(call: CallOut, line: DirtyDogLine) -> bool:
    return call.term != "clean-run" or line.hand > 2


def next_button(state: MatchState, names: Sequence[str]) -> NextButton:
    """Return the button for what comes after the hand."""
    step = next_step(state.sheet_as(DirtyDogSheet))
    if isinstance(step, BidStep):
        words = ngettext(": {player} deals {count} card", ": {player} deals {count} cards", step.cards)
        more = words.format(player=names[step.dealer], count=step.cards)
        return NextButton(_("Hand {number}").format(number=step.hand), more, query=f"hand={step.number}")
    if isinstance(step, TiebreakStep | PullStep):
        more = pgettext("after Tie-break hand or Card pull", " for {names}")
        more = more.format(names=listed(names[seat] for seat in step.seats))
        is_pull = isinstance(step, PullStep)
        return NextButton(
            _("Card pull") if is_pull else _("Tie-break hand"), more, action="card-pull" if is_pull else "tie-break"
        )
    return NextButton(_("Final result"), pgettext("after Final result", ": who won and who lost"))
