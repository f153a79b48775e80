"""What was agreed is declared once: no field of any game's options is lost in records or on sheets."""

from typing import Any

import pytest

from scoring.base import Engine
from scoring.dirty_dog import Options
from scoring.options import for_all_tables, of_one_table, questions, seats_of
from scoring.records import from_record, options_from_json, options_to_json, sheet_for_paper, to_record
from tests.agreed import SEATS, agreed

NAMES = ["Bea", "Otto", "Percy", "Gus"]
EVERY = [pytest.param(*each, id=f"{each[0].key}-{each[1]}") for each in agreed()]
every_option = pytest.mark.parametrize(("game", "field", "options"), EVERY)


@every_option
def test_every_option_survives_a_record(game: Engine[Any], field: str, options: Any) -> None:
    names = NAMES[: SEATS[game.key]]
    record = to_record(game, names, len(names), options, [])
    assert field in record["options"]
    *_, read, _ = from_record(record)
    assert getattr(read, field) == getattr(options, field)
    assert read == options


@every_option
def test_every_option_survives_its_row(game: Engine[Any], field: str, options: Any) -> None:
    stored = options_to_json(options)
    assert field in stored
    assert options_from_json(game, stored) == options


@every_option
def test_every_option_stands_on_the_sheet_for_paper(game: Engine[Any], field: str, options: Any) -> None:
    names = NAMES[: SEATS[game.key]]
    written, usual = (
        sheet_for_paper(game, game.start(len(names), each), names)["options"] for each in (options, game.options())
    )
    assert written[field] != usual.get(field)


@every_option
def test_what_is_of_one_table_is_left_to_it(game: Engine[Any], field: str, options: Any) -> None:
    shared = getattr(for_all_tables(options), field)
    assert shared == getattr(game.options() if field in of_one_table(game.options) else options, field)


def test_who_deals_or_begins_is_agreed_by_each_table() -> None:
    games = {game.key: game.options for game, _, _ in agreed()}
    assert {key: found for key, options in games.items() if (found := of_one_table(options))} == {
        "dirty-dog": ("first_dealer", "opening", "stakes", "first_jack"),
        "top-dog": ("first_arranger",),
        "dogs-of-war": ("dogs",),
        "clash-of-corgis": ("first_starter",),
    }
    assert seats_of(games["clash-of-corgis"]) == {"first_starter": int}


def test_what_a_table_cannot_agree_on_is_not_asked() -> None:
    """The whole deck where it deals out evenly (HR-DD-01), more than ten at one table (HR-DD-03)."""
    label = {question.rule: question.label for question in questions(Options).values()}
    assert [bool(label["HR-DD-01"](seats)) for seats in (4, 5)] == [True, False]
    assert [bool(label["HR-DD-03"](seats)) for seats in (10, 11)] == [False, True]
