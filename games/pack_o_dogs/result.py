"""The screen after a game: rounds ended it, points won it. Where the winner of four rounds lost, both players’
calculations are shown (PK-33).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.terms import capital
from games.base.display import Screen
from games.base.form_parsing import free_number, undo_form
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
from games.pack_o_dogs.wording import last_step, number_in_words, points_words, reasons_text, score
from scoring.base import with_names
from scoring.pack_o_dogs import Game, PackSheet, PilesLine, RoundLine


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
        "ended": [_ended(state, game, points, seat) for seat in sheet.active_seats],
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


def _ended(state: MatchState, game: Game | None, points: Mapping[int, int], seat: int) -> Ended:
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
