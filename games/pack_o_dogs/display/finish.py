"""The result in words for the finish page, and the games one by one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.display import Screen
from games.base.entry.names import listed
from games.base.results.finish import Finish, behind, margin
from games.entries.match_state import MatchState
from games.pack_o_dogs.entry.screen_parts import sheet_of, short_of
from scoring.pack_o_dogs import PackSheet, PilesLine


@dataclass(frozen=True)
class Row:
    """One game: its number, the rounds won in it ("" in a base game), and (points, whether it was lost) per seat."""

    number: int
    rounds: str
    points: Sequence[tuple[int, bool]]


def finish(state: MatchState) -> Finish:
    """Return the words of the finish page: margin, reasons for the result, a reason per seat; with a table of the games
    where there are several.
    """
    sheet, names = sheet_of(state), short_of(state)
    rows = list(_rows(sheet))
    reasons = {
        seat: " ".join(filter(None, (words, _own_games(sheet, rows, seat)))) for seat, words in behind(state).items()
    }
    context = {
        "columns": names,
        "rows": rows,
        "sums": [sheet.totals[seat] for seat in sheet.active_seats],
        "is_base": sheet.options.mode == "base",
    }
    section = Screen("games/pack_o_dogs/finish.html", context) if sheet.options.games > 1 else None
    return Finish(margin(state), list(_why(sheet, names)), reasons, section)


def _why(sheet: PackSheet, names: Sequence[str]) -> Iterator[str]:
    if sheet.decided_by == "rounds":
        yield _("Level on points, so the rounds decide.")
    for game in sheet.games:
        if game.upset:
            yield _(
                "Rounds end a game, points win it: {player} won four rounds of game {number} and lost it by {points}."
            ).format(
                player=names[game.closer],
                number=game.number,
                points=game.points[game.winner] - game.points[game.closer],
            )


def _rows(sheet: PackSheet) -> Iterator[Row]:
    for game in sheet.games:
        rounds = "\N{EN DASH}".join(str(won) for won in sorted(game.rounds_won.values(), reverse=True))
        yield Row(game.number, rounds, _points(game.points, {1 - game.winner}))
    if sheet.shortened and any(sheet.points.values()):
        rounds = "\N{EN DASH}".join(str(won) for won in sorted(sheet.rounds_won.values(), reverse=True))
        yield Row(sheet.game, _("{rounds}, stopped").format(rounds=rounds), _points(sheet.points, set()))
    for line in sheet.lines:
        if isinstance(line, PilesLine):
            least = min(line.points.values())
            lost = {seat for seat, cards in line.points.items() if cards == least}
            yield Row(line.game, "", _points(line.points, lost if len(lost) == 1 else set()))


def _points(points: Mapping[int, int], lost: set[int]) -> list[tuple[int, bool]]:
    return [(points[seat], seat in lost) for seat in sorted(points)]


def _own_games(sheet: PackSheet, rows: Sequence[Row], seat: int) -> str:
    """Return which games the seat won: “Won game 2 by 18.”; "" for none, or in a match of one game."""
    won = [row for row in rows if not row.points[seat][1] and row.points[1 - seat][1]]
    if sheet.options.games == 1 or not won:
        return ""
    if len(won) == 1:
        by = won[0].points[seat][0] - won[0].points[1 - seat][0]
        return _("Won game {number} by {points}.").format(number=won[0].number, points=by)
    words = ngettext("Won {count} game: {numbers}.", "Won {count} games: {numbers}.", len(won))
    return words.format(count=len(won), numbers=listed(str(row.number) for row in won))
