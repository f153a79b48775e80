"""The table’s page: a tap saves who won the game; the cards the others had left may be added afterwards."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import comma_separated
from games.base.display import Pips, Screen
from games.base.form_parsing import free_number, undo_form, undo_label
from games.base.names import listed
from games.clash_of_corgis.rounds import (
    GAME,
    asks_for_cards,
    first_to,
    last_step,
    of_games,
    one_more,
    sheet_of,
    short_of,
    standing_figures,
    tapped,
)
from games.entries.match_state import MatchState
from games.rounds.stop import stopped
from scoring.clash_of_corgis import CorgisLine, CorgisSheet
from scoring.clash_of_corgis.play import HAND

OPTIONAL = gettext_lazy("Cards left are optional, for the statistics.")


@dataclass(frozen=True)
class PlayerRow:
    """One player’s row. `left` is the number chosen, `stands` the one already written; `pips` are the games won and
    those still needed.
    """

    seat: int
    name: str
    short: str
    wins: int
    role: str
    pips: Pips
    left: int | None
    stands: int | None
    is_won: bool
    is_picked: bool


@dataclass(frozen=True)
class Shown:
    """The game on the screen: `line` is the game already written, None while it is being played; `left` are the cards
    left by seat.
    """

    state: MatchState
    sheet: CorgisSheet
    names: Sequence[str]
    line: CorgisLine | None
    left: Mapping[int, int]

    @property
    def number(self) -> int:
        return self.line.number if self.line else self.sheet.number

    @property
    def starter(self) -> int | None:
        return self.line.starter if self.line else self.sheet.starter

    @property
    def open_seats(self) -> list[int]:
        """The seats whose cards have not been counted yet."""
        winner = self.line.winner if self.line else None
        return [seat for seat in self.sheet.active_seats if seat != winner and seat not in self.left]


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the table’s page for the game in progress, or for the one written last."""
    sheet = sheet_of(state)
    if sheet.shortened:
        return stopped(state)
    line = sheet.lines[-1] if _shows_last(state, form) else None
    now = Shown(state, sheet, short_of(state), line, _left(sheet, line, form))
    figures, whose = standing_figures(sheet, now.names)
    bold, rest = _meter_text(now)
    context = {
        "table": {"title": _("Game {number}").format(number=now.number)},
        "kind": GAME,
        "game": now.number,
        "of_games": of_games(sheet, now.number),
        "first_to": first_to(sheet),
        "leads": _leads(now),
        "figures": figures,
        "whose": listed(whose) if whose else _("games won so far"),
        "bold": bold,
        "rest": rest,
        "rows": [_row(now, seat) for seat in sheet.active_seats],
        "keys": range(1, HAND + 1),
        "line": line,
        "recap": sheet.lines[-1] if sheet.lines and line is None else None,
        "won": now.names[sheet.lines[-1].winner] if sheet.lines else "",
        "since": int(state.live[-1].recorded_at.timestamp() * 1000) if line else "",
        "entry_line": state.live[-1].number if line else free_number(state),
        "entry": uuid.uuid4(),
        "last": form.get("last", ""),
        "forms": undo_form(state),
        "undo": _undo(now, form),
        "next": None if line is None else _next(now),
        "next_query": "" if sheet.finished else f"game={sheet.number}",
    }
    return Screen("games/clash_of_corgis/entry.html", context)


def _shows_last(state: MatchState, form: QueryDict) -> bool:
    """Whether the last game stays on the screen: the next one has not been opened, and the table asks for its cards, or
    the club wants it before the next. The last game of a series always stays.
    """
    sheet = sheet_of(state)
    if not sheet.lines or sheet.finished:
        return bool(sheet.lines)
    if "half" in form or form.get("game") == str(sheet.number):
        return False
    is_done = state.live[-1].revision > 1 and bool(sheet.lines[-1].cards_left)
    return "recap" in form or asks_for_cards(state) or (state.match.club.recap_page and not is_done)


def _left(sheet: CorgisSheet, line: CorgisLine | None, form: QueryDict) -> dict[int, int]:
    written = dict(line.cards_left) if line else {}
    winner = line.winner if line else None
    chosen = {seat: cards for seat, cards in tapped(form).items() if seat in sheet.active_seats and 1 <= cards <= HAND}
    return {seat: cards for seat, cards in {**written, **chosen}.items() if seat != winner}


def _leads(now: Shown) -> list[str]:
    starter = None if now.starter is None else now.names[now.starter]
    if now.line:
        after = _("Nobody starts next")
        if not now.sheet.finished:
            after = _("{player} starts next").format(player=now.names[now.line.winner])
        return [_("{player} started").format(player=starter), after] if starter else [after]
    starts = _("{player} starts").format(player=starter) if starter else _("Draw who starts")
    return [starts, _("the winner starts the next")]


def _meter_text(now: Shown) -> tuple[str, str]:
    sheet = now.sheet
    if now.line is None:
        short = [now.names[seat] for seat, wins in sheet.totals.items() if wins == sheet.to_win - 1]
        last = f" {one_more(short)}" if short and sheet.to_win > 1 else ""
        return _("Tap who emptied the hand first."), f"{first_to(sheet)}{last}"
    if sheet.finished:
        winners = listed(now.names[seat] for seat in sheet.winners)
        return _("{names} wins the series.").format(names=winners), str(OPTIONAL)
    starts = _("{player} starts game {number}.").format(player=now.names[now.line.winner], number=sheet.number)
    return starts, f"{first_to(sheet)} {OPTIONAL}"


def _row(now: Shown, seat: int) -> PlayerRow:
    line, sheet, wins = now.line, now.sheet, now.sheet.totals[seat]
    is_won = line is not None and line.winner == seat
    left = now.left.get(seat)
    return PlayerRow(
        seat=seat,
        name=now.state.names[seat],
        short=now.names[seat],
        wins=wins,
        role=_role(now, seat, left, is_won=is_won),
        pips=Pips(wins, sheet.to_win),
        left=left,
        stands=line.cards_left.get(seat) if line else None,
        is_won=is_won,
        is_picked=line is not None and now.open_seats[:1] == [seat],
    )


def _role(now: Shown, seat: int, left: int | None, *, is_won: bool) -> str:
    words = [_("hand empty") if is_won else _cards(left)]
    if now.starter == seat:
        words.append(_("started") if now.line else _("starts"))
    return comma_separated(words)


def _cards(left: int | None) -> str:
    if left is None:
        return _("cards left")
    return ngettext("{count} card left", "{count} cards left", left).format(count=left)


def _undo(now: Shown, form: QueryDict) -> str:
    field = form.get("last", "").removeprefix("left-")
    changed = next((seat for seat in tapped(form) if str(seat) == field and seat in now.left), None)
    if changed is not None:
        cards = now.left[changed]
        return ngettext("Undo: {player} has {count} left", "Undo: {player} has {count} left", cards).format(
            player=now.names[changed], count=cards
        )
    return undo_label(last_step(now.state))


def _next(now: Shown) -> dict[str, Any]:
    if now.sheet.finished:
        return {"words": _("Final result"), "is_over": True}
    return {"words": _("Game {number}").format(number=now.sheet.number), "is_over": False}
