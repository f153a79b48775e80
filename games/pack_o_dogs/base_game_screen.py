"""The screens for the base game: turn by turn, and the count of the two piles at the end, which decides.

A turn that was written stays on the screen until the next one is opened, as a round of the complex game does, so that
its keys and its winner can still be corrected.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import comma_separated
from games.base.display import Screen
from games.base.form_parsing import entry_fields, free_number, undo_form
from games.base.wording import in_words
from games.entries.match_state import MatchState, fold, read
from games.pack_o_dogs.round_entries import is_on
from games.pack_o_dogs.screen_parts import Key, changed_last, sheet_of, short_of, top_of
from games.pack_o_dogs.wording import Sum, Term, last_step, points_words, score
from scoring.pack_o_dogs import Capture, PackSheet, PilesStep, next_step
from scoring.pack_o_dogs.play import LARGEST_PILE

LABELS = {"pack": gettext_lazy("pack"), "low_cat": gettext_lazy("low cat"), "treat": gettext_lazy("treat")}
SHOWN = 6  # the last turns of a game on the strip
STEPS = (-5, -1, 1, 5)


@dataclass(frozen=True)
class Turn:
    """A turn as its keys are pressed; `winner` is None until it is written. `step` is the game before it."""

    step: PilesStep
    number: int
    pack: bool = False
    low_cat: bool = False
    treat: bool = False
    winner: int | None = None

    @property
    def is_written(self) -> bool:
        return self.winner is not None

    @property
    def gain(self) -> int:
        """The cards the turn brings its winner."""
        takes = self.step.takes
        if self.pack:
            return takes.pack_low_cat if self.low_cat else takes.pack
        return takes.low_cat if self.low_cat else takes.plain


@dataclass(frozen=True)
class TurnRow:
    """One player’s row: the cards captured so far, and in how many turns."""

    seat: int
    name: str
    short: str
    captured: int
    turns: int
    mark: str
    is_on: bool


@dataclass(frozen=True)
class Played:
    """A turn on the strip; `winner` is None while nobody has taken it."""

    number: int
    winner: int | None = None
    gain: int = 0
    is_now: bool = False


@dataclass(frozen=True)
class PileRow:
    """One player’s pile: the cards of the log, and those counted, "" until somebody has counted them."""

    seat: int
    name: str
    short: str
    logged: int
    counted: str
    mark: str


def half_entered(state: MatchState, step: PilesStep, form: QueryDict) -> Screen:
    """Return the screen for the next turn, with the keys pressed in the form."""
    pack, last, names = is_on(form, "pack"), changed_last(form), short_of(state)
    number = free_number(state)
    now = Turn(step, number, pack, is_on(form, "low_cat"), pack and is_on(form, "treat"))
    more = {
        "fields": entry_fields(state, "piles", number, last=last),
        "undo": str(LABELS.get(last, "")) or last_step(state),
        "meter_text": (_standing(step.piles, names), _("Tap who takes the turn.")),
        "recap": _recap(step, _captures(state)[-1], names) if step.captures else None,
    }
    return Screen("games/pack_o_dogs/turn.html", _turn(state, now) | more)


def _recap(step: PilesStep, taken: Capture, names: Sequence[str]) -> tuple[str, str]:
    """Return the turn just written as the page of the next says it: which it was, and what happened."""
    return _("Turn {number}").format(number=step.captures), _happened(taken, names)


def last_turn(state: MatchState) -> Screen:
    """Return the screen for the turn written last."""
    entry, names = state.live[-1], short_of(state)
    taken = cast(Capture, read(state.engine, entry))
    before = cast(PilesStep, next_step(cast(PackSheet, fold(state, state.live[:-1]))))
    now = Turn(before, entry.number, taken.pack, taken.low_cat, taken.treat, taken.winner)
    keys = {name: "1" * getattr(taken, name) for name in LABELS}
    more = {
        "fields": entry_fields(state, "capture", entry.number, winner=str(taken.winner), **keys),
        "undo": _("{player} took it").format(player=names[taken.winner]),
        "meter_text": (_standing(sheet_of(state).piles, names), _happened(taken, names)),
        "next": free_number(state),
        "next_query": f"number={free_number(state)}",
        "next_words": _("Turn {number}").format(number=before.captures + 2),
    }
    return Screen("games/pack_o_dogs/turn.html", _turn(state, now) | more)


def _turn(state: MatchState, now: Turn) -> dict[str, Any]:
    sheet, names, step = sheet_of(state), short_of(state), now.step
    captures = _captures(state)
    return {
        "now": now,
        "step": step,
        "turn": step.captures + 1,
        "table": {"title": _("Turn {number}").format(number=step.captures + 1)},
        "before": _before(step, sheet, names),
        "keys": [
            Key("pack", "1", _("Pack"), now.pack, writes=now.is_written),
            Key("low_cat", "1", _("Low cat"), now.low_cat, writes=now.is_written),
            Key("treat", "1", _("Treat"), now.treat, not now.pack, now.is_written),
        ],
        "sum": _sum(now),
        "rows": [_row(state, now, captures, seat) for seat in sheet.active_seats],
        "played": _strip(now, captures),
        "count_query": f"number={free_number(state)}&count=1",
        "forms": undo_form(state),
    }


def _captures(state: MatchState) -> list[Capture]:
    """Return the turns logged in the game in progress."""
    count = sheet_of(state).captures
    return [cast(Capture, read(state.engine, entry)) for entry in state.live[len(state.live) - count :]]


def _before(step: PilesStep, sheet: PackSheet, names: Sequence[str]) -> str:
    """Return each player’s total of the games before this one; "" in the first."""
    return comma_separated(f"{names[seat]} {total}" for seat, total in sheet.totals.items()) if step.game > 1 else ""


def _row(state: MatchState, now: Turn, captures: Sequence[Capture], seat: int) -> TurnRow:
    piles = sheet_of(state).piles
    turns = sum(each.winner == seat for each in captures)
    mark = "top" if seat in top_of(piles) else ""
    return TurnRow(seat, state.names[seat], short_of(state)[seat], piles[seat], turns, mark, seat == now.winner)


def _strip(now: Turn, captures: Sequence[Capture]) -> list[Played]:
    """Return the last turns of the game, with the one on the screen at the end."""
    turn = now.step.captures + 1
    played = [
        Played(number, each.winner, _gain(now.step, each), number == turn)
        for number, each in enumerate(captures, start=1)
    ]
    return [*played, *([] if now.is_written else [Played(turn, is_now=True)])][-SHOWN:]


def _gain(step: PilesStep, taken: Capture) -> int:
    return Turn(step, 0, taken.pack, taken.low_cat).gain


def _sum(now: Turn) -> Sum:
    card = Term([0], _("low cat ran off")) if now.low_cat else Term([1], _("the loser’s card"))
    pack = Term([2], _("completed the pack")) if now.pack else Term([0], _("no pack"))
    cards = ngettext("card for the winner", "cards for the winner", now.gain)
    return Sum([card, pack], Term([now.gain], cards), sign="+")


def _standing(piles: Mapping[int, int], names: Sequence[str]) -> str:
    return points_words(piles, names) if any(piles.values()) else _("Most cards win.")


def _happened(taken: Capture, names: Sequence[str]) -> str:
    """Return what the turn was: “Núria completed the pack.”"""
    words = _("{player} took the turn.")
    if taken.pack:
        words = _("{player} completed the pack.")
    elif taken.low_cat:
        words = _("{player} took the turn; the low cat ran off.")
    return words.format(player=names[taken.winner])


# The count of the piles at the end: the log only proposes, what was counted decides.


def counting(state: MatchState, step: PilesStep, form: QueryDict) -> Screen:
    """Return the screen that counts the two piles, with the values of the form."""
    names, last, number = short_of(state), changed_last(form), free_number(state)
    counted = {seat: form.get(f"piles-{seat}", "")[:4].strip() for seat in sheet_of(state).active_seats}
    piles = {seat: int(pile) for seat, pile in counted.items() if pile.isascii() and pile.isdecimal()}
    full = piles if len(piles) == len(counted) else {}
    rows = [_pile(state, step, seat, pile, full) for seat, pile in counted.items()]
    changed = next((row for row in rows if f"piles-{row.seat}" == last and row.counted), None)
    undo = _("{player} {cards}").format(player=changed.short, cards=changed.counted) if changed else last_step(state)
    context: dict[str, Any] = {
        "step": step,
        "number": number,
        "table": {"title": _("Count the piles")},
        "after": _after(step),
        "back_query": f"number={number}",
        "back_words": _("Back to turn {number}").format(number=step.captures + 1),
        "forms": undo_form(state),
        "fields": entry_fields(state, "piles", number, count="1", last=last),
        "verdict": _verdict(full, names),
        "log": _log(step),
        "rows": rows,
        "most": LARGEST_PILE,
        "steps": STEPS,
        "main": _main(step, full, names),
        "undo": undo,
    }
    return Screen("games/pack_o_dogs/count.html", context)


def _pile(state: MatchState, step: PilesStep, seat: int, counted: str, full: Mapping[int, int]) -> PileRow:
    mark = "top" if full and seat in top_of(full) else ""
    return PileRow(seat, state.names[seat], short_of(state)[seat], step.piles[seat], counted, mark)


def _after(step: PilesStep) -> str:
    words = ngettext(
        "game {game} of {games}, after {count} turn", "game {game} of {games}, after {count} turns", step.captures
    )
    if not step.captures:
        words = _("game {game} of {games}, no turns recorded")
    return words.format(game=step.game, games=step.games, count=step.captures)


def _verdict(full: Mapping[int, int], names: Sequence[str]) -> str:
    """Return who has how many more; until both piles are counted, what to do."""
    if not full:
        return _("Count both piles.")
    lead, behind = sorted(full, key=lambda seat: -full[seat])
    if full[lead] == full[behind]:
        return points_words(full, names)
    more = full[lead] - full[behind]
    words = ngettext("{player} has {many} more.", "{player} has {many} more.", more)
    return words.format(player=names[lead], many=in_words(more))


def _log(step: PilesStep) -> str:
    if not step.captures:
        return _("Most cards win.")
    one, other = step.piles.values()
    return _("The log says {one} and {other}; the piles decide.").format(one=one, other=other)


def _main(step: PilesStep, full: Mapping[int, int], names: Sequence[str]) -> str:
    """Return the text of the main button; "" until both piles are counted."""
    if not full:
        return ""
    lead, behind = sorted(full, key=lambda seat: -full[seat])
    if full[lead] == full[behind]:
        return _("Level on {cards}: share it").format(cards=full[lead])
    words = _("{player} wins game {number}, {score}") if step.games > 1 else _("{player} wins, {score}")
    return words.format(player=names[lead], number=step.game, score=score(full, lead))
