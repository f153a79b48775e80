"""The late arrival: who arrives, the score they start with, where they sit (DD-43, HR-DD-05)."""

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Player
from games import ledger
from games.base.entry.form_parsing import entry_id, line_number, whole_number
from games.base.entry.guests import named
from games.base.entry.names import shortened
from games.base.offline import OfflineAction
from games.base.table_game import TableAction, Unreadable
from games.dirty_dog.actions import joining_and_leaving
from games.dirty_dog.actions.late_page import screen
from games.dirty_dog.actions.late_players import (
    NO_SEAT,
    absent_players,
    former_seat_of,
    players_at_other_tables,
    seat_of,
    typed_name,
    usual_seat,
)
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.base import RuleError
from scoring.dirty_dog.table import late_total


def offered(state: MatchState) -> bool:
    """Whether a player can still arrive: the match has not ended."""
    return joining_and_leaving.sheet_of(state).ending is None


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
    seat = joining_and_leaving.sheet_of(state).seats
    try:
        ledger.preview(state, [Draft("join", state.next_number, {"seat": seat, "after": after})])
    except RuleError as error:
        raise Unreadable(error.sentence([*shortened(state.names), name]), "name") from error
    try:
        who = named(state.match.club, name)
    except Unreadable as error:
        raise Unreadable(error.message, "name") from error
    if any(state.seats[other].player_id == who.pk for other in joining_and_leaving.sheet_of(state).active_seats):
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
    sheet, short = joining_and_leaving.sheet_of(state), shortened(state.names)
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
