"""Checks a counted round, given as hands or as cards, of every player, adding up (TD-08 to TD-10, TD-21, HR-TD-04)."""

from collections.abc import Mapping
from typing import NoReturn

from scoring.base import Illegal, Malformed
from scoring.messages import Message, at, counted, row
from scoring.top_dog.sheet import CARD_SUITS, Round, TopDogSheet, hands_in

Count = tuple[Mapping[int, int], int | None]


def count(sheet: TopDogSheet, entry: Round) -> Count:
    """The hands won by each seat, in seat order, and by the dummy (None where none plays); raise a RuleError where the
    numbers are wrong.
    """
    given, field = _given(sheet, entry)
    _check_who(sheet, given, entry.dummy, field)
    _check_negative(sheet, given, entry.dummy, field)
    numbers = {seat: given[seat] for seat in sheet.active_seats}, entry.dummy
    won, dummy = numbers if field == "won" else _divided(sheet, *numbers)
    _check_sum(sheet, entry, sum(won.values()) + (dummy or 0), field)
    return won, dummy


def _given(sheet: TopDogSheet, entry: Round) -> tuple[Mapping[int, int], str]:
    """The numbers given, hands or cards, and the name of that field; raise Malformed unless exactly one of the two is
    given.
    """
    if entry.won is not None and entry.cards_taken is None:
        return entry.won, "won"
    if entry.won is None and entry.cards_taken is not None:
        return entry.cards_taken, "cards_taken"
    message = Message("A round needs either the hands everybody won or the cards everybody took, one of the two.")
    raise Malformed("malformed", message, at=sheet.number, field="won")


def _check_who(sheet: TopDogSheet, given: Mapping[int, int], dummy: int | None, field: str) -> None:
    """Raise Malformed unless the numbers are those of every player, and of the dummy where it plays, and of nobody
    else.
    """
    for seat in given:
        if seat not in sheet.active_seats:
            message = Message("{player} does not play here: leave that player out.", player=at(seat))
            raise Malformed("unknown-player", message, at=sheet.number, seat=seat, field=field)
    for seat in sheet.active_seats:
        if seat not in given:
            raise Malformed("malformed", _asked(field, seat), at=sheet.number, seat=seat, field=field)
    if sheet.options.dummy and dummy is None:
        raise Malformed("malformed", _asked(field, None), at=sheet.number, field=field)
    if dummy is not None and not sheet.options.dummy:
        raise Malformed("unknown-player", Message("No dummy plays here: leave it out."), at=sheet.number, field=field)


def _asked(field: str, seat: int | None) -> Message:
    if seat is None:
        if field == "won":
            return Message("How many hands did the dummy win? Write 0 for none.")
        return Message("How many cards did the dummy take? Write 0 for none.")
    if field == "won":
        return Message("How many hands did {player} win? Write 0 for none.", player=at(seat))
    return Message("How many cards did {player} take? Write 0 for none.", player=at(seat))


def _check_negative(sheet: TopDogSheet, given: Mapping[int, int], dummy: int | None, field: str) -> None:
    for seat in sheet.active_seats:
        if given[seat] < 0:
            message = Message(
                "{player} cannot have taken {cards}: write 0 for none.", player=at(seat), cards=given[seat]
            )
            if field == "won":
                message = Message(
                    "{player} cannot have won {hands}: write 0 for none.", player=at(seat), hands=given[seat]
                )
            raise Illegal("negative", message, at=sheet.number, seat=seat, field=field)
    if dummy is not None and dummy < 0:
        message = Message("The dummy cannot have taken {cards}: write 0 for none.", cards=dummy)
        if field == "won":
            message = Message("The dummy cannot have won {hands}: write 0 for none.", hands=dummy)
        raise Illegal("negative", message, at=sheet.number, field=field)


def _divided(sheet: TopDogSheet, cards: Mapping[int, int], dummy: int | None) -> Count:
    """Cards taken converted to hands won: each hand brings one card from all who play, the dummy included (TD-10)."""
    hand = sheet.cards_in_hand
    for seat, taken in cards.items():
        if taken % hand:
            _odd_pile(sheet, taken, seat)
    if dummy is not None and dummy % hand:
        _odd_pile(sheet, dummy)
    return {seat: taken // hand for seat, taken in cards.items()}, None if dummy is None else dummy // hand


def _odd_pile(sheet: TopDogSheet, taken: int, seat: int | None = None) -> NoReturn:
    hand = sheet.cards_in_hand
    low = taken // hand * hand
    if seat is None:
        message = counted(
            "The dummy cannot have taken {count} card: each hand brings {hand}, so count again, {less} or {more}.",
            "The dummy cannot have taken {count} cards: each hand brings {hand}, so count again, {less} or {more}.",
            taken,
            hand=hand,
            less=low,
            more=low + hand,
        )
    else:
        message = counted(
            "{player} cannot have taken {count} card: each hand brings {hand}, so count again, {less} or {more}.",
            "{player} cannot have taken {count} cards: each hand brings {hand}, so count again, {less} or {more}.",
            taken,
            player=at(seat),
            hand=hand,
            less=low,
            more=low + hand,
        )
    raise Illegal("cards-taken", message, at=sheet.number, seat=seat, field="cards_taken")


def _check_sum(sheet: TopDogSheet, entry: Round, total: int, field: str) -> None:
    """Raise Illegal `hands-sum` unless all hands add up; a note explains missing ones, but never more than were dealt
    (TD-09, HR-TD-04).
    """
    due = hands_in(sheet.options, tied=entry.last_hand_tied)
    if total == due or (entry.note.strip() and total < due):
        return
    raise Illegal("hands-sum", _wrong_sum(sheet.hands, due, total), at=sheet.number, field=field)


def _wrong_sum(hands: int, due: int, total: int) -> Message:
    if total == due - 1 == hands - 1:
        return Message(
            "The hands add up to {total}, but {due} were played: place 1 more, or say that the last hand was tied.",
            total=total,
            due=due,
        )
    if total < due:
        return Message(
            "The hands add up to {total} instead of {due}: place {missing} more, or note why they are missing.",
            total=total,
            due=due,
            missing=due - total,
        )
    if due < hands:
        return Message(
            "The hands add up to {total}, but with the last hand tied only {due} count: take {over} away.",
            total=total,
            due=due,
            over=total - due,
        )
    return Message(
        "The hands add up to {total}, but only {due} were played: take {over} away.",
        total=total,
        due=due,
        over=total - due,
    )


def check_suits(sheet: TopDogSheet, entry: Round) -> None:
    """Raise a RuleError unless the noted suits are as many as a player plays, and none more often than there are decks
    (TD-04, TD-22). Players without noted suits are not checked.
    """
    each = sheet.options.suits
    decks = 2 if each * (sheet.seats + sheet.options.dummy) > len(CARD_SUITS) else 1
    for seat, suits in entry.suits.items():
        if seat not in sheet.active_seats:
            message = Message("{player} does not play here: leave that player out.", player=at(seat))
            raise Malformed("unknown-player", message, at=sheet.number, seat=seat, field="suits")
        if any(suit not in CARD_SUITS for suit in suits):
            message = Message("{player}’s suit is none: use {known}.", player=at(seat), known=row(CARD_SUITS))
            raise Malformed("suits", message, at=sheet.number, seat=seat, field="suits")
        if len(suits) != each:
            message = counted(
                "{player} takes one suit: note as many, or none.",
                "{player} takes two suits: note as many, or none.",
                each,
                player=at(seat),
            )
            raise Illegal("suits", message, at=sheet.number, seat=seat, field="suits")
    taken = [suit for suits in entry.suits.values() for suit in suits]
    for suit in CARD_SUITS:
        if taken.count(suit) > decks:
            message = Message(
                "Two players cannot take {suit}: each suit is there once. Note another suit, or none.", suit=suit
            )
            if decks == 2:
                message = Message(
                    "Three players cannot take {suit}: two decks have it twice. Note another suit, or none.", suit=suit
                )
            raise Illegal("suits", message, at=sheet.number, field="suits")
