"""The early leaver: the total is frozen, and compared with the lowest at the end (DD-44, HR-DD-06)."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import ledger
from games.base.display import Screen
from games.base.form_parsing import entry_id, line_number, whole_number
from games.base.names import shortened
from games.base.table_game import OfflineAction, TableAction
from games.dirty_dog.actions import joining_and_leaving
from games.dirty_dog.entry.entry_rows import can_take
from games.dirty_dog.wording import cards
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import RuleError
from scoring.dirty_dog import DirtyDogSheet

offered = partial(can_take, "leave")


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: the question who leaves, or, for the chosen seat, a preview of the table without it."""
    sheet = state.sheet_as(DirtyDogSheet)
    names = shortened(state.names)
    seat = next((seat for seat in sheet.active_seats if str(seat) == form.get("seat")), None)
    if seat is None:
        seats = [seat for seat in sheet.seating_order if seat in sheet.active_seats]
        players = list(zip(seats, joining_and_leaving.rows(sheet, state.names, {}), strict=True))
        return Screen("games/dirty_dog/actions/leave_who.html", _moment(sheet) | {"players": players, "form": form})
    return Screen("games/dirty_dog/actions/leave.html", _departure(state, seat, names))


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `leave` entry. Raises Unreadable where no seat is chosen."""
    seat = whole_number(form, "seat", _("Tap who has to go."))
    return [Draft("leave", line_number(form), {"seat": seat}, id=entry_id(form))]


def _departure(state: MatchState, seat: int, names: Sequence[str]) -> dict[str, Any]:
    before = state.sheet_as(DirtyDogSheet)
    context: dict[str, Any] = {"name": names[seat], "seat": seat}
    try:
        after = ledger.preview(state, [Draft("leave", state.next_number, {"seat": seat})])
    except RuleError as error:
        return context | {"refused": error.sentence(names)}
    assert isinstance(after, DirtyDogSheet)
    frozen = _("frozen after hand {hand}").format(hand=before.hand) if before.hand else _("no hand played")
    return context | {
        **_moment(before),
        "total": before.totals[seat],
        "safe": _safe(after, seat, names[seat]),
        "rows": joining_and_leaving.rows(after, state.names, {seat: frozen}),
        "bars": joining_and_leaving.plan_bars(before, after),
        "left": len(after.remaining),
        "points": _points(before, after, names, seat),
    }


def _moment(sheet: DirtyDogSheet) -> dict[str, Any]:
    return {
        "now": timezone.localtime(),
        "hand": sheet.hand,
        "in_hand": sheet.in_hand,
        "over": sheet.ending is not None,
    }


def _safe(after: DirtyDogSheet, seat: int, name: str) -> str:
    """Return in words whether the leaver would be the loser if the match ended now."""
    gap = after.totals[seat] - min(after.totals[other] for other in after.active_seats)
    words = _("if it ended now, {player} is the loser")
    if gap >= 0:
        pull = _("if it ended now, somebody pulls a card for {player}")
        words = _("if it ended now, {player} is safe by {points}") if gap else pull
    return words.format(player=name, points=gap)


def _points(before: DirtyDogSheet, after: DirtyDogSheet, names: Sequence[str], seat: int) -> list[tuple[str, str]]:
    if after.ending is not None:
        return []
    sentences = []
    if before.in_hand:
        players = len(after.active_seats)
        words = ngettext(
            "{cards}, {count} player, {dealer} deals.", "{cards}, {count} players, {dealer} deals.", players
        )
        deal = words.format(cards=cards(after.cards), count=players, dealer=names[after.dealer])
        sentences.append((_("Hand {hand} is void and dealt again,").format(hand=before.hand + 1), deal))
    resized = joining_and_leaving.resized(before, after)
    sentences += resized
    if after.remaining and not resized:
        left = len(after.remaining)
        hands = (
            _("Hands {hand} to {last} keep their sizes.").format(hand=after.hand + 1, last=after.hand + left)
            if left > 1
            else _("One hand is left.")
        )
        sentences.append((hands, ""))
    if after.remaining:
        last = joining_and_leaving.last_deal(before, after, names)
        sentences.append(
            (
                _("The deal skips {names}.").format(names=names[seat]),
                _("{last} It stands.").format(last=last) if last else "",
            )
        )
    if len(after.active_seats) < 2:
        sentences.append((_("Nobody can play alone."), _("Stop the match here, or wait for somebody.")))
    return sentences


def offline_action(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None where nobody can leave."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    if not offered(state):
        return None
    return OfflineAction(
        what="leave",
        title=_("Who is leaving?"),
        about=_("The score stays where it is and is compared at the end. A hand on the table is void and dealt again."),
        rows="games/dirty_dog/offline_actions/_leave.html",
        entry_label=_("{} leaves"),
        script_data=joining_and_leaving.offline_seating(sheet),
        more={"players": [(seat, names[seat]) for seat in sheet.active_seats]},
    )


LEAVE = TableAction(
    "leave", gettext_lazy("An early leaver"), screen, drafts, offered, is_insertable=True, offline=offline_action
)
