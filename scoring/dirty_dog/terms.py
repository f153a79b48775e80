"""The call-outs' names, with the club's own words, and a sentence for each (DD-G01 to DD-G20)."""

from collections.abc import Callable, Mapping, Sequence

from scoring import feats as every_game
from scoring.base import CallOut
from scoring.dirty_dog.callouts import DirtyDogLine, misses, streak
from scoring.dirty_dog.entries import Options
from scoring.dirty_dog.house_rules import counts_tricks
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.feats import Call, CallOutCount, calls, seats_of, summed
from scoring.messages import Message, Term, at, counted, listed, row, terms

LABELS: Mapping[str, Term] = terms(
    {
        "being-set": Message("Being set"),
        "clean-run": Message("Clean Run"),
        "door-knob": Message("Door Knob"),
        "dog-pile": Message("Dog Pile"),
        "overbid": Message("Overbid"),
        "floater": Message("Floater"),
        "float-age": Message("Float ’age"),
        "in-the-box": Message("In the box"),
        "first-place-loser": Message("First Place Loser"),
        "back-to-back": Message("Back-to-Back"),
        "spooning": Message("Spooning"),
        "proximity-alert": Message("Proximity Alert!"),
        "bottom-buddies": Message("Bottom Buddies"),
        "sbr": Message("SBR"),
        "you-cannot-bid-one": Message("You cannot bid one"),
        "easy-chico": Message("Easy Chico"),
        "no-trump": Message("No Trump!"),
        "kobayashi-maru": Message("Kobayashi Maru"),
        "ill-take-one": Message("I’ll Take One!"),
        "bypassed": Message("Bypassed"),
    }
)


def label(term: str) -> Term:
    """The name of a term by its code.

    >>> label("door-knob"), label("float-age")
    ('Door Knob', 'Float ’age')
    """
    return LABELS[term]


BY_DISTANCE = frozenset({"spooning", "proximity-alert", "bottom-buddies"})
UNDER_THE_RULE = frozenset({"sbr", "you-cannot-bid-one"})


def makes_sense(term: str, options: Options) -> bool:
    """Whether a term can be called out under these rules (HR-DD-21): a distance in points only where a trick is worth
    about one, and a barred bid only where The Rule holds in some hand.

    >>> [makes_sense("spooning", Options(scoring=each)) for each in ("ten-plus", "squares")]
    [True, False]
    >>> [makes_sense("sbr", Options(the_rule=each)) for each in ("on", "off")]
    [True, False]
    """
    if term in BY_DISTANCE:
        return counts_tricks(options.scoring)
    return term not in UNDER_THE_RULE or options.rule != "off"


def sentence(call: CallOut, line: DirtyDogLine) -> str:
    """The sentence that says why a call-out was made, with seats as `{0}`, `{1}` …; `scoring.base.with_names` fills in
    the names.
    """
    return _SENTENCES[call.term](call, line)


def _listed(seats: tuple[int, ...]) -> str:
    return listed([at(seat) for seat in seats])


def _each(call: CallOut, what: Callable[[int], int], say: Callable[[str, int], Message]) -> str:
    """One clause for each value of `what(seat)`, naming all seats that share it, joined with semicolons; `say` makes a
    clause from names and value.
    """
    seats_by_number: dict[int, tuple[int, ...]] = {}
    for seat in call.seats:
        seats_by_number[what(seat)] = (*seats_by_number.get(what(seat), ()), seat)
    return row((say(_listed(seats), number) for number, seats in seats_by_number.items()), "; ")


def _clean_run(call: CallOut, line: DirtyDogLine) -> str:
    return _each(
        call,
        lambda seat: line.forms[seat].bit_length() - 1,
        lambda names, hands: counted(
            "{names}: the first bid made", "{names}: all {count} bids made", hands, names=names
        ),
    )


def _door_knob(call: CallOut, line: DirtyDogLine) -> str:
    def knob(names: str, missed: int) -> Message:
        if missed == 4:
            return Message("{names}: set in all of the last 4 hands", names=names)
        return Message("{names}: set in {missed} of the last 4 hands", names=names, missed=missed)

    return _each(call, lambda seat: misses(line.forms[seat], 4), knob)


def _dog_pile(call: CallOut, line: DirtyDogLine) -> str:
    return _each(
        call,
        lambda seat: line.tricks[seat],
        lambda names, tricks: Message("{names} bid nothing and took {tricks}", names=names, tricks=tricks),
    )


def _bids(call: CallOut, line: DirtyDogLine) -> str:
    return counted("{total} bid, {count} card", "{total} bid, {count} cards", line.cards, total=line.bid_total)


def _in_the_box(call: CallOut, line: DirtyDogLine) -> str:
    return counted(
        "{names} leads with {points}",
        "{names} lead with {points}",
        len(call.seats),
        names=_listed(call.seats),
        points=line.totals[call.seats[0]],
    )


def _first_place_loser(call: CallOut, line: DirtyDogLine) -> str:
    return Message("{names}, second and therefore first of the losers", names=_listed(call.seats))


def _spooning(call: CallOut, line: DirtyDogLine) -> str:
    totals, names = [line.totals[seat] for seat in call.seats], _listed(call.seats)
    gap = max(totals) - min(totals)
    if gap == 0:
        return Message("{names}, level at the bottom", names=names)
    return counted(
        "{names}, {count} point apart at the bottom",
        "{names}, {count} points apart at the bottom",
        gap,
        names=names,
    )


def _proximity(call: CallOut, line: DirtyDogLine) -> str:
    return _each(
        call,
        lambda seat: line.totals[seat] - line.totals[line.bottom[0]],
        lambda names, points: Message("{names} {points} off the floor", names=names, points=points),
    )


def _buddies(call: CallOut, line: DirtyDogLine) -> str:
    above = min(line.totals[seat] for seat in line.order if seat not in call.seats)
    return counted(
        "{names}, {count} point below everybody else",
        "{names}, {count} points below everybody else",
        above - max(line.totals[seat] for seat in call.seats),
        names=_listed(call.seats),
    )


def _sbr(call: CallOut, line: DirtyDogLine) -> str:
    return _each(
        call,
        lambda seat: line.tricks[seat],
        lambda names, tricks: Message(
            "{names} took {tricks}, the bid The Rule would not allow", names=names, tricks=tricks
        ),
    )


def _easy_chico(call: CallOut, line: DirtyDogLine) -> str:
    passed, passing = call.seats
    return Message("{player}, passed by {other}", player=at(passed), other=at(passing))


def _no_trump(call: CallOut, line: DirtyDogLine) -> str:
    match line.no_trump:
        case "deck":
            return Message("The whole deck is dealt")
        case "largest":
            return Message("One of the largest hands")
        case "table":
            return Message("The table said so")
    return Message("An ace turned up")


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


# Call-out counts and feats of a Dirty Dog match: runs of made bids, and the hands with the highest bids dealt.


EVERY_TIME = ("being-set", "dog-pile", "overbid", "floater", "float-age", "sbr", "easy-chico", "no-trump")


def called_out(sheet: DirtyDogSheet) -> tuple[CallOutCount, ...]:
    """The call-outs of the match, counted. Easy Chico counts for the seat that is passed, a Clean Run only where it
    lasted to the end.
    """
    played = _rounds(sheet)
    last = len(played)
    closing: list[Call] = [(last, call.term, seat) for call in sheet.closing for seat in call.seats]
    clean: list[Call] = [(last, "clean-run", seat) for seat in sheet.clean_runs]
    return summed([*calls(played, _calls_of, EVERY_TIME), *closing, *clean])


def _rounds(sheet: DirtyDogSheet) -> list[tuple[int, DirtyDogLine]]:
    return list(enumerate((line for line in sheet.lines if not line.void), start=1))


def _calls_of(line: DirtyDogLine) -> Sequence[tuple[str, int | None]]:
    is_set = [("being-set", seat) for seat, made in line.made.items() if not made]
    others = [call for call in line.callouts if call.term not in ("clean-run", "easy-chico")]
    passed = [("easy-chico", call.seats[0]) for call in line.callouts if call.term == "easy-chico"]
    return [*is_set, *((call.term, seat) for call in others for seat in seats_of(call)), *passed]


def feats(sheet: DirtyDogSheet) -> Mapping[int, Mapping[str, int]]:
    """The feats of every game, and `run`, the longest run of made bids, with the hand it ended in (`run_round`, from
    1).

    `bold` is the largest excess of all bids over the cards in a hand this seat dealt, with the `bold_bid`,
    `bold_cards`, `bold_seats` and `bold_round` of that hand.
    """
    feats_of = {seat: dict(of_seat) for seat, of_seat in every_game.feats(sheet).items()}
    for number, line in _rounds(sheet):
        for seat in line.order:
            every_game.record_if_higher(feats_of[seat], "run", streak(line.forms[seat]), number)
        over = line.bid_total - line.cards
        if every_game.record_if_higher(feats_of[line.dealer], "bold", over, number):
            more = {"bold_bid": line.bid_total, "bold_cards": line.cards, "bold_seats": len(line.order)}
            feats_of[line.dealer] |= more
    return feats_of
