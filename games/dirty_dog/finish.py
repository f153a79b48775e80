"""The result in words for the finish page: how the top was decided, and the reason for each other player’s place."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import comma_separated, minus, signed
from clubs.language.terms import capital
from games.base.display import Finish, TieBreak, TieShare, behind, margin
from games.base.names import listed, shortened
from games.base.wording import in_words
from games.entries.match_state import MatchState
from scoring.base import with_names
from scoring.cards import drawn
from scoring.dirty_dog import DirtyDogSheet
from scoring.dirty_dog.sheet import Ending, TiebreakLine, settled_in_words
from scoring.dirty_dog.terms import label
from scoring.messages import translated


def finish(state: MatchState) -> Finish:
    """Return the words of the finish page: margin, reasons for the result, a reason per seat."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    far = behind(state)
    reasons = {seat: " ".join(_reasons(sheet, seat, far.get(seat, ""))) for seat in sheet.totals}
    return Finish(_margin(state, sheet), list(_why(sheet, names)), reasons)


def _margin(state: MatchState, sheet: DirtyDogSheet) -> str:
    if sheet.winners and sheet.ending and sheet.ending.hands:
        return _("on the tie-break hand")
    return margin(state)


def _why(sheet: DirtyDogSheet, names: list[str]) -> Iterator[str]:
    assert sheet.ending is not None
    for hand in sheet.ending.hands:
        level = listed(names[seat] for seat in hand.points)
        total = minus(sheet.totals[next(iter(hand.points))])
        points = comma_separated(f"{names[seat]} {signed(won)}" for seat, won in hand.points.items())
        words = _("Level again. Tie-break hand, bid unseen: {points}.")
        if hand.number == 1:
            words = _("{names} were level on {total}. Tie-break hand, bid unseen: {points}.")
        yield words.format(names=level, total=total, points=points)
    for seat in sheet.winners:
        yield _made(sheet, seat)
    for pull in sheet.ending.pulls:
        cards = listed(f"{names[seat]} {drawn(card)}" for seat, card in pull.items())
        yield _("Level at the bottom, so a card each: {cards}.").format(cards=cards)


def _reasons(sheet: DirtyDogSheet, seat: int, far: str) -> Iterator[str]:
    ending = sheet.ending
    assert ending is not None
    if seat in sheet.departed:
        yield _left(sheet, seat)
    if seat in sheet.first_place_losers:
        yield f"{translated(label('first-place-loser'))}."
    if seat not in sheet.winners and any(seat in hand.points for hand in ending.hands):
        yield _("Lost the tie-break hand.")
    elif far:
        yield far
    if ending.pulls and seat in sheet.losers and seat in ending.pulls[-1]:
        yield _("Pulled the lowest card, {card}.").format(card=drawn(ending.pulls[-1][seat]))
    elif seat not in sheet.departed:
        yield _made(sheet, seat)


def _left(sheet: DirtyDogSheet, seat: int) -> str:
    played = [line.hand for line in sheet.lines if seat in line.points and not line.void]
    if not played:
        return _("Left before the first hand.")
    return _("Left after hand {number}.").format(number=played[-1])


def _made(sheet: DirtyDogSheet, seat: int) -> str:
    """“Made 12 of 20.”; "" without a hand. The bits of `sheet.forms[seat]` are a leading 1, then one bit per hand, 1
    for a bid that was not made.
    """
    form = sheet.forms[seat]
    hands = form.bit_length() - 1
    if not hands:
        return ""
    return _("Made {made} of {hands}.").format(made=hands - form.bit_count() + 1, hands=hands)


# How the result was settled where totals alone do not decide: tie-break hands, card pulls, players who left.


def ending(state: MatchState) -> list[str]:
    """Return the sentences on tie-breaks, card pulls and leavers; [] before the end."""
    sheet = state.sheet_as(DirtyDogSheet)
    return list(_sentences(sheet, shortened(state.names))) if sheet.ending else []


def ties(state: MatchState) -> list[str]:
    """Return the sentences on what settled ties; [] where nobody was level."""
    sheet = state.sheet_as(DirtyDogSheet)
    return list(_ties(sheet.ending, shortened(state.names))) if sheet.ending else []


SUIT_ICONS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}


def tie_breaks(sheet: DirtyDogSheet) -> list[TieBreak]:
    """Return the last tie-break hand and the last card pull; [] before the end and where nobody was level."""
    ending = sheet.ending
    if ending is None:
        return []
    hands = [_by_a_hand(sheet, hand) for hand in ending.hands[-1:]]
    return [*hands, *(_by_a_card(sheet, pull) for pull in ending.pulls[-1:])]


def _by_a_hand(sheet: DirtyDogSheet, hand: TiebreakLine) -> TieBreak:
    words = ngettext("One card more, bid unseen:", "{number} cards more, bid unseen:", hand.cards)
    did = _("bid {bid}, took {tricks}")
    shares = [
        TieShare(
            seat,
            signed(won),
            "",
            did.format(bid=hand.bids[seat], tricks=hand.tricks[seat]),
            seat in sheet.winners,
        )
        for seat, won in sorted(hand.points.items(), key=lambda each: -each[1])
    ]
    return TieBreak("top", _("by a tie-break hand"), capital(words.format(number=in_words(hand.cards))), shares)


def _by_a_card(sheet: DirtyDogSheet, pull: Mapping[int, str]) -> TieBreak:
    shares = [
        TieShare(
            seat,
            drawn(card).rstrip("♣♦♥♠"),
            SUIT_ICONS.get(card[-1], ""),
            _("the lowest") if seat in sheet.losers else _("let off"),
            seat in sheet.losers,
        )
        for seat, card in sorted(pull.items(), key=lambda each: each[0] not in sheet.losers)
    ]
    return TieBreak("bottom", _("by a pulled card"), _("A card each:"), shares)


def remarks(state: MatchState) -> list[str]:
    """Return the sheet’s warnings in words, without the one about the last dealer, which matters only during play."""
    notices = (notice for notice in state.sheet.warnings if notice.code != "final-dealer")
    return [with_names(notice.message, shortened(state.names)) for notice in notices]


def _sentences(sheet: DirtyDogSheet, names: list[str]) -> Iterator[str]:
    assert sheet.ending is not None
    yield from _ties(sheet.ending, names)
    if sheet.first_place_losers:
        first = listed(names[seat] for seat in sheet.first_place_losers)
        yield _("{callout}: {names}.").format(callout=translated(label("first-place-loser")), names=first)
    for seat in sheet.departed:
        points = minus(sheet.totals[seat])
        words = _("{player} had to leave with {points}.")
        if seat in sheet.never_played:
            words = _("{player} left before playing a hand.")
        yield words.format(player=names[seat], points=points)


def _ties(ending: Ending, names: list[str]) -> Iterator[str]:
    for hand in ending.hands:
        yield _tiebreak(hand, names)
    for pull in ending.pulls:
        cards = listed(f"{names[seat]} {drawn(card)}" for seat, card in pull.items())
        yield _("Pulled for the bottom: {cards}.").format(cards=cards)
    for tie in ending.settled:
        yield with_names(settled_in_words(tie), names)


def _tiebreak(hand: TiebreakLine, names: list[str]) -> str:
    each = _("{player} {points} (bid {bid}, took {tricks})")
    points = listed(
        each.format(player=names[seat], points=signed(won), bid=hand.bids[seat], tricks=hand.tricks[seat])
        for seat, won in hand.points.items()
    )
    return _("Level at the top, so a tie-break hand, bid blind: {points}.").format(points=points)
