"""How much of everything the box holds (DW-06, DW-14, DW-52, HR-DW-06, HR-DW-10)."""

TOKENS = {3: 8, 4: 10, 5: 12}
COINS = 68
DOG_CAPTAINS = 6


def tokens(seats: int) -> int:
    """How many influence tokens of each house are in the game.

    >>> [tokens(seats) for seats in (3, 4, 5)]
    [8, 10, 12]
    """
    return TOKENS[seats]
