"""How places were settled where games won alone did not do it: by the cards left, if everybody's were counted."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from games.base.names import counted, listed
from games.clash_of_corgis.series import sheet_of, short_of
from games.entries.match_state import MatchState
from scoring.base import Rank


def ending(book: MatchState) -> list[str]:
    sheet, names = sheet_of(book), short_of(book)
    if not sheet.finished or sheet.cards_left is None:
        return []
    return [_settled(level, sheet.cards_left, names) for level in _level(book.engine.ranks(sheet))]


def _level(ranks: Sequence[Rank]) -> Iterator[list[Rank]]:
    """Places that follow each other with the same number of games won."""
    for _, same in groupby(ranks, key=lambda rank: rank.points):
        level = list(same)
        if len(level) > 1:
            yield level


def _settled(level: Sequence[Rank], left: Mapping[int, int], names: Sequence[str]) -> str:
    """“Percy and Gus won 1 game each. Fewer cards left in all games together rank higher: Gus 18, Percy 22.”"""
    seats = [seat for rank in level for seat in rank.seats]
    won = counted(level[0].points, "game") if level[0].points else "no game"
    who = listed(names[seat] for seat in seats)
    counts = ", ".join(f"{names[seat]} {left[seat]}" for seat in seats)
    return f"{who} won {won} each. Fewer cards left in all games together rank higher: {counts}."
