"""The arithmetic of a round: how many hands it has, what the dummy brings, and which seat arranges."""

from scoring.top_dog.entries import DummyScoring, Options

SUIT = 13
MORE, LEVEL, FEWER = 1, 0, -2


def hands_in(options: Options, *, tied: bool = False) -> int:
    """How many hands of a round somebody wins: one for each card, less one where the last was tied (TD-08, TD-09,
    TD-21).

    >>> hands_in(Options()), hands_in(Options(suits=2)), hands_in(Options(), tied=True)
    (13, 26, 12)
    """
    return SUIT * options.suits - tied


def cards_in_hand(seats: int, options: Options) -> int:
    """How many cards the winner of a hand takes: one from everybody, one from the dummy (TD-10, TD-19).

    >>> cards_in_hand(3, Options()), cards_in_hand(3, Options(dummy=True))
    (3, 4)
    """
    return seats + options.dummy


def against(won: int, dummy: int) -> int:
    """The points for the hands won compared with the dummy's: more +1, fewer −2, equal 0 (TD-20).

    >>> against(5, 3), against(3, 3), against(2, 3)
    (1, 0, -2)
    """
    return LEVEL if won == dummy else MORE if won > dummy else FEWER


def points(won: int, dummy: int | None, scoring: DummyScoring = "add") -> int:
    """The points of a round: hands won, with those for the dummy added or, with `replace`, alone (TD-11, TD-20,
    HR-TD-05). `dummy` is None where none plays.

    >>> points(5, None), points(5, 3), points(5, 3, "replace"), points(1, 6)
    (5, 6, 1, -1)
    """
    if dummy is None:
        return won
    bonus = against(won, dummy)
    return bonus if scoring == "replace" else won + bonus


def arranger(seats: int, options: Options, number: int) -> int | None:
    """The seat that arranges its cards in round `number` (from 1), by turns clockwise in variation 2; None without it
    (TD-17).

    >>> [arranger(3, Options(arranging="rotating", first_arranger=2), number) for number in (1, 2, 3, 4)]
    [2, 0, 1, 2]
    """
    if options.arranging != "rotating":
        return None
    return (options.first_arranger + number - 1) % seats


def cycle(seats: int, options: Options) -> int:
    """How many rounds make a cycle in which all arrange equally often; 1 without variation 2 (TD-18).

    >>> cycle(4, Options()), cycle(4, Options(arranging="rotating"))
    (1, 4)
    """
    return seats if options.arranging == "rotating" else 1
