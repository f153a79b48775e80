"""The state of a series: in a few words for lists, in a sentence or two for the head of its sheet."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.display import Chance, Chances
from games.base.entry.names import listed
from games.base.results.titles import in_words
from games.clash_of_corgis.series import first_to, first_to_in_line, one_more, sheet_of, short_of
from games.entries.match_state import MatchState
from scoring.base import Rank
from scoring.clash_of_corgis import CorgisSheet, next_step


def length(state: MatchState) -> int:
    """The number of games; at a table of three or four a series may take more than its `best_of`."""
    sheet = sheet_of(state)
    return len(sheet.lines) if sheet.finished else max(sheet.options.best_of, sheet.number)


def state(state: MatchState) -> str:
    """Return the state in a few words: `game 4 of 5`, `game 6, best of 5`, `over after 4 games`."""
    sheet, best = sheet_of(state), sheet_of(state).options.best_of
    if not state.match.is_open:
        games = len(sheet.lines)
        return ngettext("over after {count} game", "over after {count} games", games).format(count=games)
    if sheet.number <= best:
        return _("game {number} of {games}").format(number=sheet.number, games=best)
    return _("game {number}, best of {games}").format(number=sheet.number, games=best)


def standing(state: MatchState) -> str:
    """Return the length of the series, how many games are played and who starts the next."""
    sheet, names = sheet_of(state), short_of(state)
    return f"{_series(sheet)} {_played(state, sheet, names)}"


def _series(sheet: CorgisSheet) -> str:
    best = sheet.options.best_of
    if best == 1:
        return _("One game decides.")
    return _("Best of {games}. First to {wins}.").format(games=in_words(best), wins=in_words(sheet.to_win))


def _played(state: MatchState, sheet: CorgisSheet, names: Sequence[str]) -> str:
    games = len(sheet.lines)
    if state.match.abandoned_at:
        sentence = ngettext(
            "{count} game played, then ended without a result.",
            "{count} games played, then ended without a result.",
            games,
        )
    elif sheet.shortened:
        sentence = ngettext(
            "{count} game played. Stopped early, as everybody agreed.",
            "{count} games played. Stopped early, as everybody agreed.",
            games,
        )
    elif sheet.finished:
        sentence = ngettext("{count} game played.", "{count} games played.", games)
    elif sheet.starter is None:
        sentence = ngettext(
            "{count} game played; draw who starts game {number}.",
            "{count} games played; draw who starts game {number}.",
            games,
        )
    else:
        return ngettext(
            "{count} game played; {player} starts game {number}.",
            "{count} games played; {player} starts game {number}.",
            games,
        ).format(count=games, player=names[sheet.starter], number=sheet.number)
    return sentence.format(count=games, number=sheet.number)


def chances(state: MatchState) -> Chances | None:
    """Return how many games each player still needs; None before the first game and after the last."""
    sheet, names = sheet_of(state), short_of(state)
    step = next_step(sheet) if state.match.is_open and sheet.lines else None
    if step is None:
        return None
    ranked = sorted(step.seats, key=lambda seat: step.to_go[seat])
    players = [Chance(names[seat], _needs(step.to_go[seat])) for seat in ranked]
    short = [names[seat] for seat in step.one_short]
    news = one_more(short) if short else first_to(sheet)
    return Chances(first_to_in_line(sheet), players, news)


def _needs(games: int) -> str:
    return ngettext("needs {count} more game.", "needs {count} more games.", games).format(count=games)


def ending(state: MatchState) -> list[str]:
    """Return a sentence for each tie in games won that the cards left decided; [] before the end, or where cards were
    not counted.
    """
    sheet, names = sheet_of(state), short_of(state)
    if not sheet.finished or sheet.cards_left is None:
        return []
    return [_settled(level, sheet.cards_left, names) for level in _level(state.engine.ranks(sheet))]


def _level(ranks: Sequence[Rank]) -> Iterator[list[Rank]]:
    """Yield the groups of consecutive places with the same number of games won."""
    for _points, same in groupby(ranks, key=lambda rank: rank.points):
        level = list(same)
        if len(level) > 1:
            yield level


def _settled(level: Sequence[Rank], left: Mapping[int, int], names: Sequence[str]) -> str:
    """“Percy and Gus won 1 game each. Fewer cards left in all games together rank higher: Gus 18, Percy 22.”"""
    seats = [seat for rank in level for seat in rank.seats]
    won = level[0].points
    sentence = ngettext(
        "{names} won {count} game each. Fewer cards left in all games together rank higher: {cards}.",
        "{names} won {count} games each. Fewer cards left in all games together rank higher: {cards}.",
        won,
    )
    if not won:
        sentence = _("{names} won no game each. Fewer cards left in all games together rank higher: {cards}.")
    counts = ", ".join(f"{names[seat]} {left[seat]}" for seat in seats)
    return sentence.format(names=listed(names[seat] for seat in seats), count=won, cards=counts)
