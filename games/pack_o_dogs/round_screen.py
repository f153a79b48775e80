"""The screen for a round of the complex game: one key per player, which shows its points; the pack may be tapped on it.
The forms for rounds, turns and piles on a tablet without network.
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
from games.base.table_game import OfflineForm, as_of
from games.base.wording import in_words
from games.entries.match_state import MatchState, fold
from games.pack_o_dogs import base_game_screen
from games.pack_o_dogs.round_entries import is_on
from games.pack_o_dogs.screen_parts import (
    Key,
    changed_last,
    pack_key,
    pips,
    revision_fields,
    rounds_of,
    sheet_of,
    short_of,
    strip,
    top_of,
)
from games.pack_o_dogs.sheet import last_game
from games.pack_o_dogs.wording import Sum, last_step, open_sum, product_sum, rounds_words, times
from games.rounds.stop import stopped
from scoring.pack_o_dogs import Deal, PackSheet, PilesLine, PilesStep, Product, RoundLine, RoundStep, next_step
from scoring.pack_o_dogs.play import LARGEST_PILE, LONG, SHORT

# The screen for a round of the complex game: one key per player, which shows its points; the pack may be tapped
# before or after the winner.


TEMPLATE = "games/pack_o_dogs/round.html"
LABELS = {"pack": gettext_lazy("pack"), "turns": gettext_lazy("turns"), "treat": gettext_lazy("treat")}


@dataclass(frozen=True)
class Tapped:
    """A round as its keys are pressed; `winner` is None until the round is written."""

    step: RoundStep
    number: int
    pack: bool = False
    turns: int | None = None
    treat: bool = False
    winner: int | None = None

    @property
    def is_written(self) -> bool:
        return self.winner is not None

    def pays(self, seat: int) -> Product:
        """The points the round pays if this seat wins it, as factors."""
        offer = self.step.pays[seat]
        return offer.pack if self.pack else offer.plain


@dataclass(frozen=True)
class PlayerRow:
    """One player’s row; rounds won and points are shown separately."""

    seat: int
    name: str
    short: str
    won: int
    pips: Sequence[tuple[bool, int]]
    points: int
    mark: str
    gain: int
    is_on: bool


def half_entered(state: MatchState, step: RoundStep, form: QueryDict) -> Screen:
    """Return the screen for the next round, with the keys pressed in the form."""
    pack, turns = is_on(form, "pack"), form.get("turns", "")
    possible = {str(value): value for value in (SHORT, LONG) if pack or value == LONG}
    now = Tapped(step, free_number(state), pack, possible.get(turns), pack and is_on(form, "treat"))
    last = changed_last(form)
    fields = entry_fields(state, "round", now.number, last=last)
    undo = str(LABELS.get(last, "")) or last_step(state)
    line = sheet_of(state).lines[-1] if step.leader is not None else None
    recap = _recap(line, short_of(state)) if isinstance(line, RoundLine) else None
    more = {"fields": fields, "undo": undo, "deal": deal_words(step.deal), "recap": recap}
    return Screen(TEMPLATE, _context(state, now) | more)


def last_round(state: MatchState) -> Screen:
    """Return the screen for the round written last, in a game that goes on."""
    line, last = cast(RoundLine, sheet_of(state).lines[-1]), state.live[-1]
    before = next_step(cast(PackSheet, fold(state, state.live[:-1])))
    now = Tapped(cast(RoundStep, before), last.number, line.pack, line.turns, line.treat, line.winner)
    deal = cast(RoundStep, next_step(sheet_of(state))).deal
    more = {
        "fields": revision_fields(state, line),
        "undo": last_step(state),
        "deal": deal_words(deal),
        "next": free_number(state),
        "next_query": f"number={free_number(state)}",
        "next_words": _("Round {number}").format(number=line.round_in_game + 1),
    }
    return Screen(TEMPLATE, _context(state, now) | more)


def _context(state: MatchState, now: Tapped) -> dict[str, Any]:
    sheet, names, step = sheet_of(state), short_of(state), now.step
    return {
        "now": now,
        "step": step,
        "table": {"title": _("Round {number}").format(number=step.round_in_game)},
        "before": _before(sheet, names) if step.game > 1 else "",
        "sum": _sum(now),
        "meter_text": meter_text(sheet, names, now),
        "rows": [_row(state, now, seat) for seat in sheet.active_seats],
        "pack": pack_key(is_on=now.pack, writes=now.is_written),
        "turns": [_turns(now, value) for value in (SHORT, LONG)],
        "treat": Key("treat", "1", _("Treat"), now.treat, not now.pack, now.is_written),
        "forms": undo_form(state),
        "strip": strip(rounds_of(sheet, step.game), names, step.round_in_game),
    }


def _recap(line: RoundLine, names: Sequence[str]) -> tuple[str, str]:
    """Return the round just written as the page of the next says it: which it was, and what it brought."""
    number, product = line.round_in_game, line.product
    words = _("{player}: {base} × {streak} × {late} = {points}").format(
        player=names[line.winner],
        base=product.base,
        streak=product.streak,
        late=product.late,
        points=product.points,
    )
    return _("Round {number}").format(number=number), words


def _turns(now: Tapped, value: int) -> Key:
    """Return the key for a number of turns; two turns are possible only with a pack."""
    is_disabled = value == SHORT and not now.pack
    return Key("turns", str(value), str(value), now.turns == value, is_disabled, now.is_written, "radio")


def _before(sheet: PackSheet, names: Sequence[str]) -> str:
    """Return each player’s points carried into this game."""
    carried = {seat: total - sheet.points[seat] for seat, total in sheet.totals.items()}
    return comma_separated(f"{names[seat]} {points}" for seat, points in carried.items())


def _sum(now: Tapped) -> Sum:
    number = now.step.round_in_game
    if now.winner is None:
        return open_sum(now.step.pays, number, pack=now.pack)
    return product_sum(now.pays(now.winner), number)


def meter_text(sheet: PackSheet, names: Sequence[str], now: Tapped) -> tuple[str, str]:
    """Return the state of the game (bold), and what the next round counts."""
    bold = rounds_words(sheet.rounds_won, names)
    if now.winner is None:
        tap = _("Tap who wins it.")
        if now.step.late > 1:
            often = _("Round {number} counts {times}. Tap who wins it.")
            tap = often.format(number=now.step.round_in_game, times=times(now.step.late))
        return bold, tap
    return bold, _still_open(cast(RoundStep, next_step(sheet)), names)


def _still_open(step: RoundStep, names: Sequence[str]) -> str:
    leader = names[step.leader or 0]
    if step.late > 1:
        streak = in_words(step.streak + 1)
        words = _("Round {number} counts {times}, and {player}’s streak would be {streak}.")
        return words.format(number=step.round_in_game, times=times(step.late), player=leader, streak=streak)
    return _("One more in a row for {player} counts {times}.").format(player=leader, times=times(step.streak + 1))


def _row(state: MatchState, now: Tapped, seat: int) -> PlayerRow:
    sheet, names = sheet_of(state), short_of(state)
    return PlayerRow(
        seat,
        state.names[seat],
        names[seat],
        sheet.rounds_won[seat],
        pips(sheet.rounds_won[seat]),
        sheet.points[seat],
        "top" if seat in top_of(sheet.points) else "",
        now.pays(seat).points,
        is_on=seat == now.winner,
    )


def deal_words(deal: Deal | None) -> str:
    """Return the deal in words: “Deal 3 cards to each hand, 2 to the table.”; "" for no deal."""
    if deal is None:
        return ""
    words = ngettext(
        "Deal {count} card to each hand, {table} to the table.",
        "Deal {count} cards to each hand, {table} to the table.",
        deal.hands,
    )
    return words.format(count=deal.hands, table=deal.table)


# Chooses the screen that the table’s page shows.


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the table’s page. What was written last stays until the query names the next entry number."""
    if sheet_of(state).shortened:
        return stopped(state)
    step = next_step(sheet_of(state))
    if step is None or (state.live and _shows_last(state, step, form)):
        return _last(state, step)
    if isinstance(step, RoundStep):
        return half_entered(state, step, form)
    return (base_game_screen.counting if is_on(form, "count") else base_game_screen.half_entered)(state, step, form)


def _shows_last(state: MatchState, step: RoundStep | PilesStep, form: QueryDict) -> bool:
    """Whether what was written last has the page: it ended a game, was asked for, or the club wants it before the next
    round or turn.
    """
    if "half" in form or form.get("number") == str(free_number(state)):
        return False
    goes_on = step.leader is not None if isinstance(step, RoundStep) else step.captures > 0
    return not goes_on or "recap" in form or state.match.club.recap_page


def _last(state: MatchState, step: RoundStep | PilesStep | None) -> Screen:
    if isinstance(step, RoundStep) and step.leader is not None:
        return last_round(state)
    if isinstance(step, PilesStep) and step.captures:
        return base_game_screen.last_turn(state)
    return last_game(state)


# The forms for rounds, turns and piles on a tablet without network.


FOLDER = "games/pack_o_dogs/offline"


def _pack() -> Key:
    return Key("pack", "1", _("Pack completed"))


def _treat() -> Key:
    return Key("treat", "1", _("Treat"))


def offline_forms(state: MatchState) -> Sequence[OfflineForm]:
    """Return the one form of the game in progress; () once the match is over. The points of a round depend on the
    rounds before it, so only the server shows them.
    """
    step = next_step(sheet_of(state))
    if step is None:
        return ()
    return [_rounds(state, step) if isinstance(step, RoundStep) else _piles(state, step)]


def _rounds(state: MatchState, step: RoundStep) -> OfflineForm:
    sheet = sheet_of(state)
    return OfflineForm(
        what="round",
        rows=f"{FOLDER}/_rows.html",
        keys=f"{FOLDER}/_keys.html",
        footer=f"{FOLDER}/_footer.html",
        styles=("entry pack", "rows"),
        turn=len(sheet.rounds) + 1,
        word=_("round of the match") if step.games > 1 else _("round"),
        about=_("pack and turns first, then who won it"),
        as_of=as_of("round", len(sheet.rounds)),
        number=free_number(state),
        incomplete_label=_("Who wins it?"),
        go="",
        more={
            "rows": _rows(state, _("{player} wins it")),
            "won": _("points"),
            "keys": [_pack()],
            "turns": [Key("turns", str(value), str(value), kind="radio") for value in (SHORT, LONG)],
            "treat": _treat(),
        },
    )


def _piles(state: MatchState, step: PilesStep) -> OfflineForm:
    """Return the form for the base game: each turn, or only the two piles at the end."""
    return OfflineForm(
        what="piles",
        rows=f"{FOLDER}/_rows.html",
        keys=f"{FOLDER}/_keys.html",
        footer=f"{FOLDER}/_piles.html",
        styles=("entry pack pack-base", "rows"),
        turn=0,
        word=_("The base game"),
        about=_("most cards win"),
        as_of=_as_of(sheet_of(state), step),
        number=free_number(state),
        incomplete_label=_("Count both piles"),
        go=_("The game is over"),
        entry_label=_("The base game"),
        more={
            "rows": _rows(state, _("{player} takes the turn")),
            "won": _("cards"),
            "keys": [Key("pack", "1", _("Pack")), Key("low_cat", "1", _("Low cat")), _treat()],
            "most": LARGEST_PILE,
            "adds": (1, 5),
        },
    )


def _as_of(sheet: PackSheet, step: PilesStep) -> str:
    done = sum(isinstance(line, PilesLine) for line in sheet.lines)
    if not step.captures:
        return as_of("game", done)
    words = ngettext("{as_of}, {count} turn into game {game}", "{as_of}, {count} turns into game {game}", step.captures)
    return words.format(as_of=as_of("game", done), count=step.captures, game=step.game)


def _rows(state: MatchState, wins: str) -> list[Mapping[str, Any]]:
    sheet, names = sheet_of(state), short_of(state)
    top = top_of(sheet.totals)
    return [
        {
            "seat": seat,
            "name": state.names[seat],
            "short": names[seat],
            "total": sheet.totals[seat],
            "mark": "top" if seat in top else "",
            "wins": wins.format(player=names[seat]),
        }
        for seat in sheet.active_seats
    ]
