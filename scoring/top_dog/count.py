"""Counting a round: hands or cards, everybody's, and they add up (TD-08 to TD-10, TD-21, HR-TD-04)."""

from collections.abc import Mapping
from typing import NoReturn

from scoring.base import Illegal, Malformed
from scoring.table import minus
from scoring.top_dog.entries import CARD_SUITS, Round
from scoring.top_dog.hands import hands_in
from scoring.top_dog.sheet import TopDogSheet

Count = tuple[Mapping[int, int], int | None]


def count(sheet: TopDogSheet, entry: Round) -> Count:
    """The hands of the people, in seat order, and of the dummy; everything that can be wrong with them is refused."""
    given, field = _given(sheet, entry)
    _check_who(sheet, given, entry.dummy, field)
    _check_negative(sheet, given, entry.dummy, field)
    counted = {seat: given[seat] for seat in sheet.around}, entry.dummy
    won, dummy = counted if field == "won" else _divided(sheet, *counted)
    _check_sum(sheet, entry, sum(won.values()) + (dummy or 0), field)
    return won, dummy


def _given(sheet: TopDogSheet, entry: Round) -> tuple[Mapping[int, int], str]:
    """What was counted, hands or cards, and what the field is called."""
    if entry.won is not None and entry.cards_taken is None:
        return entry.won, "won"
    if entry.won is None and entry.cards_taken is not None:
        return entry.cards_taken, "cards_taken"
    message = "A round needs either the hands everybody won or the cards everybody took, one of the two."
    raise Malformed("malformed", message, at=sheet.number, field="won")


def _check_who(sheet: TopDogSheet, given: Mapping[int, int], dummy: int | None, field: str) -> None:
    """Everybody's number stands there, the dummy's where it plays, and nobody else's."""
    what = "hands did {} win" if field == "won" else "cards did {} take"
    for seat in given:
        if seat not in sheet.around:
            message = f"{{{seat}}} does not play here: leave that player out."
            raise Malformed("unknown-player", message, at=sheet.number, seat=seat, field=field)
    for seat in sheet.around:
        if seat not in given:
            message = f"How many {what.format(f'{{{seat}}}')}? Write 0 for none."
            raise Malformed("malformed", message, at=sheet.number, seat=seat, field=field)
    if sheet.options.dummy and dummy is None:
        message = f"How many {what.format('the dummy')}? Write 0 for none."
        raise Malformed("malformed", message, at=sheet.number, field=field)
    if dummy is not None and not sheet.options.dummy:
        raise Malformed("unknown-player", "No dummy plays here: leave it out.", at=sheet.number, field=field)


def _check_negative(sheet: TopDogSheet, given: Mapping[int, int], dummy: int | None, field: str) -> None:
    what = "won" if field == "won" else "taken"
    for seat in sheet.around:
        if given[seat] < 0:
            message = f"{{{seat}}} cannot have {what} {minus(given[seat])}: write 0 for none."
            raise Illegal("negative", message, at=sheet.number, seat=seat, field=field)
    if dummy is not None and dummy < 0:
        message = f"The dummy cannot have {what} {minus(dummy)}: write 0 for none."
        raise Illegal("negative", message, at=sheet.number, field=field)


def _divided(sheet: TopDogSheet, cards: Mapping[int, int], dummy: int | None) -> Count:
    """Cards taken become hands won: every hand brings a card from everybody who plays (TD-10)."""
    hand = sheet.cards_in_hand
    for seat, taken in cards.items():
        if taken % hand:
            _odd_pile(sheet, f"{{{seat}}}", taken, seat)
    if dummy is not None and dummy % hand:
        _odd_pile(sheet, "The dummy", dummy)
    return {seat: taken // hand for seat, taken in cards.items()}, None if dummy is None else dummy // hand


def _odd_pile(sheet: TopDogSheet, who: str, taken: int, seat: int | None = None) -> NoReturn:
    hand = sheet.cards_in_hand
    low = taken // hand * hand
    cards = "1 card" if taken == 1 else f"{taken} cards"
    message = f"{who} cannot have taken {cards}: each hand brings {hand}, so count again, {low} or {low + hand}."
    raise Illegal("cards-taken", message, at=sheet.number, seat=seat, field="cards_taken")


def _check_sum(sheet: TopDogSheet, entry: Round, counted: int, field: str) -> None:
    """All hands add up; a note explains missing ones, but never more than were dealt (TD-09, HR-TD-04)."""
    due = hands_in(sheet.options, tied=entry.last_hand_tied)
    if counted == due or (entry.note.strip() and counted < due):
        return
    raise Illegal("hands-sum", _off(sheet.hands, due, counted), at=sheet.number, field=field)


def _off(hands: int, due: int, counted: int) -> str:
    if counted == due - 1 == hands - 1:
        return (
            f"The hands add up to {counted}, but {due} were played: place 1 more, or say that the last hand was tied."
        )
    if counted < due:
        return (
            f"The hands add up to {counted} instead of {due}: place {due - counted} more, or note why they are missing."
        )
    if due < hands:
        return (
            f"The hands add up to {counted}, but with the last hand tied only {due} count: take {counted - due} away."
        )
    return f"The hands add up to {counted}, but only {due} were played: take {counted - due} away."


def check_suits(sheet: TopDogSheet, entry: Round) -> None:
    """Where suits are noted: as many as a player plays, and no suit more often than there are decks (TD-04, TD-22)."""
    each = sheet.options.suits
    decks = 2 if each * (sheet.seats + sheet.options.dummy) > len(CARD_SUITS) else 1
    for seat, suits in entry.suits.items():
        if seat not in sheet.around:
            message = f"{{{seat}}} does not play here: leave that player out."
            raise Malformed("unknown-player", message, at=sheet.number, seat=seat, field="suits")
        if any(suit not in CARD_SUITS for suit in suits):
            message = f"{{{seat}}}’s suit is none: use {', '.join(CARD_SUITS)}."
            raise Malformed("suits", message, at=sheet.number, seat=seat, field="suits")
        if len(suits) != each:
            message = f"{{{seat}}} takes {'one suit' if each == 1 else 'two suits'}: note as many, or none."
            raise Illegal("suits", message, at=sheet.number, seat=seat, field="suits")
    taken = [suit for suits in entry.suits.values() for suit in suits]
    for suit in CARD_SUITS:
        if taken.count(suit) > decks:
            message = f"Two players cannot take {suit}: each suit is there once. Note another suit, or none."
            if decks == 2:
                message = f"Three players cannot take {suit}: two decks have it twice. Note another suit, or none."
            raise Illegal("suits", message, at=sheet.number, field="suits")
