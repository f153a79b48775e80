"""Call-out counts and feats of a Dirty Dog match: runs of made bids, and the hands with the highest bids dealt."""

from collections.abc import Mapping, Sequence

from scoring import feats as every_game
from scoring.dirty_dog.hands.line import DirtyDogLine
from scoring.dirty_dog.hands.scored_hand import streak
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.feats import Call, CallOutCount, calls, seats_of, summed

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
