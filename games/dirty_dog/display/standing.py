"""The state of a match: in a few words for lists, in a sentence or two for the head of its sheet."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.capitals import capital
from games.base.display import Now
from games.base.entry.names import listed, shortened
from games.base.results.titles import in_words
from games.entries.match_state import MatchState
from scoring.base import Need
from scoring.dirty_dog import BidStep, DirtyDogSheet, next_step

NEEDS = {"tiebreak-hand": gettext_lazy("tie-break hand"), "card-pull": gettext_lazy("card pull")}


def length(state: MatchState) -> int:
    """The number of hands planned."""
    return len(state.sheet_as(DirtyDogSheet).planned)


def state(state: MatchState) -> str:
    """Return the state in a few words: `hand 18 of 20`, `tie-break hand`, `over after 12 hands`, `totals only`."""
    sheet = state.sheet_as(DirtyDogSheet)
    if sheet.needs:
        return str(NEEDS[sheet.needs[0].what])
    if sheet.is_totals_alone:
        return _("totals only")
    if sheet.finished or state.match.abandoned_at:
        hands = state.match.rounds
        return ngettext("over after {count} hand", "over after {count} hands", hands).format(count=hands)
    return _("hand {number} of {hands}").format(number=sheet.hand + 1, hands=len(sheet.planned))


def place(state: MatchState) -> str:
    """Return what is being played, without the number of hands: `hand 18`, `tie-break hand`."""
    sheet = state.sheet_as(DirtyDogSheet)
    if sheet.needs:
        return str(NEEDS[sheet.needs[0].what])
    return _("hand {number}").format(number=sheet.hand + 1)


def standing(state: MatchState) -> str:
    """Return how many hands are played and what is open, and who got the first Jack of a deal-off (DD-07)."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    where = _standing(state, sheet, names)
    if not sheet.options.first_jack:
        return where
    jack = _("{player} got the first Jack.").format(player=names[sheet.options.first_dealer])
    return f"{where} {jack}"


def _standing(state: MatchState, sheet: DirtyDogSheet, names: list[str]) -> str:
    if sheet.is_totals_alone:
        return _("Only the totals were kept.")
    if state.match.abandoned_at:
        return _("{hands}, then ended without a result.").format(hands=_played(state, sheet))
    if sheet.needs:
        return " ".join([_("All hands are played."), *(_still(need, names) for need in sheet.needs)])
    if not sheet.finished:
        return _("{hands}; {now}.").format(hands=_played(state, sheet), now=_now(sheet, names))
    if state.match.rounds < len(sheet.planned):
        return _("{hands}. Stopped early, as everybody agreed.").format(hands=_played(state, sheet))
    return _("{hands}.").format(hands=_played(state, sheet))


def _played(state: MatchState, sheet: DirtyDogSheet) -> str:
    hands = len(sheet.planned)
    words = ngettext("{played} of {count} hand played", "{played} of {count} hands played", hands)
    return words.format(played=state.match.rounds, count=hands)


def _still(need: Need, names: list[str]) -> str:
    who = listed(names[seat] for seat in need.seats)
    if need.what == "card-pull":
        return _("{names} are level at the bottom: each pulls a card.").format(names=who)
    cards = need.cards or 0
    words = ngettext(
        "{names} are level at the top: a tie-break hand of {count} card settles it.",
        "{names} are level at the top: a tie-break hand of {count} cards settles it.",
        cards,
    )
    return words.format(names=who, count=cards)


def now(state: MatchState) -> Now:
    """Return the current round: `hand 9` of 12, `4 cards`, and what the table waits for."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    hands = len(sheet.planned)
    if sheet.needs:
        return Now(hands, hands, str(NEEDS[sheet.needs[0].what]), _still(sheet.needs[0], names))
    step, cards = next_step(sheet), _cards(sheet.cards)
    if isinstance(step, BidStep):
        return Now(sheet.hand + 1, hands, cards, _bidding(sheet, step, names))
    if step is None:
        return Now(sheet.hand + 1, hands, cards, _("Too few dogs at the table to go on."))
    dealt = _("{player} dealt. It is being played.").format(player=names[sheet.dealer])
    return Now(sheet.hand + 1, hands, cards, dealt)


def _cards(number: int) -> str:
    return ngettext("{count} card", "{count} cards", number).format(count=number)


def _bidding(sheet: DirtyDogSheet, step: BidStep, names: list[str]) -> str:
    dealer, bids = names[sheet.dealer], len(step.order)
    if not step.bids:
        return _("{dealer} deals. {player} bids first.").format(dealer=dealer, player=names[step.to_bid])
    words = ngettext(
        "{dealer} deals. {done} of {count} bid are in.", "{dealer} deals. {done} of {count} bids are in.", bids
    )
    return words.format(dealer=dealer, done=capital(in_words(len(step.bids))), count=bids)


def _now(sheet: DirtyDogSheet, names: list[str]) -> str:
    step = next_step(sheet)
    if step is None:
        return _("too few dogs at the table to go on")
    words = _("hand {number} is being played: {cards}, {player} deals")
    if isinstance(step, BidStep):
        words = _("hand {number} is being bid: {cards}, {player} deals")
    return words.format(number=sheet.hand + 1, cards=_cards(sheet.cards), player=names[sheet.dealer])
