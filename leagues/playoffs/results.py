"""The stored results of play-offs (end, winner, loser), updated with every result of a match and with every player who
goes home.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Sum
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import Access
from clubs.calendar.nights import arrive, go_home
from clubs.models import Club, Night, Player, User
from games.access import TONIGHT
from games.entries.match_state import MatchState
from leagues import standings
from leagues.models import CutPull, Fixture, Playoff, PlayoffLeaver, Reseat
from leagues.playoffs import pairings as tournament_state
from leagues.playoffs import state as playoff_state
from scoring.base import Illegal, RuleError


class Result(NamedTuple):
    """When the play-off ended, the winner and the loser; all None while it goes on, a player None if several share the
    place.
    """

    finished_at: datetime | None = None
    winner_id: int | None = None
    loser_id: int | None = None


OPEN = Result()


def update_for_match(state: MatchState) -> None:
    """Update the play-off that this match belongs to, if any, and end its night with its last final."""
    fixture = Fixture.objects.filter(match=state.match.pk).select_related("playoff__night").first()
    if fixture:
        before = fixture.playoff.finished_at
        if update_result(fixture.playoff) and fixture.playoff.kind == Playoff.Kind.GROUPS:
            _end_night(fixture.playoff, before)


def _end_night(playoff: Playoff, before: datetime | None) -> None:
    """End the night when its last play-off and its last table are over; a final that is played on opens it again,
    unless somebody ended it by hand, which is at another time.
    """
    night, end = playoff.night, playoff.finished_at
    if night is None:
        return
    if end and night.closed_at is None:
        goes_on = night.playoffs.filter(finished_at=None, called_off_at=None).exists()
        if goes_on or night.matches.filter(played_at=None, finished_at=None, abandoned_at=None).exists():
            return
        night.closed_at = end
        night.known_times = Night.KnownTimes.BOTH if night.has_start else Night.KnownTimes.NONE
    elif before and night.closed_at == before:
        night.closed_at = end
    else:
        return
    night.save(update_fields=["closed_at", "known_times"])


def rebuild(club: Club, *, check: bool) -> list[str]:
    """Update all play-offs of the club, or only compare them if `check`; return a line for each difference."""
    return [problem for playoff in club.playoffs.order_by("pk") if (problem := _rebuilt(playoff, check=check))]


def _rebuilt(playoff: Playoff, *, check: bool) -> str:
    """Return what differed or "". An unreadable sheet is reported and does not stop the others."""
    try:
        return f"play-off {playoff.pk}" if update_result(playoff, check=check) else ""
    except RuleError as error:
        return f"play-off {playoff.pk} cannot be read: {error.message}"


def update_result(playoff: Playoff, *, check: bool = False) -> bool:
    """Update the stored result and return whether it differed; with `check`, only compare."""
    expected = OPEN if playoff.called_off_at else RESULTS[playoff.kind](playoff)
    if Result(playoff.finished_at, playoff.winner_id, playoff.loser_id) == expected:
        return False
    if not check:
        playoff.finished_at, playoff.winner_id, playoff.loser_id = expected
        playoff.save(update_fields=["finished_at", "winner", "loser"])
    return True


def of_groups(playoff: Playoff) -> Result:
    """Return the result once both final tables are over, after the same number of hands (DD-48)."""
    state = playoff_state.read(playoff)
    ends = [table.match.finished_at for table in (state.winners, state.losers) if table]
    times = [end for end in ends if end is not None]
    if state.trophies is None or len(times) < 2 or state.are_finals_uneven:
        return OPEN
    return Result(max(times), sole(state.trophies.winners), sole(state.trophies.losers))


def of_two(playoff: Playoff) -> Result:
    """Return the result of a knock-out or a round robin, where last place counts for nothing."""
    state = tournament_state.read(playoff)
    ends = [pairing.match.finished_at for pairing in state.pairings if pairing.match and pairing.match.finished_at]
    if not state.is_over:
        return OPEN
    return Result(max(ends), state.winner.pk if state.winner else None)


def sole(keys: tuple[int, ...]) -> int | None:
    """Return the only key, or None if there are several or none."""
    return keys[0] if len(keys) == 1 else None


RESULTS: Mapping[str, Callable[[Playoff], Result]] = {
    Playoff.Kind.GROUPS: of_groups,
    Playoff.Kind.KNOCKOUT: of_two,
    Playoff.Kind.ROUND_ROBIN: of_two,
}


# Finding a play-off, with a check of who may see it.


FINALS = (Fixture.Stage.WINNERS, Fixture.Stage.LOSERS)


def find(club: Club, access: Access, pk: int) -> Playoff:
    """Return the play-off. Raises Http404 if it does not exist, or for spectators if it is not tonight's."""
    playoff = club.playoffs.filter(pk=pk).select_related("night", "winner", "loser").first()
    if playoff is None or not (access.can_read_history or _is_tonight(playoff)):
        raise Http404
    playoff.club = club
    return playoff


def find_groups(club: Club, access: Access, pk: int) -> Playoff:
    """Return a play-off with groups, as `find` does. Raises Http404 for other kinds."""
    playoff = find(club, access, pk)
    if playoff.kind != Playoff.Kind.GROUPS:
        raise Http404
    return playoff


def _is_tonight(playoff: Playoff) -> bool:
    ended = playoff.finished_at or playoff.called_off_at
    return ended is None or timezone.now() - ended < TONIGHT


def token(playoff: Playoff) -> str:
    """Return a string that changes with any entry, deal, first Jack, card pull, leaver or decision of it."""
    played = Fixture.objects.filter(playoff=playoff).aggregate(
        versions=Sum("match__version"), dealt=Count("match"), fixtures=Count("pk")
    )
    pulls = CutPull.objects.filter(playoff=playoff).aggregate(all=Count("pk"), withdrawn=Count("withdrawn_at"))
    reseats = Reseat.objects.filter(playoff=playoff).count()
    gone = PlayoffLeaver.objects.filter(playoff=playoff).aggregate(all=Count("pk"), withdrawn=Count("withdrawn_at"))
    ended = bool(playoff.called_off_at), bool(playoff.finished_at)
    jacks = ".".join(str(playoff.first_jacks.get(stage, 0)) for stage in FINALS)
    parts = (*played.values(), *pulls.values(), *gone.values(), playoff.bottom, reseats, *map(int, ended), jacks)
    return "-".join(str(part or 0) for part in parts)


def locked(pk: int) -> Playoff:
    """Return the play-off with its row locked until the transaction ends, so that two tablets cannot deal the same
    table twice.
    """
    return Playoff.objects.select_for_update(of=("self",), no_key=True).select_related("club", "night").get(pk=pk)


# Players who go home between the groups and the final tables; the next in the group takes the place (DD-44, DD-46).


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
