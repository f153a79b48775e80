"""Endpoints that explain each type of problem, at the URLs in `type` of problem documents."""

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer_read
from dogclub.api.http.problem_types import KINDS, PROBLEMS
from dogclub.api.openapi import problems as words
from dogclub.api.openapi.operation import described


@described(GET=words.PROBLEMS)
@endpoint("GET", anybody=True)
def problems(request: Request) -> Response:
    """List all types of problems."""
    return answer_read(request, {"problems": [_json(code) for code in KINDS]})


@described(GET=words.PROBLEM_PAGE)
@endpoint("GET", anybody=True)
def problem(request: Request, code: str) -> Response:
    """One type of problem: its cause and what to do."""
    if code not in KINDS:
        raise Http404
    return answer_read(request, _json(code))


def _json(code: str) -> dict[str, Any]:
    kind = KINDS[code]
    return {"type": PROBLEMS + code, "title": kind.title, "status": kind.status, "about": kind.about}
