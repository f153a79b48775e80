"""Decides what a sheet of Dirty Dog says: the likeliest whole sheet that the rules allow.

Each cell alone has probabilities. They are joined as the rules join them: in a hand the tricks add up to the cards and
the bids do not, and each total is the one before plus the points of bid and tricks, which the engine counts. Totals are
followed per seat from the first hand to the last and back, hands are summed over all bids and tricks; both repeat until
they agree (belief propagation). So each bid and each number of tricks has its probability given all of the sheet.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from games.paper.reading.cells import HIGHEST_TOTAL, LOWEST_TOTAL, Probabilities, Reading
from scoring.dirty_dog import Options
from scoring.dirty_dog.hand import forbidden, worth

WRONG_FIGURE = 3e-3  # the share of figures of which the network is sure and wrong
WRONG_TOTAL = 4e-3  # the share of totals that the scorekeeper counted wrong
ROUNDS = 3  # of hands and totals
RANGE = HIGHEST_TOTAL - LOWEST_TOTAL + 1
NEGLIGIBLE = 1e-9  # beside the likeliest pair of bid and tricks
WRITTEN = 0.5  # the probability from which a cell counts as written, or as corrected
CLEAR = 0.9  # the probability from which a figure is written clearly
NEAR = 1.5e-3  # the probability of the second best from which a cell is doubtful
LIKELY = 1e-4  # of the values that are proposed

Pair = tuple[int, int]


@dataclass(frozen=True)
class Hand:
    """The readings of a hand by seat, with its cards; `tricks` is None in the hand in progress."""

    number: int
    cards: int
    bids: Sequence[Reading]
    tricks: Sequence[Reading] | None
    totals: Sequence[Reading]


@dataclass(frozen=True)
class Decision:
    """What a cell says: its value, the probability of that and of the second best, and whether somebody is to be asked,
    with the values to propose, the likeliest first. `settled` says that the rules decided what is written unclearly.
    """

    value: int
    probability: float
    second: float
    doubtful: bool
    settled: bool
    likely: tuple[int, ...]


@dataclass(frozen=True)
class DecidedHand:
    """The decisions of a hand by seat, and the totals that bids and tricks make."""

    bids: Sequence[Decision]
    tricks: Sequence[Decision] | None
    totals: Sequence[int]


def decided(hands: Sequence[Hand], options: Options) -> list[DecidedHand]:
    """The likeliest sheet that the rules allow, with what is doubtful."""
    return _Sheet(hands, options).decided()


class _Sheet:
    def __init__(self, hands: Sequence[Hand], options: Options) -> None:
        self.hands, self.options = hands, options
        self.seats = len(hands[0].bids)
        self.played = [hand for hand in hands if hand.tricks is not None]
        self.points = [_points(options, hand.cards) for hand in hands]
        self.alone = [[_pairs(hand, seat) for seat in range(self.seats)] for hand in hands]
        # What totals say of the points of each hand, and hands of them, by seat and hand: from points -> weight.
        self.from_totals: list[list[Mapping[int, float]]] = [[{} for _seat in range(self.seats)] for _hand in hands]
        self.from_hands = [
            [self._by_points(at, self.alone[at][seat]) for seat in range(self.seats)] for at in range(len(self.played))
        ]

    def decided(self) -> list[DecidedHand]:
        for _round in range(ROUNDS):
            for seat in range(self.seats):
                self._follow(seat)
            for at in range(len(self.played)):
                self._sum(at)
        totals = [self.options.opening.get(seat, 0) for seat in range(self.seats)]
        out = []
        for at, hand in enumerate(self.hands):
            weighed = [self._weighed(at, seat) for seat in range(self.seats)]
            joint = _joint(weighed, self._legal(at), hand.cards if hand.tricks is not None else None)
            best = _best(weighed, self._legal(at), hand.cards if hand.tricks is not None else None)
            bids = [self._decision(hand.bids[seat], joint[seat], best[seat], 0) for seat in range(self.seats)]
            if hand.tricks is None:
                out.append(DecidedHand(bids, None, tuple(totals)))
                continue
            tricks = [self._decision(hand.tricks[seat], joint[seat], best[seat], 1) for seat in range(self.seats)]
            totals = [total + self.points[at][best[seat]] for seat, total in enumerate(totals)]
            out.append(DecidedHand(bids, tricks, tuple(totals)))
        return out

    def _decision(self, reading: Reading, joint: Mapping[Pair, float], best: Pair, which: int) -> Decision:
        chances: dict[int, float] = {}
        for pair, chance in joint.items():
            chances[pair[which]] = chances.get(pair[which], 0.0) + chance
        return decision(reading, chances, best[which])

    # Hands.

    def _weighed(self, at: int, seat: int) -> dict[Pair, float]:
        """The pairs of bid and tricks of a seat with their weights, what the totals say included."""
        said = self.from_totals[at][seat]
        alone = self.alone[at][seat]
        if not said:
            return alone
        weighed = {pair: weight * said[self.points[at][pair]] for pair, weight in alone.items()}
        most = max(weighed.values())
        return {pair: weight / most for pair, weight in weighed.items() if weight >= NEGLIGIBLE * most}

    def _sum(self, at: int) -> None:
        """Tell the totals what the sums of a hand leave of each seat's points."""
        hand = self.hands[at]
        weighed = [self._weighed(at, seat) for seat in range(self.seats)]
        joint = _joint(weighed, self._legal(at), hand.cards)
        for seat in range(self.seats):
            said = self.from_totals[at][seat]
            left = {pair: chance / said[self.points[at][pair]] for pair, chance in joint[seat].items()}
            self.from_hands[at][seat] = self._by_points(at, left)

    def _legal(self, at: int) -> Probabilities:
        """1 for each sum of all bids that The Rule allows, 0 for the others."""
        cards, options = self.hands[at].cards, self.options
        return np.array(
            [
                all(forbidden(options, cards, whole - last) != last for last in range(min(cards, whole) + 1))
                for whole in range(cards * self.seats + 1)
            ],
            dtype=np.float64,
        )

    def _by_points(self, at: int, pairs: Mapping[Pair, float]) -> dict[int, float]:
        out: dict[int, float] = {}
        for pair, weight in pairs.items():
            value = self.points[at][pair]
            out[value] = out.get(value, 0.0) + weight
        return out

    # Totals.

    def _follow(self, seat: int) -> None:
        """Tell the hands what the written totals of a seat say of its points."""
        totals = [hand.totals[seat] for hand in self.played]
        told = from_totals(totals, [hand[seat] for hand in self.from_hands], self.options.opening.get(seat, 0))
        for at, said in enumerate(told):
            self.from_totals[at][seat] = {value: said(value) for value in self.points[at].values()}


def decision(reading: Reading, chances: Mapping[int, float], value: int, *, may_be_empty: bool = False) -> Decision:
    """What a cell says, by the probability of each number given all of the sheet, and the one of the likeliest sheet.
    `may_be_empty`: that nothing is written can be meant.
    """
    ranked = sorted(chances, key=lambda each: -chances[each])
    second = max((chances[other] for other in ranked if other != value), default=0.0)
    is_clear = reading.text == str(value) or reading.of(value) >= CLEAR or (may_be_empty and reading.empty >= CLEAR)
    own = _clearly(reading)
    is_asked = (reading.empty >= WRITTEN and not may_be_empty) or reading.corrected >= WRITTEN or _is_other(reading)
    doubtful = is_asked or own not in (None, value) or bool(second >= NEAR)
    likely = [each for each in ranked if chances[each] >= LIKELY or each == value]
    if own is not None and own not in likely:
        likely.append(own)
    return Decision(value, chances.get(value, 0.0), second, doubtful, not doubtful and not is_clear, tuple(likely))


def from_totals(
    totals: Sequence[Reading], by_hand: Sequence[Mapping[int, float]], opening: int = 0
) -> list[Callable[[int], float]]:
    """What the written totals of a seat say of its points in each hand: a weight for each number of points. `by_hand`
    are the weights by the hands themselves.
    """
    written = [total_weights(each) for each in totals]
    start = np.zeros(RANGE)
    start[opening - LOWEST_TOTAL] = 1.0
    before = [start]  # the total before each hand, by what stands above
    for at, own in enumerate(written):
        after = _moved(before[at], by_hand[at], 1) * own
        before.append(after / after.sum())
    told: list[Callable[[int], float]] = []
    later = np.ones(RANGE)  # the total after the hand, by what stands below
    for at in range(len(written) - 1, -1, -1):
        end = written[at] * later
        end = end / end.sum()
        told.append(partial(_growth, before[at], end))
        later = _moved(end, by_hand[at], -1)
    return told[::-1]


def _growth(before: Probabilities, after: Probabilities, value: int) -> float:
    """The probability that the total grew by a value, or does not follow."""
    return (1 - WRONG_TOTAL) * _meeting(before, after, value) + WRONG_TOTAL * float(after.mean())


def _meeting(before: Probabilities, after: Probabilities, value: int) -> float:
    """The probability that the total grew by a value."""
    if value >= 0:
        return float(before[: RANGE - value] @ after[value:])
    return float(before[-value:] @ after[: RANGE + value])


def _moved(totals: Probabilities, by: Mapping[int, float], sign: int) -> Probabilities:
    """The totals after points (before them where the sign is -1), with some that do not follow."""
    out = np.zeros(RANGE)
    whole = sum(by.values())
    for value, weight in by.items():
        step = sign * value
        if step >= 0:
            out[step:] += weight / whole * totals[: RANGE - step]
        else:
            out[:step] += weight / whole * totals[-step:]
    moved: Probabilities = (1 - WRONG_TOTAL) * out + WRONG_TOTAL * totals.mean()
    return moved


def total_weights(reading: Reading) -> Probabilities:
    """What is written as a total; every number is possible where nothing is written, or what was corrected."""
    unsure = WRONG_FIGURE + (1 - WRONG_FIGURE) * min(1.0, max(reading.empty, reading.corrected))
    return (1 - unsure) * reading.values + unsure / RANGE


def _points(options: Options, cards: int) -> dict[Pair, int]:
    return {(bid, took): value for bid, row in enumerate(worth(options, cards)) for took, value in enumerate(row)}


def figure_weights(reading: Reading, cards: int) -> Probabilities:
    """What a cell says of the numbers 0 to the cards."""
    own = reading.values[-reading.lowest : cards + 1 - reading.lowest]
    unsure = WRONG_FIGURE + (1 - WRONG_FIGURE) * max(0.0, min(1.0, 1 - float(own.sum())))
    weights: Probabilities = (1 - unsure) * own / max(float(own.sum()), 1e-12) + unsure / (cards + 1)
    return weights


def _pairs(hand: Hand, seat: int) -> dict[Pair, float]:
    """The weights of bid and tricks as written; without tricks these count as 0."""
    bids = figure_weights(hand.bids[seat], hand.cards)
    tricks = figure_weights(hand.tricks[seat], hand.cards) if hand.tricks is not None else np.ones(1)
    table = bids[:, None] * tricks[None, :]
    table = table / table.max()
    return {(int(bid), int(took)): float(table[bid, took]) for bid, took in np.argwhere(table >= NEGLIGIBLE)}


def _clearly(reading: Reading) -> int | None:
    """The number that is written clearly, if one is."""
    if not reading.text.isdecimal() or reading.corrected >= WRITTEN:
        return None
    value = reading.likeliest
    if reading.of(value) >= CLEAR:
        return value
    return None


def _is_other(reading: Reading) -> bool:
    """Whether something is written clearly that is no number of tricks."""
    return bool(1 - reading.values.sum() - reading.empty - reading.corrected >= CLEAR)


# Bids and tricks of a hand by their sums.


def _joint(weighed: Sequence[Mapping[Pair, float]], legal: Probabilities, cards: int | None) -> list[dict[Pair, float]]:
    """The probabilities of each seat's pairs given those of all others; the tricks add up to `cards` unless None."""
    most = cards or 0
    before = np.zeros((len(legal), most + 1))
    before[0, 0] = 1.0
    out: list[dict[Pair, float]] = []
    for seat, pairs in enumerate(weighed):
        others = before
        for later in weighed[seat + 1 :]:
            others = _added(others, later)
        joint = {
            (bid, took): weight * float(others[: len(legal) - bid, most - took] @ legal[bid:])
            for (bid, took), weight in pairs.items()
        }
        whole = sum(joint.values())
        out.append({pair: weight / whole for pair, weight in joint.items() if weight > 0})
        before = _added(before, pairs)
    return out


def _added(sums: Probabilities, pairs: Mapping[Pair, float]) -> Probabilities:
    """The weights of the sums of bids and tricks with one more seat's."""
    bids, tricks = sums.shape
    out = np.zeros_like(sums)
    for (bid, took), weight in pairs.items():
        out[bid:, took:] += weight * sums[: bids - bid, : tricks - took]
    return out


def _best(weighed: Sequence[Mapping[Pair, float]], legal: Probabilities, cards: int | None) -> list[Pair]:
    """The likeliest pairs of all seats together that are legal: a beam with one way for each sum of bids and tricks."""
    most = cards or 0
    beam: dict[Pair, tuple[float, tuple[Pair, ...]]] = {(0, 0): (1.0, ())}
    for pairs in weighed:
        wider: dict[Pair, tuple[float, tuple[Pair, ...]]] = {}
        for (bid_sum, trick_sum), (weight, chosen) in beam.items():
            for pair, own in pairs.items():
                key = bid_sum + pair[0], trick_sum + pair[1]
                if key[1] <= most and (key not in wider or wider[key][0] < weight * own):
                    wider[key] = weight * own, (*chosen, pair)
        beam = wider
    ends = (end for (bids, tricks), end in beam.items() if legal[bids] and tricks == most)
    return list(max(ends)[1])
