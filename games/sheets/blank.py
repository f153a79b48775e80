"""Blank sheets: by game and number of players, without names.

Apart from `document`, which the processes that set pages import without starting Django.
"""

from typing import Any

from clubs.language.terms import name_of
from games.sheets.document import Document, Labels, document
from scoring.base import Engine
from scoring.records import sheet_for_paper


def blank(game: Engine[Any], seats: int, options: Any = None, **labels: Any) -> Document:
    """The document of a blank sheet by today's rules, with `options` where they are not the usual ones; `labels` are
    those of the club, where there is one.
    """
    names = [str(seat + 1) for seat in range(seats)]
    sheet = sheet_for_paper(game, game.start(seats, game.options() if options is None else options), names)
    return document(sheet, Labels(title=name_of(game), rules=game.version, **labels))
