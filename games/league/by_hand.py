"""A trophy handed on without a match, always with a reason; and the hand that was a mistake."""

from django.utils import timezone

from games.models import Award
from leagues.models import Player, Trophy, User
from leagues.nights import tonight


def pass_on(trophy: Trophy, player: Player, reason: str, *, by: User | None) -> Award:
    """From now on, whatever was played before; the next match played for it moves it on."""
    night = tonight(trophy.club)
    return Award.objects.create(trophy=trophy, player=player, reason=reason, given_by=by, night=night)


def withdraw(award: Award, reason: str, *, by: User | None) -> None:
    award.withdrawn_at, award.withdrawn_because, award.withdrawn_by = timezone.now(), reason, by
    award.save(update_fields=["withdrawn_at", "withdrawn_because", "withdrawn_by"])
