"""Every word that a printed sheet adds comes from the catalogue: printed in the pseudo-language of the tests."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from games.base.table_game import TableGame
from games.registry import TABLE_GAMES
from games.sheets.document import Labels, document
from tests import pseudo
from tests.server import ROOT

# Codes for signs and styles, the code of the language, and the “and” of lists, which comes from the CLDR.
CODES = {"clubs", "diamonds", "hearts", "spades", "none", "top", "low", "both", "base", "complex", "en", "and"}


def texts(value: Any) -> Iterator[str]:
    """Every text inside the data of a page, without its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts(inner)


def names(sheet: dict[str, Any]) -> frozenset[str]:
    """The words of names, houses and call-outs of a sheet, and of the names of games and the app."""
    capitals = [word for word in re.findall(r"\w+", json.dumps(sheet, ensure_ascii=False)) if word[0].isupper()]
    said = [*sheet["players"], *capitals, *(str(game.name) for game in TABLE_GAMES), "Dog Club"]
    return frozenset({*CODES, *pseudo.WORD.findall(" ".join(said))})


@pytest.mark.parametrize("game", TABLE_GAMES, ids=lambda game: game.key)
def test_no_word_of_a_sheet_comes_past_the_catalogue(game: TableGame) -> None:
    goldens = [path.read_text() for path in sorted((ROOT / "tests" / "golden" / game.key).glob("*.json"))]
    sheets = [sheet for golden in goldens if (sheet := json.loads(golden)["sheet"]).get("game") == game.key]
    assert len(sheets) > 5
    known = [names(sheet) for sheet in sheets]
    with pseudo.offered(), translation.override(pseudo.CODE):
        found = [
            said
            for sheet, data in zip(sheets, known, strict=True)
            for chosen in game.prints
            for text in texts(chosen.page(document(sheet, Labels()), fill="filled", paper="a4"))
            for said in pseudo.unmarked(text, data)
        ]
    assert found == []
