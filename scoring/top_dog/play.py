"""A match from its start, round by round, and what is recorded next (TD-01, TD-08 to TD-22, TD-26)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from scoring.base import Illegal, Malformed, Rank, places, unknown_entry
from scoring.messages import Message, Thousands, at, counted, either
from scoring.top_dog.count import check_suits, count
from scoring.top_dog.sheet import (
    ARRANGING,
    DUMMY_SCORING,
    NAME,
    SUITS,
    Options,
    Round,
    TopDogLine,
    TopDogSheet,
    against,
    cards_in_hand,
    cycle,
    hands_in,
    points,
)

# The fold: how a round turns one sheet into the next (TD-08 to TD-14, TD-17 to TD-21).


def play(sheet: TopDogSheet, entry: Struct) -> TopDogSheet:
    """Return the sheet after one more round; raise a RuleError that says what to do where the round is not valid.

    >>> from scoring.top_dog import Options
    >>> from scoring.top_dog.play import start
    >>> play(start(2, Options()), Round({0: 5, 1: 7}, last_hand_tied=True)).totals
    {0: 5, 1: 7}
    """
    if not isinstance(entry, Round):
        raise unknown_entry(entry, NAME)
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


# The start of a match: checks everything that was agreed (TD-01, TD-16 to TD-22, TD-26).


FEWEST, MOST = 2, 4
HIGHEST_TARGET = 1000


def start(seats: int, options: Options) -> TopDogSheet:
    """The sheet before the first round; Malformed `players`, `options` or `unknown-player` where nobody can play like
    this.
    """
    if not FEWEST <= seats <= MOST:
        message = counted(
            "{game} is for {fewest} to {most} players, one suit each: there is {count}.",
            "{game} is for {fewest} to {most} players, one suit each: there are {count}.",
            seats,
            fewest=FEWEST,
            most=MOST,
            game=NAME,
        )
        raise Malformed("players", message, field="players")
    check(seats, options)
    active_seats = tuple(range(seats))
    return TopDogSheet(
        seats=seats, active_seats=active_seats, lines=(), totals=dict.fromkeys(active_seats, 0), options=options
    )


def check(seats: int, options: Options) -> None:
    """Raise Malformed `options` where the options contradict each other or are out of range (TD-26)."""
    if not 1 <= options.target <= HIGHEST_TARGET:
        message = Message(
            "The match cannot be played to {target}: choose 1 to {most}.",
            target=options.target,
            most=Thousands(HIGHEST_TARGET),
        )
        raise Malformed("options", message, field="target")
    _check_choice("arranging", options.arranging, ARRANGING)
    _check_choice("dummy_scoring", options.dummy_scoring, DUMMY_SCORING)
    _check_choice("suits", options.suits, SUITS)
    if options.dummy:
        _check_dummy(seats, options)
    elif options.dummy_scoring != "add":
        message = Message(
            "No dummy plays, so there is nothing to score against it: leave that out, or let a dummy play."
        )
        raise Malformed("options", message, field="dummy_scoring")
    _check_arranger(seats, options)


def _check_choice(field: str, given: str | int, choices: Sequence[str | int]) -> None:
    if given not in choices:
        message = Message(
            "“{given}” is not a choice for “{field}”: use {known}.",
            given=str(given),
            field=field,
            known=either([str(choice) for choice in choices]),
        )
        raise Malformed("options", message, field=field)


def _check_dummy(seats: int, options: Options) -> None:
    """Raise Malformed where there is no suit left for the dummy, which takes one like every player (TD-01, TD-19)."""
    if cards_in_hand(seats, options) > MOST:
        message = counted(
            "{count} player and a dummy is one suit too many: with a dummy {most} can play.",
            "{count} players and a dummy are one suit too many: with a dummy {most} can play.",
            seats,
            most=MOST - 1,
        )
        raise Malformed("options", message, field="dummy")


def _check_arranger(seats: int, options: Options) -> None:
    if options.first_arranger == 0:
        return
    if options.arranging != "rotating":
        message = Message(
            "Only where players take turns at arranging (variation 2) does one of them begin: leave that out."
        )
        raise Malformed("options", message, field="first_arranger")
    if not 0 <= options.first_arranger < seats:
        message = Message("There is no seat {seat} to arrange first.", seat=options.first_arranger + 1)
        raise Malformed("unknown-player", message, field="first_arranger")


# What the scorekeeper records next, with everything a screen needs to prevent a mistake.


class RoundStep(Struct, frozen=True):
    """The next step is a round.

    The hands add up to `hands`, or to `hands_tied` when the last one is tied. A won hand brings `cards_in_hand` cards.
    `arranger` arranges (None without variation 2); `dummy`: the dummy's hands are needed too.

    The way to the end: `target`, the `totals` so far, `to_go` the points each seat lacks (0 when there), `at_target`
    the seats that are there, `level` those tied at the top there (empty unless several). With variation 2 the match can
    only end with round `cycle_end`, else with any; `earliest_end` is the first round in which it can be decided at all
    (TD-24).
    """

    number: int
    hands: int
    hands_tied: int
    cards_in_hand: int
    arranger: int | None
    dummy: bool
    target: int
    totals: Mapping[int, int]
    to_go: Mapping[int, int]
    at_target: tuple[int, ...]
    level: tuple[int, ...]
    cycle_end: int
    earliest_end: int

    def counting(self, *, tied: bool) -> int:
        """The number that all hands must add up to, by whether the last one was tied."""
        return self.hands_tied if tied else self.hands


def next_step(sheet: TopDogSheet) -> RoundStep | None:
    """The next round; None when the match is won."""
    if sheet.finished:
        return None
    target = sheet.options.target
    return RoundStep(
        number=sheet.number,
        hands=sheet.hands,
        hands_tied=hands_in(sheet.options, tied=True),
        cards_in_hand=sheet.cards_in_hand,
        arranger=sheet.arranger,
        dummy=sheet.options.dummy,
        target=target,
        totals=sheet.totals,
        to_go={seat: max(0, target - total) for seat, total in sheet.totals.items()},
        at_target=sheet.at_target,
        level=sheet.top if len(sheet.top) > 1 else (),
        cycle_end=_whole(sheet, sheet.number),
        earliest_end=_earliest(sheet),
    )


def _whole(sheet: TopDogSheet, number: int) -> int:
    """The first round from `number` on after which everybody has arranged equally often (TD-18)."""
    rounds = cycle(sheet.seats, sheet.options)
    return -(-number // rounds) * rounds


def _earliest(sheet: TopDogSheet) -> int:
    """The earliest round in which the match can end: that in which the leader reaches the target by winning every hand
    (TD-24).
    """
    most = points(sheet.hands, 0 if sheet.options.dummy else None, sheet.options.dummy_scoring)
    left = sheet.options.target - max(sheet.totals.values())
    return _whole(sheet, len(sheet.lines) + max(1, -(-left // most)))
