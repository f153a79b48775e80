"""The sheet of a Top Dog match so far, and when it is decided."""

from collections.abc import Iterator

from scoring.base import Notice, Sheet
from scoring.messages import Message, at, counted, listed
from scoring.top_dog.entries import Options
from scoring.top_dog.hands import arranger, cards_in_hand, cycle, hands_in
from scoring.top_dog.line import TopDogLine

ONE_DECK = 4


class TopDogSheet(Sheet, frozen=True, dict=True):
    """The state of a match. The dummy is no seat and not in `totals`, since it cannot win (HR-TD-05)."""

    lines: tuple[TopDogLine, ...]
    options: Options

    @property
    def number(self) -> int:
        """The number of the round in progress, from 1."""
        return len(self.lines) + 1

    @property
    def hands(self) -> int:
        """How many hands a round has: 13, or 26 with two suits each (TD-09, TD-21)."""
        return hands_in(self.options)

    @property
    def cards_in_hand(self) -> int:
        """How many cards the winner of a hand takes, the dummy's included (TD-10)."""
        return cards_in_hand(self.seats, self.options)

    @property
    def arranger(self) -> int | None:
        """The seat that arranges in the round in progress; None without variation 2 (TD-17)."""
        return arranger(self.seats, self.options, self.number)

    @property
    def cycle_complete(self) -> bool:
        """Whether everybody has arranged equally often, so that the match may end here (TD-18)."""
        return len(self.lines) % cycle(self.seats, self.options) == 0

    @property
    def at_target(self) -> tuple[int, ...]:
        """The seats at the target or beyond, in seat order (TD-13)."""
        return tuple(seat for seat, total in self.totals.items() if total >= self.options.target)

    @property
    def top(self) -> tuple[int, ...]:
        """The seats with the highest total, if that is the target or more: one wins, several play on (HR-TD-01)."""
        best = max(self.totals.values())
        return tuple(seat for seat in self.at_target if self.totals[seat] == best)

    @property
    def finished(self) -> bool:
        """Whether one seat alone is highest, with the target or more, after a whole cycle (TD-13, TD-18, HR-TD-01)."""
        return len(self.top) == 1 and self.cycle_complete

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner, called the top dog; empty until decided."""
        return self.top if self.finished else ()

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """Notices about what is legal but unusual."""
        return (*_decks(self), *_missing(self), *_running(self))


def _decks(sheet: TopDogSheet) -> Iterator[Notice]:
    """Yield a warning where two suits for each of three or more hands of cards need a second deck (TD-22)."""
    if sheet.cards_in_hand * sheet.options.suits > ONE_DECK:
        yield Notice(
            "two-decks",
            counted(
                "Two suits for each of {count} hand take two decks of cards.",
                "Two suits for each of {count} hands take two decks of cards.",
                sheet.cards_in_hand,
            ),
        )


def _missing(sheet: TopDogSheet) -> Iterator[Notice]:
    """Yield a warning for each round whose hands do not add up and whose note explains why (HR-TD-04)."""
    for line in sheet.lines:
        due = hands_in(sheet.options, tied=line.last_hand_tied)
        if line.counted != due:
            message = counted(
                "Only {counted} of {count} hand count in round {round}: the note says why.",
                "Only {counted} of {count} hands count in round {round}: the note says why.",
                due,
                counted=line.counted,
                round=line.number,
            )
            yield Notice("hands-sum", message, round=line.number)


def _running(sheet: TopDogSheet) -> Iterator[Notice]:
    """Yield a warning where a seat has reached the target but the match goes on (TD-18, HR-TD-01)."""
    if not sheet.top or sheet.finished:
        return
    rounds, played = cycle(sheet.seats, sheet.options), len(sheet.lines)
    if sheet.cycle_complete:
        message = Message(
            "{names} are level with {points}: play on until one leads.",
            names=listed([at(seat) for seat in sheet.top]),
            points=sheet.totals[sheet.top[0]],
        )
        yield Notice("level", message, round=played)
    else:
        last = -(-played // rounds) * rounds
        message = counted(
            "{names} has reached {target}, but the match runs to round {round}.",
            "{names} have reached {target}, but the match runs to round {round}.",
            len(sheet.at_target),
            names=listed([at(seat) for seat in sheet.at_target]),
            target=sheet.options.target,
            round=last,
        )
        yield Notice("cycle", message, round=played)
