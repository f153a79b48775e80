"""Who may still arrive at a table, and where they would sit."""

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
    """Whoever is in no list; "" where a player was tapped."""
    return " ".join(form.get("name", "").split())


def elsewhere(state: MatchState) -> set[int]:
    """Who sits at another table of this night, or has a place in this stage of a play-off: nobody plays at two."""
    return _at_another_table(state) | league().seated_elsewhere(state.match)


def _at_another_table(state: MatchState) -> set[int]:
    night = state.match.night
    return {key for key, (_, match) in sitting(night).items() if match != state.match} if night else set()


def absent_players(state: MatchState, form: QueryDict) -> list[Player]:
    """The players of the club who are not at the table, those who left first."""
    sheet = joining_and_leaving.sheet_of(state)
    gone = [state.seats[seat].player for seat in sheet.departed]
    known = {seat.player_id for seat in state.seats} | elsewhere(state)
    others = Player.objects.filter(club=state.match.club_id, is_active=True).exclude(pk__in=known)
    return [*gone, *others.filter(name__icontains=form.get("find", "").replace("\x00", ""))[:SHOWN]]


def end_of_the_order(sheet: DirtyDogSheet) -> int:
    """The first dealer's right, whoever sat there (HR-DD-05)."""
    return sheet.circle[sheet.circle.index(sheet.options.first_dealer) - 1]


def seat_of(state: MatchState, who: Player) -> int:
    return next(
        (seat.position for seat in state.seats if seat.player_id == who.pk), joining_and_leaving.sheet_of(state).seats
    )


def chair_of(state: MatchState, who: Player) -> int | None:
    """Where somebody sat before."""
    seat = seat_of(state, who)
    return seat if seat < len(state.seats) else None
