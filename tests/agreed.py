"""For every field of every game's options, options that differ from the default in this field.

A field of true and false, of a whole number or of a few literals needs no example here, unless the next number is one
that the rules refuse or no form offers; any other one does.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

from msgspec.structs import FieldInfo, fields

from scoring import ENGINES
from scoring.base import Engine
from scoring.options import bare

SEATS = {game.key: min(game.seats[0] + 1, game.seats[1]) for game in ENGINES} | {"dogs-of-war": 3}
EXAMPLES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "dirty-dog": {
        "first_dealer": {"first_dealer": 2},
        "max_cards": {"max_cards": 5},
        "max_hands": {"max_cards": 3, "max_hands": 8},
        "plan": {"plan": (1, 2, 1)},
        "opening": {"opening": {1: 7}},
        "scoring": {"scoring": "ten-plus"},
        "the_rule": {"the_rule": "off"},
        "rules_name": {"rules_name": "Kennel rules"},
        "decks": {"decks": 2},
    },
    "top-dog": {
        "target": {"target": 50},
        "arranging": {"arranging": "all"},
        "first_arranger": {"arranging": "rotating", "first_arranger": 1},
        "dummy_scoring": {"dummy": True, "dummy_scoring": "replace"},
        "suits": {"suits": 2},
    },
    "pack-o-dogs": {"games": {"games": 3}},
    "dogs-of-war": {
        "variants": {"variants": ("sudden-death",)},
        "houses": {"houses": ("Talbot", "Mallory", "Bastiani", "Hackett", "Tornborn", "Kennel")},
        "dogs": {"dogs": ("", "", "Rex")},
    },
    "clash-of-corgis": {"best_of": {"best_of": 3}, "first_starter": {"first_starter": 1}},
}


def agreed() -> Iterator[tuple[Engine[Any], str, Any]]:
    """Each game, the name of a field, and options in which this field has another value than usual."""
    for game in ENGINES:
        for field in fields(game.options):
            given = EXAMPLES.get(game.key, {}).get(field.name) or {field.name: _another(game.key, field)}
            yield game, field.name, game.options(**given)


def _another(game: str, field: FieldInfo) -> Any:
    """Another value of a field whose type has few."""
    if bare(field.type) is bool:
        return not field.default
    if bare(field.type) is int:
        return field.default + 1
    assert get_origin(bare(field.type)) is Literal, f"tests/agreed.py needs an example of {field.name} of {game}"
    return next(value for value in get_args(bare(field.type)) if value != field.default)
