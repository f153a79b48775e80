"""Stopping a match early by agreement: the current totals become the result, and the sheet says so."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import ledger
from games.base.display import Screen, margin
from games.base.form_parsing import check_agreed, entry_id, line_number, reason, undo_form
from games.base.names import listed, shortened
from games.base.table_game import STOP_EARLY, OfflineAction, TableAction
from games.entries.drafts import Draft
from games.entries.match_state import MatchState

KIND = "shorten"
UNDO = gettext_lazy("stopped early")


@dataclass(frozen=True)
class TotalRow:
    """One player as the result would be; `mark` is "top" for winners, else ""."""

    name: str
    place: int
    total: int
    mark: str


def stop_action(rule: str) -> TableAction:
    """The table action for stopping; `rule` is the id of the house rule it quotes."""
    return TableAction(
        "stop",
        gettext_lazy("Stop early, by agreement"),
        partial(_screen, rule),
        _drafts,
        _offered,
        offline=_offline_action,
    )


def _offered(state: MatchState) -> bool:
    return bool(state.sheet.lines) and not state.sheet.finished


def _screen(rule: str, state: MatchState, form: QueryDict) -> Screen:
    context = {"rule": rule, "note": form.get("note", ""), "points": len(state.sheet.lines)}
    if _offered(state):
        sheet = ledger.preview(state, [Draft(KIND, state.next_number, {})])
        after = state.with_sheet(sheet)
        context |= {"rows": _rows(after), "result": _result(after)}
    return Screen("games/rounds/stop.html", context)


def _result(after: MatchState) -> str:
    """`Otto would win, by 8.`, `Otto and Bea would share the win.`"""
    names = shortened(after.names)
    who = listed(names[seat] for seat in after.sheet.winners)
    if len(after.sheet.winners) > 1:
        return _("{names} would share the win.").format(names=who)
    return _("{names} would win, {margin}.").format(names=who, margin=margin(after))


def _rows(after: MatchState) -> list[TotalRow]:
    sheet = after.sheet
    return [
        TotalRow(
            after.names[seat],
            rank.place,
            sheet.totals[seat],
            "top" if seat in sheet.winners else "",
        )
        for rank in after.engine.ranks(sheet)
        for seat in rank.seats
    ]


def stopped(state: MatchState) -> Screen:
    """The table's page of a stopped match: the totals and the undo button."""
    context = {
        "table": {"title": _("Stopped by agreement")},
        "rows": _rows(state),
        "undo": UNDO,
        "forms": undo_form(state),
    }
    return Screen("games/rounds/stopped.html", context)


def _drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    check_agreed(form)
    return [Draft(KIND, line_number(form), {}, id=entry_id(form), note=reason(form))]


def _offline_action(state: MatchState) -> OfflineAction | None:
    if state.sheet.finished:
        return None
    return OfflineAction(
        what=KIND,
        title=str(STOP_EARLY),
        about=_("Unsaved rounds do not count. The result is shown when you are online again."),
        rows="games/rounds/_stop.html",
        entry_label=_("Stopped early"),
        go=_("Stop here"),
        more={"label": _("Why")},
    )
