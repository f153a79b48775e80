"""One match played by bots: the engine asks for the next step, the bots answer, with occasional late arrivals,
departures and misdeals.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from dogclub.demo.bots import PACK, Bot, Hand, trump_name, written
from scoring.dirty_dog import DIRTY_DOG, Bids, Join, Leave, Options, Pull, Redeal, TiebreakHand, Tricks
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.dirty_dog.step import BidStep, PullStep, TiebreakStep, TrickStep


@dataclass(frozen=True)
class Happenings:
    """The hands of the plan, by number, before which something happens: `late` maps them to the arriving bot.
    `hands` ends the match early, after so many; `turns_up`: the card turned up is written, not the trump.
    """

    late: Mapping[int, Bot] = field(default_factory=dict)
    leaves: int | None = None
    misdeal: int | None = None
    hands: int | None = None
    turns_up: bool = False


@dataclass(frozen=True)
class Written:
    """An entry, the minutes since the first deal, and the player who sits down with it, if any."""

    entry: Any
    minute: float
    sitter: int | None = None


class Evening:
    """A match in progress. `sheet` and `written` grow until the match is settled, or `Happenings.hands` are played."""

    def __init__(self, bots: Sequence[Bot], options: Options, happenings: Happenings, rng: Random) -> None:
        self.bots = dict(enumerate(bots))
        self.began = len(bots)
        self.options = options
        self.happenings = happenings
        self.rng = rng
        self.minute = 0.0
        self.dealt: Hand | None = None
        self.happened: set[object] = set()
        self.sheet: DirtyDogSheet = DIRTY_DOG.start(len(bots), options)
        self.written: list[Written] = []

    def play(self) -> "Evening":
        """Play the match to its end."""
        while not self._stops() and (step := DIRTY_DOG.next_step(self.sheet)):
            for entry, sitter in self._answers(step):
                self.sheet = DIRTY_DOG.play(self.sheet, entry)
                self.written.append(Written(entry, self.minute, sitter))
        return self

    def _stops(self) -> bool:
        return self.happenings.hands is not None and self.sheet.hand >= self.happenings.hands

    def _answers(self, step: Any) -> Iterator[tuple[Any, int | None]]:
        match step:
            case BidStep():
                coming = list(self._comes_or_goes(step))
                yield from coming or [(self._bids(step), None)]
            case TrickStep():
                yield self._tricks(step), None
            case TiebreakStep():
                yield self._tiebreak(step), None
            case PullStep():
                yield self._pull(step), None

    def _comes_or_goes(self, step: BidStep) -> Iterator[tuple[Any, int | None]]:
        late = self.happenings.late.get(step.hand)
        if late and self._first_time("late", step.hand):
            seat = self.sheet.seats
            self.bots[seat] = late
            yield Join(seat), late.who
        elif step.hand == self.happenings.leaves and self._first_time("leaves"):
            yield Leave(self.rng.choice([seat for seat in step.order if seat < self.began])), None

    def _first_time(self, *what: object) -> bool:
        seen = what in self.happened
        self.happened.add(what)
        return not seen

    def _bids(self, step: BidStep) -> Bids:
        self.minute += 1.0 + 0.2 * len(step.order) * self.rng.uniform(0.6, 1.4)
        self.dealt = hand = Hand(step.order, step.cards, self.bots, self.rng).play()
        if self.happenings.turns_up and hand.flip is not None:
            return Bids(hand.bids, flip=written(hand.flip))
        return Bids(hand.bids, trump=trump_name(hand.flip))

    def _tricks(self, step: TrickStep) -> Tricks | Redeal:
        self.minute += step.cards * 0.12 * len(step.order) * self.rng.uniform(0.8, 1.2)
        if step.hand == self.happenings.misdeal and self._first_time("misdeal"):
            return Redeal()
        return Tricks(self.dealt.tricks if self.dealt else {})

    def _tiebreak(self, step: TiebreakStep) -> TiebreakHand:
        self.minute += 5
        hand = Hand(step.order, step.cards, self.bots, self.rng).play(blind=True)
        return TiebreakHand(hand.bids, hand.tricks)

    def _pull(self, step: PullStep) -> Pull:
        self.minute += 1
        cards = self.rng.sample(PACK, len(step.seats))
        return Pull({seat: written(card) for seat, card in zip(step.seats, cards, strict=True)})


def slip(tricks: Mapping[int, int], rng: Random) -> Tricks:
    """Return the tricks with a scorekeeper's mistake: one trick given to the wrong player."""
    giver = rng.choice([seat for seat, taken in tricks.items() if taken])
    taker = rng.choice([seat for seat in tricks if seat != giver])
    return Tricks({**tricks, giver: tricks[giver] - 1, taker: tricks[taker] + 1})
