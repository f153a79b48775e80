"""The score sheet with the calculations of each round, and the screen after a game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.terms import capital
from games.base.display import Screen
from games.base.form_parsing import free_number, undo_form
from games.base.names import ISOLATES, isolated
from games.entries.match_state import MatchState
from games.pack_o_dogs.screen_parts import (
    Strip,
    pack_key,
    revision_fields,
    rounds_of,
    sheet_of,
    short_of,
    strip,
    top_of,
)
from games.pack_o_dogs.wording import last_step, number_in_words, points_of, points_words, reasons_text, score
from games.sheets.layout_words import brief
from scoring.base import with_names
from scoring.pack_o_dogs import Game, PackSheet, PilesLine, RoundLine

# The score sheet: a row per game with the points carried into it, then each round of a game with its calculation.


STOPPED = gettext_lazy("stopped by agreement")
BRIEF = 5  # letters that fit into a narrow column


@dataclass(frozen=True)
class Cell:
    """One player in one game: points carried in, won in it, and the total after it."""

    carried: int
    points: int
    total: int
    mark: str
    link: str = ""


@dataclass(frozen=True)
class GameRow:
    """One game of the match."""

    number: int
    cells: Sequence[Cell]
    words: str
    is_now: bool = False


@dataclass(frozen=True)
class Round:
    """One round: its winner, its calculation, and the rounds and points after it."""

    line: RoundLine
    winner: str
    rounds: str
    points: Sequence[int]
    link: str


@dataclass(frozen=True)
class Played:
    """All rounds of a game; `words` give the result, `why` the reason where the winner of four rounds lost, else ""."""

    number: int
    words: str
    score: str
    rounds: Sequence[Round]
    why: str


def sheet(state: MatchState) -> Screen:
    """Return the screen of the score sheet."""
    pack_sheet, names = sheet_of(state), short_of(state)
    context = {
        "players": state.names,
        "brief": _brief(names),
        "rows": list(_rows(state, pack_sheet, names)),
        "verdict": match_words(pack_sheet, names) if pack_sheet.finished else "",
        "verdict_words": _verdict(pack_sheet, names),
        "games": list(_games(state, pack_sheet, names)),
        "is_base": pack_sheet.options.mode == "base",
    }
    return Screen("games/pack_o_dogs/sheet.html", context)


def _brief(names: Sequence[str]) -> list[str]:
    """Return the first letters of each name, or those of its last word where the first are the same."""
    bare = [name.strip(ISOLATES) for name in names]
    initials = [brief(name, BRIEF) for name in bare]
    if len(set(initials)) == 1:
        initials = [brief(name.split()[-1], BRIEF) for name in bare]
    return [isolated(each) for each in initials]


def _rows(state: MatchState, sheet: PackSheet, names: Sequence[str]) -> Iterator[GameRow]:
    carried = dict.fromkeys(sheet.active_seats, 0)
    for number, points, words, link in _ended(state, sheet, names):
        yield _row(number, carried, points, words, link)
        carried = {seat: carried[seat] + points[seat] for seat in carried}
    if sheet.shortened and any(sheet.points.values()):
        yield _row(sheet.game, carried, sheet.points, str(STOPPED), "")
    elif not sheet.finished and state.match.is_open:
        points = sheet.piles if sheet.options.mode == "base" else sheet.points
        yield _row(sheet.game, carried, points, _("on the table"), "", is_now=True)


def _ended(
    state: MatchState, sheet: PackSheet, names: Sequence[str]
) -> Iterator[tuple[int, Mapping[int, int], str, str]]:
    """Yield each finished game: its number, the points by seat, the result in words, and the link to the histories of
    its cells without the seat.
    """
    for game in sheet.games:
        yield game.number, game.points, _won(names[game.winner], score(game.points, game.winner)), ""
    for line in sheet.lines:
        if isinstance(line, PilesLine):
            link = f"{state.match.get_absolute_url()}cell/{line.number}/"
            yield line.game, line.points, _piles(line, names), link


def _piles(line: PilesLine, names: Sequence[str]) -> str:
    top = top_of(line.points) or set(line.points)
    if len(top) > 1:
        return _("shared, {score}").format(score=score(line.points, 0))
    winner = next(iter(top))
    return _won(names[winner], score(line.points, winner))


def _won(player: str, points: str) -> str:
    return _("{player}, {score}").format(player=player, score=points)


def _row(
    number: int,
    carried: Mapping[int, int],
    points: Mapping[int, int],
    words: str,
    link: str,
    *,
    is_now: bool = False,
) -> GameRow:
    totals = {seat: carried[seat] + points[seat] for seat in points}
    top = top_of(totals)
    cells = [
        Cell(carried[seat], points[seat], totals[seat], "top" if seat in top else "", link and f"{link}{seat}/")
        for seat in totals
    ]
    return GameRow(number, cells, words, is_now)


def _verdict(sheet: PackSheet, names: Sequence[str]) -> str:
    """Return the games won by each, which are not points; "" before the end, or for fewer than two games."""
    if not sheet.finished or len(sheet.games) < 2:
        return ""
    won = [sum(game.winner == seat for game in sheet.games) for seat in sheet.active_seats]
    lead = 0 if won[0] >= won[1] else 1
    if won[0] == won[1]:
        words = ngettext("{many} game each; points decide.", "{many} games each; points decide.", won[0])
    elif lead in sheet.winners:
        words = ngettext("{many} game to {few}.", "{many} games to {few}.", won[lead])
    else:
        words = ngettext(
            "{many} game to {few} for {player}, but points decide.",
            "{many} games to {few} for {player}, but points decide.",
            won[lead],
        )
    return words.format(
        many=capital(number_in_words(won[lead])), few=number_in_words(won[1 - lead]), player=names[lead]
    )


def _games(state: MatchState, sheet: PackSheet, names: Sequence[str]) -> Iterator[Played]:
    for game in sheet.games:
        words = _won(names[game.winner], score(game.points, game.winner))
        rounds = _rounds(state, sheet, game.number)
        yield Played(game.number, words, _rounds_score(game), rounds, _why(sheet, names, game))
    if rounds := _rounds(state, sheet, sheet.game):
        yield Played(sheet.game, str(STOPPED) if sheet.shortened else _("on the table"), "", rounds, "")


def _rounds_score(game: Game) -> str:
    won = sorted(game.rounds_won.values(), reverse=True)
    return _("rounds {won}–{lost}").format(won=won[0], lost=won[1])


def _rounds(state: MatchState, sheet: PackSheet, game: int) -> list[Round]:
    names, base = short_of(state), state.match.get_absolute_url()
    return [
        Round(
            line,
            names[line.winner],
            "–".join(str(won) for won in line.rounds_won.values()),
            list(line.game_points.values()),
            f"{base}cell/{line.number}/{line.winner}/",
        )
        for line in rounds_of(sheet, game)
    ]


def _why(sheet: PackSheet, names: Sequence[str], game: Game) -> str:
    if not game.upset:
        return ""
    won = [line for line in rounds_of(sheet, game.number) if line.winner == game.winner]
    closer, winner = names[game.closer], names[game.winner]
    words = _("{closer} won four rounds and lost the game: points decide. {winner}’s {points} {came}.")
    return words.format(closer=closer, winner=winner, points=points_of(won), came=reasons_text(won))


# The screen after a game: rounds ended it, points won it. Where the winner of four rounds lost, both players’
# calculations are shown (PK-33).


@dataclass(frozen=True)
class Ended:
    """One player’s row of the result."""

    name: str
    rounds: int | None
    match: int
    points: int
    mark: str


@dataclass(frozen=True)
class Working:
    """All rounds that one player won in the game, each with its calculation."""

    name: str
    rounds: Sequence[RoundLine]
    points: int


@dataclass(frozen=True)
class Why:
    """The reason why the player with four rounds lost."""

    words: str
    workings: Sequence[Working]


def last_game(state: MatchState) -> Screen:
    """Return the screen for the game written last."""
    sheet, names = sheet_of(state), short_of(state)
    game = None if isinstance(sheet.lines[-1], PilesLine) else sheet.games[-1]
    points = sheet.lines[-1].points if game is None else game.points
    title = headline(sheet, names, game)
    context: dict[str, Any] = {
        "table": {"title": title},
        "headline": title,
        "words": " ".join(_words(sheet, names, game)),
        "ended": [_ended_row(state, game, points, seat) for seat in sheet.active_seats],
        "why": why(sheet, names, game) if game and game.upset else None,
        "strip": _strip(sheet, names, game),
        "notes": _notes(sheet, names),
        "games": sheet.options.games,
        "is_base": game is None,
        "next_game": None if sheet.finished else sheet.game,
        "next_query": f"number={free_number(state)}",
        "next_words": _("Game {number} of {games}").format(number=sheet.game, games=sheet.options.games),
        "undo": last_step(state),
        "forms": undo_form(state),
        **_closing(state, names),
    }
    return Screen("games/pack_o_dogs/over.html", context)


def _notes(sheet: PackSheet, names: Sequence[str]) -> list[str]:
    """Return the warnings about the line written last."""
    return [with_names(notice.message, names) for notice in sheet.warnings if notice.round == sheet.lines[-1].number]


def _closing(state: MatchState, names: Sequence[str]) -> dict[str, Any]:
    """Return the context for correcting the pack of the round that ended the game; {} in the base game."""
    line = sheet_of(state).lines[-1]
    if not isinstance(line, RoundLine):
        return {}
    product = line.product
    factors = f"{product.base} × {product.streak} × {product.late} = {product.points}"
    return {
        "last_round": _("{player} won round {number}: {factors}").format(
            player=names[line.winner], number=line.round_in_game, factors=factors
        ),
        "pack": pack_key(is_on=line.pack, writes=True),
        "fields": revision_fields(state, line),
    }


def headline(sheet: PackSheet, names: Sequence[str], game: Game | None) -> str:
    """Return the result of the game: “Otto wins game 2, 28 to 10”"""
    wins = _("{player} wins game {number}, {score}")
    if game is not None:
        return wins.format(player=names[game.winner], number=game.number, score=score(game.points, game.winner))
    line = sheet.lines[-1]
    top = top_of(line.points) or set(line.points)
    if len(top) > 1:
        return _("Game {number} is shared, {score}").format(number=line.game, score=score(line.points, 0))
    winner = next(iter(top))
    return wins.format(player=names[winner], number=line.game, score=score(line.points, winner))


def _words(sheet: PackSheet, names: Sequence[str], game: Game | None) -> list[str]:
    sentences = [*_decided(names, game)]
    if sheet.options.games > 1:
        sentences.append(_match(sheet, names))
    return sentences


def _decided(names: Sequence[str], game: Game | None) -> list[str]:
    if game is None:
        return []
    if game.upset:
        return [_("Rounds end a game. Points win it.")]
    won = game.rounds_won[game.closer]
    many, less = number_in_words(won), number_in_words(game.rounds_won[1 - game.closer])
    if game.decided_by == "rounds":
        words = ngettext(
            "Level on points, so the rounds decide: {many} round to {few}.",
            "Level on points, so the rounds decide: {many} rounds to {few}.",
            won,
        )
        return [words.format(many=many, few=less)]
    words = ngettext(
        "{many} round to {few}, and the points as well.", "{many} rounds to {few}, and the points as well.", won
    )
    return [words.format(many=capital(many), few=less)]


def _match(sheet: PackSheet, names: Sequence[str]) -> str:
    if not sheet.finished:
        return points_words(sheet.totals, names, of_match=True)
    return match_words(sheet, names)


def match_words(sheet: PackSheet, names: Sequence[str]) -> str:
    """Return the result of the match: “Wilhelmina wins the match, 36 to 32.”"""
    if len(sheet.winners) > 1:
        return _("The match is shared, {score}.").format(score=score(sheet.totals, 0))
    winner = sheet.winners[0]
    words = _("{player} wins the match, {score}.")
    if sheet.decided_by == "rounds":
        words = _("{player} wins the match, {score}. Rounds decide between level points.")
    return words.format(player=names[winner], score=score(sheet.totals, winner))


def _ended_row(state: MatchState, game: Game | None, points: Mapping[int, int], seat: int) -> Ended:
    mark = "top" if seat in top_of(points) else ""
    rounds = game.rounds_won[seat] if game else None
    return Ended(state.names[seat], rounds, sheet_of(state).totals[seat], points[seat], mark)


def why(sheet: PackSheet, names: Sequence[str], game: Game) -> Why:
    """Return both players’ calculations, and the sentence about the player who won four rounds."""
    lines = rounds_of(sheet, game.number)
    won = [[line for line in lines if line.winner == seat] for seat in sheet.active_seats]
    workings = [Working(names[seat], won[seat], game.points[seat]) for seat in sheet.active_seats]
    closer, winner = names[game.closer], names[game.winner]
    many = number_in_words(game.rounds_won[game.winner])
    came = reasons_text(workings[game.winner].rounds)
    words = _("{closer} won four rounds to {winner}’s {many}. {winner}’s {many} {came}.")
    return Why(words.format(closer=closer, winner=winner, many=many, came=came), workings)


def _strip(sheet: PackSheet, names: Sequence[str], game: Game | None) -> Strip | None:
    return strip(rounds_of(sheet, game.number), names, None) if game and not game.upset else None
