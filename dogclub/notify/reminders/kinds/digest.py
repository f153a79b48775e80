"""The weekly digest: last night, standings, next night. Not sent if no night has ended since the previous one."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.calendar.answers import answer_token, answers_of
from clubs.language.terms import capital
from clubs.models import Club, Membership, Night
from clubs.models.calendar import club_day
from dogclub.models import EmailSettings, Reminder
from dogclub.notify.reminders.addresses import Due, at, by_player, settings_of
from dogclub.notify.reminders.email import Email, address
from dogclub.notify.reminders.kinds.report import over_between, results_of
from games.base.wording import in_words
from leagues.models import Standing
from leagues.standings.print_sheet import move_words, moves_of
from leagues.standings.queries import read
from leagues.standings.results import scheme_in
from leagues.standings.wording import ranking_figure

WEEK, WINDOW = timedelta(days=7), timedelta(hours=12)
TOP = 5


def clubs(now: datetime) -> QuerySet[Any]:
    return EmailSettings.objects.filter(digest=True).values("membership__club")


def due(club: Club, members: list[Membership], now: datetime) -> Iterator[Due]:
    """Yield one from the weekday and hour each member chose, for 12 hours."""
    for member in members:
        moment = last_moment(settings_of(member), now)
        if now - moment < WINDOW and _news(member, moment):
            yield Due(member, Reminder.Kind.DIGEST, f"{timezone.localtime(moment):%Y-%m-%d}")


def last_moment(chosen: EmailSettings, now: datetime) -> datetime:
    """Return when the digest was last due, by the club's clock."""
    today = timezone.localtime(now).date()
    day = today - timedelta(days=(today.weekday() - chosen.digest_day) % 7)
    moment = at(day, chosen.digest_hour)
    return moment if moment <= now else at(day - WEEK, chosen.digest_hour)


def _news(member: Membership, moment: datetime) -> list[Night]:
    """Return the nights of the week before `moment` of which the member has had no report."""
    known = member.reminders.filter(kind=Reminder.Kind.REPORT).values_list("subject", flat=True)
    nights = over_between(moment - WEEK, moment).filter(club=member.club)
    return [night for night in nights.select_related("club") if str(night.pk) not in set(known)]


def _nights_of(due: Due) -> list[Night]:
    return _news(
        due.membership, at(datetime.fromisoformat(due.subject).date(), settings_of(due.membership).digest_hour)
    )


def claimed(due: Due) -> None:
    """Mark the reports of these nights as sent, so that none is sent as well, whatever the member chooses
    afterwards.
    """
    now = timezone.now()
    key = {"membership": due.membership, "kind": Reminder.Kind.REPORT, "sent_at": now}
    rows = [Reminder(subject=str(night.pk), **key) for night in _nights_of(due)]
    Reminder.objects.bulk_create(rows, ignore_conflicts=True)


def email(due: Due) -> Email:
    *earlier, night = _nights_of(due)
    club, member = due.membership.club, due.membership
    news = results_of(night)
    context = {
        **news,
        "today": club_day(),
        "weekday": settings_of(member).get_digest_day_display(),
        "earlier": [(each, address("night-report", club.slug, each.pk)) for each in reversed(earlier)],
        "link": address("night-report", club.slug, night.pk),
        "table": _table(club, member),
        "standings": address("standings", club.slug),
        "next": _next(member),
    }
    return Email("digest", news["report"].headline, news["report"].opening, context)


def _table(club: Club, member: Membership) -> Any:
    """Return the first five of the season, and the member if further down; None without standings."""
    board = read(club, "", "", club_day())
    if board is None or board.season is None:
        return None
    ranked = [row for row in board.rows if row.place is not None and not board.is_left_out(row)]
    shown = ranked[:TOP] + [row for row in ranked[TOP:] if row.player_id == member.player_id]
    moves = moves_of(club, board)
    scheme = scheme_in(club, board.season, board.game)
    rows = [
        (row.place, _label(member, row), move_words(moves.get(row.player_id)), ranking_figure(row.points, scheme))
        for row in shown
    ]
    return {"rows": rows, "after": board.nights_past, "of": board.nights} if rows else None


def _label(member: Membership, row: Standing) -> str:
    return _("You") if row.player_id == member.player_id else row.player.label


def _next(member: Membership) -> Any:
    nights = member.club.nights.filter(starts_at__gt=timezone.now(), called_off_at=None, closed_at=None)
    night = nights.select_related("club").order_by("starts_at").first()
    if night is None:
        return None
    answers = answers_of(night)
    mine = answers.of(member.player_id)
    words = ngettext("One has said yes", "{number} have said yes", answers.taken)
    said = words.format(number=in_words(answers.taken)) if answers.taken else _("Nobody has said yes so far")
    answered = {"yes": _("you said yes"), "maybe": _("you said maybe"), "no": _("you said no")}
    yours = answered[mine.answer] if mine else _("you haven’t answered")
    return {
        "night": night,
        "words": f"{capital(said)}; {yours}.",
        "can_answer": bool(by_player([member])),
        "link": address("answer-link", answer_token(night, member)),
    }
