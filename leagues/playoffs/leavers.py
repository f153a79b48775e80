"""Players who go home between the groups and the final tables; the next in the group takes the place (DD-44, DD-46)."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.calendar.nights import arrive, go_home
from clubs.models import Night, Player, User
from leagues import standings
from leagues.models import Fixture, Playoff, PlayoffLeaver
from leagues.playoffs import state as playoff_state
from leagues.playoffs.finals import locked
from scoring.base import Illegal

FINALS = (Fixture.Stage.WINNERS, Fixture.Stage.LOSERS)


@transaction.atomic
def take_out(pk: int, player: Player, by: User | None) -> list[Player]:
    """Take the player out of the finals; the total of the group is kept. Returns who goes up instead.

    Raises Illegal once a final table is dealt.
    """
    playoff = locked(pk)
    _check_leaver(playoff)
    before = set(playoff_state.read(playoff).up)
    if not Fixture.objects.filter(playoff=playoff, match__seats__player=player).exists():
        raise Illegal("playoff", _("{player} plays in no group of this play-off.").format(player=player.label))
    PlayoffLeaver.objects.get_or_create(playoff=playoff, player=player, withdrawn_at=None, defaults={"decided_by": by})
    if playoff.night:
        go_home(playoff.night, player)
    standings.playoff_changed(playoff)
    after = playoff_state.read(playoff)
    return [after.players[key] for key in after.up if key not in before] if after.groups_over else []


@transaction.atomic
def bring_back(pk: int, player: Player) -> None:
    """Undo `take_out`. Raises Illegal once a final table is dealt."""
    playoff = locked(pk)
    _check_leaver(playoff)
    playoff.leavers.filter(player=player, withdrawn_at=None).update(withdrawn_at=timezone.now())
    if playoff.night:
        arrive(playoff.night, [player])
    standings.playoff_changed(playoff)


@transaction.atomic
def set_bottom(pk: int, bottom: int | None) -> None:
    """Set how many of each group play for the loser trophy (None: all who do not go up). Raises Illegal once a final
    table is dealt.
    """
    playoff = locked(pk)
    _check_leaver(playoff)
    playoff.bottom = bottom
    playoff.save(update_fields=["bottom"])


def went_home(night: Night, player: Player, by: User | None) -> list[Player]:
    """Take the player out of the night's play-offs that wait for their final tables; return who goes up instead."""
    rows = night.playoffs.filter(
        kind=Playoff.Kind.GROUPS, finished_at=None, called_off_at=None, fixtures__match__seats__player=player
    ).exclude(fixtures__stage__in=FINALS)
    return [each for playoff in rows.distinct() for each in take_out(playoff.pk, player, by)]


def _check_leaver(playoff: Playoff) -> None:
    if playoff.called_off_at:
        raise Illegal("playoff", _("This play-off was called off."))
    if playoff.fixtures.filter(stage__in=FINALS, match__isnull=False).exists():
        raise Illegal("playoff", _("A final table is dealt already. Record the early leave on its sheet first."))
