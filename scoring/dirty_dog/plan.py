"""The plan of hands: how many cards, how often, who deals (DD-08 to DD-12, HR-DD-01, HR-DD-02)."""

from collections.abc import Sequence

from msgspec import Struct

from scoring.base import Malformed
from scoring.dirty_dog.entries import CROWD, MOST, Options
from scoring.dirty_dog.house_rules import DECK
from scoring.messages import Message, counted, either

LONGEST_PLAN = 200


class Plan(Struct, frozen=True):
    """The hands of a match, one element each: those played as they were, the others for the table as it is now.

    `max_cards` is the size of the largest hand, `max_hands` how many hands have it.
    """

    cards: tuple[int, ...]
    dealers: tuple[int, ...]
    first_bidders: tuple[int, ...]
    max_cards: int
    max_hands: int

    @property
    def hands(self) -> int:
        """How many hands the plan has in all."""
        return len(self.cards)


class Proposal(Struct, frozen=True):
    """A legal plan to choose from (DD-10, HR-DD-02): `hands` in all, of which everybody deals `deals`."""

    max_cards: int
    max_hands: int
    hands: int
    deals: int


def most_cards(seats: int, *, full_deck: bool = False, decks: int = 1) -> int:
    """The most cards each can be dealt; one is kept back to turn up unless the whole deck may be dealt (HR-DD-01).

    >>> most_cards(4), most_cards(4, full_deck=True), most_cards(5), most_cards(8, decks=2)
    (12, 13, 10, 12)
    """
    return (DECK * decks if full_deck else DECK * decks - 1) // seats


def largest_hand(seats: int, options: Options) -> int:
    """The most cards each can be dealt, as agreed.

    >>> largest_hand(4, Options(full_deck_hand=True)), largest_hand(8, Options(decks=2))
    (13, 12)
    """
    return most_cards(seats, full_deck=options.full_deck_hand, decks=options.decks)


def most_seats(options: Options) -> int:
    """How many may sit at one table; more than ten only where that was agreed explicitly (DD-01, HR-DD-03)."""
    return CROWD if options.over_ten else MOST


def bidding_order(active_seats: Sequence[int], dealer: int) -> tuple[int, ...]:
    """The bidding order: the player on the dealer's left first, the dealer last (DD-15).

    >>> bidding_order((0, 1, 2, 3), 1)
    (2, 3, 0, 1)
    """
    turn = active_seats.index(dealer) + 1
    return (*active_seats[turn:], *active_seats[:turn])


def fewest_max_hands(seats: int, max_cards: int) -> int:
    """The smallest number of hands with the most cards with which everybody deals equally often (DD-11, HR-DD-02).

    >>> [fewest_max_hands(seats, most_cards(seats)) for seats in range(3, 11)]
    [1, 2, 2, 4, 2, 6, 1, 2]
    """
    return (1 - 2 * max_cards) % seats + 1


def proposals(seats: int, max_cards: int, count: int = 4) -> tuple[Proposal, ...]:
    """The first `count` legal numbers of hands with the most cards, as plans; the default is the first (HR-DD-02).

    >>> [(p.max_hands, p.hands, p.deals) for p in proposals(5, 10, 2)]
    [(2, 20, 4), (7, 25, 5)]
    """
    least = fewest_max_hands(seats, max_cards)
    tops = range(least, least + count * seats, seats)
    climb = 2 * (max_cards - 1)
    return tuple(Proposal(max_cards, top, climb + top, (climb + top) // seats) for top in tops)


def nearest_max_hands(seats: int, max_cards: int, wanted: int) -> tuple[int, ...]:
    """The legal numbers of hands with the most cards at or just below a number, and just above it.

    >>> nearest_max_hands(5, 10, 3), nearest_max_hands(5, 10, 1)
    ((2, 7), (2,))
    """
    least = fewest_max_hands(seats, max_cards)
    below = least + max(wanted - least, -1) // seats * seats
    return tuple(top for top in (below, below + seats) if top >= least)


def planned_cards(seats: int, options: Options) -> tuple[int, ...]:
    """The sizes of all hands as agreed; Malformed `max-cards` or `plan` where they are not legal, naming the nearest
    legal values.

    >>> planned_cards(5, Options(max_cards=3))
    (1, 2, 3, 2, 1)
    """
    if options.plan is not None:
        return _explicit(seats, options.plan, options)
    most = largest_hand(seats, options)
    top = most if options.max_cards is None else options.max_cards
    if not 1 <= top <= most:
        raise Malformed("max-cards", _too_many(seats, top, most, options), field="max_cards")
    climb = tuple(range(1, top))
    wanted = options.max_hands
    tops = fewest_max_hands(seats, top) if wanted is None else _max_hands(seats, top, wanted)
    return climb + (top,) * tops + climb[::-1]


def _max_hands(seats: int, top: int, wanted: int) -> int:
    """The wanted number of hands with the most cards; raise Malformed unless it is legal."""
    limit = LONGEST_PLAN - 2 * (top - 1)
    near = [tops for tops in nearest_max_hands(seats, top, min(wanted, limit)) if tops <= limit]
    if wanted in near:
        return wanted
    message = counted(
        "With {players} and {cards}, {count} hand at the top would not let everybody deal equally often in at most "
        "{longest} hands: choose {nearest}.",
        "With {players} and {cards}, {count} hands at the top would not let everybody deal equally often in at most "
        "{longest} hands: choose {nearest}.",
        wanted,
        players=counted("{count} player", "{count} players", seats),
        cards=counted("up to {count} card", "up to {count} cards", top),
        longest=LONGEST_PLAN,
        nearest=either([str(tops) for tops in near]),
    )
    raise Malformed("plan", message, field="max_hands")


def _explicit(seats: int, sizes: Sequence[int], options: Options) -> tuple[int, ...]:
    if options.max_cards is not None or options.max_hands is not None:
        raise Malformed(
            "plan", Message("A list of hands stands instead of max_cards and max_hands: leave those out."), field="plan"
        )
    if len(sizes) > LONGEST_PLAN:
        raise Malformed(
            "plan",
            counted(
                "A plan of {count} hand is too long: plan {longest} at most.",
                "A plan of {count} hands is too long: plan {longest} at most.",
                len(sizes),
                longest=LONGEST_PLAN,
            ),
            field="plan",
        )
    most = largest_hand(seats, options)
    for number, cards in enumerate(sizes, 1):
        if not 1 <= cards <= most:
            near = min(max(cards, 1), most)
            message = counted(
                "Hand {number} of the plan cannot have {count} card with {players}: {nearest} is the nearest.",
                "Hand {number} of the plan cannot have {count} cards with {players}: {nearest} is the nearest.",
                cards,
                number=number,
                players=counted("{count} player", "{count} players", seats),
                nearest=near,
            )
            raise Malformed("plan", message, field="plan")
    return tuple(sizes)


def first_dealer(last_winner: int | None, first_jack: int | None) -> int | None:
    """The first dealer: the last winner where present, else the player who got the first jack (DD-06, DD-07, HR-DD-14).

    >>> first_dealer(3, None), first_dealer(None, 1), first_dealer(3, 1)
    (3, 1, 3)
    """
    return first_jack if last_winner is None else last_winner


def _too_many(seats: int, top: int, most: int, options: Options) -> Message:
    players = counted("{count} player", "{count} players", seats)
    if top < 1:
        return counted(
            "The largest hand cannot have {count} card: choose 1 to {most}.",
            "The largest hand cannot have {count} cards: choose 1 to {most}.",
            top,
            most=most,
        )
    if top == most_cards(seats, full_deck=True, decks=options.decks):
        return counted(
            "{count} card for {players} leaves none to turn up for trump: choose {most}, or allow the full-deck hand, "
            "which is played without trump.",
            "{count} cards for {players} leave none to turn up for trump: choose {most}, or allow the full-deck hand, "
            "which is played without trump.",
            top,
            players=players,
            most=most,
        )
    return counted(
        "There is not {count} card each for {players}: {most} is the most.",
        "There are not {count} cards each for {players}: {most} is the most.",
        top,
        players=players,
        most=most,
    )
