"""All kinds of reminders, by key, and those about results: a sheet to confirm, a trophy taken."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from clubs.language.locales import date_format, minus
from clubs.language.terms import as_object
from clubs.models import Club, Confirm, Membership
from clubs.models.calendar import club_day
from dogclub.models import Reminder
from dogclub.notify.reminders import night_kinds as nights
from dogclub.notify.reminders.email import Due, Email, address, by_player
from games.base.names import listed, shortened
from games.base.wording import game_name, title
from games.confirmation import signed_confirm_token, waiting_words
from games.entries.confirmation import confirmers_of
from games.entries.match_state import load
from games.models import Match, Seat
from leagues.models import Award

AFTER, WINDOW = timedelta(hours=1), timedelta(days=3)  # the first hour leaves time for a correction


def clubs_with_confirmation(now: datetime) -> QuerySet[Any]:
    return _waiting(now).values("club")


def _waiting(now: datetime) -> QuerySet[Match]:
    played = (now - WINDOW, now - AFTER)
    rows = Match.objects.filter(finished_at=None, abandoned_at=None, played_at__range=played)
    return rows.exclude(confirm=Confirm.NOBODY).order_by("played_at", "pk")


def due_confirmations(club: Club, members: list[Membership], now: datetime) -> Iterator[Due]:
    """Yield one for each member whose confirmation is missing; none for a match in which a mistake was reported, as
    an organiser is asked instead.
    """
    wanting = by_player(members)
    for match in _waiting(now).filter(club=club, seats__player__in=wanting).distinct() if wanting else ():
        confirmers = confirmers_of(load(match))
        for seat in [] if confirmers.objected else confirmers.missing:
            if seat.player_id in wanting:
                yield Due(wanting[seat.player_id], Reminder.Kind.CONFIRMATION, str(match.pk))


def confirmation_email(due: Due) -> Email:
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


# Reminder that another player has taken the member's trophy.


ENOUGH = 60  # most awards of one trophy that are read


def clubs_with_trophy(now: datetime) -> QuerySet[Any]:
    return _given(now).values("trophy__club")


def _given(now: datetime) -> QuerySet[Award]:
    between = (now - WINDOW, now - AFTER)
    return Award.objects.filter(awarded_at__range=between, withdrawn_at=None, trophy__retired_at=None)


def due_trophies(club: Club, members: list[Membership], now: datetime) -> Iterator[Due]:
    """Yield one for each holder before a trophy was passed on in these days, unless they hold it again."""
    wanting = by_player(members)
    trophies = _given(now).filter(trophy__club=club).values_list("trophy", flat=True).distinct() if wanting else ()
    for trophy in trophies:
        chain = _chain(trophy)
        holders = {award.player_id for award in chain[-1]}
        for before, after in pairwise(chain):
            if not now - WINDOW <= after[0].awarded_at <= now - AFTER:
                continue
            for award in before:
                is_theirs = award.player_id in holders or award.player_id in {each.player_id for each in after}
                if award.player_id in wanting and not is_theirs:
                    yield Due(wanting[award.player_id], Reminder.Kind.TROPHY, _subject(after[0]))


def _chain(trophy: int) -> list[list[Award]]:
    """Return the newest awards of a trophy, oldest first, grouped by moment, as a shared win has several."""
    rows = Award.objects.filter(trophy=int(trophy), withdrawn_at=None).order_by("-awarded_at", "-pk")[:ENOUGH]
    return [list(group) for _, group in groupby(reversed(rows), key=lambda award: award.awarded_at)]


def _subject(award: Award) -> str:
    """Return the key of the trophy and contest, so that a correction of the contest's result sends no second email."""
    contest = award.match_id or award.playoff_id or f"hand{award.pk}"
    return f"{award.trophy_id}-{contest}"


def trophy_email(due: Due) -> Email:
    trophy, _, contest = due.subject.partition("-")
    rows = Award.objects.filter(trophy=int(trophy), withdrawn_at=None).select_related("trophy", "player", "match")
    taken = [award for award in rows.order_by("pk") if _subject(award) == f"{trophy}-{contest}"]
    award = taken[0]
    names = listed(shortened([each.player.label for each in taken]))
    had = rows.filter(player=due.membership.player, awarded_at__lt=award.awarded_at).order_by("-awarded_at").first()
    context = {
        "trophy": award.trophy,
        "full": listed([each.player.label for each in taken]),
        "how": _how(taken),
        "had": had and club_day(had.awarded_at),
        "link": address("trophy", due.membership.club.slug, award.trophy_id),
    }
    subject = ngettext("{names} took the {trophy}", "{names} took the {trophy}", len(taken))
    subject = subject.format(names=names, trophy=as_object(award.trophy.name))
    return Email("trophy", subject, gettext("You had it until then."), context)


def _how(taken: Sequence[Award]) -> str:
    """Return a text such as `with 61 at Dirty Dog, on Thursday 26 November`."""
    award, day = taken[0], date_format(club_day(taken[0].awarded_at), "l j F")
    if award.match is None:
        words = gettext("on {day}: {reason}") if award.reason else gettext("on {day}")
        return words.format(day=day, reason=award.reason)
    seat = Seat.objects.filter(match=award.match, player=award.player).first()
    if seat is None or seat.total is None:
        return gettext("at {game}, on {day}").format(game=game_name(award.match), day=day)
    words = gettext("with {total} at {game}, on {day}")
    return words.format(total=minus(seat.total), game=game_name(award.match), day=day)


# All kinds.


def nothing_more(due: Due) -> None:
    """Do nothing: most kinds contain no other reminder."""


@dataclass(frozen=True)
class ReminderKind:
    """A kind of reminder. `clubs` returns the keys of clubs in which it may be due, `due` yields it for members who
    want it, by the club's clock, `email` renders it.

    `claimed` is called in the transaction that marks it as sent.
    """

    clubs: Callable[[datetime], QuerySet[Any]]
    due: Callable[[Club, list[Membership], datetime], Iterator[Due]]
    email: Callable[[Due], Email]
    claimed: Callable[[Due], None] = nothing_more


KINDS: Mapping[str, ReminderKind] = {
    Reminder.Kind.NIGHT: ReminderKind(nights.clubs_with_night, nights.due_nights, nights.night_email),
    Reminder.Kind.CONFIRMATION: ReminderKind(clubs_with_confirmation, due_confirmations, confirmation_email),
    Reminder.Kind.TROPHY: ReminderKind(clubs_with_trophy, due_trophies, trophy_email),
    Reminder.Kind.DIGEST: ReminderKind(
        nights.clubs_with_digest, nights.due_digests, nights.digest_email, nights.claim_reports
    ),
    Reminder.Kind.REPORT: ReminderKind(nights.clubs_with_report, nights.due_reports, nights.report_email),
}
