"""Clash of Corgis for people who only watch: the sheet, the state of the series, the wall board."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import comma_separated
from games.base.display import (
    Chances,
    Display,
    Finish,
    Now,
    Pips,
    Screen,
    SeatChance,
    behind,
    cell,
    joined,
    margin,
    total,
)
from games.base.names import listed
from games.base.wording import in_words, over_unplayed
from games.clash_of_corgis.rounds import first_to, first_to_in_line, of_games, one_more, sheet_of, short_of
from games.entries.match_state import MatchState
from scoring.base import Rank
from scoring.clash_of_corgis import CorgisLine, CorgisSheet, next_step

# The score sheet as on paper: a row per game, in each cell the cards left and the games won, boxed at the top.


@dataclass(frozen=True)
class Column:
    """The head of one seat’s column."""

    name: str


@dataclass(frozen=True)
class SheetRow:
    """One row of the sheet: a game; `cells` is finished HTML."""

    head: str
    cells: SafeString
    css: str = ""


def sheet(state: MatchState) -> Screen:
    """Return the screen of the score sheet."""
    corgis_sheet = sheet_of(state)
    context = {
        "columns": [Column(state.names[seat]) for seat in corgis_sheet.active_seats],
        "rows": list(_rows(corgis_sheet, state)),
    }
    return Screen("games/clash_of_corgis/sheet.html", context)


def _rows(sheet: CorgisSheet, state: MatchState) -> Iterator[SheetRow]:
    base = state.match.get_absolute_url()
    for line in sheet.lines:
        yield SheetRow(
            str(line.number),
            joined(_played(line, seat, f"{base}cell/{line.number}/{seat}/") for seat in sheet.active_seats),
        )
    if state.match.is_open:
        yield SheetRow(
            str(sheet.number),
            joined(cell("", "cell-won", _corner(seat, sheet.starter)) for seat in sheet.active_seats),
            "is-now",
        )
        yield from _to_come(sheet)


def _to_come(sheet: CorgisSheet) -> Iterator[SheetRow]:
    """Yield the rows of the games after the current one, up to the length of the series."""
    for number in range(sheet.number + 1, sheet.options.best_of + 1):
        yield SheetRow(str(number), joined(cell("", "cell-won") for _ in sheet.active_seats))


def _played(line: CorgisLine, seat: int, link: str) -> str:
    linked = total(line.totals[seat], link, "top" if seat in line.leaders else "")
    return cell(f"<i>{_left(line, seat)}</i>{linked}", "cell-won", _corner(seat, line.starter))


def _corner(seat: int, starter: int | None) -> str:
    return _("starts") if seat == starter else ""


def _left(line: CorgisLine, seat: int) -> str:
    if seat == line.winner:
        return _("won")
    cards = line.cards_left.get(seat)
    return "" if cards is None else _('{cards}<span class="vh"> left</span>').format(cards=cards)


# The state of a series: in a few words for lists, in a sentence or two for the head of its sheet.


def length(state: MatchState) -> int:
    """The number of games; at a table of three or four a series may take more than its `best_of`."""
    sheet = sheet_of(state)
    return len(sheet.lines) if sheet.finished else max(sheet.options.best_of, sheet.number)


def state_in_words(state: MatchState) -> str:
    """Return the state in a few words: `game 4 of 5`, `game 6, best of 5`, `over after 4 games`."""
    sheet, best = sheet_of(state), sheet_of(state).options.best_of
    if not state.match.is_open:
        games = len(sheet.lines)
        if not games:
            return over_unplayed()
        return ngettext("over after {count} game", "over after {count} games", games).format(count=games)
    if sheet.number <= best:
        return _("game {number} of {games}").format(number=sheet.number, games=best)
    return _("game {number}, best of {games}").format(number=sheet.number, games=best)


def standing(state: MatchState) -> str:
    """Return the length of the series, how many games are played and who starts the next."""
    sheet, names = sheet_of(state), short_of(state)
    return f"{_series(sheet)} {_played_so_far(state, sheet, names)}"


def _series(sheet: CorgisSheet) -> str:
    best = sheet.options.best_of
    if best == 1:
        return _("One game decides.")
    return _("Best of {games}. First to {wins}.").format(games=in_words(best), wins=in_words(sheet.to_win))


def _played_so_far(state: MatchState, sheet: CorgisSheet, names: Sequence[str]) -> str:
    games = len(sheet.lines)
    if not games:
        return _nothing_played(state, sheet, names)
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


def _nothing_played(state: MatchState, sheet: CorgisSheet, names: Sequence[str]) -> str:
    if state.match.abandoned_at:
        return _("No game played, ended without a result.")
    if sheet.starter is None:
        return _("No game played yet; draw who starts.")
    return _("No game played yet; {player} starts.").format(player=names[sheet.starter])


def chances(state: MatchState) -> Chances | None:
    """Return how many games each player still needs; None before the first game and after the last."""
    sheet, names = sheet_of(state), short_of(state)
    step = next_step(sheet) if state.match.is_open and sheet.lines else None
    if step is None:
        return None
    ranked = sorted(step.seats, key=lambda seat: step.to_go[seat])
    players = [SeatChance(names[seat], _needs(step.to_go[seat])) for seat in ranked]
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
    counts = comma_separated(f"{names[seat]} {left[seat]}" for seat in seats)
    return sentence.format(names=listed(names[seat] for seat in seats), count=won, cards=counts)


# The wall board: games won in seat order, the current game, the result of the last one, and a strip of the series.


STRIP = 7  # games the strip has room for


@dataclass(frozen=True)
class WallRow:
    """One player’s line of the board."""

    name: str
    sub: str
    wins: int
    is_top: bool
    pips: Pips

    @property
    def is_long(self) -> bool:
        return len(self.name) > 22


def wall(state: MatchState) -> Screen:
    """Return the screen of the wall board."""
    sheet, names = sheet_of(state), short_of(state)
    line = sheet.lines[-1] if sheet.lines else None
    context: dict[str, Any] = {
        "rows": [_wall_row(state, sheet, line, seat) for seat in sheet.active_seats],
        "line": line,
        "number": sheet.number,
        "of_games": of_games(sheet, sheet.number),
        "first_to": _("First to {wins}").format(wins=in_words(sheet.to_win)),
        "starts": "" if sheet.starter is None else names[sheet.starter],
        "winners": [names[seat] for seat in sheet.winners],
        "is_over": not state.match.is_open,
        "won": names[line.winner] if line else "",
        "left": _left_on_wall(line, names),
        **_strip(sheet, names),
    }
    return Screen("games/clash_of_corgis/wall.html", context)


def _wall_row(state: MatchState, sheet: CorgisSheet, line: CorgisLine | None, seat: int) -> WallRow:
    sub = _("starts") if seat == sheet.starter and state.match.is_open else ""
    is_top = line is not None and seat in line.leaders
    return WallRow(state.names[seat], sub, sheet.totals[seat], is_top, Pips(sheet.totals[seat], sheet.to_win))


def _left_on_wall(line: CorgisLine | None, names: Sequence[str]) -> str:
    """Return the cards left in the last game: “Left in hand: Percy 4 and Gus 3.”; "" where none were counted."""
    counted = [(seat, cards) for seat, cards in line.cards_left.items() if cards] if line else []
    if not counted:
        return ""
    cards_left = listed(f"{names[seat]} {cards}" for seat, cards in counted)
    return _("Left in hand: {cards}.").format(cards=cards_left)


def _strip(sheet: CorgisSheet, names: Sequence[str]) -> dict[str, Any]:
    """Return the last games as a table: the winner of each, and the cards of the others."""
    shown = sheet.lines[-STRIP:]
    rows = [(names[seat], [_mark(line, seat) for line in shown]) for seat in sheet.active_seats] if shown else []
    return {"games": [line.number for line in shown], "strip": rows}


def _mark(line: CorgisLine, seat: int) -> tuple[bool, str]:
    return seat == line.winner, str(line.totals[seat]) if seat == line.winner else str(line.cards_left.get(seat, "·"))


class CorgisDisplay(Display):
    round_word = "game"

    length = staticmethod(length)
    state = staticmethod(state_in_words)

    def now(self, state: MatchState) -> Now:
        sheet = sheet_of(state)
        return Now(sheet.number, max(sheet.number, sheet.options.best_of))

    def waits(self, state: MatchState) -> str:
        return _("Waits for the game’s winner")

    standing = staticmethod(standing)
    sheet = staticmethod(sheet)
    wall = staticmethod(wall)
    chances = staticmethod(chances)
    ending = staticmethod(ending)


DISPLAY = CorgisDisplay()


# The result in words for the finish page, and the last games side by side.


SHOWN = 5


@dataclass(frozen=True)
class GameColumn:
    """One game: who started it ("" if drawn), and per player (name, whether they won, the cards left or None)."""

    number: int
    starter: str
    rows: Sequence[tuple[str, bool, int | None]]


def finish(state: MatchState) -> Finish:
    """Return the words of the finish page: margin, reasons for the result, a reason per seat; with the last games."""
    sheet, names = sheet_of(state), short_of(state)
    order = [seat for rank in state.engine.ranks(sheet) for seat in rank.seats]
    columns = [
        GameColumn(
            line.number,
            "" if line.starter is None else _("{player} started").format(player=names[line.starter]),
            [(names[seat], line.winner == seat, line.cards_left.get(seat)) for seat in order],
        )
        for line in sheet.lines[-SHOWN:]
    ]
    context = {
        "columns": columns,
        "first_to": first_to_in_line(sheet),
        "earlier": len(sheet.lines) - len(columns),
        "has_left": any(line.cards_left for line in sheet.lines[-SHOWN:]),
    }
    reasons = {seat: _reason(sheet, seat, words) for seat, words in behind(state).items()}
    why = [*_last_game(sheet, names), *ending(state)]
    screen = Screen("games/clash_of_corgis/finish.html", context)
    return Finish(_score(state), why, reasons, screen, to_win=sheet.to_win, has_run=False)


def _score(state: MatchState) -> str:
    """Return the games of the first two places in words: `three games to two`; else the margin."""
    sheet = sheet_of(state)
    most, next_most = sorted(sheet.totals.values(), reverse=True)[:2]
    if most == next_most:
        return margin(state, "game")
    words = ngettext("{won} game to {lost}", "{won} games to {lost}", most)
    if not next_most:
        words = ngettext("{won} game to nil", "{won} games to nil", most)
    return words.format(won=in_words(most), lost=in_words(next_most))


def _last_game(sheet: CorgisSheet, names: Sequence[str]) -> Iterator[str]:
    """Yield who was level before the last game, and who had fewest cards left in it."""
    last, winner = sheet.lines[-1], sheet.lines[-1].winner
    before = last.totals[winner] - 1
    level = [seat for seat in sheet.active_seats if seat != winner and last.totals[seat] == before]
    if sheet.winners == (winner,) and before and level:
        words = ngettext(
            "{names} had won {count} game each before.", "{names} had won {count} games each before.", before
        )
        yield words.format(names=listed(names[seat] for seat in (winner, *level)), count=before)
    left = {cards: seat for seat, cards in reversed(list(last.cards_left.items())) if cards}
    if left:
        fewest = min(left)
        words = ngettext(
            "In game {number} {player} had {cards} card left.",
            "In game {number} {player} had {cards} cards left.",
            fewest,
        )
        yield words.format(number=last.number, player=names[left[fewest]], cards=fewest)


def _reason(sheet: CorgisSheet, seat: int, words: str) -> str:
    if sheet.cards_left is None:
        return words
    cards = sheet.cards_left[seat]
    left = ngettext("{count} card left in all games.", "{count} cards left in all games.", cards).format(count=cards)
    return f"{words} {left}".strip()
