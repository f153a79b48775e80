"""Reminders about nights: one that is coming, a complete report, and the weekly digest."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.calendar.answers import answer_token, answers_of, subject, to_remind
from clubs.calendar.nights import AROUND
from clubs.language.locales import comma_separated, date_format
from clubs.language.terms import capital
from clubs.models import Club, Membership, Night
from clubs.models.calendar import club_day
from dogclub.models import EmailSettings, Reminder
from dogclub.notify.reminders.email import Due, Email, address, at, by_player, first_name, settings_of
from games.base.names import listed, shortened
from games.base.wording import in_words
from games.comments import comment_lines
from games.models import Match
from leagues.models import Standing
from leagues.night_report.report import Report, report_of
from leagues.nights.answers import AnswerPage, answer_page, asking, stakes_for
from leagues.standings.print_sheet import move_words, moves_of
from leagues.standings.queries import read
from leagues.standings.results import scheme_in
from leagues.standings.wording import ranking_figure

# Nights whose report is complete: closed by hand, or begun so long ago that they must be over.


def over_between(since: datetime, until: datetime) -> QuerySet[Night]:
    """Return the nights with a finished match that ended in this span, oldest first."""
    closed = Q(closed_at__gt=since, closed_at__lte=until)
    long_over = Q(closed_at=None, starts_at__gt=since - AROUND, starts_at__lte=until - AROUND)
    played = Match.objects.filter(night=OuterRef("pk"), finished_at__isnull=False)
    return Night.objects.filter(closed | long_over, Exists(played), called_off_at=None).order_by("starts_at", "pk")


def results_of(night: Night) -> Mapping[str, Any]:
    """Return a night's template context: its report, the most important table, and the trophies that were passed on."""
    report = report_of(night)
    return {"night": night, "report": report, "best": _best(report), "passings": report.facts.main}


def _best(report: Report) -> Any:
    return next((each.table for each in report.finals if each.table.is_finished), None)


REPORT_WINDOW = timedelta(days=3)


def clubs_with_report(now: datetime) -> QuerySet[Any]:
    return over_between(now - REPORT_WINDOW, now).values("club")


def due_reports(club: Club, members: list[Membership], now: datetime) -> Iterator[Due]:
    """Yield one for each member without the digest, which contains the report."""
    wanting = [each for each in members if not settings_of(each).digest]
    for night in over_between(now - REPORT_WINDOW, now).filter(club=club) if wanting else ():
        for member in wanting:
            yield Due(member, Reminder.Kind.REPORT, str(night.pk))


def report_email(due: Due) -> Email:
    night = due.membership.club.nights.select_related("club").get(pk=due.subject)
    context = {**results_of(night), "link": address("night-report", night.club.slug, night.pk)}
    context |= {"comments": comment_lines(night)}
    report = context["report"]
    return Email("report", report.headline, report.opening, context)


# The weekly digest: last night, standings, next night. Not sent if no night has ended since the previous one.


WEEK, DIGEST_WINDOW = timedelta(days=7), timedelta(hours=12)
TOP = 5


def clubs_with_digest(now: datetime) -> QuerySet[Any]:
    return EmailSettings.objects.filter(digest=True).values("membership__club")


def due_digests(club: Club, members: list[Membership], now: datetime) -> Iterator[Due]:
    """Yield one from the weekday and hour each member chose, for 12 hours."""
    for member in members:
        moment = last_moment(settings_of(member), now)
        if now - moment < DIGEST_WINDOW and _news(member, moment):
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


def claim_reports(due: Due) -> None:
    """Mark the reports of these nights as sent, so that none is sent as well, whatever the member chooses
    afterwards.
    """
    now = timezone.now()
    key = {"membership": due.membership, "kind": Reminder.Kind.REPORT, "sent_at": now}
    rows = [Reminder(subject=str(night.pk), **key) for night in _nights_of(due)]
    Reminder.objects.bulk_create(rows, ignore_conflicts=True)


def digest_email(due: Due) -> Email:
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


# Reminder of a coming night the member has not answered: three buttons that answer without signing in.


def clubs_with_night(now: datetime) -> QuerySet[Any]:
    return to_remind(now).values("club")


def due_nights(club: Club, members: list[Membership], now: datetime) -> Iterator[Due]:
    """Yield one for each member who can still answer."""
    wanting = by_player(members)
    for night in to_remind(now).filter(club=club) if wanting else ():
        if not (about := subject(night, now)):
            continue
        answered = set(night.answers.values_list("player", flat=True))
        for player in wanting.keys() - answered:
            yield Due(wanting[player], Reminder.Kind.NIGHT, about)


def night_email(due: Due) -> Email:
    night = due.membership.club.nights.select_related("club").get(pk=due.subject.partition("-")[0])
    page = answer_page(night, due.membership.player_id)
    link = address("answer-link", answer_token(night, due.membership))
    taken = page.answers.taken
    context = {
        "night": night,
        "page": page,
        "heading": page.heading.replace("?", f", {first_name(due.membership)}?"),
        "links": [(label, f"{link}?answer={answer}") for answer, label in _labels(page).items()],
        "link": link,
        "stakes": stakes_for(night, due.membership.player_id or 0),
        "coming": _coming(page),
        "maybe": _names([row.player.label for row in page.answers.maybe]),
        "absent": _names([row.player.label for row in page.answers.absent]),
        "answers_for": due.membership.player,
    }
    so_far = ngettext("{count} comes so far.", "{count} come so far.", taken).format(count=taken)
    said = so_far if taken else _("You would be the first.")
    day = date_format(club_day(night.starts_at), "l, j F")
    return Email(
        "night",
        asking(day),
        _("Answer without signing in. {said}").format(said=said),
        context,
    )


def _labels(page: AnswerPage) -> dict[str, str]:
    """Return the labels of the buttons, as on the page."""
    yes = _("Join the waiting list") if page.is_full else _("Yes")
    return {"yes": yes, "maybe": _("Maybe"), "no": _("No")}


def _coming(page: AnswerPage) -> str:
    """Return a list such as `Bea, Gus (from 20:15) and Łukasz (brings Hal)`; "" if nobody comes."""
    names = shortened([row.player.label for row in page.answers.coming])
    said = [
        f"{name} ({comma_separated(more)})" if (more := _more(row.guests, row.note)) else name
        for name, row in zip(names, page.answers.coming, strict=True)
    ]
    return listed(said) if said else ""


def _more(guests: str, note: str) -> list[str]:
    brings = _("brings {guests}").format(guests=guests) if guests else ""
    return [each for each in (brings, note) if each]


def _names(labels: list[str]) -> str:
    return listed(shortened(labels)) if labels else ""
