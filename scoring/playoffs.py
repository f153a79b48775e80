"""Play-offs in the abstract: groups, the cut, final tables, crossover (DD-02, DD-45 to DD-50)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from scoring.base import Illegal, Malformed

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
        up, still, down = pulled({seat: cards[seat] for seat in level}, advance - len(above))
        below = [*down, *below]
        above += up
        level = list(still)
    places = advance - len(above)
    if len(level) == places:
        return Cut((*above, *level), tuple(below))
    return Cut(tuple(above), tuple(below), tuple(level), places)


def pulled(cards: Mapping[int, int], places: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Who goes up, who is level and pulls again, who drops, once each has pulled for the places (DD-50).

    >>> pulled({0: 4, 1: 14, 2: 4}, 1), pulled({0: 4, 1: 14, 2: 4}, 2)
    (((1,), (), (0, 2)), ((1,), (0, 2), ()))
    """
    ranked = sorted(cards.values(), reverse=True)
    edge = ranked[places - 1]
    if ranked[places] < edge:
        return _holding(cards, edge, 14), (), _holding(cards, 0, edge - 1)
    return _holding(cards, edge + 1, 14), _holding(cards, edge, edge), _holding(cards, 0, edge - 1)


def _holding(cards: Mapping[int, int], least: int, most: int) -> tuple[int, ...]:
    found = [seat for seat, rank in cards.items() if least <= rank <= most]
    return tuple(sorted(found, key=lambda seat: -cards[seat]))


def _check_pull(level: Sequence[int], places: int, cards: Mapping[int, int]) -> None:
    if len(level) == places:
        raise Illegal("pull", "Nobody is level on the line any more: there is no card to pull.", field="pulls")
    for seat in (*level, *cards):
        if seat not in cards or seat not in level:
            message = f"Exactly those level on the line pull a card: look at {{{seat}}} again."
            raise Illegal("pull", message, seat=seat, field="pulls")


def letter(number: int) -> str:
    """What group number one, two, … is called.

    >>> letter(1), letter(3), letter(27)
    ('A', 'C', 'A2')
    """
    turn, place = divmod(number - 1, 26)
    return chr(ord("A") + place) + (str(turn + 1) if turn else "")


def check_groups(sizes: Sequence[int], advance: int, group: tuple[int, int], final: tuple[int, int]) -> None:
    """Groups, cut and final tables as they could be played; Malformed says what to change (DD-01, DD-45 to DD-47).

    >>> check_groups([6, 6], 3, (4, 10), (2, 10))
    """
    if len(sizes) < 2:
        raise Malformed("groups", "A play-off needs two groups at least: one table plays a match.", field="groups")
    for number, size in enumerate(sizes, 1):
        _check_group(f"Group {letter(number)}", size, group)
    if not 1 <= advance < min(sizes):
        message = f"The smallest group has {min(sizes)} players: 1 to {min(sizes) - 1} can go up, not {advance}."
        raise Malformed("advance", message, field="advance")
    up = advance * len(sizes)
    for table, seats in (("winners’ table", up), ("losers’ table", sum(sizes) - up)):
        if not final[0] <= seats <= final[1]:
            message = f"With {advance} up from each group the {table} seats {seats}: {final[0]} to {final[1]} can sit."
            raise Malformed("advance", f"{message} Let another number go up, or change the groups.", field="advance")


def _check_group(name: str, size: int, group: tuple[int, int]) -> None:
    least, most = group
    if size < least:
        message = f"{name} has {size} {'player' if size == 1 else 'players'}: a group needs {least} at least."
        raise Malformed("groups", f"{message} Move somebody over, or make fewer groups.", field="groups")
    if size > most:
        message = f"{name} has {size} players: {most} is the most. Move somebody over, or make another group."
        raise Malformed("groups", message, field="groups")


class Final(Struct, frozen=True):
    """How a final table stands: who is first, and who is last of those who have not won; several are level."""

    totals: Mapping[int, int]
    first: tuple[int, ...]
    last: tuple[int, ...]


class Held(Struct, frozen=True):
    """Who holds what if it ended now; several are level and still have to settle it."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    crossover: bool = False


def final(totals: Mapping[int, int], winners: Sequence[int] = (), losers: Sequence[int] = ()) -> Final:
    """What the match has decided, and its totals where nothing is decided yet; the winner never loses (DD-56).

    >>> final({0: 5, 1: 9, 2: 5})
    Final(totals={0: 5, 1: 9, 2: 5}, first=(1,), last=(0, 2))
    """
    best = max(totals.values())
    first = tuple(winners) or tuple(seat for seat in totals if totals[seat] == best)
    pool = [seat for seat in totals if first != (seat,)]
    least = min(totals[seat] for seat in pool)
    return Final(totals, first, tuple(losers) or tuple(seat for seat in pool if totals[seat] == least))


def held(top: Final, rest: Final) -> Held:
    """Winner from the winners’ table only; the loser from there only by the strict crossover (DD-46 to DD-49).

    >>> held(final({0: 50, 1: -8}), final({2: 52, 3: -2}))
    Held(winners=(0,), losers=(1,), crossover=True)
    """
    crossover = crosses_over(top.totals[top.last[0]], rest.totals[rest.last[0]])
    return Held(top.first, top.last if crossover else rest.last, crossover)


def crosses_over(winners_low: int, losers_low: int) -> bool:
    """The loser sits at the winners' table only when strictly below everybody at the losers' (DD-49, HR-DD-10).

    >>> crosses_over(-8, -2), crosses_over(-2, -2)
    (True, False)
    """
    return winners_low < losers_low
