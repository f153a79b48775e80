"""The sheet of a match so far, and when it is decided."""

from collections.abc import Iterator

from scoring.base import Notice, Sheet
from scoring.messages import Message, at, counted, listed
from scoring.top_dog.entries import Options
from scoring.top_dog.hands import arranger, cards_in_hand, cycle, hands_in
from scoring.top_dog.line import TopDogLine

ONE_DECK = 4


class TopDogSheet(Sheet, frozen=True, dict=True):
    """A match so far. The dummy is no seat: `totals` holds the people, for the dummy cannot win (HR-TD-05)."""

    lines: tuple[TopDogLine, ...]
    options: Options

    @property
    def number(self) -> int:
        """The number of the round in progress, from 1."""
        return len(self.lines) + 1

    @property
    def hands(self) -> int:
        """How many hands are dealt a round: 13, or 26 with two suits each (TD-09, TD-21)."""
        return hands_in(self.options)

    @property
    def cards_in_hand(self) -> int:
        """How many cards one won hand brings, the dummy's too (TD-10)."""
        return cards_in_hand(self.seats, self.options)

    @property
    def arranger(self) -> int | None:
        """Whose turn it is to arrange in the round in progress; None without variation 2 (TD-17)."""
        return arranger(self.seats, self.options, self.number)

    @property
    def whole(self) -> bool:
        """Everybody has arranged equally often, so the match may end here (TD-18)."""
        return len(self.lines) % cycle(self.seats, self.options) == 0

    @property
    def past(self) -> tuple[int, ...]:
        """Every seat at the target or beyond, in seat order (TD-13)."""
        return tuple(seat for seat, total in self.totals.items() if total >= self.options.target)

    @property
    def top(self) -> tuple[int, ...]:
        """Every seat at the target or beyond with the highest total: one wins, several play on (HR-TD-01)."""
        best = max(self.totals.values())
        return tuple(seat for seat in self.past if self.totals[seat] == best)

    @property
    def finished(self) -> bool:
        """One seat alone is highest with the target or more, at the end of a whole cycle (TD-13, TD-18, HR-TD-01)."""
        return len(self.top) == 1 and self.whole

    @property
    def winners(self) -> tuple[int, ...]:
        """The top dog; nobody until decided."""
        return self.top if self.finished else ()

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """What is legal but unusual."""
        return (*_decks(self), *_missing(self), *_running(self))


def _decks(sheet: TopDogSheet) -> Iterator[Notice]:
    """Two suits for three or more hands take a second deck (TD-22)."""
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
    """A note lifted the check of the hands (HR-TD-04)."""
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
    """Somebody has the points, and the match goes on all the same (TD-18, HR-TD-01)."""
    if not sheet.top or sheet.finished:
        return
    rounds, played = cycle(sheet.seats, sheet.options), len(sheet.lines)
    if sheet.whole:
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
            len(sheet.past),
            names=listed([at(seat) for seat in sheet.past]),
            target=sheet.options.target,
            round=last,
        )
        yield Notice("cycle", message, round=played)
