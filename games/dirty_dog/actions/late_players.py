"""Which players may still arrive at a table, and which seat they would have."""

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from clubs.models import Player
from games.base.entry.open_seats import sitting
from games.consequences.league import league
from games.dirty_dog.actions import joining_and_leaving
from games.entries.match_state import MatchState
from scoring.dirty_dog import DirtyDogSheet

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
    sheet = joining_and_leaving.sheet_of(state)
    gone = [state.seats[seat].player for seat in sheet.departed]
    known = {seat.player_id for seat in state.seats} | players_at_other_tables(state)
    others = Player.objects.filter(club=state.match.club_id, is_active=True).exclude(pk__in=known)
    return [*gone, *others.filter(name__icontains=form.get("find", "").replace("\x00", ""))[:SHOWN]]


def usual_seat(sheet: DirtyDogSheet) -> int:
    """The seat at the first dealer’s right, even if its player has left (HR-DD-05)."""
    return sheet.seating_order[sheet.seating_order.index(sheet.options.first_dealer) - 1]


def seat_of(state: MatchState, who: Player) -> int:
    """The player’s seat in this match, else the next new seat number."""
    return next(
        (seat.position for seat in state.seats if seat.player_id == who.pk), joining_and_leaving.sheet_of(state).seats
    )


def former_seat_of(state: MatchState, who: Player) -> int | None:
    """The seat the player had before in this match; None for a new player."""
    seat = seat_of(state, who)
    return seat if seat < len(state.seats) else None
