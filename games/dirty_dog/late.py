"""The late arrival: who arrives, the score they start with, where they sit (DD-43, HR-DD-05)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import minus
from clubs.models import Player
from clubs.players.search import by_name, called
from games import ledger
from games.base.display import Screen
from games.base.form_parsing import entry_id, known_by, line_number, named, typed, whole_number
from games.base.names import listed, shortened, sitting
from games.base.table_game import OfflineAction, TableAction, Unreadable
from games.consequences.league import league
from games.dirty_dog import joining_and_leaving
from games.dirty_dog.entry_rows import can_take
from games.dirty_dog.joining_and_leaving import spots, table_surface
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import RuleError
from scoring.dirty_dog import DirtyDogSheet
from scoring.dirty_dog.table import late_total, usual_seat
from scoring.dirty_dog.terms import label
from scoring.messages import translated

# Which players may still arrive at a table, and which seat they would have.


SHOWN = 60
NO_SEAT = gettext_lazy("Tap the seat again.")


def typed_name(form: QueryDict) -> str:
    """Return the typed name with single spaces; "" where a player was tapped instead."""
    return " ".join(form.get("name", "").split())


def players_at_other_tables(state: MatchState) -> set[int]:
    """The ids of the players who sit at another table of this night, or have a place in this stage of a play-off:
    nobody plays at two tables.
    """
    return _at_another_table(state) | league().seated_elsewhere(state.match)


def _at_another_table(state: MatchState) -> set[int]:
    night = state.match.night
    return {key for key, (_, match) in sitting(night).items() if match != state.match} if night else set()


def absent_players(state: MatchState, form: QueryDict) -> list[Player]:
    """Return those who left the table first, then up to `SHOWN` active players of the club who are at no table,
    filtered by the form’s search field `find`.
    """
    sheet = state.sheet_as(DirtyDogSheet)
    gone = [state.seats[seat].player for seat in sheet.departed]
    known = {seat.player_id for seat in state.seats} | players_at_other_tables(state)
    others = Player.objects.filter(club=state.match.club_id, is_active=True).exclude(pk__in=known)
    return [*gone, *by_name(others.filter(called(form.get("find", "").replace("\x00", ""))))[:SHOWN]]


def seat_of(state: MatchState, who: Player) -> int:
    """The player’s seat in this match, else the next new seat number."""
    return next(
        (seat.position for seat in state.seats if seat.player_id == who.pk), state.sheet_as(DirtyDogSheet).seats
    )


def former_seat_of(state: MatchState, who: Player) -> int | None:
    """The seat the player had before in this match; None for a new player."""
    seat = seat_of(state, who)
    return seat if seat < len(state.seats) else None


# The page of a late arrival: who arrives, where they sit and what they start with, previewed before it is saved.


FEW_PLAYERS = 12  # up to so many players the page has no search field


@dataclass(frozen=True)
class Place:
    """One position of the seating plan: a chair (`after` is None), or the free place at the left of seat `after`; `css`
    are the classes that position it.
    """

    css: str
    name: str = ""
    note: str = ""
    after: int | None = None
    is_dealer: bool = False
    is_chosen: bool = False
    between: str = ""


@dataclass(frozen=True)
class Arrival:
    """The player who arrives; `player` is None for a typed name that the club does not know yet."""

    player: Player | None
    label: str
    seat: int


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page, with a preview of the entry once a player is chosen."""
    sheet, (what, key) = state.sheet_as(DirtyDogSheet), _tapped(form)
    who = _arrival(state, form)
    after = typed(form, "after", NO_SEAT)
    if what == "seat" and key.isascii() and key.isdecimal():
        after = int(key[:4])
    circle = _circle(sheet, who)
    if after not in circle:
        after = usual_seat(sheet)
    if after not in circle:
        after = sheet.seating_order[sheet.seating_order.index(after) - 1]
    over_ten = what == "over" or "over_ten" in form
    players = absent_players(state, form)
    context: dict[str, Any] = {
        "players": players,
        "searches": len(players) > FEW_PLAYERS or len(players) == SHOWN or "find" in form,
        "who": who,
        "after": after,
        "hand": sheet.hand,
        "in_hand": sheet.in_hand,
        "over_ten": over_ten,
        "typed": typed_name(form) if who is None or who.player is None else "",
        "table_surface": table_surface(len(circle)),
    }
    preview = _preview(state, who, after, over_ten=over_ten) if who else {}
    return Screen(
        "games/dirty_dog/actions/late.html", context | {"places": list(_places(state, who, after, preview))} | preview
    )


def _tapped(form: QueryDict) -> tuple[str, str]:
    what, _, key = form.get("look", "").partition("-")
    return what, key


def _arrival(state: MatchState, form: QueryDict) -> Arrival | None:
    what, key = _tapped(form)
    name = "" if what == "player" else typed_name(form)
    key = key if what == "player" else form.get("player") or form.get("back") or ""
    found = known_by(state.match.club, name) if name else _player(state, key)
    if name and found is None:
        return Arrival(None, name, state.sheet_as(DirtyDogSheet).seats)
    if found is None or found.pk in _taken(state):
        return None
    return Arrival(found, found.label, seat_of(state, found))


def _player(state: MatchState, key: str) -> Player | None:
    if not (key.isascii() and key.isdecimal()) or len(key) > 18:
        return None
    return Player.objects.filter(club=state.match.club_id, pk=int(key)).first()


def _taken(state: MatchState) -> set[int]:
    here = {state.seats[seat].player_id for seat in state.sheet_as(DirtyDogSheet).active_seats}
    return here | players_at_other_tables(state)


def _preview(state: MatchState, who: Arrival, chair: int, *, over_ten: bool) -> dict[str, Any]:
    """Return the context for the `join` entry as the ledger would write it, in words; `refused` holds the reason where
    the rules forbid it.
    """
    before, seat = state.sheet_as(DirtyDogSheet), who.seat
    names = [*state.names, who.label] if seat == len(state.seats) else state.names
    short = shortened(names)
    context: dict[str, Any] = {"name": short[seat], "is_back": seat < len(state.seats)}
    payload = {"seat": seat, "after": chair} | ({"over_ten": True} if over_ten else {})
    try:
        after = ledger.preview(
            state, [Draft("join", state.next_number, payload, player=who.player.pk if who.player else None)]
        )
    except RuleError as error:
        return context | {"refused": error.sentence(short), "is_full": error.code == "players" and not over_ten}
    assert isinstance(after, DirtyDogSheet)
    return context | {
        "total": after.totals[seat],
        "starts": _starts(before, after, seat, short),
        "points": _points(before, after, names, short[seat]),
        "beside": _place(after, seat, short),
        "next_hand": after.hand + 1,
    }


def _starts(before: DirtyDogSheet, after: DirtyDogSheet, seat: int, short: Sequence[str]) -> str:
    level = [short[other] for other in before.active_seats if before.totals[other] == after.totals[seat]]
    words = {"total": minus(after.totals[seat]), "hand": after.hand + 1, "players": listed(level)}
    if level:
        return _("Starts at {total}, level with {players}, from hand {hand}.").format(**words)
    return _("Starts at {total}, from hand {hand}.").format(**words)


def _points(before: DirtyDogSheet, after: DirtyDogSheet, names: Sequence[str], name: str) -> list[tuple[str, str]]:
    sentences = joining_and_leaving.resized(before, after)
    hands = len(after.planned)
    still = ngettext("Still {count} hand.", "Still {count} hands.", hands).format(count=hands)
    sentences.append((still, _("The schedule is set in stone.")))
    if last := joining_and_leaving.last_deal(before, after, names):
        sentences.append((_("The last deal."), _("{sentence} It stands.").format(sentence=last)))
    if before.hand:
        missed = ngettext(
            "One hand went by without {player}.", "{count} hands went by without {player}.", before.hand
        ).format(count=before.hand, player=name)
        sentences.append((_("No {callout}.").format(callout=translated(label("clean-run"))), missed))
    return sentences


def _place(after: DirtyDogSheet, seat: int, short: Sequence[str]) -> str:
    """Return between which two players the seat is, and which hand its player deals next; the usual seat, at the first
    dealer’s right, is named as such.
    """
    place = after.active_seats.index(seat)
    left, right = short[after.active_seats[place - 1]], short[after.active_seats[(place + 1) % len(after.active_seats)]]
    if place == len(after.active_seats) - 1:
        where = _("At {player}’s right, the end of the order: the usual seat.").format(player=right)
    else:
        where = _("Between {left} and {right}.").format(left=left, right=right)
    deals = joining_and_leaving.deals_next(after, seat)
    dealing = _("{player} deals hand {hand}.").format(player=short[seat], hand=deals) if deals else ""
    return f"{where} {dealing}".rstrip()


def _places(state: MatchState, who: Arrival | None, chosen: int, preview: dict[str, Any]) -> Iterator[Place]:
    """Yield the positions clockwise: each chair, then the free place at its left."""
    sheet, short = state.sheet_as(DirtyDogSheet), shortened(state.names)
    circle = _circle(sheet, who)
    for seat, next_seat, (chair, free) in zip(circle, [*circle[1:], circle[0]], spots(len(circle)), strict=True):
        yield Place(chair, short[seat], _note(sheet, seat), is_dealer=seat == sheet.options.first_dealer)
        between = _("between {left} and {right}").format(left=short[seat], right=short[next_seat])
        if "starts" in preview and seat == chosen:
            note = _("starts at {total}").format(total=minus(preview["total"]))
            yield Place(free, preview["name"], note, after=seat, is_chosen=True, between=between)
        else:
            yield Place(free, after=seat, between=between)


def _circle(sheet: DirtyDogSheet, who: Arrival | None) -> list[int]:
    """Return the seats in order, without the old seat of a returning player, who may take any place."""
    return [seat for seat in sheet.seating_order if who is None or seat != who.seat]


def _note(sheet: DirtyDogSheet, seat: int) -> str:
    total = minus(sheet.totals[seat])
    if seat not in sheet.active_seats:
        return _("left with {total}").format(total=total)
    if seat == sheet.options.first_dealer:
        return _("{total}, first dealer").format(total=total)
    return total


offered = partial(can_take, "join")


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `join` entry as the page proposed it. A returning player has a seat already, so the entry names no
    player. The form of a tablet without network names the player alone (`who`); the seat is determined here. Raises
    Unreadable.
    """
    after = whole_number(form, "after", NO_SEAT)
    who = _who_arrives(state, form, after)
    if who is not None:
        seat = seat_of(state, who)
        player = who.pk if seat == len(state.seats) else None
    else:
        seat = whole_number(form, "seat", NO_SEAT)
        player = whole_number(form, "player", _("Tap who arrives.")) if "player" in form else None
    payload = {"seat": seat, "after": after} | ({"over_ten": True} if "over_ten" in form else {})
    if player and player in players_at_other_tables(state):
        raise Unreadable(_("That player is at another table. Tap who really arrives."), "player")
    return [Draft("join", line_number(form), payload, id=entry_id(form), player=player)]


def _who_arrives(state: MatchState, form: QueryDict, after: int) -> Player | None:
    """Return the player whose name was typed, or whom the offline form names; None where the form names a seat."""
    name = typed_name(form)
    if name or ("name" in form and not {"who", "player", "back"} & form.keys()):
        return _typed_player(state, name, after)
    return _chosen_player(state, form.get("who", "")) if "who" in form else None


def _typed_player(state: MatchState, name: str, after: int) -> Player:
    """Return the player of the club with the typed name, else a new guest. The guest is created only if the rules allow
    one more seat now. Raises Unreadable if the name is empty or invalid, or the player already sits at the table.
    """
    if not name:
        raise Unreadable(_("Enter the name of the new player, or tap one above."), "name")
    seat = state.sheet_as(DirtyDogSheet).seats
    try:
        ledger.preview(state, [Draft("join", state.next_number, {"seat": seat, "after": after})])
    except RuleError as error:
        raise Unreadable(error.sentence([*shortened(state.names), name]), "name") from error
    try:
        who = named(state.match.club, name)
    except Unreadable as error:
        raise Unreadable(error.message, "name") from error
    if any(state.seats[other].player_id == who.pk for other in state.sheet_as(DirtyDogSheet).active_seats):
        raise Unreadable(_("{who} is at this table already.").format(who=who.label), "name")
    return who


def _chosen_player(state: MatchState, key: str) -> Player:
    known = Player.objects.filter(club=state.match.club_id)
    player = known.filter(pk=int(key)).first() if key.isascii() and key.isdecimal() and len(key) < 19 else None
    if player is None:
        raise Unreadable(_("Tap who arrives."), "player")
    return player


def offline_action(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None once the match has ended."""
    sheet, short = state.sheet_as(DirtyDogSheet), shortened(state.names)
    if not offered(state):
        return None
    absent = absent_players(state, QueryDict())
    names = shortened([*state.names, *(player.label for player in absent)])[len(state.names) :]
    return OfflineAction(
        what="join",
        title=_("Who has arrived?"),
        about=_("Sits down between hands, and takes the lowest score on the table."),
        rows="games/dirty_dog/offline_actions/_late.html",
        entry_label=_("{} arrives"),
        script_data={
            "lowest": late_total(sheet),
            "who": {who.pk: (former_seat_of(state, who), name) for who, name in zip(absent, names, strict=True)},
            **joining_and_leaving.offline_seating(sheet),
        },
        page_states=["bids", "result", "waiting"],
        more={
            "players": list(zip(absent, names, strict=True)),
            "chairs": [(seat, short[seat]) for seat in sheet.seating_order],
            "after": usual_seat(sheet),
        },
    )


LATE = TableAction(
    "late", gettext_lazy("A late arrival"), screen, drafts, offered, is_insertable=True, offline=offline_action
)
