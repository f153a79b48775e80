"""The wall board: the points of the game with the rounds won, the latest calculation, and the seven rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.display import Screen
from games.entries.match_state import MatchState
from games.pack_o_dogs.entry.screen_parts import pips, rounds_of, sheet_of, short_of, strip, top_of
from games.pack_o_dogs.result import headline, match_words
from games.pack_o_dogs.sum_wording import number_in_words, product_sum, times
from scoring.pack_o_dogs import PackSheet, PilesStep, RoundLine, RoundStep, next_step


@dataclass(frozen=True)
class WallRow:
    """One player’s line of the board; `won` are the rounds won, None in the base game; `match` is the match total, None
    in a single game.
    """

    name: str
    won: int | None
    pips: Sequence[tuple[bool, int]]
    match: int | None
    last: int | None
    points: int
    mark: str

    @property
    def is_long(self) -> bool:
        return len(self.name) > 22


def wall(state: MatchState) -> Screen:
    """Return the screen of the wall board."""
    sheet, names = sheet_of(state), short_of(state)
    shown = _shown(sheet)
    context = {
        "css": "wall-pack",
        "rows": [_wall_row(state, shown, seat) for seat in sheet.active_seats],
        "now": _now(sheet),
        "games": sheet.options.games,
        "over": match_words(sheet, names) if sheet.finished else "",
        **_last(sheet, names),
    }
    return Screen("games/pack_o_dogs/wall.html", context)


@dataclass(frozen=True)
class Shown:
    """The game that the board shows: the one in progress, or the last one once the match is over."""

    points: Mapping[int, int]
    rounds_won: Mapping[int, int] | None
    last: Mapping[int, int]


def _shown(sheet: PackSheet) -> Shown:
    last = sheet.lines[-1].points if sheet.lines else {}
    if sheet.options.mode == "base":
        return Shown(last if sheet.finished else sheet.piles, None, {})
    if sheet.finished and not (sheet.shortened and sheet.leader is not None):
        return Shown(sheet.games[-1].points, sheet.games[-1].rounds_won, last)
    return Shown(sheet.points, sheet.rounds_won, last if sheet.leader is not None else {})


def _wall_row(state: MatchState, shown: Shown, seat: int) -> WallRow:
    sheet, won = sheet_of(state), shown.rounds_won
    return WallRow(
        state.names[seat],
        None if won is None else won[seat],
        [] if won is None else pips(won[seat]),
        sheet.totals[seat] if sheet.options.games > 1 else None,
        shown.last.get(seat) or None,
        shown.points[seat],
        "top" if seat in top_of(shown.points) else "",
    )


def _now(sheet: PackSheet) -> dict[str, Any] | None:
    step = next_step(sheet)
    if isinstance(step, RoundStep):
        counts = _("counts {times}").format(times=times(step.late)) if step.late > 1 else _("first to four")
        return {"figure": step.round_in_game, "of": _("of 7 rounds"), "words": counts, "game": step.game}
    if isinstance(step, PilesStep):
        of = ngettext("of {count} game", "of {count} games", step.games).format(count=step.games)
        of = of if step.games > 1 else _("game")
        return {"figure": step.game, "of": of, "words": _("most cards win"), "game": None}
    return None


def _last(sheet: PackSheet, names: Sequence[str]) -> dict[str, Any]:
    """Return the latest round with its calculation, and the strip of the rounds of its game."""
    if not sheet.lines:
        return {"strip": _strip(sheet, names, sheet.game)}
    line = sheet.lines[-1]
    if not isinstance(line, RoundLine):
        return {"sentence": headline(sheet, names, None)}
    ended, sentence = sheet.leader is None, _won(names[line.winner], line.round_in_game)
    if ended:
        sentence = f"{headline(sheet, names, sheet.games[-1])}. {sentence}."
    shown = sheet.game - 1 if sheet.finished and ended else sheet.game
    context = {
        "sentence": sentence,
        "sum": product_sum(line.product, line.round_in_game),
        "strip": _strip(sheet, names, shown),
    }
    return context | ({"upset": _upset(sheet, names)} if ended else {})


def _strip(sheet: PackSheet, names: Sequence[str], game: int) -> Any:
    if sheet.options.mode == "base":
        return None
    return strip(rounds_of(sheet, game), names, None if sheet.finished else sheet.round_in_game)


def _upset(sheet: PackSheet, names: Sequence[str]) -> str:
    game = sheet.games[-1]
    if not game.upset:
        return ""
    won = game.rounds_won[game.closer]
    words = ngettext(
        "{player} won {many} round. Rounds end a game; points win it.",
        "{player} won {many} rounds. Rounds end a game; points win it.",
        won,
    )
    return words.format(player=names[game.closer], many=number_in_words(won))


def _won(player: str, number: int) -> str:
    return _("{player} won round {number}").format(player=player, number=number)
