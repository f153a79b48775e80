"""Reads a record by names into seats and entries; it computes nothing, and the engine checks the rules."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from scoring.base import Malformed, RuleError
from scoring.messages import Message
from scoring.record_format.naming import Names
from scoring.record_format.strict import shape
from scoring.top_dog.entries import Options, Round
from scoring.top_dog.record_format.record import DUMMY, Record, RecordOptions, RecordRound


def read(document: Any) -> tuple[list[str], int, Options, list[Struct]]:
    """The names by seat, the number of seats, the options and the entries of a record; raise a RuleError where it is
    not valid.
    """
    record = shape(document, Record)
    names = Names(record.players)
    if record.options.dummy and DUMMY in names.list:
        message = Message(
            "The dummy’s hands stand under “dummy” in a record: write the player of that name another way."
        )
        raise Malformed("duplicate-player", message, player=DUMMY, field="players")
    try:
        options = _options(record.options, names)
        entries = list(_rounds(record.rounds, names, dummy=options.dummy))
    except RuleError as error:
        error.name_players(names.list)
        raise
    return names.list, len(names.list), options, entries


def _options(given: RecordOptions, names: Names) -> Options:
    return Options(
        target=given.target,
        arranging=given.arranging,
        first_arranger=0 if given.first_arranger is None else names.seat(given.first_arranger, "first_arranger"),
        dummy=given.dummy,
        dummy_scoring=given.dummy_scoring,
        suits=given.suits,
    )


def _rounds(rounds: Sequence[RecordRound], names: Names, *, dummy: bool) -> Iterator[Struct]:
    for number, given in enumerate(rounds, 1):
        try:
            yield _round(given, names, dummy=dummy)
        except RuleError as error:
            error.round = number
            raise


def _round(given: RecordRound, names: Names, *, dummy: bool) -> Round:
    pile = given.cards_taken if given.won is None else given.won
    return Round(
        won=_seats(given.won, names, "won", dummy=dummy),
        cards_taken=_seats(given.cards_taken, names, "cards_taken", dummy=dummy),
        dummy=pile.get(DUMMY) if dummy and pile is not None else None,
        last_hand_tied=given.last_hand_tied,
        note=given.note,
        suits={names.seat(name, "suits"): suits for name, suits in given.suits.items()},
    )


def _seats(given: Mapping[str, int] | None, names: Names, field: str, *, dummy: bool) -> dict[int, int] | None:
    """The map keyed by seats instead of names, without the dummy where one plays; None where it is not given."""
    if given is None:
        return None
    return names.seats({name: number for name, number in given.items() if not (dummy and name == DUMMY)}, field)
