"""Play-offs in the abstract: groups, the cut, final tables, crossover (DD-02, DD-45 to DD-50)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from scoring.base import Illegal

LARGEST_GROUP = 10


class Cut(Struct, frozen=True):
    """Who goes to the winners' table and who to the losers', best first; the `level` pull for `places`."""

    advance: tuple[int, ...]
    stay: tuple[int, ...]
    level: tuple[int, ...] = ()
    places: int = 0


def group_sizes(players: int, largest: int = LARGEST_GROUP) -> tuple[int, ...]:
    """Groups as few and as even as possible (DD-02, HR-DD-12).

    >>> group_sizes(11), group_sizes(13), group_sizes(21), group_sizes(10)
    ((6, 5), (7, 6), (7, 7, 7), (10,))
    """
    count = -(-players // largest)
    return tuple(players // count + (group < players % count) for group in range(count))


def cut(totals: Mapping[int, int], advance: int, pulls: Sequence[Mapping[int, int]] = ()) -> Cut:
    """The best of a group, by total; a tie across the line is pulled for, the low card drops (DD-46, DD-50, HR-DD-11).

    >>> cut({0: 9, 1: 30, 2: 12}, 1).advance
    (1,)
    >>> cut({0: 9, 1: 30, 2: 30}, 1).level
    (1, 2)
    >>> cut({0: 9, 1: 30, 2: 30}, 1, [{1: 4, 2: 14}]).stay
    (1, 0)
    """
    ranked = sorted(totals, key=lambda seat: -totals[seat])
    line = totals[ranked[advance - 1]]
    above = [seat for seat in ranked if totals[seat] > line]
    level = [seat for seat in ranked if totals[seat] == line]
    below = [seat for seat in ranked if totals[seat] < line]
    for cards in pulls:
        _check_pull(level, advance - len(above), cards)
        edge = sorted(cards.values(), reverse=True)[advance - len(above) - 1]
        below = [seat for seat in level if cards[seat] < edge] + below
        above += [seat for seat in level if cards[seat] > edge]
        level = [seat for seat in level if cards[seat] == edge]
    places = advance - len(above)
    if len(level) == places:
        return Cut((*above, *level), tuple(below))
    return Cut(tuple(above), tuple(below), tuple(level), places)


def _check_pull(level: Sequence[int], places: int, cards: Mapping[int, int]) -> None:
    if len(level) == places:
        raise Illegal("pull", "Nobody is level on the line any more: there is no card to pull.", field="pulls")
    for seat in (*level, *cards):
        if seat not in cards or seat not in level:
            message = f"Exactly those level on the line pull a card: look at {{{seat}}} again."
            raise Illegal("pull", message, seat=seat, field="pulls")


def crosses_over(winners_low: int, losers_low: int) -> bool:
    """The loser sits at the winners' table only when strictly below everybody at the losers' (DD-49, HR-DD-10).

    >>> crosses_over(-8, -2), crosses_over(-2, -2)
    (True, False)
    """
    return winners_low < losers_low
