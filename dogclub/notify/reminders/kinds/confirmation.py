"""Reminder that a sheet waits for the member's confirmation, an hour after the match."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubs.language.locales import minus
from clubs.models import Club, Confirm, Membership
from dogclub.models import Reminder
from dogclub.notify.reminders.addresses import Due, by_player
from dogclub.notify.reminders.email import Email, address
from games.base.wording import game_name, title
from games.confirmation import signed_confirm_token, waiting_words
from games.entries.confirmation import confirmers_of
from games.entries.match_state import load
from games.models import Match

AFTER, WINDOW = timedelta(hours=1), timedelta(days=3)


def clubs(now: datetime) -> QuerySet[Any]:
    return _waiting(now).values("club")


def _waiting(now: datetime) -> QuerySet[Match]:
    played = (now - WINDOW, now - AFTER)
    rows = Match.objects.filter(finished_at=None, abandoned_at=None, played_at__range=played)
    return rows.exclude(confirm=Confirm.NOBODY).order_by("played_at", "pk")


def due(club: Club, members: list[Membership], now: datetime) -> Iterator[Due]:
    """Yield one for each member whose confirmation is missing; none for a match in which a mistake was reported, as
    an organiser is asked instead.
    """
    wanting = by_player(members)
    for match in _waiting(now).filter(club=club, seats__player__in=wanting).distinct() if wanting else ():
        confirmers = confirmers_of(load(match))
        for seat in [] if confirmers.objected else confirmers.missing:
            if seat.player_id in wanting:
                yield Due(wanting[seat.player_id], Reminder.Kind.CONFIRMATION, str(match.pk))


def email(due: Due) -> Email:
    match = Match.objects.select_related("club").get(pk=due.subject)
    state = load(match)
    seat = next(seat for seat in state.seats if seat.player_id == due.membership.player_id)
    rows = sorted(zip(state.seats, state.sheet.totals, strict=True), key=lambda row: -row[1])
    context = {
        "match": match,
        "title": title(match),
        "rows": [(each.player.label, minus(total), each.pk == seat.pk) for each, total in rows],
        "waits": waiting_words([state])[match.pk],
        "link": f"{address('confirm', signed_confirm_token(match))}?seat={seat.position}",
    }
    return Email(
        "confirmation",
        _("Confirm your result: {game_name}").format(game_name=game_name(match)),
        _("It counts once it is confirmed."),
        context,
    )
