"""One hand of Dirty Dog played by bots: deal, bid in turn, play every trick."""

from collections.abc import Mapping, Sequence
from random import Random

from dogclub.demo.evenings.bots import Bot, bid, choose, follow, legal_bid
from dogclub.demo.evenings.cards import beats, deal, trump_suit


class Hand:
    """One hand, dealt at once; `play` fills in `bids` and `tricks` by seat. `order` is the bidding order, the dealer
    last.
    """

    def __init__(self, order: Sequence[int], cards: int, bots: Mapping[int, Bot], rng: Random) -> None:
        self.order, self.cards, self.bots, self.rng = order, cards, bots, rng
        self.held, self.flip = deal(order, cards, rng)
        self.trump = trump_suit(self.flip)
        self.bids: dict[int, int] = {}
        self.tricks = dict.fromkeys(order, 0)

    def play(self, *, blind: bool = False) -> "Hand":
        """Bid and play the hand. A blind hand is bid without looking (DD-37). The winner of a trick leads the next."""
        for seat in self.order:
            wanted = self._guess() if blind else self._wanted_bid(seat)
            self.bids[seat] = legal_bid(wanted, self.cards, [*self.bids.values()], last=seat == self.order[-1])
        leads = 0
        for _ in range(self.cards):
            winner = self._trick([*self.order[leads:], *self.order[:leads]])
            self.tricks[winner] += 1
            leads = self.order.index(winner)
        return self

    def _guess(self) -> float:
        return self.rng.gauss(self.cards / len(self.order), 0.6)

    def _wanted_bid(self, seat: int) -> float:
        return bid(self.held[seat], len(self.order), self.trump, self.bots[seat], self.rng)

    def _trick(self, turns: Sequence[int]) -> int:
        led = best = None
        winner = turns[0]
        for seat in turns:
            card = self._card(seat, led, best, last=seat == turns[-1])
            self.held[seat].remove(card)
            if best is None or beats(card, best, self.trump):
                winner, best = seat, card
            led = card // 13 if led is None else led
        return winner

    def _card(self, seat: int, led: int | None, best: int | None, *, last: bool) -> int:
        hand = self.held[seat]
        if self.rng.random() < self.bots[seat].whim:
            return self.rng.choice(follow(hand, led))
        return choose(hand, led, best, self.trump, wants=self.tricks[seat] < self.bids[seat], last=last)
