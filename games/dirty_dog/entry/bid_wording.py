"""What the total of the bids means, in the club’s words; `total` is the sum of the bids, and the engine decides its
term.
"""

from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.dirty_dog.callout_words import noun
from scoring.dirty_dog.callouts import bid_term
from scoring.dirty_dog.terms import LABELS
from scoring.messages import translated


def so_far(cards: int, total: int) -> str:
    """Return the sentence for the total while several players are still to bid."""
    if total > cards:
        return _("{count} over the cards: {callout}.").format(count=total - cards, callout=noun("overbid"))
    if total == cards:
        return _("As many as there are cards.")
    left = cards - total
    return ngettext("{count} trick left to bid.", "{count} tricks left to bid.", left).format(count=left)


def all_in(cards: int, total: int) -> str:
    """Return the term for the total of all bids, as a sentence; "" where it has none."""
    term = bid_term(cards, total)
    return f"{translated(LABELS[term])}." if term else ""


def choices(cards: int, total: int) -> str:
    """Return what each bid of the last player would make the total: “0 is a float ’age, 1 a floater, 3 or more an
    overbid.”
    """
    terms = [(bid, bid_term(cards, total + bid)) for bid in range(cards + 1)]
    runs = [(term, [bid for bid, _ in run]) for term, run in groupby(terms, lambda pair: pair[1]) if term]
    (first, bids), *others = runs
    start = _("{bids} is {callout}").format(bids=_span(bids, cards), callout=noun(first))
    rest = _("{bids} {callout}")
    words = [start, *(rest.format(bids=_span(run, cards), callout=noun(term)) for term, run in others)]
    return f"{', '.join(words)}."


def _span(run: list[int], cards: int) -> str:
    if len(run) == 1:
        return str(run[0])
    if run[-1] == cards:
        return _("{bid} or more").format(bid=run[0])
    return _("{least} to {most}").format(least=run[0], most=run[-1])


def reason(cards: int, total: int, barred: int) -> str:
    """Return why the last bidder cannot bid the number `barred` (DD-18, DD-G15)."""
    words = ngettext(
        "The Rule: {total} bid, {count} card. Not {bid}.", "The Rule: {total} bid, {count} cards. Not {bid}.", cards
    )
    if barred == 1:
        words = ngettext(
            "The Rule: {total} bid, {count} card. You cannot bid one.",
            "The Rule: {total} bid, {count} cards. You cannot bid one.",
            cards,
        )
    return words.format(total=total, count=cards, bid=barred)
