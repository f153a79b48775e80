"""What a total of bids means, in the club's words. Which total is what, the engine says."""

from itertools import groupby

from games.base.names import counted
from scoring.dirty_dog.callouts import bid_term
from scoring.dirty_dog.terms import LABELS
from scoring.messages import spoken


def so_far(cards: int, total: int) -> str:
    """While several are still to bid."""
    if total > cards:
        return f"{total - cards} over the cards: an overbid."
    return f"{counted(cards - total, 'trick')} left to bid." if total < cards else "As many as there are cards."


def all_in(cards: int, total: int) -> str:
    """What the whole table's bids are called."""
    term = bid_term(cards, total)
    return f"{spoken(LABELS[term])}." if term else ""


def choices(cards: int, total: int) -> str:
    """“0 is a float ’age, 1 a floater, 3 or more an overbid.”"""
    terms = [(bid, bid_term(cards, total + bid)) for bid in range(cards + 1)]
    runs = [(term, [bid for bid, _ in run]) for term, run in groupby(terms, lambda pair: pair[1]) if term]
    words = [f"{_span(run, cards)} {'is ' if not at else ''}{_a(term)}" for at, (term, run) in enumerate(runs)]
    return f"{', '.join(words)}."


def _span(run: list[int], cards: int) -> str:
    if len(run) == 1:
        return str(run[0])
    return f"{run[0]} or more" if run[-1] == cards else f"{run[0]} to {run[-1]}"


def _a(term: str) -> str:
    word = spoken(LABELS[term]).lower()
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def reason(cards: int, total: int, barred: int) -> str:
    """Why the last bidder cannot have this number (DD-18, DD-G15)."""
    limit = "You cannot bid one." if barred == 1 else f"Not {barred}."
    return f"The Rule: {total} bid, {counted(cards, 'card')}. {limit}"
