"""A trophy handed on without a match, always with a reason; and the hand that was a mistake."""

from django.db import transaction
from django.utils import timezone

from clubs.calendar.nights import tonight
from clubs.models import Player, User
from leagues.models import Award, Trophy
from leagues.trophies.changes import passing


@transaction.atomic
def pass_on(trophy: Trophy, player: Player, reason: str, *, by: User | None) -> Award:
    """From now on, whatever was played before; the next match played for it moves it on."""
    night = tonight(trophy.club)
    with passing(trophy.club_id, {trophy.pk}, reason):
        return Award.objects.create(trophy=trophy, player=player, reason=reason, given_by=by, night=night)


@transaction.atomic
def withdraw(award: Award, reason: str, *, by: User | None) -> None:
    award.withdrawn_at, award.withdrawn_because, award.withdrawn_by = timezone.now(), reason, by
    with passing(award.trophy.club_id, {award.trophy_id}, reason):
        award.save(update_fields=["withdrawn_at", "withdrawn_because", "withdrawn_by"])
