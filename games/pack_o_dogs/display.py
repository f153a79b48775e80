"""Pack o’ Dogs for people who only watch: the sheet, the state of the match, the wall board."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.terms import capital
from games.base.display import Chances, Display, Finish, Screen, behind, margin
from games.base.names import listed
from games.base.wording import in_words, over_unplayed
from games.entries.match_state import MatchState
from games.pack_o_dogs import sheet
from games.pack_o_dogs.screen_parts import pips, rounds_of, sheet_of, short_of, strip, top_of
from games.pack_o_dogs.sheet import headline, match_words
from games.pack_o_dogs.wording import Sum, number_in_words, points_words, product_sum, rounds_words, times
from scoring.pack_o_dogs import PackSheet, PilesLine, PilesStep, RoundLine, RoundStep, next_step
from scoring.pack_o_dogs.sheet import MOST_ROUNDS

# The state of a match: in a few words for lists, in a sentence or two for the head of its sheet.


STOPPED = gettext_lazy("Stopped early, as both agreed.")


def length(state: MatchState) -> int:
    """The number of rounds in the match, with seven for the game in progress; in the base game the number of games."""
    sheet = sheet_of(state)
    if sheet.options.mode == "base":
        return sheet.options.games
    return len(sheet.lines) if sheet.finished else len(sheet.lines) - sheet.round_in_game + 1 + MOST_ROUNDS


def state_in_words(state: MatchState) -> str:
    """Return the state in a few words: `game 2 of 3, round 6`, `round 3`, `over after 3 games`."""
    sheet = sheet_of(state)
    played = sheet.game - 1
    if sheet.finished or state.match.abandoned_at:
        return _over(played, len(sheet.lines))
    words = _("game {number} of {games}, round {round}"), _("game {number} of {games}")
    return _at(sheet, *words)


def place(state: MatchState) -> str:
    """Return what is being played, without the number of games: `game 2, round 6`, `round 3`, `on the table`."""
    return _at(sheet_of(state), _("game {number}, round {round}"), _("game {number}"))


def _at(sheet: PackSheet, game_and_round: str, game: str) -> str:
    """Return the phrase that fits: the base game has no rounds, and a single game has no number."""
    is_base, is_single = sheet.options.mode == "base", sheet.options.games == 1
    if is_single:
        return _("on the table") if is_base else _("round {number}").format(number=sheet.round_in_game)
    words = game if is_base else game_and_round
    return words.format(number=sheet.game, games=sheet.options.games, round=sheet.round_in_game)


def waits(state: MatchState) -> str:
    """Return what the table waits for: a round, or in the base game a turn."""
    return _("Waits for the next turn") if sheet_of(state).options.mode == "base" else _("Waits for the round’s winner")


def _over(games: int, rounds: int) -> str:
    if games:
        return ngettext("over after {count} game", "over after {count} games", games).format(count=games)
    words = ngettext("over after {count} round", "over after {count} rounds", rounds)
    return words.format(count=rounds) if rounds else over_unplayed()


def standing(state: MatchState) -> str:
    """Return which game is played, and its state or how it ended."""
    sheet = sheet_of(state)
    carried = _("Base game.") if sheet.options.mode == "base" else _("Complex game.")
    games = sheet.options.games
    if games > 1:
        words = ngettext("{many} game, points carried.", "{many} games, points carried.", games)
        carried = f"{carried} {words.format(many=capital(in_words(games)))}"
    if state.match.abandoned_at:
        ended = _("Ended without a result.")
        return f"{carried} {ended}"
    if sheet.shortened:
        return f"{carried} {STOPPED}"
    return carried if sheet.finished else f"{carried} {_now(sheet, short_of(state))}"


def _now(sheet: PackSheet, names: Sequence[str]) -> str:
    step = next_step(sheet)
    if isinstance(step, RoundStep):
        now = _("Round {number} is being played.").format(number=step.round_in_game)
        return f"{now} {rounds_words(step.rounds_won, names)}"
    return points_words(sheet.piles, names) if sheet.captures else _("The piles are still to be counted.")


def chances(state: MatchState) -> Chances | None:
    """Return only the line for the wall board: there is no forecast, because one late round may decide a match. None
    for a match that is not open or has no round yet.
    """
    sheet, names = sheet_of(state), short_of(state)
    return Chances("", [], news(sheet, names)) if state.match.is_open and sheet.lines else None


def news(sheet: PackSheet, names: Sequence[str]) -> str:
    """Return rounds and points in words: “Three rounds all. Otto leads by 22; rounds do not decide, points do.”"""
    if sheet.options.mode == "base" or sheet.leader is None:
        return points_words(sheet.totals, names)
    lead, behind = sorted(sheet.points, key=lambda seat: -sheet.points[seat])
    lead_by = sheet.points[lead] - sheet.points[behind]
    words = _("Level on points; rounds do not decide, points do.")
    if lead_by:
        words = ngettext(
            "{player} leads by {count} point; rounds do not decide, points do.",
            "{player} leads by {count} points; rounds do not decide, points do.",
            lead_by,
        )
    return f"{rounds_words(sheet.rounds_won, names)} {words.format(player=names[lead], count=lead_by)}"


# The wall board: the points of the game with the rounds won, the latest calculation, and the seven rounds.


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
        "now": _now_on_wall(sheet),
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


def _now_on_wall(sheet: PackSheet) -> dict[str, Any] | None:
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


class PackDisplay(Display):
    length = staticmethod(length)
    state = staticmethod(state_in_words)
    waits = staticmethod(waits)
    place = staticmethod(place)
    standing = staticmethod(standing)
    sheet = staticmethod(sheet.sheet)
    wall = staticmethod(wall)
    chances = staticmethod(chances)


DISPLAY = PackDisplay()


# The result in words for the finish page: the round that decided it, and the games one by one.


@dataclass(frozen=True)
class RoundRow:
    """One game: its number, the rounds won in it ("" in a base game), and (points, whether it was lost) per seat."""

    number: int
    rounds: str
    points: Sequence[tuple[int, bool]]


@dataclass(frozen=True)
class Decider:
    """The round in which the winner took the lead and kept it: where it was, and its calculation."""

    place: str
    sum: Sum


def finish(state: MatchState) -> Finish:
    """Return the words of the finish page: margin, reasons for the result, a reason per seat; with the round that
    decided it, and a table of the games where there are several.
    """
    sheet, names = sheet_of(state), short_of(state)
    rows = list(_rows(sheet))
    reasons = {
        seat: " ".join(filter(None, (words, _own_games(sheet, rows, seat)))) for seat, words in behind(state).items()
    }
    decider = _decider(sheet)
    context = {
        "decider": decider,
        "games": sheet.options.games,
        "columns": names,
        "rows": rows,
        "sums": [sheet.totals[seat] for seat in sheet.active_seats],
        "is_base": sheet.options.mode == "base",
    }
    section = Screen("games/pack_o_dogs/finish.html", context) if decider or sheet.options.games > 1 else None
    return Finish(margin(state), list(_why(sheet, names)), reasons, section, along=_along(sheet))


def _along(sheet: PackSheet) -> dict[int, str]:
    """Return the labels of the running totals: each game where it ended; {} for one game, or games without rounds."""
    ends = {line.game: at for at, line in enumerate(sheet.rounds, start=1)}
    return {at: _("game {number}").format(number=game) for game, at in ends.items()} if sheet.options.games > 1 else {}


def _decider(sheet: PackSheet) -> Decider | None:
    """Return the round that decided the match; None in the base game, and where nobody won by points."""
    line = _deciding(sheet)
    if line is None:
        return None
    winner = sheet.winners[0]
    place = _("round {number}").format(number=line.round_in_game)
    if sheet.options.games > 1:
        place = _("game {number}, round {round}").format(number=line.game, round=line.round_in_game)
    total = _("{before} becomes {after}").format(before=_before(line, winner), after=line.totals[winner])
    product = product_sum(line.product, line.round_in_game)
    return Decider(place, replace(product, total=replace(product.total, why=total)))


def _deciding(sheet: PackSheet) -> RoundLine | None:
    if sheet.decided_by != "points" or not sheet.rounds:
        return None
    winner = sheet.winners[0]
    return next(line for line in reversed(sheet.rounds) if _before(line, winner) <= _before(line, 1 - winner))


def _before(line: RoundLine, seat: int) -> int:
    return line.totals[seat] - line.points[seat]


def _why(sheet: PackSheet, names: Sequence[str]) -> Iterator[str]:
    if sheet.decided_by == "rounds":
        yield _("Level on points, so the rounds decide.")
    line = _deciding(sheet)
    if line is not None and line is sheet.rounds[-1]:
        short = _before(line, 1 - line.winner) - _before(line, line.winner)
        words = ngettext(
            "{count} point short before the last round, which was worth {worth}.",
            "{count} points short before the last round, which was worth {worth}.",
            short,
        )
        if not short:
            words = _("Level before the last round, which was worth {worth}.")
        yield words.format(count=short, worth=line.product.points)
    for game in sheet.games:
        if game.upset:
            yield _(
                "Rounds end a game, points win it: {player} won four rounds of game {number} and lost it by {points}."
            ).format(
                player=names[game.closer],
                number=game.number,
                points=game.points[game.winner] - game.points[game.closer],
            )


def _rows(sheet: PackSheet) -> Iterator[RoundRow]:
    for game in sheet.games:
        rounds = "\N{EN DASH}".join(str(won) for won in sorted(game.rounds_won.values(), reverse=True))
        yield RoundRow(game.number, rounds, _points(game.points, {1 - game.winner}))
    if sheet.shortened and any(sheet.points.values()):
        rounds = "\N{EN DASH}".join(str(won) for won in sorted(sheet.rounds_won.values(), reverse=True))
        yield RoundRow(sheet.game, _("{rounds}, stopped").format(rounds=rounds), _points(sheet.points, set()))
    for line in sheet.lines:
        if isinstance(line, PilesLine):
            least = min(line.points.values())
            lost = {seat for seat, cards in line.points.items() if cards == least}
            yield RoundRow(line.game, "", _points(line.points, lost if len(lost) == 1 else set()))


def _points(points: Mapping[int, int], lost: set[int]) -> list[tuple[int, bool]]:
    return [(points[seat], seat in lost) for seat in sorted(points)]


def _own_games(sheet: PackSheet, rows: Sequence[RoundRow], seat: int) -> str:
    """Return which games the seat won: “Won game 2 by 18.”; "" for none, or in a match of one game."""
    won = [row for row in rows if not row.points[seat][1] and row.points[1 - seat][1]]
    if sheet.options.games == 1 or not won:
        return ""
    if len(won) == 1:
        by = won[0].points[seat][0] - won[0].points[1 - seat][0]
        return _("Won game {number} by {points}.").format(number=won[0].number, points=by)
    words = ngettext("Won {count} game: {numbers}.", "Won {count} games: {numbers}.", len(won))
    return words.format(count=len(won), numbers=listed(str(row.number) for row in won))
