"""Endpoints for comments on nights and matches: read by members, written by players."""

from http import HTTPStatus
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.calendar.answers import own_player
from clubs.calendar.nights import Refused
from dogclub.api.answers import shaped
from dogclub.api.http.endpoint import created, endpoint
from dogclub.api.http.etags import COMMENTS_OF_NIGHT, MATCH_COMMENTS, ONE_NIGHT, PLAYERS, Edition, answer, of_club
from dogclub.api.http.messages import read_as
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.nights import find
from dogclub.api.openapi import comments as words
from dogclub.api.openapi.operation import described
from games.access import match_access
from games.comments import Commented, add_comment, comments_on, delete_comment, edit_comment, find_comment
from games.models import Comment
from games.models.comment import LONGEST_COMMENT


class CommentText(Struct, frozen=True, forbid_unknown_fields=True):
    """Plain text; line breaks become spaces."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_COMMENT)]


@described(GET=words.LIST_ON_NIGHT, POST=words.ADD_TO_NIGHT)
@endpoint("GET", "POST")
def night_comments(request: Request, slug: str, pk: int) -> Response:
    """List the comments on a night, or add one; for members only."""
    access = club_access(plain(request), slug)
    if request.method == "POST":
        return _add(request, access, find(access.club, pk))
    edition = of_club(access, COMMENTS_OF_NIGHT, ONE_NIGHT, PLAYERS, row=pk)
    return _list(request, access, edition, lambda: find(access.club, pk))


@described(GET=words.LIST_ON_MATCH, POST=words.ADD_TO_MATCH)
@endpoint("GET", "POST")
def match_comments(request: Request, pk: UUID) -> Response:
    """For members only, even where everybody may read the sheet."""
    mine = match_access(plain(request), pk, "watch")
    if not mine.club_access.is_member:
        raise Http404
    if request.method == "POST":
        return _add(request, mine.club_access, mine.match)
    edition = of_club(mine.club_access, MATCH_COMMENTS, PLAYERS, match=pk)
    return _list(request, mine.club_access, edition, lambda: mine.match)


def _list(request: Request, access: Access, edition: Edition, about: Any) -> Response:
    if not access.club.has_comments:
        raise Http404
    return answer(request, edition, lambda: page(request, comments_on(about()), "pk", comment_json, "comments"))


def _add(request: Request, access: Access, about: Commented) -> Response:
    new = read_as(request, CommentText)
    try:
        row = add_comment(about, own_player(access.club, access.player_id), new.text)
    except Refused as refused:
        raise Problem("refused", str(refused)) from refused
    return created(request, comment_json(row))


@described(PUT=words.EDIT, DELETE=words.DELETE)
@endpoint("PUT", "DELETE")
def comment(request: Request, slug: str, pk: int) -> Response:
    """Edited by its author, deleted by the author or an organiser."""
    access = club_access(plain(request), slug)
    row = find_comment(access.club, pk)
    if request.method == "DELETE":
        delete_comment(row, access)
        return Response(status=HTTPStatus.NO_CONTENT)
    try:
        edit_comment(row, access, read_as(request, CommentText).text)
    except Refused as refused:
        raise Problem("refused", str(refused)) from refused
    return Response(comment_json(row))


def comment_json(row: Comment) -> dict[str, Any]:
    return shaped(words.COMMENT, row, name=row.player.label)
