"""Endpoints for what a club tells other services: webhooks (add, test, resume, remove) and its chat."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.models import Role, Scope
from dogclub.api.answers import shaped
from dogclub.api.http.endpoint import created, endpoint
from dogclub.api.http.etags import CHATS, HOOKS, JOBS, answer, answer_read, check_match, of_club, written
from dogclub.api.http.messages import ChatChoice, NewHook, check, read_as, read_nothing, take_turn
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.jobs import job_json
from dogclub.api.openapi import background as words
from dogclub.api.openapi.operation import described
from dogclub.models import Chat, Job, Webhook
from dogclub.notify.chat import management as chat_settings
from dogclub.notify.chat.management import ChatForm
from dogclub.notify.webhooks import management as webhook_settings
from dogclub.notify.webhooks.delivery import EVENTS, TEST
from dogclub.notify.webhooks.management import WebhookForm


@described(GET=words.LIST_HOOKS, POST=words.ADD_HOOK)
@endpoint("GET", "POST", reads=Scope.ORGANISE, writes=Scope.ORGANISE)
def webhooks(request: Request, slug: str) -> Response:
    """List the webhooks that are not removed, newest first, or add one."""
    access = _access(request, slug)
    if request.method == "POST":
        return _add(request, access)
    return answer_read(
        request, page(request, webhook_settings.webhooks_of(access.club), "-created_at", webhook_json, "hooks")
    )


@transaction.atomic
def _add(request: Request, access: Access) -> Response:
    """Add a webhook; only this response contains its secret."""
    new = read_as(request, NewHook)
    wanted = [event for event in EVENTS if new.events is None or event in new.events]
    take_turn(access.club)
    form = WebhookForm({"url": new.url, "events": wanted})
    check(form)
    if webhook_settings.is_full(access.club):
        raise Problem("refused", str(webhook_settings.TOO_MANY))
    row = webhook_settings.add(access.club, access.user, **form.cleaned_data)
    return created(request, {**webhook_json(row), "secret": row.secret}, "api-webhook", access.club.slug, row.pk)


@described(GET=words.READ_HOOK, DELETE=words.REMOVE_HOOK)
@endpoint("GET", "DELETE", reads=Scope.ORGANISE, writes=Scope.ORGANISE)
def webhook(request: Request, slug: str, pk: UUID) -> Response:
    """Read a webhook with its last deliveries, or remove it."""
    access = _access(request, slug)
    if request.method == "DELETE":
        webhook_settings.remove(webhook_settings.find(access.club, pk))
        return Response(status=HTTPStatus.NO_CONTENT)
    return answer(request, of_club(access, HOOKS, JOBS), lambda: _whole(webhook_settings.find(access.club, pk)))


def _whole(row: Webhook) -> dict[str, Any]:
    return {**webhook_json(row), "deliveries": [_delivery(job) for job in webhook_settings.deliveries(row)]}


@described(POST=words.TEST_HOOK)
@endpoint("POST", writes=Scope.ORGANISE)
def webhook_test(request: Request, slug: str, pk: UUID) -> Response:
    """Enqueue one test delivery without retries; its result is in the job."""
    access = _access(request, slug)
    row = webhook_settings.find(access.club, pk)
    read_nothing(request)
    with transaction.atomic():
        job = webhook_settings.send_test(row, access.user)
    return Response(job_json(job), HTTPStatus.ACCEPTED)


@described(POST=words.RESUME_HOOK)
@endpoint("POST", writes=Scope.ORGANISE)
def webhook_resume(request: Request, slug: str, pk: UUID) -> Response:
    """Resume deliveries; events of the pause are not sent."""
    row = webhook_settings.find(_access(request, slug).club, pk)
    read_nothing(request)
    webhook_settings.resume(row)
    row.refresh_from_db()
    return Response(webhook_json(row))


def _access(request: Request, slug: str) -> Access:
    return club_access(plain(request), slug, Role.ORGANISER)


def webhook_json(row: Webhook) -> dict[str, Any]:
    return shaped(words.HOOK, row)


def _delivery(job: Job) -> dict[str, Any]:
    """Return a delivery; its `id` is that of the message and of its job."""
    event, status, text = job.asked.get("event", TEST), job.result.get("status"), job.result.get("answer", "")
    return shaped(words.DELIVERY, job, event=event, status=status, answer=text)


# The chat of a club: choose where and what is posted, send a test, stop.


@described(GET=words.READ_CHAT, PUT=words.CHANGE_CHAT, DELETE=words.STOP_CHAT)
@endpoint("GET", "PUT", "DELETE", reads=Scope.ORGANISE, writes=Scope.ORGANISE)
def chat(request: Request, slug: str) -> Response:
    """Read or choose the club's chat, or stop posting."""
    access = _access(request, slug)
    if request.method == "PUT":
        return _change(request, access)
    if request.method == "DELETE":
        chat_settings.stop(access.club)
        return Response(status=HTTPStatus.NO_CONTENT)
    return answer(request, of_club(access, CHATS), lambda: chat_json(_found(access)))


@transaction.atomic
def _change(request: Request, access: Access) -> Response:
    new = read_as(request, ChatChoice)
    take_turn(access.club)
    check_match(request, of_club(access, CHATS))
    chosen = [post for post in Chat.Post.values if post in (Chat.USUAL if new.posts is None else new.posts)]
    form = ChatForm({"service": new.service, "url": new.url, "posts": chosen}, chat=chat_settings.chat_of(access.club))
    check(form)
    row = chat_settings.save(access.club, access.user, form.cleaned_data)
    return written(request, of_club(access, CHATS), chat_json(row))


@described(POST=words.TEST_CHAT)
@endpoint("POST", writes=Scope.ORGANISE)
def chat_test(request: Request, slug: str) -> Response:
    """Enqueue one test post without retries; its result is in the job."""
    access = _access(request, slug)
    row = _found(access)
    read_nothing(request)
    with transaction.atomic():
        job = chat_settings.send_test(row, access.user)
    return Response(job_json(job), HTTPStatus.ACCEPTED)


def _found(access: Access) -> Chat:
    row = chat_settings.chat_of(access.club)
    if row is None:
        raise Http404
    return row


def chat_json(row: Chat) -> dict[str, Any]:
    """Return the chat; of its address only the beginning."""
    return shaped(words.CHAT, row, address=chat_settings.beginning(row.url) if row.url else "")
