"""Posting to the chats of clubs: which posts are due, and one post as a job, never twice."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any
from uuid import uuid5

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.club_day import club_day
from clubs.models import Night, Role
from clubs.time_zone import ways_of
from dogclub.jobs import Kind, Queue, Work
from dogclub.jobs.worker.enqueue import enqueue_unique
from dogclub.jobs.worker.work import Impossible
from dogclub.models import Chat, Job
from dogclub.notify.chat import posts
from dogclub.notify.chat.providers import SERVICES, Post
from dogclub.notify.reminders.kinds.report import over_between
from dogclub.notify.reminders.members import at
from dogclub.notify.webhooks.sending import answered, failing, pause, send
from games.entries.match_state import fold, load, rounds_played
from games.models import Entry, Match
from leagues.models import NightDraw

logger = logging.getLogger(__name__)
TEST = "test"
UNREADABLE = gettext_lazy("SECRET_KEY was changed, so the address of the chat is lost. Enter it again.")
# Responses after which the same request may still succeed later; any other 4xx means that the address is no good.
PASSING = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS)
DAY, HOUR, TO_COME = timedelta(days=1), 10, timedelta(hours=2)
OPEN = timedelta(days=6)  # before a night: it is told that it is open
# Call-outs are news until the look after next; a correction later posts none.
FRESH, EVENING, MOST_CALLOUTS = timedelta(minutes=11), timedelta(hours=12), 40
AT_ONCE = timedelta(hours=3)  # a draw that was dealt longer ago is no news


def deliver(work: Work) -> None:
    """Post what the job asks for. Raise Impossible, or Again if it is to be retried."""
    chat = Chat.objects.select_related("club", "created_by").filter(pk=work.asked["chat"]).first()
    is_test = work.asked["post"] == TEST
    if chat is None or (chat.paused_at and not is_test):
        raise Impossible(_("Posting was stopped before this could be sent."))
    if not chat.url:
        pause(chat, str(UNREADABLE))
        raise Impossible(str(UNREADABLE))
    found = None if is_test else posts.post_of(chat.club, work.asked)
    if not is_test and found is None:
        return
    post, link = (posts.test_post(chat.club), None) if found is None else (found[0], None)
    if found and found[1] and work.asked["post"] == Chat.Post.RESULTS:
        post, link = posts.with_picture(found[0], found[1], chat)
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
        dealt = (max(now - AT_ONCE, chat.created_at), now)
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
            if left > 0 and posts.callouts_of(state.public, number):
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
