"""The root endpoint, from which a program can find everything else."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from dogclub.api.http.endpoint import endpoint
from dogclub.api.http.etags import answer_read
from dogclub.api.openapi import root as words
from dogclub.api.openapi.operation import described

LEADS_TO = {name: f"api-{name}" for name in ("clubs", "docs", "games", "problems", "schema", "score")}


@described(GET=words.ROOT)
@endpoint("GET", anybody=True)
def root(request: Request) -> Response:
    """Return the version of the API and the URLs of its resources."""
    links = {name: request.build_absolute_uri(reverse(route)) for name, route in LEADS_TO.items()}
    return answer_read(request, {"version": words.VERSION, **links})
