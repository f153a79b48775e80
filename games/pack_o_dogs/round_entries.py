"""The shared pages for one round (form, history, correction, paper); in the base game a line of the sheet is a whole
game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.language.locales import signed
from games.base.correction import Changes, Correction, Paper, line_of
from games.base.display import Screen
from games.base.form_parsing import BROKEN, PAD_NUMBER, WHOLE, entry_id, line_number, moment, numbers, typed
from games.base.table_game import Cell, Difference, Unreadable
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from games.models import Entry
from games.pack_o_dogs.screen_parts import sheet_of, short_of
from games.pack_o_dogs.wording import entry_words
from games.rounds import Field, Payload, Rounds
from games.rounds.correction import rows
from games.rounds.fields import describe_error as describe_paper_error
from scoring.base import RuleError, Sheet
from scoring.pack_o_dogs import PilesLine, RoundLine
from scoring.pack_o_dogs.play import SHORT

# Parsing the table’s form: a round and its winner, a turn and its winner, or two piles of cards.


SEATS = ("0", "1")


def is_on(form: QueryDict, name: str) -> bool:
    """Whether a key is pressed; the last value of its field counts."""
    return form.get(name, "") == "1"


def round_of(form: QueryDict, prefix: str = "") -> dict[str, Any]:
    """Return the payload of a round. Raises Unreadable."""
    payload: dict[str, Any] = {"winner": _winner(form, f"{prefix}winner"), "pack": is_on(form, f"{prefix}pack")}
    turns = typed(form, f"{prefix}turns", str(WHOLE))
    if turns is not None:
        payload["turns"] = turns
    if is_on(form, f"{prefix}treat"):
        payload["treat"] = True
    return payload


def piles_of(form: QueryDict, prefix: str = "") -> dict[str, Any]:
    """Return the payload of the two piles. Raises Unreadable where one is not a number."""
    return {"piles": {seat: _pile(form, f"{prefix}piles-{seat}") for seat in SEATS}}


def drafts(form: QueryDict) -> list[Draft]:
    """Return the one entry the form holds. Raises Unreadable."""
    kind = form.get("what", "")
    if kind == "piles" and "winner" in form:
        kind = "capture"
    if kind not in PAYLOADS:
        raise Unreadable(str(BROKEN))
    return [Draft(kind, line_number(form), PAYLOADS[kind](form), id=entry_id(form), recorded_at=moment(form))]


def _tapped_round(form: QueryDict) -> dict[str, Any]:
    """Return the payload of a round. Turns and treat that need a pack are dropped where the pack’s key is off."""
    payload = round_of(form)
    if not payload["pack"]:
        payload.pop("treat", None)
        if payload.get("turns") == SHORT:
            del payload["turns"]
    return payload


def _capture(form: QueryDict) -> dict[str, Any]:
    keys = [key for key in ("pack", "low_cat") if is_on(form, key)]
    treat = ["treat"] if "pack" in keys and is_on(form, "treat") else []
    return {"winner": _winner(form, "winner"), **dict.fromkeys([*keys, *treat], True)}


def _winner(form: QueryDict, field: str) -> int:
    if form.get(field) not in SEATS:
        raise Unreadable(_("Who won? Tap one of the two."), field)
    return int(form.get(field, ""))


def _pile(form: QueryDict, field: str) -> int:
    cards = typed(form, field, str(WHOLE))
    if cards is None:
        raise Unreadable(_("Count this pile too."), field)
    return cards


PAYLOADS: Mapping[str, Callable[[QueryDict], Mapping[str, Any]]] = {
    "round": _tapped_round,
    "capture": _capture,
    "piles": piles_of,
}


CARDS = numbers(40)


def _capture_fields(state: MatchState, payload: Payload) -> Sequence[Field]:
    return [
        Field("winner", _("Won by"), "choice", payload["winner"], choices=_players(state)),
        Field("pack", _("Pack completed"), "check", payload.get("pack", False), _("Pack")),
        Field("low_cat", _("Low cat"), "check", payload.get("low_cat", False)),
        Field("treat", _("With a treat"), "check", payload.get("treat", False), _("Treat")),
    ]


def _players(state: MatchState) -> list[tuple[str, str]]:
    return [(str(seat), name) for seat, name in enumerate(short_of(state))]


class PackRounds(Rounds):
    kind = "round"
    word = "round"
    can_stop = True

    def fields(self, state: MatchState, payload: Payload | None, prefix: str) -> Sequence[Field]:
        values = payload or {}
        who = [*([("", "")] if payload is None else []), *_players(state)]
        turns = [("", _("not noted")), ("2", "2"), ("3", "3")]
        return [
            Field(f"{prefix}winner", _("Won by"), "choice", values.get("winner"), choices=who),
            Field(f"{prefix}pack", _("Pack completed"), "check", values.get("pack", False), _("Pack")),
            Field(f"{prefix}turns", _("Turns, if you know"), "choice", values.get("turns"), _("Turns"), choices=turns),
            Field(f"{prefix}treat", _("With a treat"), "check", values.get("treat", False), _("Treat")),
        ]

    payload = staticmethod(round_of)
    entry_words = staticmethod(entry_words)

    def figures(self, line: RoundLine, seat: int) -> Sequence[tuple[str, str]]:
        """Return the points and the total after; for the winner also the factors."""
        figures = [(_("points"), signed(line.points[seat])), (_("total after"), str(line.totals[seat]))]
        if seat != line.winner:
            return figures
        product = line.product
        factors = [
            (_("base"), product.base),
            (_("in a row"), product.streak),
            (pgettext("of points", "late"), product.late),
        ]
        return [*((label, str(factor)) for label, factor in factors), *figures]

    def lead(self, state: MatchState, line: RoundLine) -> str:
        """Return the round in words: “Otto won it with a pack, in 2 turns.”"""
        winner = short_of(state)[line.winner]
        if not line.turns:
            words = _("{player} won it with a pack.") if line.pack else _("{player} won it.")
            return words.format(player=winner)
        words = ngettext("{player} won it, in {count} turn.", "{player} won it, in {count} turns.", line.turns)
        if line.pack:
            words = ngettext(
                "{player} won it with a pack, in {count} turn.",
                "{player} won it with a pack, in {count} turns.",
                line.turns,
            )
        return words.format(player=winner, count=line.turns)


class PackGames(Rounds):
    """One game of the base mode, with its counted piles."""

    kind = "piles"
    word = "game"
    can_stop = True

    def fields(self, state: MatchState, payload: Payload | None, prefix: str) -> Sequence[Field]:
        piles = (payload or {}).get("piles", {})
        return [
            Field(
                f"{prefix}piles-{seat}",
                _("{player}’s pile").format(player=name),
                "number",
                piles.get(str(seat)),
                name,
                seat,
                CARDS,
                _("Cards"),
                str(PAD_NUMBER),
            )
            for seat, name in enumerate(short_of(state))
        ]

    payload = staticmethod(piles_of)
    entry_words = staticmethod(entry_words)

    def figures(self, line: PilesLine, seat: int) -> Sequence[tuple[str, str]]:
        return [(_("cards"), str(line.points[seat])), (_("total after"), str(line.totals[seat]))]


ROUNDS, GAMES = PackRounds(), PackGames()


def rounds_of(state: MatchState) -> Rounds:
    """The kind of line this match has: rounds, or whole base games."""
    return GAMES if sheet_of(state).options.mode == "base" else ROUNDS


def cell(state: MatchState, number: int, seat: int) -> Cell | None:
    """Return the history of one cell; its title numbers the round within its game. None if the seat has no cell in this
    round.
    """
    cell_story, line = rounds_of(state).cell(state, number, seat), line_of(state, number)
    if cell_story is None or not isinstance(line, RoundLine):
        return cell_story
    return replace(cell_story, title=f"{short_of(state)[seat]}, {_called(state, line)}")


def _called(state: MatchState, line: RoundLine) -> str:
    if sheet_of(state).options.games == 1:
        return _("round {number}").format(number=line.round_in_game)
    return _("round {number} of game {game}").format(number=line.round_in_game, game=line.game)


def differences(state: MatchState, draft: Draft, entry: Entry) -> Sequence[Difference]:
    """Return the rows that compare the draft with the standing entry; [] where they say the same."""
    if draft.kind == entry.kind == "capture" and draft.payload and entry.payload:
        mine, theirs = (_capture_fields(state, each) for each in (draft.payload, entry.payload))
        found = rows(_("This turn"), mine, theirs)
        return found if any(each.differs for each in found) else []
    rounds = rounds_of(state)
    line = line_of(state, rounds.place(state, entry))
    called = _called(state, line) if isinstance(line, RoundLine) else ""
    return rounds.differences(state, draft, entry, called)


class PackCorrection(Correction):
    def screen(self, state: MatchState, number: int, form: QueryDict) -> Screen | None:
        screen, line = rounds_of(state).correction.screen(state, number, form), line_of(state, number)
        if screen is None or not isinstance(line, RoundLine):
            return screen
        number_of = _("{number} of game {game}").format(number=line.round_in_game, game=line.game)
        one = sheet_of(state).options.games == 1
        called: dict[str, Any] = {"number": str(line.round_in_game) if one else number_of}
        return Screen(screen.template, {**screen.context, **called})

    def drafts(self, state: MatchState, number: int, form: QueryDict) -> Sequence[Draft]:
        return rounds_of(state).correction.drafts(state, number, form)

    def changes(self, state: MatchState, before: Sheet, after: Sheet) -> Changes:
        return rounds_of(state).correction.changes(state, before, after)

    def describe_error(self, state: MatchState, number: int, error: RuleError) -> tuple[str, str]:
        """Return the refusal in words, and the form field it belongs to ("" for none); an error in a later round names
        that round within its game.
        """
        later = line_of(state, error.round) if error.round not in (number, None) else None
        if not isinstance(later, RoundLine):
            return rounds_of(state).correction.describe_error(state, number, error)
        words = _("Round {number} of game {game} would no longer be possible. {why}")
        if sheet_of(state).options.games == 1:
            words = _("Round {number} would no longer be possible. {why}")
        why = error.sentence(short_of(state))
        return words.format(number=later.round_in_game, game=later.game, why=why), ""


class PackPaper(Paper):
    def screen(self, state: MatchState, form: QueryDict) -> Screen:
        return rounds_of(state).paper.screen(state, form)

    def drafts(self, form: QueryDict) -> Sequence[Draft]:
        """Return the drafts of the form; fields for piles show that it is for base games. Raises Unreadable."""
        rounds = GAMES if any("-piles-" in name for name in form) else ROUNDS
        return rounds.paper.drafts(form)

    describe_error = staticmethod(describe_paper_error)


CORRECTION, PAPER = PackCorrection(), PackPaper()
