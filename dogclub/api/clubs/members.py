"""The endpoint that adds members to a club in bulk."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import club_access
from clubs.models import Role, Scope
from clubs.names import tidy_name
from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.messages import NewMembers, read_as, take_turn
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.openapi import people
from dogclub.api.openapi.operation import described
from dogclub.new_members.add import add_members
from dogclub.new_members.paste import Person
from dogclub.new_members.preview import Answers, Line, Outcome, preview


@described(POST=people.ADD_MEMBERS)
@endpoint("POST", writes=Scope.ORGANISE)
def members(request: Request, slug: str) -> Response:
    """Say what would happen to each person, and with `preview` false do it."""
    access = club_access(plain(request), slug, Role.ORGANISER)
    new = read_as(request, NewMembers)
    role = Role.SCOREKEEPER if new.keep_score else Role.MEMBER
    with transaction.atomic():
        take_turn(access.club)
        lines = preview(access.club, *_people(new))
        if not new.preview:
            try:
                add_members(access.club, lines, by=access.user, role=role, send=new.send)
            except ValidationError as error:
                raise Problem("refused", error.messages[0]) from error
    return Response(_answer(lines))


def _people(new: NewMembers) -> tuple[list[Person], Answers]:
    """Return the people with the answers that were given about them."""
    named = [(Person(tidy_name(each.name), each.email.strip()), each) for each in new.people]
    same = {person.key: each.player for person, each in named if each.player is not None}
    another = frozenset(person.key for person, each in named if each.is_another)
    return [person for person, _each in named], Answers(same, another)


def _answer(lines: Sequence[Line]) -> dict[str, Any]:
    return {
        "people": [_json(line) for line in lines],
        "added": sum(line.is_new for line in lines),
        "invited": sum(line.outcome == Outcome.INVITED for line in lines),
    }


def _json(line: Line) -> dict[str, Any]:
    return {
        "name": line.person.name,
        "email": line.person.address,
        "outcome": line.outcome.value,
        "new": line.is_new,
        "player": line.player,
        "candidates": list(line.asks),
        "problem": line.problem,
    }
