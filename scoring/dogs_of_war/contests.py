"""Checks a battle as it was written down (DW-12, DW-21, DW-22, DW-24, DW-49).

In every check `number` is the year, for the error.
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from scoring.base import Illegal, Malformed
from scoring.dogs_of_war.battle import ASKED, SOLDIERS, STRENGTH, SUDDEN, TRACK, fits, pushed, spaces
from scoring.dogs_of_war.entries import Contest, Move, Options
from scoring.messages import Message, at, counted, either, listed, row

FARTHEST = 2 * TRACK
MOST_PLAYS = 200


def check_seat(seat: int, seats: int, number: int | None, field: str) -> None:
    """Raise Illegal `unknown-player` unless the seat is at the table."""
    if not 0 <= seat < seats:
        raise Illegal(
            "unknown-player", Message("There is no seat {seat} at this table.", seat=seat + 1), at=number, field=field
        )


def check_house(
    house: str, houses: Iterable[str], number: int | None, field: str, code: str = "houses", seat: int | None = None
) -> None:
    """Raise Malformed with `code` unless the house is one of the match, or of the battle; `seat` is whose entry it is,
    if known.
    """
    known = tuple(houses)
    if house not in known:
        message = Message(
            "“{house}” is not among {known}: check how the house is spelt.", house=house, known=row(known)
        )
        raise Malformed(code, message, at=number, seat=seat, field=field)


def check_contest(contest: Contest, options: Options, seats: int, number: int) -> None:
    """Raise a RuleError unless a battle's houses, tracker or plays, captains and sides are valid by themselves."""
    check_houses(contest.houses, options, number)
    for seat in contest.betrayal:
        check_seat(seat, seats, number, "betrayal")
    if len(set(contest.betrayal)) != len(contest.betrayal):
        raise Malformed("duplicate-player", Message("Betrayal: name each player once."), at=number, field="betrayal")
    if contest.plays is None:
        _check_final(contest, seats, number)
        return
    if contest.tracker is not None or contest.captains:
        raise plays_and_final(number)
    if len(contest.plays) > MOST_PLAYS:
        message = Message(
            "A battle has {most} plays at most, far more than there are captains: take some away.", most=MOST_PLAYS
        )
        raise Malformed("malformed", message, at=number, field="plays")
    _check_plays(contest, contest.plays, options, seats, number)


def check_houses(houses: tuple[str, str], options: Options, number: int) -> None:
    """Raise a RuleError unless the two houses take part and are different."""
    for house in houses:
        check_house(house, options.houses, number, "houses")
    if houses[0] == houses[1]:
        message = Message("{house} cannot fight itself: choose another house.", house=houses[0])
        raise Illegal("pairing", message, at=number, field="houses")


def plays_and_final(number: int | None = None) -> Malformed:
    """The error for a battle written down in both ways."""
    message = Message("A battle has either its plays or its final tracker and captains: leave one of the two out.")
    return Malformed("malformed", message, at=number, field="plays")


def _check_final(contest: Contest, seats: int, number: int) -> None:
    check_tracker(contest.tracker or 0, number)
    for house, there in contest.captains.items():
        check_house(house, contest.houses, number, "captains")
        _check_captains(house, there, seats, number)


def with_betrayal(contest: Contest) -> Contest:
    """The battle with Betrayal added for every seat that has captains on both sides: only plays are checked for it
    (DW-21), so in a final position that proves it was played.
    """
    more = on_both_sides(contest) - set(contest.betrayal)
    return replace(contest, betrayal=(*contest.betrayal, *sorted(more))) if more else contest


def on_both_sides(contest: Contest) -> set[int]:
    """The seats that have captains with both houses at the end of a battle."""
    left, right = (contest.captains.get(house, {}) for house in contest.houses)
    return {seat for seat, count in left.items() if count and right.get(seat)}


def unused_betrayals(contest: Contest) -> list[int]:
    """The seats that played Betrayal without having captains on both sides."""
    seen = on_both_sides(contest)
    return [seat for seat in contest.betrayal if seat not in seen]


def check_tracker(tracker: int, number: int) -> None:
    """Raise Illegal `tracker` unless the tracker is on its track (DW-27)."""
    if not -TRACK <= tracker <= TRACK:
        message = Message(
            "The tracker cannot stand on {space}: the track ends at {end} on either side.",
            space=abs(tracker),
            end=TRACK,
        )
        raise Illegal("tracker", message, at=number, field="tracker")


def _check_captains(house: str, there: Mapping[int, int], seats: int, number: int) -> None:
    for seat, count in there.items():
        check_seat(seat, seats, number, "captains")
        if count < 0:
            message = counted(
                "{player} cannot have {count} captain for {house}: 0 is the fewest.",
                "{player} cannot have {count} captains for {house}: 0 is the fewest.",
                count,
                player=at(seat),
                house=house,
            )
            raise Illegal("negative", message, at=number, seat=seat, field="captains")


def both_sides(seat: int, houses: tuple[str, str], number: int) -> Illegal:
    """The error for a seat with captains on both sides of a battle without Betrayal (DW-21)."""
    message = Message(
        "{player} cannot stand by both {house} and {other} in one battle: move the captains to one side, or note that "
        "Betrayal was played.",
        player=at(seat),
        house=houses[0],
        other=houses[1],
    )
    return Illegal("both-sides", message, at=number, seat=seat, field="captains")


def _check_plays(contest: Contest, plays: Iterable[Move], options: Options, seats: int, number: int) -> None:
    sides: dict[int, str] = {}
    tracker = 0
    for move in plays:
        check_move(move, contest, seats, number)
        if SUDDEN in options.variants and abs(tracker) == TRACK:
            raise closed(move.seat, contest, number)
        tracker, _ = pushed(tracker, spaces(move) if move.house == contest.houses[0] else -spaces(move))
        if move.soldier is None or move.seat in contest.betrayal:
            continue
        if sides.setdefault(move.seat, move.house) != move.house:
            raise both_sides(move.seat, contest.houses, number)


def closed(seat: int, contest: Contest, number: int) -> Illegal:
    """The error for a play after sudden death: a battle is over once its tracker has reached 15 (DW-49)."""
    message = Message(
        "The battle of {houses} is over, its tracker has reached {end}: {player} must play elsewhere.",
        houses=listed(contest.houses),
        end=TRACK,
        player=at(seat),
    )
    return Illegal("battle-closed", message, at=number, seat=seat, field="plays")


def check_move(move: Move, contest: Contest, seats: int, number: int) -> None:
    """Raise a RuleError unless a play is a soldier or a bare move, for a house of the battle, on a space the soldier
    may take (DW-19, DW-22).
    """
    check_seat(move.seat, seats, number, "plays")
    check_house(move.house, contest.houses, number, "plays")
    if (move.soldier is None) == (move.spaces is None):
        message = Message("A play is a soldier, or a bare move with “spaces”: give one of the two.")
        raise Malformed("malformed", message, at=number, seat=move.seat, field="plays")
    if move.soldier is None:
        _check_bare(move, number)
    else:
        _check_soldier(move, move.soldier, number)


def _check_bare(move: Move, number: int) -> None:
    if not 1 <= (move.spaces or 0) <= FARTHEST:
        message = counted(
            "{player} cannot move the tracker {count} space: 1 to {farthest} are possible.",
            "{player} cannot move the tracker {count} spaces: 1 to {farthest} are possible.",
            move.spaces or 0,
            player=at(move.seat),
            farthest=FARTHEST,
        )
        raise Illegal("tracker", message, at=number, seat=move.seat, field="spaces")
    if move.space is not None:
        message = Message("A bare move takes no space: leave “space” out.")
        raise Malformed("malformed", message, at=number, seat=move.seat, field="space")


def _check_soldier(move: Move, soldier: str, number: int) -> None:
    if soldier not in STRENGTH:
        known = row(each.key for each in SOLDIERS)
        message = Message("“{soldier}” is no soldier: use one of {known}.", soldier=soldier, known=known)
        raise Malformed("malformed", message, at=number, field="soldier")
    if move.space is not None and move.space not in ASKED:
        message = Message("A space asks for {known}, not for “{space}”.", known=either(ASKED), space=move.space)
        raise Malformed("malformed", message, at=number, field="space")
    if not fits(soldier, move.space):
        message = Message(
            "{player}’s captain cannot take that space: it asks for the {soldier} or stronger.",
            player=at(move.seat),
            soldier=move.space,
        )
        raise Illegal("captains", message, at=number, seat=move.seat, field="space")
