"""Bots for Dirty Dog: they estimate the tricks in a hand, bid that number, and play to take exactly so many."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid4

from games import ledger
from games.entries.drafts import Author, Draft
from games.models import Match
from scoring import engine
from scoring.cards import RANKS, SUITS
from scoring.dirty_dog import DIRTY_DOG, Bids, Join, Leave, Options, Pull, Redeal, TiebreakHand, Tricks
from scoring.dirty_dog.hand import forbidden
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.dirty_dog.step import BidStep, PullStep, TiebreakStep, TrickStep
from scoring.records import entry_to_json

# A pack of cards as integers from 0 to 51: suit times 13 plus rank, the ace highest.


ACE = 12
PACK = tuple(range(52))
_RANKS = tuple(RANKS)
_SUITS = tuple(SUITS)
_NAMES = tuple(SUITS.values())


def written(card: int) -> str:
    """Return a card as a scorekeeper writes it.

    >>> written(51), written(8), written(13)
    ('AS', '10C', '2D')
    """
    return _RANKS[card % 13] + _SUITS[card // 13]


def trump_suit(flip: int | None) -> int | None:
    """Return the trump suit; None if an ace is turned up, or no card at all (DD-14)."""
    return None if flip is None or flip % 13 == ACE else flip // 13


def trump_name(flip: int | None) -> str:
    """Return the name of the trump suit, or "none" if there is none."""
    trump = trump_suit(flip)
    return "none" if trump is None else _NAMES[trump]


def deal(seats: Sequence[int], cards: int, rng: Random) -> tuple[dict[int, list[int]], int | None]:
    """Return a hand for each seat, and the card turned up, None if none is left."""
    pack = rng.sample(PACK, min(len(seats) * cards + 1, len(PACK)))
    hands = {seat: pack[place * cards : (place + 1) * cards] for place, seat in enumerate(seats)}
    return hands, pack[-1] if len(pack) > len(seats) * cards else None


def beats(card: int, best: int, trump: int | None) -> bool:
    """Whether a card takes the trick from `best`, the best one so far."""
    suit, high = card // 13, best // 13
    return card > best if suit == high else suit == trump


@dataclass(frozen=True)
class Bot:
    """A bot that plays for the player `who`. `nerve` is how many tricks it overestimates, `whim` the chance of
    playing a random legal card.
    """

    who: int
    nerve: float = 0.0
    whim: float = 0.03


def random_bot(who: int, rng: Random) -> Bot:
    """Return a bot with random nerve and whim."""
    return Bot(who, nerve=rng.gauss(0, 0.2), whim=rng.uniform(0, 0.12))


def expected(hand: Sequence[int], players: int, trump: int | None) -> float:
    """Return the tricks a hand is expected to take, by each card's chance to be the highest in play; the longer the
    hand, the likelier a high card wins.
    """
    unseen = 52 - len(hand)
    others = (players - 1) * len(hand) / unseen
    ruffed = 0.0 if trump is None else (1 - 13 / unseen) ** len(hand) * (1 - (1 - 13 / unseen) ** len(hand))
    safe = (1 - ruffed) ** (players - 1) * (0.5 + 0.5 * len(hand) / (len(hand) + 1))
    worth = sum(_worth(card, hand, others, safe, trump) for card in hand)
    return worth + 0.35 * (len(hand) / players - worth)


def _worth(card: int, hand: Sequence[int], others: float, safe: float, trump: int | None) -> float:
    suit = card // 13
    above = 12 - card % 13 - sum(1 for mine in hand if mine // 13 == suit and mine > card)
    highest = float((1 - others) ** above)
    return 0.25 + 0.75 * highest if suit == trump else highest * safe


def bid(hand: Sequence[int], players: int, trump: int | None, bot: Bot, rng: Random) -> float:
    """Return the bid the bot would like, not rounded."""
    return max(0.0, expected(hand, players, trump) + bot.nerve + rng.gauss(0, 0.15))


def legal_bid(wanted: float, cards: int, bids: Sequence[int], *, last: bool) -> int:
    """Return the legal bid nearest to `wanted`; the last bidder keeps The Rule (DD-18)."""
    barred = forbidden(Options(), cards, sum(bids)) if last else None
    legal = [number for number in range(cards + 1) if number != barred]
    return min(legal, key=lambda number: abs(number - wanted))


def follow(hand: Sequence[int], led: int | None) -> Sequence[int]:
    """Return the legal cards: those of the suit led, or all if there are none; `led` is None for the first card."""
    return [card for card in hand if card // 13 == led] or hand


def choose(
    hand: Sequence[int], led: int | None, best: int | None, trump: int | None, *, wants: bool, last: bool
) -> int:
    """Return the card to play: one that takes the trick if it `wants` it, else the most dangerous one that does not."""
    if best is None:
        return _strongest(hand, trump) if wants else _weakest(hand, trump)
    legal = follow(hand, led)
    winners = [card for card in legal if beats(card, best, trump)]
    losers = [card for card in legal if card not in winners]
    if wants:
        if winners:
            return _weakest(winners, trump) if last else _strongest(winners, trump)
        return _weakest(losers, trump)
    return _strongest(losers, trump) if losers else _weakest(winners, trump)


def _strongest(cards: Sequence[int], trump: int | None) -> int:
    return max(cards, key=lambda card: (card // 13 == trump, card % 13))


def _weakest(cards: Sequence[int], trump: int | None) -> int:
    return min(cards, key=lambda card: (card // 13 == trump, card % 13))


# One hand of Dirty Dog played by bots: deal, bid in turn, play every trick.


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


# One match played by bots: the engine asks for the next step, the bots answer, with occasional late arrivals,
# departures and misdeals.


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


# The scorekeeper of bot matches: records entries through the ledger, sometimes with a mistake that is corrected.


NOTES = ("", "Counted the piles again.", "Two tricks lay under the coat.", "Read the pencil wrong.")


class Scorekeeper:
    """Records one match; `version` is the match's version that its tablet has last seen."""

    def __init__(self, match: Match, writer: Author, rng: Random) -> None:
        self.match, self.writer, self.rng = match, writer, rng
        self.version = match.version

    def write(self, lines: Sequence[Written]) -> None:
        """Record all lines without a mistake."""
        self._record([self._draft(line, number) for number, line in enumerate(lines, start=1)])

    def write_and_undo(self, lines: Sequence[Written]) -> None:
        """Record all lines, with a mistake that is undone a few seconds later."""
        drafts, place, slipped = self._slip(lines)
        when = self._moment(lines[place]) + timedelta(seconds=6)
        undo = replace(slipped, id=uuid4(), payload=None, recorded_at=when)
        again = replace(drafts[place], recorded_at=when + timedelta(seconds=4))
        self._record([*drafts[:place], slipped])
        self._record([undo])
        self._record([again, *drafts[place + 1 :]])

    def write_and_repeat(self, lines: Sequence[Written]) -> None:
        """Record all lines, one of them undone and recorded again."""
        drafts = [self._draft(line, number) for number, line in enumerate(lines, start=1)]
        place = self.rng.randrange(len(drafts))
        self._record(drafts[: place + 1])
        self._record([replace(drafts[place], id=uuid4(), payload=None)])
        self._record([replace(drafts[place], id=uuid4()), *drafts[place + 1 :]])

    def write_and_correct(self, lines: Sequence[Written], by: Author) -> None:
        """Record all lines, with a mistake that `by` corrects a hand or two later."""
        drafts, place, slipped = self._slip(lines)
        noticed = min(place + self.rng.randint(2, 5), len(drafts))
        when = self._moment(lines[noticed - 1]) + timedelta(seconds=50)
        right = replace(drafts[place], note=self.rng.choice(NOTES), recorded_at=when)
        self._record([*drafts[:place], slipped, *drafts[place + 1 : noticed]])
        self._record([right], by)
        self._record(drafts[noticed:])

    def _slip(self, lines: Sequence[Written]) -> tuple[list[Draft], int, Draft]:
        drafts = [self._draft(line, number) for number, line in enumerate(lines, start=1)]
        counted = [place for place, line in enumerate(lines) if isinstance(line.entry, Tricks)]
        place = self.rng.choice(counted[: 2 * len(counted) // 3])
        wrong = slip(lines[place].entry.tricks, self.rng)
        return drafts, place, self._draft(replace(lines[place], entry=wrong), place + 1)

    def _draft(self, line: Written, number: int) -> Draft:
        kind, payload = engine(self.match.game).kind(line.entry), entry_to_json(line.entry)
        return Draft(kind, number, payload, player=line.sitter, recorded_at=self._moment(line))

    def _moment(self, line: Written) -> datetime:
        return self.match.started_at + timedelta(minutes=line.minute)

    def _record(self, drafts: Sequence[Draft], by: Author | None = None) -> None:
        if drafts:
            written = ledger.record(self.match.pk, drafts, version=self.version, by=by or self.writer)
            self.version = written.state.match.version
