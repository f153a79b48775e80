"""Posting to the chats of clubs: which posts are due, and one post as a job, never twice."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid5

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import Access
from clubs.language.locales import date_format
from clubs.models import Club, Membership, Night, Role
from clubs.models.calendar import club_day
from clubs.time_zone import ways_of
from dogclub.jobs import Kind, Queue, Work
from dogclub.jobs.asking import enqueue_unique
from dogclub.jobs.work import Impossible
from dogclub.models import Chat, Job
from dogclub.notify.chat.providers import SERVICES, Post
from dogclub.notify.reminders.email import at
from dogclub.notify.reminders.night_kinds import over_between
from dogclub.notify.webhooks.addresses import is_plainly_inside
from dogclub.notify.webhooks.delivery import answered, failing, pause, send
from games.base.display import CallOutLine
from games.base.names import listed, shortened
from games.base.wording import numbered_first, title
from games.entries.match_state import MatchState, fold, load, rounds_played
from games.models import Entry, Match
from games.registry import table_game
from games.sheets.typst import drawn
from leagues.draw.draw import draws_of
from leagues.models import NightDraw, ShareLink
from leagues.night_report.report import TEMPLATE, night_picture, report_of
from leagues.nights.answers import answer_page
from leagues.sharing import links
from leagues.sharing.subjects import report_subject

# What is posted of a night: who comes, the draw, the results with the picture of the night.


def night_post(night: Night) -> Post:
    """Return who comes to a night ahead, at which tables."""
    page = answer_page(night, None)
    start = date_format(night.starts_at, "l j F, H:i")
    names = listed(shortened([row.player.label for row in page.answers.coming]))
    lines = (
        night.name,
        night.place,
        _("Coming: {so_far}").format(so_far=page.so_far),
        names,
        page.tables[0] if page.answers.taken else "",
    )
    title = _("Next night: {start}").format(start=start)
    return Post(title, tuple(filter(None, lines)), _url("night-answers", night), _("Say whether you come"))


def draw_post(night: Night, draw_pk: int) -> Post | None:
    """Return the tables of a draw that was dealt; None if there is none any more."""
    draw = next((each for each in draws_of(night) if each.row.pk == draw_pk and each.row.withdrawn_at is None), None)
    if draw is None:
        return None
    resting = [_("Sitting out: {names}").format(names=listed(draw.resting))] if draw.resting else []
    title = _("The draw for {day}").format(day=date_format(club_day(night.starts_at), "l j F"))
    return Post(title, (*draw.lines, *resting), _url("night", night), _("See the tables"))


def results_post(night: Night) -> Post | None:
    """Return the results of a night without its picture; None before its first match is finished."""
    subject = report_subject(night.club, night)
    if subject is None:
        return None
    report = report_of(night)
    lines = tuple(filter(None, (subject.about, report.opening, report.next)))
    return Post(report.headline, lines, _url("night-report", night), _("Read the night report"), alt=subject.alt)


def callouts_post(club: Club, match_pk: str, number: int) -> Post | None:
    """Return the call-outs of a round while it is news; None if there are none any more."""
    match = Match.objects.filter(pk=match_pk, club=club, abandoned_at=None).first()
    found = callouts_of(load(match).public, number) if match else ()
    if match is None or not found:
        return None
    display = table_game(match.game).display
    lines = tuple(_("{callout}: {words}").format(callout=each.label, words=each.words) for each in found)
    link = f"{settings.BASE_URL}{match.get_absolute_url()}"
    heading = _("{round}, {table}").format(round=numbered_first(display.round_word, found[0].at), table=title(match))
    return Post(heading, lines, link, _("View sheet"))


def callouts_of(state: MatchState, number: int) -> Sequence[CallOutLine]:
    """Return the call-outs of the round with this number, as people count."""
    found = table_game(state.match.game).display.callouts(state)
    return [each for each in found if each.at == str(number)]


def with_picture(post: Post, night: Night, chat: Chat) -> tuple[Post, ShareLink | None]:
    """Return the post with the picture of the night and, where the club lets whoever set the chat up share, a new link
    that works for a month without signing in: the link and the address of the picture are made of it.
    """
    picture = drawn(TEMPLATE, night_picture(night.club, report_of(night), "wide"))
    post = replace(post, picture=picture)
    try:
        row, token = links.make(_maker(chat), {"kind": ShareLink.Kind.REPORT, "night": night}, "month")
    except links.NotAllowed:
        return post, None
    url = f"{settings.BASE_URL}{reverse('shared-picture', args=[token])}" if _is_public() else ""
    link = f"{settings.BASE_URL}{reverse('shared', args=[token])}"
    return replace(post, link=link, picture_url=url), row


def _maker(chat: Chat) -> Access:
    membership = Membership.objects.filter(club=chat.club, user=chat.created_by).first()
    role = Role(membership.role) if membership else None
    return Access(chat.club, chat.created_by, role)


def _is_public() -> bool:
    """Whether a service on the internet can fetch a picture from this server: Slack refuses a post if it cannot."""
    parts = urlsplit(settings.BASE_URL)
    return parts.scheme == "https" and not is_plainly_inside(parts.hostname or "localhost")


def test_post(club: Club) -> Post:
    """Return a post without content, to see whether it arrives."""
    line = _("What you chose is posted here.")
    link = f"{settings.BASE_URL}{club.get_absolute_url()}"
    return Post(_("A test from {club}").format(club=club.name), (line,), link, _("Go to the club"))


def preview(club: Club) -> tuple[Post, Night] | None:
    """Return the results of the club's latest night that has any, as they would be posted."""
    rows = club.nights.filter(matches__finished_at__isnull=False, called_off_at=None).distinct()
    night = rows.select_related("club").order_by("-starts_at").first()
    post = results_post(night) if night else None
    return (post, night) if night and post else None


def post_of(club: Club, asked: Mapping[str, str]) -> tuple[Post, Night | None] | None:
    """Return what a job asked to be posted, and of which night; None if it is not to be posted any more."""
    if asked["post"] == Chat.Post.CALLOUTS:
        post = callouts_post(club, asked["match"], int(asked["round"]))
        return (post, None) if post else None
    night = club.nights.select_related("club").filter(pk=asked["night"], called_off_at=None).first()
    if night is None:
        return None
    post = _of_night(night, asked)
    return (post, night) if post else None


def _of_night(night: Night, asked: Mapping[str, str]) -> Post | None:
    if asked["post"] == Chat.Post.NIGHT:
        return night_post(night)
    return draw_post(night, int(asked["draw"])) if asked["post"] == Chat.Post.DRAW else results_post(night)


def _url(route: str, night: Night) -> str:
    return f"{settings.BASE_URL}{reverse(route, args=[night.club.slug, night.pk])}"


logger = logging.getLogger(__name__)
TEST = "test"
UNREADABLE = gettext_lazy("SECRET_KEY was changed, so the address of the chat is lost. Enter it again.")
# Responses after which the same request may still succeed later; any other 4xx means that the address is no good.
PASSING = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS)
DAY, HOUR, TO_COME = timedelta(days=1), 10, timedelta(hours=2)
OPEN = timedelta(days=6)  # before a night: it is told that it is open
# Call-outs are news until the look after next; a correction later posts none.
FRESH, EVENING, MOST_CALLOUTS = timedelta(minutes=11), timedelta(hours=12), 40
NEWS_FOR = timedelta(hours=3)  # a draw that was dealt longer ago is no news


def deliver(work: Work) -> None:
    """Post what the job asks for. Raise Impossible, or Again if it is to be retried."""
    chat = Chat.objects.select_related("club", "created_by").filter(pk=work.asked["chat"]).first()
    is_test = work.asked["post"] == TEST
    if chat is None or (chat.paused_at and not is_test):
        raise Impossible(_("Posting was stopped before this could be sent."))
    if not chat.url:
        pause(chat, str(UNREADABLE))
        raise Impossible(str(UNREADABLE))
    found = None if is_test else post_of(chat.club, work.asked)
    if not is_test and found is None:
        return
    post, link = (test_post(chat.club), None) if found is None else (found[0], None)
    if found and found[1] and work.asked["post"] == Chat.Post.RESULTS:
        post, link = with_picture(found[0], found[1], chat)
    try:
        _post(work, chat, post, is_test=is_test)
    except Exception:
        if link:  # the next try makes another
            link.delete()
        raise


def _post(work: Work, chat: Chat, post: Post, *, is_test: bool) -> None:
    body = SERVICES[chat.service].body(post)
    answer = send(work, chat, body.content, {"Content-Type": body.content_type}, is_test=is_test)
    if not answer.is_good:
        may_pass = answer.status in PASSING or not HTTPStatus(400) <= answer.status < HTTPStatus(500)
        if may_pass or is_test:
            raise failing(work, chat, answered(answer), is_test=is_test)
        pause(chat, answered(answer))
        raise Impossible(answered(answer))
    work.result |= {"status": answer.status, "answer": answer.words[:200]}


# Seven tries in half a day: pauses of 30 s, 2 min, 8 min, half an hour, 2 h and 8 h.
CHAT = Kind(
    "chat",
    gettext_lazy("Posting to the chat"),
    deliver,
    role=Role.ORGANISER,
    tries=7,
    pause=timedelta(seconds=30),
    growth=4,
    longest=timedelta(minutes=5),
    queue=Queue.NETWORK,
    listed=False,
)


def enqueue_due(now: datetime | None = None) -> int:
    """Enqueue what is due in all chats; return the number. A club for which that fails does not stop the others."""
    now = now or timezone.now()
    # Clubs by their keys, or PostgreSQL may read all of them for the join.
    chats = Chat.objects.filter(paused_at=None).prefetch_related("club").order_by("created_at")
    return sum(_enqueued(chat, now) for chat in chats if chat.club.deletes_at is None)


def _enqueued(chat: Chat, now: datetime) -> int:
    try:
        with ways_of(chat.club):
            return sum(_ask(chat, subject, asked) for subject, asked in due(chat, now))
    except Exception:
        logger.exception("The posts of club %s could not be enqueued; it is tried again.", chat.club_id)
        return 0


def _ask(chat: Chat, subject: str, asked: dict[str, Any]) -> bool:
    """Enqueue a post, unless it was before: the id of its job is made of its subject."""
    return enqueue_unique(uuid5(chat.pk, subject), "chat", chat.club, {"chat": str(chat.pk), **asked})


def due(chat: Chat, now: datetime) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the subject and the request of each post that is due, by the club's clock. Nothing from before the chat
    was set up.
    """
    if Chat.Post.NIGHT in chat.posts:
        for night, subject in _to_come(chat, now):
            yield f"{subject}-{night.pk}-{club_day(night.starts_at)}", {"post": Chat.Post.NIGHT, "night": night.pk}
    if Chat.Post.DRAW in chat.posts:
        dealt = (max(now - NEWS_FOR, chat.created_at), now)
        for draw in NightDraw.objects.filter(night__club=chat.club, dealt_at__range=dealt, withdrawn_at=None):
            yield f"draw-{draw.pk}", {"post": Chat.Post.DRAW, "night": draw.night_id, "draw": draw.pk}
    yield from _called_out(chat, now) if Chat.Post.CALLOUTS in chat.posts else ()
    if Chat.Post.RESULTS in chat.posts:
        for night in over_between(max(now - DAY, chat.created_at), now).filter(club=chat.club):
            yield f"results-{night.pk}", {"post": Chat.Post.RESULTS, "night": night.pk}


def _called_out(chat: Chat, now: datetime) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the posts about call-outs of the last minutes, in matches of this evening: no more of an evening than a
    chat can bear.
    """
    left, since = MOST_CALLOUTS - _posted_callouts(chat, now), max(now - FRESH, chat.created_at)
    fresh = Entry.objects.filter(received_at__gte=since).values("match")
    rows = Match.objects.filter(club=chat.club, abandoned_at=None, started_at__range=(now - EVENING, now))
    for match in rows.filter(pk__in=fresh).order_by("started_at"):
        state = load(match)
        before = rounds_played(fold(state, [entry for entry in state.live if entry.received_at < since]))
        for number in range(before + 1, rounds_played(state.sheet) + 1):
            if left > 0 and callouts_of(state.public, number):
                left -= 1
                asked = {"post": Chat.Post.CALLOUTS, "match": str(match.pk), "round": number}
                yield f"callouts-{match.pk}-{number}", asked


def _posted_callouts(chat: Chat, now: datetime) -> int:
    rows = Job.objects.filter(club=chat.club, kind="chat", asked_at__gte=now - EVENING)
    return rows.filter(asked__chat=str(chat.pk), asked__post=Chat.Post.CALLOUTS).count()


def _to_come(chat: Chat, now: datetime) -> Iterator[tuple[Night, str]]:
    """Yield the nights of which it is 10:00 on the day before, or six days before and since the chat was set up, with
    what makes the subject of the post.
    """
    ahead = (now + TO_COME, now + OPEN + DAY)
    for night in chat.club.nights.filter(starts_at__range=ahead, called_off_at=None, closed_at=None):
        day = club_day(night.starts_at)
        if at(day - DAY, HOUR) <= now:
            yield night, "night"
        elif chat.created_at <= at(day - OPEN, HOUR) <= now:
            yield night, "open"
