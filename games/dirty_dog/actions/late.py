"""A late arrival: who comes, what score they take, where they sit down (DD-43, HR-DD-05)."""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils import timezone

from clubs.models import Player
from games import ledger
from games.base.display import Screen
from games.base.form_parsing import entry_id, line_number, typed, whole_number
from games.base.guests import named
from games.base.names import counted, listed, shortened
from games.base.offline import OfflineAction
from games.base.open_seats import sitting
from games.base.table_game import TableAction, Unreadable
from games.consequences.league import league
from games.dirty_dog.actions import joining_and_leaving
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import RuleError
from scoring.dirty_dog import DirtyDogSheet
from scoring.dirty_dog.table import late_total

SHOWN = 60
NO_CHAIR = "Tap the seat again."


def offered(state: MatchState) -> bool:
    return joining_and_leaving.sheet_of(state).ending is None


def screen(state: MatchState, form: QueryDict) -> Screen:
    """First who; then everything about them at once, with the chair proposed."""
    who = _who(state, form)
    if who is None:
        after = _end_of_the_order(joining_and_leaving.sheet_of(state))
        context = {"players": _absent(state, form), "form": form, "after": after, "name": form.get("name", "")}
        return Screen("games/dirty_dog/actions/late_who.html", context)
    chair = typed(form, "after", NO_CHAIR)
    if chair is None:
        chair = _end_of_the_order(joining_and_leaving.sheet_of(state))
    seats = joining_and_leaving.sheet_of(state).circle if "choose" in form else ()
    context = _arrival(state, who, chair, over_ten="over_ten" in form) | {
        "chairs": list(_chairs(state, seats)),
        "who": who,
    }
    return Screen("games/dirty_dog/actions/late.html", context)


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """The arrival as the page proposed it. Whoever comes back has a chair, and needs no player beside it. A tablet
    without network says only who, and gets the chair's number here."""
    after = whole_number(form, "after", NO_CHAIR)
    if "name" in form or "who" in form:
        who = _somebody_new(state, form, after) if "name" in form else _of_the_club(state, form.get("who", ""))
        seat = _seat_of(state, who)
        player = who.pk if seat == len(state.seats) else None
    else:
        seat = whole_number(form, "seat", NO_CHAIR)
        player = whole_number(form, "player", "Tap who arrives.") if "player" in form else None
    payload = {"seat": seat, "after": after} | ({"over_ten": True} if "over_ten" in form else {})
    if player and player in _elsewhere(state):
        raise Unreadable("That player is at another table. Tap who really arrives.", "player")
    return [Draft("join", line_number(form), payload, id=entry_id(form), player=player)]


def _somebody_new(state: MatchState, form: QueryDict, after: int) -> Player:
    """A name typed at the table: whoever the club knows by it, else a new guest, written down only where there is a
    seat for them now.
    """
    name = " ".join(form.get("name", "").split())
    if not name:
        raise Unreadable("Enter the name of the new player, or tap one above.", "name")
    seat = joining_and_leaving.sheet_of(state).seats
    try:
        ledger.preview(state, [Draft("join", state.next_number, {"seat": seat, "after": after})])
    except RuleError as error:
        raise Unreadable(error.sentence([*shortened(state.names), name]), "name") from error
    try:
        who = named(state.match.club, name)
    except Unreadable as error:
        raise Unreadable(error.message, "name") from error
    if any(state.seats[other].player_id == who.pk for other in joining_and_leaving.sheet_of(state).around):
        raise Unreadable(f"{who.label} is at this table already.", "name")
    return who


def _of_the_club(state: MatchState, key: str) -> Player:
    known = Player.objects.filter(club=state.match.club_id)
    player = known.filter(pk=int(key)).first() if key.isascii() and key.isdecimal() and len(key) < 19 else None
    if player is None:
        raise Unreadable("Tap who arrives.", "player")
    return player


def _who(state: MatchState, form: QueryDict) -> Player | None:
    key = form.get("player") or form.get("back") or ""
    if not (key.isascii() and key.isdecimal()) or len(key) > 18:
        return None
    sitting = {state.seats[seat].player_id for seat in joining_and_leaving.sheet_of(state).around} | _elsewhere(state)
    return Player.objects.filter(club=state.match.club_id, pk=int(key)).exclude(pk__in=sitting).first()


def _elsewhere(state: MatchState) -> set[int]:
    """Who sits at another table of this night, or has a place in this stage of a play-off: nobody plays at two."""
    return _at_another_table(state) | league().seated_beside(state.match)


def _at_another_table(state: MatchState) -> set[int]:
    night = state.match.night
    return {key for key, (_, match) in sitting(night).items() if match != state.match} if night else set()


def _absent(state: MatchState, form: QueryDict) -> list[Player]:
    """The players of the club who are not at the table, those who left first."""
    sheet = joining_and_leaving.sheet_of(state)
    gone = [state.seats[seat].player for seat in sheet.departed]
    known = {seat.player_id for seat in state.seats} | _elsewhere(state)
    others = Player.objects.filter(club=state.match.club_id, is_active=True).exclude(pk__in=known)
    return [*gone, *others.filter(name__icontains=form.get("find", "").replace("\x00", ""))[:SHOWN]]


def _end_of_the_order(sheet: DirtyDogSheet) -> int:
    """The first dealer's right, whoever sat there (HR-DD-05)."""
    return sheet.circle[sheet.circle.index(sheet.options.first_dealer) - 1]


def _seat_of(state: MatchState, who: Player) -> int:
    return next(
        (seat.position for seat in state.seats if seat.player_id == who.pk), joining_and_leaving.sheet_of(state).seats
    )


def _chair(state: MatchState, who: Player) -> int | None:
    """Where somebody sat before."""
    seat = _seat_of(state, who)
    return seat if seat < len(state.seats) else None


def _arrival(state: MatchState, who: Player, chair: int, *, over_ten: bool) -> dict[str, Any]:
    before, seat = joining_and_leaving.sheet_of(state), _seat_of(state, who)
    names = [*state.names, who.label] if seat == len(state.seats) else state.names
    short = shortened(names)
    context: dict[str, Any] = {"name": short[seat], "seat": seat, "after": chair, "is_back": seat < len(state.seats)}
    try:
        payload = {"seat": seat, "after": chair} | ({"over_ten": True} if over_ten else {})
        after = ledger.preview(state, [Draft("join", state.next_number, payload, player=who.pk)])
    except RuleError as error:
        is_full = error.code == "players" and not over_ten
        return context | {"refused": error.sentence(short), "is_full": is_full}
    assert isinstance(after, DirtyDogSheet)
    return context | {
        "over_ten": over_ten,
        "now": timezone.localtime(),
        "hand": before.hand,
        "total": after.totals[seat],
        "level": _level(before, after, seat, short),
        "rows": joining_and_leaving.rows(after, names, {seat: f"joins for hand {after.hand + 1}"}),
        "bars": joining_and_leaving.drawing(before, after),
        "points": _points(before, after, names, short[seat]),
        "beside": _beside(after, seat, short),
        "deals": joining_and_leaving.deals_next(after, seat),
    }


def _level(before: DirtyDogSheet, after: DirtyDogSheet, seat: int, short: Sequence[str]) -> str:
    level = [short[other] for other in before.around if before.totals[other] == after.totals[seat]]
    return listed(level) if level else ""


def _points(before: DirtyDogSheet, after: DirtyDogSheet, names: Sequence[str], name: str) -> list[tuple[str, str]]:
    sentences = joining_and_leaving.resized(before, after)
    sentences.append((f"Still {counted(len(after.planned), 'hand')}.", "The schedule is set in stone."))
    if last := joining_and_leaving.last_deal(before, after, names):
        sentences.append(("The last deal.", f"{last} It stands."))
    if before.hand:
        missed = "One hand" if before.hand == 1 else f"{before.hand} hands"
        sentences.append(("No Clean Run.", f"{missed} went by without {name}."))
    return sentences


def _beside(after: DirtyDogSheet, seat: int, short: Sequence[str]) -> str:
    """Between which two; the end of the order is the first dealer's right."""
    place = after.around.index(seat)
    left, right = after.around[place - 1], after.around[(place + 1) % len(after.around)]
    if place == len(after.around) - 1:
        return f"At {short[right]}’s right, the end of the order."
    return f"Between {short[left]} and {short[right]}."


def _chairs(state: MatchState, circle: Sequence[int]) -> Sequence[tuple[int, str]]:
    short = shortened(state.names)
    return [(seat, short[seat]) for seat in circle]


def offline_action(state: MatchState) -> OfflineAction | None:
    sheet, short = joining_and_leaving.sheet_of(state), shortened(state.names)
    if not offered(state):
        return None
    absent = _absent(state, QueryDict())
    names = shortened([*state.names, *(player.label for player in absent)])[len(state.names) :]
    return OfflineAction(
        what="join",
        title="Who has arrived?",
        about="Sits down between hands, and takes the lowest score on the table.",
        rows="games/dirty_dog/offline_actions/_late.html",
        entry_label="{} arrives",
        brings={
            "lowest": late_total(sheet),
            "who": {player.pk: (_chair(state, player), name) for player, name in zip(absent, names, strict=True)},
            **joining_and_leaving.coming(sheet),
        },
        on=["bids", "result", "waiting"],
        more={
            "players": list(zip(absent, names, strict=True)),
            "chairs": [(seat, short[seat]) for seat in sheet.circle],
            "after": _end_of_the_order(sheet),
        },
    )


LATE = TableAction("late", "A late arrival", screen, drafts, offered, is_insertable=True, offline=offline_action)
