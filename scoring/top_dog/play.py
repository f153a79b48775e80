"""The fold: how a round turns one sheet into the next (TD-08 to TD-14, TD-17 to TD-21)."""

from msgspec import Struct
from msgspec.structs import replace

from scoring.base import Illegal, Malformed, Rank
from scoring.competition.ranking import places
from scoring.messages import Message, at
from scoring.top_dog.count import check_suits, count
from scoring.top_dog.entries import NAME, Round
from scoring.top_dog.hands import against, cycle, points
from scoring.top_dog.line import TopDogLine
from scoring.top_dog.sheet import TopDogSheet


def play(sheet: TopDogSheet, entry: Struct) -> TopDogSheet:
    """Return the sheet after one more round; raise a RuleError that says what to do where the round is not valid.

    >>> from scoring.top_dog import Options
    >>> from scoring.top_dog.start import start
    >>> play(start(2, Options()), Round({0: 5, 1: 7}, last_hand_tied=True)).totals
    {0: 5, 1: 7}
    """
    if not isinstance(entry, Round):
        raise Malformed("kind", Message("“{kind}” is not an entry of {game}.", kind=type(entry).__name__, game=NAME))
    if sheet.finished:
        message = Message(
            "The match is over: {player} has won, and no round can be added.", player=at(sheet.winners[0])
        )
        raise Illegal("round-after-end", message, at=sheet.number)
    line = _line(sheet, entry)
    return replace(sheet, lines=(*sheet.lines, line), totals=line.totals)


def _line(sheet: TopDogSheet, entry: Round) -> TopDogLine:
    won, dummy = count(sheet, entry)
    check_suits(sheet, entry)
    scoring, number = sheet.options.dummy_scoring, sheet.number
    brought = {seat: points(hands, dummy, scoring) for seat, hands in won.items()}
    return TopDogLine(
        number=number,
        points=brought,
        totals={seat: total + brought[seat] for seat, total in sheet.totals.items()},
        hands=sheet.hands,
        counted=sum(won.values()) + (dummy or 0),
        won=won,
        dummy=dummy,
        against={} if dummy is None else {seat: against(hands, dummy) for seat, hands in won.items()},
        arranger=sheet.arranger,
        cycle_end=number % cycle(sheet.seats, sheet.options) == 0,
        last_hand_tied=entry.last_hand_tied,
        note=entry.note,
        before=sheet.totals,
        suits=entry.suits,
    )


def ranks(sheet: TopDogSheet) -> tuple[Rank, ...]:
    """The places by points, so far or final; the dummy has none (HR-TD-05)."""
    return places(sheet.totals)
