"""Where a series stands, in a few words for lists and in a sentence or two for the head of its sheet."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from games.base.display import Chance, Chances
from games.base.names import counted, listed
from games.base.titles import in_words
from games.clash_of_corgis.series import first_to, sheet_of, short_of
from games.entries.match_state import MatchState
from scoring.base import Rank
from scoring.clash_of_corgis import CorgisSheet, next_step


def length(state: MatchState) -> int:
    """At a table of three or four a series may take more games than it is called after."""
    sheet = sheet_of(state)
    return len(sheet.lines) if sheet.finished else max(sheet.options.best_of, sheet.number)


def state(state: MatchState) -> str:
    """`game 4 of 5`, `game 6, best of 5`, `over after 4 games`."""
    sheet, best = sheet_of(state), sheet_of(state).options.best_of
    if not state.match.is_open:
        return f"over after {counted(len(sheet.lines), 'game')}"
    return f"game {sheet.number} of {best}" if sheet.number <= best else f"game {sheet.number}, best of {best}"


def standing(state: MatchState) -> str:
    sheet, names = sheet_of(state), short_of(state)
    played = f"{_series(sheet)} {counted(len(sheet.lines), 'game')} played"
    if state.match.abandoned_at:
        return f"{played}, then ended without a result."
    if sheet.shortened:
        return f"{played}. Stopped early, as everybody agreed."
    if sheet.finished:
        return f"{played}."
    starts = "draw who starts" if sheet.starter is None else f"{names[sheet.starter]} starts"
    return f"{played}; {starts} game {sheet.number}."


def _series(sheet: CorgisSheet) -> str:
    best = sheet.options.best_of
    return "One game decides." if best == 1 else f"Best of {in_words(best)}. {first_to(sheet)}"


def chances(state: MatchState) -> Chances | None:
    """Nothing before the first game and after the last."""
    sheet, names = sheet_of(state), short_of(state)
    step = next_step(sheet) if state.match.is_open and sheet.lines else None
    if step is None:
        return None
    ranked = sorted(step.seats, key=lambda seat: step.to_go[seat])
    players = [Chance(names[seat], f"needs {counted(step.to_go[seat], 'more game')}.") for seat in ranked]
    short = [names[seat] for seat in step.one_short]
    news = f"One more game wins it for {' or '.join(short)}." if short else first_to(sheet)
    return Chances(listed([first_to(sheet).rstrip(".").lower()]), players, news)


def ending(state: MatchState) -> list[str]:
    sheet, names = sheet_of(state), short_of(state)
    if not sheet.finished or sheet.cards_left is None:
        return []
    return [_settled(level, sheet.cards_left, names) for level in _level(state.engine.ranks(sheet))]


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
