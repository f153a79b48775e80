"""Endpoints for the chat of a club: choose where and what is posted, send a test, stop."""

from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.models import Role, Scope
from dogclub.api.answers import shaped
from dogclub.api.background.jobs import job_json
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import CHATS, answer, check_match, of_club, written
from dogclub.api.http.messages import ChatChoice, check, read_as, read_nothing, take_turn
from dogclub.api.http.session import plain
from dogclub.api.openapi import background as words
from dogclub.api.openapi.operation import described
from dogclub.models import Chat
from dogclub.notify.chat import management
from dogclub.notify.chat.management import ChatForm


@described(GET=words.READ_CHAT, PUT=words.CHANGE_CHAT, DELETE=words.STOP_CHAT)
@endpoint("GET", "PUT", "DELETE", reads=Scope.ORGANISE, writes=Scope.ORGANISE)
def chat(request: Request, slug: str) -> Response:
    """Read or choose the club's chat, or stop posting."""
    access = _access(request, slug)
    if request.method == "PUT":
        return _change(request, access)
    if request.method == "DELETE":
        management.stop(access.club)
        return Response(status=HTTPStatus.NO_CONTENT)
    return answer(request, of_club(access, CHATS), lambda: chat_json(_found(access)))


@transaction.atomic
def _change(request: Request, access: Access) -> Response:
    new = read_as(request, ChatChoice)
    take_turn(access.club)
    check_match(request, of_club(access, CHATS))
    chosen = [post for post in Chat.Post.values if post in (Chat.USUAL if new.posts is None else new.posts)]
    form = ChatForm({"service": new.service, "url": new.url, "posts": chosen}, chat=management.chat_of(access.club))
    check(form)
    row = management.save(access.club, access.user, form.cleaned_data)
    return written(request, of_club(access, CHATS), chat_json(row))


@described(POST=words.TEST_CHAT)
@endpoint("POST", writes=Scope.ORGANISE)
def chat_test(request: Request, slug: str) -> Response:
    """Enqueue one test post without retries; its result is in the job."""
    access = _access(request, slug)
    row = _found(access)
    read_nothing(request)
    with transaction.atomic():
        job = management.send_test(row, access.user)
    return Response(job_json(job), HTTPStatus.ACCEPTED)


def _access(request: Request, slug: str) -> Access:
    return club_access(plain(request), slug, Role.ORGANISER)


def _found(access: Access) -> Chat:
    row = management.chat_of(access.club)
    if row is None:
        raise Http404
    return row


def chat_json(row: Chat) -> dict[str, Any]:
    """Return the chat; of its address only the beginning."""
    return shaped(words.CHAT, row, address=management.beginning(row.url) if row.url else "")
