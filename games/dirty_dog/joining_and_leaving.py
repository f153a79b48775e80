"""Early leavers and stopping early, and what the pages show before and after players come or go."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import ledger
from games.base.display import Screen
from games.base.form_parsing import check_agreed, entry_id, line_number, reason, whole_number
from games.base.names import listed, shortened
from games.base.table_game import STOP_EARLY, OfflineAction, TableAction
from games.dirty_dog import plans
from games.dirty_dog.entry_rows import MANY, TIGHT, can_take, fitting
from games.dirty_dog.wording import cards
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import RuleError, with_names
from scoring.dirty_dog import DIRTY_DOG, DirtyDogSheet
from scoring.dirty_dog.plan import largest_hand, most_seats

# Helpers shared by the pages for late arrivals, leavers, void hands and stopping early: the table before and after
# the action, and the plan that results.


@dataclass(frozen=True)
class SeatRow:
    """One player of the table; `mark` is "top", "low" or "", `note` says what the action changes for that player."""

    name: str
    place: int
    total: int
    mark: str
    note: str = ""


def rows(sheet: DirtyDogSheet, names: Sequence[str], notes: dict[int, str]) -> list[SeatRow]:
    """Return a row for each active seat, clockwise, and for each departed seat that has a note (`notes`, by seat)."""
    place = {seat: rank.place for rank in DIRTY_DOG.ranks(sheet) for seat in rank.seats}
    totals = [sheet.totals[seat] for seat in sheet.active_seats]
    marks = {seat: _mark(sheet.totals[seat], totals) for seat in sheet.active_seats}
    return [
        SeatRow(names[seat], place[seat], sheet.totals[seat], marks.get(seat, ""), notes.get(seat, ""))
        for seat in sheet.seating_order
        if seat in sheet.active_seats or seat in notes
    ]


def _mark(total: int, totals: Sequence[int]) -> str:
    return "top" if total == max(totals) else "low" if total == min(totals) else ""


def offline_seating(sheet: DirtyDogSheet) -> dict[str, Any]:
    """Return what the tablet’s script needs to seat one player more or fewer without network: the sizes of all hands
    before any cap, the cards that may be dealt and the whole deck, the size of hands agreed to have no trump, the CSS
    classes by hand size, the row counts at which rows shrink, the most seats.
    """
    options, top = sheet.options, max(sheet.planned, default=0)
    return {
        "sizes": sheet.planned,
        "deck": largest_hand(1, options),
        "whole": options.deck,
        "bare": top if options.no_trump == "largest" else 0,
        "looks": [fitting(cards, 0) for cards in range(max(sheet.planned, default=0) + 1)],
        "many": (MANY, TIGHT),
        "most": most_seats(sheet.options),
    }


def plan_bars(before: DirtyDogSheet, after: DirtyDogSheet) -> plans.Bars:
    """Return the chart of the plan after the action, with the earlier hand sizes behind it where the number of hands is
    the same.
    """
    cards, was = after.plan.cards, before.plan.cards
    return plans.draw(cards, done=after.hand, now=True, was=was if len(was) == len(cards) else ())


def resized(before: DirtyDogSheet, after: DirtyDogSheet) -> list[tuple[str, str]]:
    """Return a pair (bold part, rest of the sentence) for each run of hands whose size changes: which, and why."""
    pairs = enumerate(zip(before.plan.cards, after.plan.cards, strict=False), 1)
    changed = [(hand, was, now) for hand, (was, now) in pairs if was != now]
    sentences = []
    for (was, now), group in groupby(changed, key=lambda each: each[1:]):
        hands = [hand for hand, _, _ in group]
        sentences.append((_resized(hands, now, was), _why(after)))
    return sentences


def _resized(hands: Sequence[int], now: int, was: int) -> str:
    words = ngettext("Hand {first}: {count} card, not {was}.", "Hand {first}: {count} cards, not {was}.", now)
    if len(hands) > 1:
        words = ngettext(
            "Hands {first} to {last}: {count} card, not {was}.",
            "Hands {first} to {last}: {count} cards, not {was}.",
            now,
        )
    return words.format(first=hands[0], last=hands[-1], count=now, was=was)


def _why(after: DirtyDogSheet) -> str:
    players = len(after.active_seats)
    words = ngettext(
        "{count} player, {cards} cards to share, one left to turn.",
        "{count} players, {cards} cards to share, one left to turn.",
        players,
    )
    return words.format(count=players, cards=after.options.deck - 1)


def last_deal(before: DirtyDogSheet, after: DirtyDogSheet, names: Sequence[str]) -> str:
    """Return a sentence where the player at the first dealer’s right will not deal last after the action; "" where that
    rule holds.
    """
    notice = next((notice for notice in after.warnings if notice.code == "final-dealer"), None)
    return with_names(notice.message, shortened(names)) if notice else ""


def deals_next(sheet: DirtyDogSheet, seat: int) -> int | None:
    """The number (from 1) of the next hand that the seat deals; None where it deals no more."""
    dealers = enumerate(sheet.plan.dealers, 1)
    return next((hand for hand, dealer in dealers if hand > sheet.hand and dealer == seat), None)


# CSS classes that position the chairs of a table and the free places between them (dogclub/styles/late/places.css):
# clockwise round a rectangle from its top left corner.


WIDE = 3  # columns of the grid, which fit a phone; a table for two has as many as chairs
MOST_ROWS = 12  # rows that have a CSS class


def spots(chairs: int) -> Sequence[tuple[str, str]]:
    """Return, for each chair, its classes and those of the free place at its left."""
    classes = [f"row-{min(row, MOST_ROWS)} column-{column}" for row, column in _clockwise(chairs)]
    return list(zip(classes[::2], classes[1::2], strict=True))


def table_surface(chairs: int) -> str:
    """Return the classes of the table surface between the chairs; "" where there is no space for one."""
    columns, rows = _size(chairs)
    return f"row-2 column-2 tall-{rows - 2}" if min(columns, rows) > 2 else ""


def _size(chairs: int) -> tuple[int, int]:
    """Return the columns and rows of a grid whose border has two cells per chair."""
    rows = chairs + 2 - WIDE
    return (WIDE, rows) if rows >= 2 else (chairs, 2)


def _clockwise(chairs: int) -> list[tuple[int, int]]:
    columns, rows = _size(chairs)
    top = [(1, column) for column in range(1, columns + 1)]
    right = [(row, columns) for row in range(2, rows)]
    bottom = [(rows, column) for column in range(columns, 0, -1)]
    left = [(row, 1) for row in range(rows - 1, 1, -1)]
    return [*top, *right, *bottom, *left]


# The early leaver: the total is frozen, and compared with the lowest at the end (DD-44, HR-DD-06).


_leave_offered = partial(can_take, "leave")


def _leave_screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: the question who leaves, or, for the chosen seat, a preview of the table without it."""
    sheet = state.sheet_as(DirtyDogSheet)
    names = shortened(state.names)
    seat = next((seat for seat in sheet.active_seats if str(seat) == form.get("seat")), None)
    if seat is None:
        seats = [seat for seat in sheet.seating_order if seat in sheet.active_seats]
        players = list(zip(seats, rows(sheet, state.names, {}), strict=True))
        return Screen("games/dirty_dog/actions/leave_who.html", _moment(sheet) | {"players": players, "form": form})
    return Screen("games/dirty_dog/actions/leave.html", _departure(state, seat, names))


def _leave_drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
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
        "rows": rows(after, state.names, {seat: frozen}),
        "bars": plan_bars(before, after),
        "left": len(after.remaining),
        "points": _points_left(before, after, names, seat),
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


def _points_left(before: DirtyDogSheet, after: DirtyDogSheet, names: Sequence[str], seat: int) -> list[tuple[str, str]]:
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
    sizes = resized(before, after)
    sentences += sizes
    if after.remaining and not sizes:
        left = len(after.remaining)
        hands = (
            _("Hands {hand} to {last} keep their sizes.").format(hand=after.hand + 1, last=after.hand + left)
            if left > 1
            else _("One hand is left.")
        )
        sentences.append((hands, ""))
    if after.remaining:
        last = last_deal(before, after, names)
        sentences.append(
            (
                _("The deal skips {names}.").format(names=names[seat]),
                _("{last} It stands.").format(last=last) if last else "",
            )
        )
    if len(after.active_seats) < 2:
        sentences.append((_("Nobody can play alone."), _("Stop the match here, or wait for somebody.")))
    return sentences


def _leave_offline(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None where nobody can leave."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    if not _leave_offered(state):
        return None
    return OfflineAction(
        what="leave",
        title=_("Who is leaving?"),
        about=_("The score stays where it is and is compared at the end. A hand on the table is void and dealt again."),
        rows="games/dirty_dog/offline_actions/_leave.html",
        entry_label=_("{} leaves"),
        script_data=offline_seating(sheet),
        more={"players": [(seat, names[seat]) for seat in sheet.active_seats]},
    )


LEAVE = TableAction(
    "leave",
    gettext_lazy("An early leaver"),
    _leave_screen,
    _leave_drafts,
    _leave_offered,
    is_insertable=True,
    offline=_leave_offline,
)


# Stopping early: the result stands only if everybody agrees, and the sheet says so (DD-34, HR-DD-18).


_stop_offered = partial(can_take, "shorten")


def _stop_screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page, with the result that stopping now would have."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    context = {"hand": sheet.hand, "hands": len(sheet.planned), "in_hand": sheet.in_hand, "note": form.get("note", "")}
    if _stop_offered(state):
        after = ledger.preview(state, [Draft("shorten", state.next_number, {})])
        assert isinstance(after, DirtyDogSheet)
        context |= {"rows": rows(after, state.names, {}), "result": _result(after, names)}
    return Screen("games/dirty_dog/actions/stop.html", context)


def _stop_drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `shorten` entry. Raises Unreadable where the box “everybody agrees” is not ticked."""
    check_agreed(form)
    return [Draft("shorten", line_number(form), {}, id=entry_id(form), note=reason(form))]


def _result(after: DirtyDogSheet, names: Sequence[str]) -> str:
    """Return in words who would win and lose, or which ties would still have to be settled."""
    sentences = []
    if after.winners:
        sentences.append(_("{names} would win.").format(names=listed(names[seat] for seat in after.winners)))
    if after.losers:
        sentences.append(_("{names} would be the loser.").format(names=listed(names[seat] for seat in after.losers)))
    for need in after.needs:
        level = listed(names[seat] for seat in need.seats)
        words = _("{names} are level: a tie-break hand would decide.")
        if not need.cards:
            words = _("{names} are level: a card pull would decide.")
        sentences.append(words.format(names=level))
    return " ".join(sentences)


def _stop_offline(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None once the match has ended."""
    sheet = state.sheet_as(DirtyDogSheet)
    if sheet.ending is not None:
        return None
    return OfflineAction(
        what="shorten",
        title=str(STOP_EARLY),
        about=_("An unscored hand does not count. The result is shown when you are online again."),
        rows="games/dirty_dog/offline_actions/_stop.html",
        entry_label=_("Stopped early"),
        go=_("Stop here"),
        page_states=["bids", "tricks", "result"] if sheet.hand else ["result"],
        more={"label": _("Why")},
    )


STOP = TableAction(
    "stop", gettext_lazy("Stop early, by agreement"), _stop_screen, _stop_drafts, _stop_offered, offline=_stop_offline
)
