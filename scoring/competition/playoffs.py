"""Play-offs of any game: groups, the cut, final tables, crossover (DD-02, DD-45 to DD-50)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from scoring.base import Illegal, Malformed
from scoring.messages import Message, at, counted

LARGEST_GROUP = 10
ONE_GROUP = Message("A play-off needs two groups at least: one table plays a match.")


class Cut(Struct, frozen=True):
    """The cut of a group: the seats that `advance` to the winners' table and that `stay` for the losers', best first.

    Of the `level` seats, tied across the line, `places` go up by card pull; `out` are in neither final (DD-47).
    """

    advance: tuple[int, ...]
    stay: tuple[int, ...]
    level: tuple[int, ...] = ()
    places: int = 0
    out: tuple[int, ...] = ()


def group_sizes(players: int, largest: int = LARGEST_GROUP) -> tuple[int, ...]:
    """The sizes of the groups: as few and as even as possible, each at most `largest` (DD-02, HR-DD-12).

    >>> group_sizes(11), group_sizes(13), group_sizes(21), group_sizes(10)
    ((6, 5), (7, 6), (7, 7, 7), (10,))
    """
    count = -(-players // largest)
    return tuple(players // count + (group < players % count) for group in range(count))


def cut(
    totals: Mapping[int, int], advance: int, pulls: Sequence[Mapping[int, int]] = (), bottom: int | None = None
) -> Cut:
    """The cut of a group by totals; a tie across the line is pulled for, the low card drops (DD-46, DD-50, HR-DD-11).

    `advance` seats go up (all, where no more are left). `pulls` are in order, each the rank of the card (2 to 14) by
    seat; Illegal `pull` where one is not by exactly the tied seats. `bottom` play for the loser trophy (None: the
    rest), and all tied with the best of these.

    >>> cut({0: 9, 1: 30, 2: 12}, 1).advance
    (1,)
    >>> cut({0: 9, 1: 30, 2: 30}, 1).level
    (1, 2)
    >>> cut({0: 9, 1: 30, 2: 30}, 1, [{1: 4, 2: 14}]).stay
    (1, 0)
    >>> cut({0: 9, 1: 30, 2: 12, 3: 5}, 1, bottom=2).out
    (2,)
    """
    if len(totals) <= advance:
        return Cut(tuple(sorted(totals, key=lambda seat: -totals[seat])), ())
    ranked = sorted(totals, key=lambda seat: -totals[seat])
    line = totals[ranked[advance - 1]]
    above = [seat for seat in ranked if totals[seat] > line]
    level = [seat for seat in ranked if totals[seat] == line]
    below = [seat for seat in ranked if totals[seat] < line]
    for cards in pulls:
        _check_pull(level, advance - len(above), cards)
        up, still, down = split_by_cards({seat: cards[seat] for seat in level}, advance - len(above))
        below = [*down, *below]
        above += up
        level = list(still)
    places = advance - len(above)
    if len(level) == places:
        out, stay = _split_below(totals, below, bottom)
        return Cut((*above, *level), stay, out=out)
    return Cut(tuple(above), tuple(below), tuple(level), places)


def _split_below(
    totals: Mapping[int, int], below: Sequence[int], bottom: int | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats in neither final, and the seats at the losers' table (DD-47)."""
    if bottom is None or len(below) <= bottom:
        return (), tuple(below)
    line = sorted(totals[seat] for seat in below)[bottom - 1]
    return tuple(seat for seat in below if totals[seat] > line), tuple(seat for seat in below if totals[seat] <= line)


def split_by_cards(cards: Mapping[int, int], places: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The seats that go up, that are tied and pull again, and that drop, after all pulled for `places` places (DD-50).

    >>> split_by_cards({0: 4, 1: 14, 2: 4}, 1), split_by_cards({0: 4, 1: 14, 2: 4}, 2)
    (((1,), (), (0, 2)), ((1,), (0, 2), ()))
    """
    ranked = sorted(cards.values(), reverse=True)
    edge = ranked[places - 1]
    if ranked[places] < edge:
        return _holding(cards, edge, 14), (), _holding(cards, 0, edge - 1)
    return _holding(cards, edge + 1, 14), _holding(cards, edge, edge), _holding(cards, 0, edge - 1)


def _holding(cards: Mapping[int, int], least: int, most: int) -> tuple[int, ...]:
    seats = [seat for seat, rank in cards.items() if least <= rank <= most]
    return tuple(sorted(seats, key=lambda seat: -cards[seat]))


def _check_pull(level: Sequence[int], places: int, cards: Mapping[int, int]) -> None:
    if len(level) == places:
        raise Illegal("pull", Message("Nobody is level on the line any more: there is no card to pull."), field="pulls")
    for seat in (*level, *cards):
        if seat not in cards or seat not in level:
            message = Message("Exactly those level on the line pull a card: look at {player} again.", player=at(seat))
            raise Illegal("pull", message, seat=seat, field="pulls")


def letter(number: int) -> str:
    """The name of a group by its number from 1: A to Z, then A2, B2 and so on.

    >>> letter(1), letter(3), letter(27)
    ('A', 'C', 'A2')
    """
    turn, place = divmod(number - 1, 26)
    return chr(ord("A") + place) + (str(turn + 1) if turn else "")


def check_groups(
    sizes: Sequence[int], advance: int, group: tuple[int, int], final: tuple[int, int], bottom: int | None = None
) -> None:
    """Raise Malformed where groups, cut and final tables cannot be played (DD-01, DD-45 to DD-47).

    `sizes` are the players of each group, `advance` and `bottom` count players of each group, `group` and `final` are
    the fewest and most who can sit at such a table. The error says what to change.

    >>> check_groups([6, 6], 3, (4, 10), (2, 10))
    """
    if len(sizes) < 2:
        raise Malformed("groups", ONE_GROUP, field="groups")
    for number, size in enumerate(sizes, 1):
        _check_group(letter(number), size, group)
    if not 1 <= advance < min(sizes):
        message = counted(
            "The smallest group has {count} player: 1 to {most} can go up, not {advance}.",
            "The smallest group has {count} players: 1 to {most} can go up, not {advance}.",
            min(sizes),
            most=min(sizes) - 1,
            advance=advance,
        )
        raise Malformed("advance", message, field="advance")
    if bottom is not None and not 1 <= bottom <= min(sizes) - advance:
        most = min(sizes) - advance
        message = Message(
            "With {advance} up, 1 to {most} of the smallest group can play for the other trophy, not {bottom}.",
            advance=advance,
            most=most,
            bottom=bottom,
        )
        raise Malformed("bottom", message, field="bottom")
    up = advance * len(sizes)
    down = sum(sizes) - up if bottom is None else bottom * len(sizes)
    least, most = final
    if not least <= up <= most:
        message = Message(
            "With {advance} up from each group the winners’ table seats {seats}: {least} to {most} can sit. Let "
            "another number go up, or change the groups.",
            advance=advance,
            seats=up,
            least=least,
            most=most,
        )
        raise Malformed("advance", message, field="advance")
    if not least <= down <= most:
        message = Message(
            "With {advance} up from each group the losers’ table seats {seats}: {least} to {most} can sit. Let "
            "another number go up, or change the groups.",
            advance=advance,
            seats=down,
            least=least,
            most=most,
        )
        raise Malformed("advance", message, field="advance")


def _check_group(name: str, size: int, group: tuple[int, int]) -> None:
    least, most = group
    if size < least:
        message = counted(
            "Group {group} has {count} player: a group needs {least} at least. Move somebody over, or make fewer "
            "groups.",
            "Group {group} has {count} players: a group needs {least} at least. Move somebody over, or make fewer "
            "groups.",
            size,
            group=name,
            least=least,
        )
        raise Malformed("groups", message, field="groups")
    if size > most:
        message = counted(
            "Group {group} has {count} player: {most} is the most. Move somebody over, or make another group.",
            "Group {group} has {count} players: {most} is the most. Move somebody over, or make another group.",
            size,
            group=name,
            most=most,
        )
        raise Malformed("groups", message, field="groups")


class Final(Struct, frozen=True):
    """The state of a final table: who is `first`, and who is `last` of those who have not won; several are tied."""

    totals: Mapping[int, int]
    first: tuple[int, ...]
    last: tuple[int, ...]


class TrophyState(Struct, frozen=True):
    """Who takes the trophies: several seats are tied; `crossover` means that the loser is at the winners' table."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    crossover: bool = False


def final(totals: Mapping[int, int], winners: Sequence[int] = (), losers: Sequence[int] = ()) -> Final:
    """The state of a final table by its `winners` and `losers`, or by totals while empty; the winner never loses
    (DD-56).

    >>> final({0: 5, 1: 9, 2: 5})
    Final(totals={0: 5, 1: 9, 2: 5}, first=(1,), last=(0, 2))
    """
    best = max(totals.values())
    first = tuple(winners) or tuple(seat for seat in totals if totals[seat] == best)
    pool = [seat for seat in totals if first != (seat,)]
    least = min(totals[seat] for seat in pool)
    return Final(totals, first, tuple(losers) or tuple(seat for seat in pool if totals[seat] == least))


def trophies(top: Final, rest: Final) -> TrophyState:
    """The winner comes from the winners' table, and the loser too only by the strict crossover (DD-46 to DD-49).

    >>> trophies(final({0: 50, 1: -8}), final({2: 52, 3: -2}))
    TrophyState(winners=(0,), losers=(1,), crossover=True)
    """
    crossover = crosses_over(top.totals[top.last[0]], rest.totals[rest.last[0]])
    return TrophyState(top.first, top.last if crossover else rest.last, crossover)


def crosses_over(winners_low: int, losers_low: int) -> bool:
    """Whether the loser sits at the winners' table: only if strictly below all at the losers' (DD-49, HR-DD-10).

    >>> crosses_over(-8, -2), crosses_over(-2, -2)
    (True, False)
    """
    return winners_low < losers_low
