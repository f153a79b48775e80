"""Playing cards as they are written down: "7H", "10S", "AC"; ace high (DD-04, HR-DD-08)."""

from collections.abc import Mapping

from scoring.base import Malformed

RANKS: Mapping[str, int] = {
    rank: value for value, rank in enumerate(("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"), 2)
}
SUITS: Mapping[str, str] = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
TRUMPS = (*SUITS.values(), "none")


def rank_of(card: str) -> int:
    """How high a pulled card is; its suit is ignored and may be left out (DD-40).

    >>> rank_of("AC") > rank_of("K") > rank_of("10S")
    True
    """
    rank = card[:-1] if card[-1:] in SUITS else card
    if rank not in RANKS:
        raise Malformed(
            "card", f"“{card}” is not a card: write a rank and a suit, such as 7H, 10S or AC.", field="cards"
        )
    return RANKS[rank]


def trump_of(flip: str) -> str:
    """The trump suit a turned-up card makes; an ace makes none (DD-13, DD-14).

    >>> trump_of("7H"), trump_of("AC")
    ('hearts', 'none')
    """
    if flip[-1:] not in SUITS or flip[:-1] not in RANKS:
        raise Malformed(
            "card", f"“{flip}” is not a card: write a rank and a suit, such as 7H, 10S or AC.", field="flip"
        )
    return "none" if flip[0] == "A" else SUITS[flip[-1]]


def settled_trump(trump: str | None, flip: str | None) -> str | None:
    """The trump of a hand from what was written down: the suit, the card, both (they must agree) or neither.

    >>> settled_trump(None, "10S")
    'spades'
    """
    if trump is not None and trump not in TRUMPS:
        choices = ", ".join(TRUMPS)
        raise Malformed("card", f"“{trump}” is not a trump: choose one of {choices}.", field="trump")
    turned = None if flip is None else trump_of(flip)
    if trump is not None and turned is not None and trump != turned:
        raise Malformed("card", f"{flip} turned up makes the trump {turned}, not {trump}.", field="trump")
    return trump or turned
