"""Records of Dirty Dog by names, read into seats and entries and written back; the engine checks them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from scoring.base import Malformed, RuleError
from scoring.dirty_dog.entries import (
    LONGEST_REASON,
    Adjust,
    Bids,
    End,
    Join,
    Leave,
    Options,
    Outcome,
    Pull,
    Redeal,
    Settled,
    Shorten,
    TiebreakHand,
    Tricks,
)
from scoring.dirty_dog.hand import missing_bid
from scoring.dirty_dog.plan import planned_cards
from scoring.record_format import parts
from scoring.record_format.parts import Document, Name, Names, Numbers, Substitutes, by_name, record_options
from scoring.record_format.strict import shape

# The types of a Dirty Dog record; the JSON is read into them and the JSON Schema made from them.


Card = Annotated[str, Meta(description="A card: rank and suit, such as 7H, 10S or AC")]


Reason = Annotated[str, Meta(max_length=LONGEST_REASON, description="Why points were added or taken by hand")]


if TYPE_CHECKING:
    RecordOptions = Options
else:
    RecordOptions = record_options(Options, "What was agreed before the first deal.")


class Arrival(Document, frozen=True):
    """A player who joins to the left of another, or as the eleventh or later at one table."""

    player: Name
    after: Name | None = None
    over_ten: Annotated[bool, Meta(description="More than ten at one table were agreed outright")] = False


class Round(Document, frozen=True):
    """A hand as it was recorded; the last one may be unfinished."""

    bids: Numbers | None = None
    tricks: Numbers | None = None
    flip: Card | None = None
    trump: Literal["clubs", "diamonds", "hearts", "spades", "none"] | None = None
    arrivals: tuple[Name | Arrival, ...] = ()
    departures: tuple[Name, ...] = ()
    void: bool = False
    adjust: Annotated[Numbers, Meta(description="Points added or taken by hand, with the reason")] = {}
    adjust_note: Reason = ""


class RecordedTiebreak(Document, frozen=True):
    """A tie-break hand as it was recorded."""

    bids: Numbers
    tricks: Numbers


class RecordedOutcome(Document, frozen=True):
    """How a tie at one end was settled, where no tie-break hand or card pull was written down."""

    end: End
    outcome: Annotated[Outcome, Meta(description="One of the level took it, they share it, or nobody knows")]
    player: Annotated[Name | None, Meta(description="Who took it")] = None


class Finish(Document, frozen=True):
    """How ties at the end were decided, whether the match was stopped early, and who left."""

    tiebreak_hands: tuple[RecordedTiebreak, ...] = ()
    pulls: tuple[dict[str, Card], ...] = ()
    settled: tuple[RecordedOutcome, ...] = ()
    shortened: bool = False
    departed: tuple[Name, ...] = ()
    adjust: Annotated[Numbers, Meta(description="Points added or taken by hand at the end, with the reason")] = {}
    adjust_note: Reason = ""


class Record(Document, frozen=True):
    """A match of Dirty Dog as it was played."""

    record: Literal[1]
    game: Literal["dirty-dog"]
    players: tuple[Name, ...]
    options: RecordOptions = RecordOptions()
    rounds: Annotated[tuple[Round, ...], Meta(max_length=1000)] = ()
    finish: Finish = Finish()
    substitutes: Substitutes = ()


# Reads a record by names into seats and entries; it computes nothing, and the engine checks the rules.


Entries = Iterator[Struct]


def read(document: Any) -> tuple[list[str], int, Options, list[Struct]]:
    """The names by seat, the number of seats at the start, the options and the entries of a record; raise a RuleError
    where it is not valid.
    """
    record = shape(document, Record)
    names = Names(record.players)
    seats = len(names.list)
    try:
        options = parts.from_record(Options, record.options, names)
        entries = [*_rounds(record.rounds, names), *_finish(record.finish, names)]
    except RuleError as error:
        error.name_players(names.list)
        raise
    return names.list, seats, options, entries


def _rounds(rounds: Sequence[Round], names: Names) -> Entries:
    for number, hand in enumerate(rounds, 1):
        try:
            yield from _moves(hand, names)
            yield from _hand(hand, names, last=number == len(rounds))
        except RuleError as error:
            error.round = number
            raise


def _moves(hand: Round, names: Names) -> Entries:
    """Yield the departures and arrivals before this hand; a player may return, but not leave again right after
    arriving.
    """
    for name in hand.departures:
        yield _leave(name, names)
    for arrival in hand.arrivals:
        recorded = arrival if isinstance(arrival, Arrival) else Arrival(arrival)
        beside = None if recorded.after is None else names.seat(recorded.after, "arrivals")
        yield Join(names.add(recorded.player, "arrivals"), beside, recorded.over_ten)


def _leave(name: str, names: Names) -> Leave:
    seat = names.seat(name, "departures")
    names.gone.add(name)
    return Leave(seat)


def _hand(hand: Round, names: Names, *, last: bool) -> Entries:
    """Yield the entries of the hand itself; only the last one may be without tricks."""
    empty = hand.bids is None and hand.tricks is None and hand.flip is None and hand.trump is None
    if empty and not hand.void and last and (hand.arrivals or hand.departures):
        return
    bids, tricks = names.seats(hand.bids or {}, "bids"), names.seats(hand.tricks or {}, "tricks")
    if not hand.void:
        _all_bid(bids, tricks)
    if not (empty and hand.void):
        yield Bids(bids, hand.trump, hand.flip)
    if hand.void:
        yield Redeal(tricks)
    elif hand.tricks is not None or not last:
        yield Tricks(tricks)
    yield from _adjust(hand, names, end=False)


def _adjust(written: Round | Finish, names: Names, *, end: bool) -> Entries:
    if written.adjust or written.adjust_note:
        yield Adjust(names.seats(written.adjust, "adjust"), written.adjust_note, end)


def _all_bid(bids: Iterable[int], tricks: Iterable[int]) -> None:
    for seat in tricks:
        if seat not in bids:
            raise Malformed("missing-bid", missing_bid(seat), seat=seat, field="bids")


def _finish(finish: Finish, names: Names) -> Entries:
    """Yield the entries that settled the end; a player missing from a tie-break hand had left before it."""
    if finish.shortened:
        yield Shorten()
    yield from _adjust(finish, names, end=True)
    departed = list(finish.departed)
    for hand in finish.tiebreak_hands:
        for name in [name for name in departed if name not in hand.bids]:
            departed.remove(name)
            yield _leave(name, names)
        yield TiebreakHand(names.seats(hand.bids, "bids"), names.seats(hand.tricks, "tricks"))
    for name in departed:
        yield _leave(name, names)
    yield from (_settled(tie, names) for tie in finish.settled if tie.end == "top")
    for cards in finish.pulls:
        yield Pull(names.seats(cards, "pulls"))
    yield from (_settled(tie, names) for tie in finish.settled if tie.end == "bottom")


def _settled(tie: RecordedOutcome, names: Names) -> Settled:
    seat = None if tie.player is None else names.seat(tie.player, "settled")
    return Settled(tie.end, tie.outcome, seat)


# Writes seats and entries as a record by names, the reverse of `reading`.


Json = dict[str, Any]


def record(names: Sequence[str], seats: int, options: Options, entries: Iterable[Struct]) -> Json:
    """The record of a match, ready for JSON; `names` by seat include late arrivals, `seats` is the number of seats at
    the start.
    """
    written_record: Json = {"record": 1, "game": "dirty-dog", "players": list(names[:seats])}
    if given := parts.to_record(options, names):
        written_record["options"] = given
    writer = _RoundsWriter(names, len(planned_cards(seats, options)))
    for entry in entries:
        writer.write(entry)
    return written_record | writer.written()


class _RoundsWriter:
    """The rounds and the finish of a record while it is written; the last round may still be incomplete (`open`)."""

    def __init__(self, names: Sequence[str], hands: int) -> None:
        self.names = names
        self.left = hands
        self.rounds: list[Json] = []
        self.open: Json = {}
        self.finish: Json = {}

    def write(self, entry: Struct) -> None:
        """Add one more entry to the round or the finish that it belongs to."""
        match entry:
            case Bids():
                self._bids(entry)
            case Tricks() | Redeal():
                self._score(entry)
            case Join():
                self._join(entry)
            case Leave():
                self._leave(self.names[entry.seat])
            case Adjust():
                self._adjust(self.finish if entry.end else self.rounds[-1], entry)
            case _:
                self._end(entry)

    def _score(self, entry: Tricks | Redeal) -> None:
        tricks = {"tricks": by_name(entry.tricks, self.names)}
        if isinstance(entry, Tricks):
            self._close(**tricks)
            self.left -= 1
        else:
            self._close(void=True, **(tricks if entry.tricks else {}))

    def _end(self, entry: Struct) -> None:
        match entry:
            case TiebreakHand():
                hand = {"bids": by_name(entry.bids, self.names), "tricks": by_name(entry.tricks, self.names)}
                self._settle("tiebreak_hands", hand)
            case Pull():
                self._settle("pulls", by_name(entry.cards, self.names))
            case Settled():
                who = {} if entry.seat is None else {"player": self.names[entry.seat]}
                self._settle("settled", {"end": entry.end, "outcome": entry.outcome} | who)
            case _:
                self._strike()
                self.finish["shortened"] = True

    def _bids(self, entry: Bids) -> None:
        self.open.setdefault("bids", {}).update(by_name(entry.bids, self.names))
        self.open.update({key: value for key, value in (("flip", entry.flip), ("trump", entry.trump)) if value})

    def _close(self, **more: Any) -> None:
        self.rounds.append(self.open | more)
        self.open = {}

    def _strike(self) -> None:
        """Close a hand in progress as void."""
        if self.open.get("bids") or "flip" in self.open or "trump" in self.open:
            self._close(void=True)

    def _join(self, entry: Join) -> None:
        name = self.names[entry.seat]
        more: Json = {} if entry.after is None else {"after": self.names[entry.after]}
        more |= {"over_ten": True} if entry.over_ten else {}
        self.open.setdefault("arrivals", []).append({"player": name} | more if more else name)

    def _leave(self, name: str) -> None:
        self._strike()
        if self.left == 0 or self.finish:
            self._settle("departed", name)
        else:
            self.open.setdefault("departures", []).append(name)

    def _adjust(self, written: Json, entry: Adjust) -> None:
        """Add points by hand to a round or to the finish; a second one adds to the first."""
        points, more = written.pop("adjust", {}), by_name(entry.points, self.names)
        together = {name: points.get(name, 0) + more.get(name, 0) for name in {**points, **more}}
        notes = written.pop("adjust_note", ""), entry.note
        if left := {name: value for name, value in together.items() if value}:
            written |= {"adjust": left, "adjust_note": "; ".join(filter(None, notes))}

    def _settle(self, key: str, value: Any) -> None:
        self.finish.setdefault(key, []).append(value)

    def written(self) -> Json:
        """The rounds, an incomplete last one included, and the finish where there is one."""
        rounds = [*self.rounds, self.open] if self.open else self.rounds
        return {"rounds": rounds} | ({"finish": self.finish} if self.finish else {})
