"""The decorator of every endpoint of the API, and what it does with a request that is sent again."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import partial, wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.decorators import api_view
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.models import ApiKey, Club, Player, Scope
from clubs.security import decrypt, encrypt
from dogclub.api.http.messages import JSON
from dogclub.api.http.problems import Problem, private
from dogclub.api.http.session import SAFE, ByKey, Rate, Session, Throttle, requester_of
from dogclub.api.openapi.operation import IDEMPOTENCY_KEY
from dogclub.models import IdempotencyKey
from games.models import Match

HEADER, REPLAYED = "Idempotency-Key", "Idempotency-Replayed"
KEPT = timedelta(days=1)
VALID = re.compile(IDEMPOTENCY_KEY["schema"]["pattern"].strip("^$"))
PURPOSE = "responses of the API"
KEPT_HEADERS = ("Location", "ETag")


def answered_once(request: Request, place: Mapping[str, Any], view: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Return the response of the view, or for a POST with a known key the one it got before, without calling the view.

    The key and what the view writes are committed together, and a refused request leaves no key. Raises Problem for a
    key that is not valid, or known with another request.
    """
    requester = requester_of(request)
    if request.method != "POST" or not requester or HEADER not in request.headers:
        return view()
    key = request.headers[HEADER]
    if not VALID.fullmatch(key):
        raise Problem(
            "idempotency-header", _("An Idempotency-Key is 1 to 255 visible ASCII characters, without blanks.")
        )
    if (club := _club(place)) is None:
        return view()
    mine, fingerprint = {"requester": requester, "key": key}, _fingerprint(request)
    if row := IdempotencyKey.objects.filter(**mine).first():
        return _again(row, fingerprint)
    try:
        with transaction.atomic():
            row = IdempotencyKey.objects.create(**mine, club=club, fingerprint=fingerprint)
            response = view()
            if isinstance(response, Response) and response.status_code < 400:
                row.response = encrypt(_stored(response), PURPOSE)
                row.save(update_fields=["response"])
            else:
                row.delete()
    except IntegrityError:
        if row := IdempotencyKey.objects.filter(**mine).first():  # the same request, sent twice at once
            return _again(row, fingerprint)
        raise
    return response


def _club(place: Mapping[str, Any]) -> Club | None:
    if "slug" in place:
        return Club.objects.filter(slug=place["slug"]).first()
    return Club.objects.filter(pk__in=Match.objects.filter(pk=place["pk"]).values("club")).first()


def _fingerprint(request: Request) -> str:
    """Return the hash of what is asked; of an upload only its length, since it is read piece by piece."""
    is_json = request.content_type.partition(";")[0].strip().lower() in ("", JSON)
    body = request.body if is_json else request.headers.get("Content-Length", "").encode()
    return sha256(b"\n".join((request.get_full_path().encode(), request.content_type.encode(), body))).hexdigest()


def _stored(response: Response) -> str:
    headers = {name: response.headers[name] for name in KEPT_HEADERS if name in response.headers}
    body = JSONRenderer().render(response.data).decode()
    return json.dumps({"status": response.status_code, "headers": headers, "body": body})


def _again(row: IdempotencyKey, fingerprint: str) -> Response:
    if row.fingerprint != fingerprint:
        raise Problem(
            "idempotency-key", _("This Idempotency-Key belongs to another request. Send this one with a new key.")
        )
    if (text := decrypt(row.response, PURPOSE)) is None:
        raise Problem(
            "refused", _("The response cannot be read any more. Look up whether the request was carried out.")
        )
    found = json.loads(text)
    body = json.loads(found["body"]) if found["body"] else None
    return Response(body, found["status"], headers={**found["headers"], REPLAYED: "true"})


def clear_away() -> int:
    """Delete the keys of the day before; return how many."""
    deleted: int = IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEPT).delete()[0]
    return deleted


def forget(*, club: Club, players: Iterable[Player], **_about: Any) -> None:
    """Delete the responses of a club, once a name was erased: it may be in them."""
    IdempotencyKey.objects.filter(club=club).delete()


# The decorator of every endpoint of the API, which is a plain function:
#
# @described(GET=words.LIST_PLAYERS, POST=words.ADD_PLAYER) @endpoint("GET", "POST", reads=Scope.RESULTS,
# writes=Scope.ORGANISE) def players(request: Request, slug: str) -> Response: access = club_access(plain(request),
# slug, readers=True) if request.method == "POST": … return answer(request, of_club(access, PLAYERS), lambda:
# page(request, rows, "pk", player_json, "players"))
#
# A client authenticates with a key (`Authorization: Bearer dk_live_…`) or with the browser's session and its CSRF
# token. `reads` and `writes` are the scopes a key needs, of several one; `clubs.access` and `games.access` then
# decide what the person or the club's key may do, for which they get the request by `plain(request)`. `anybody` is
# for public data: no key, no session, no CSRF. `rate` names a throttle of its own. Query parameters that `described`
# does not list are refused.


Endpoint = Callable[..., HttpResponseBase]
LONGEST_UNKNOWN = 60  # characters of an unknown parameter that the error repeats


def endpoint(
    *methods: str,
    reads: Scope = Scope.RESULTS,
    writes: Scope | Sequence[Scope] = Scope.RECORD,
    anybody: bool = False,
    rate: Rate = "",
) -> Callable[[Endpoint], Any]:
    """Decorate a view with authentication, throttling, and checks of scope and query parameters. GET includes HEAD."""

    def decorate(view: Endpoint) -> Any:
        @wraps(view)
        def inner(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
            needed = reads if request.method in SAFE else writes
            check_scope(request, *([needed] if isinstance(needed, Scope) else needed))
            check_parameters(request)
            return private(answered_once(request, kwargs, partial(view, request, *args, **kwargs)))

        inner.authentication_classes = [] if anybody else [ByKey, Session]  # type: ignore[attr-defined]
        inner.permission_classes = [AllowAny]  # type: ignore[attr-defined]
        inner.throttle_classes = [partial(Throttle, rate)]  # type: ignore[attr-defined]
        decorated = api_view([*methods, *(["HEAD"] if "GET" in methods else [])])(inner)
        # Refusals pass through it as well.
        decorated.cls.finalize_response = finalize_response  # type: ignore[method-assign]
        return decorated

    return decorate


def finalize_response(self: APIView, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
    """REST framework's last step of a request, with what is left of its rate (draft-ietf-httpapi-ratelimit-headers)."""
    final = APIView.finalize_response(self, request, response, *args, **kwargs)
    for name, value in getattr(request, "rate_limit", {}).items():
        final.headers[name] = value
    return final


def created(request: Request, body: Any, route: str = "", *place: Any) -> Response:
    """Return the response to a POST that made something. Its `Location` is the URL of the route, where it is read;
    without a route, that of the POST, where it is read in a list.
    """
    return Response(
        body, HTTPStatus.CREATED, headers={"Location": reverse(route, args=place) if route else request.path}
    )


def check_parameters(request: Request) -> None:
    """Raise Problem for an unknown query parameter: a misspelt one would otherwise be ignored silently."""
    method = "GET" if request.method == "HEAD" else request.method
    known: Mapping[str, Sequence[str]] = getattr(request.parser_context["view"], "query_parameters", {})
    unknown = next((name for name in request.query_params if name not in known.get(str(method), (name,))), None)
    if unknown is not None:
        names = ", ".join(known[str(method)])
        words = _("There is no parameter “{name}” here. There are none.")
        if names:
            words = _("There is no parameter “{name}” here. Use {names}.")
        raise Problem(
            "query", words.format(name=unknown[:LONGEST_UNKNOWN], names=names), field=unknown[:LONGEST_UNKNOWN]
        )


def check_scope(request: Request, needed: Scope, *others: Scope) -> None:
    """Raise Problem where the key has neither the needed scope nor one of the others."""
    key = request.auth
    if isinstance(key, ApiKey) and not any(map(Scope(key.scope).covers, (needed, *others))):
        raise Problem(
            "scope",
            _("This key may {scope}. This needs one that may {needed}.").format(
                scope=Scope(key.scope).label, needed=needed.label
            ),
            {"WWW-Authenticate": f'Bearer realm="Dog Club", error="insufficient_scope", scope="{needed}"'},
            scope=needed.value,
        )


# Renderers for endpoints that return files; errors there are JSON nevertheless.


class Pdf(JSONRenderer):
    """For `Accept: application/pdf`; the view returns the file itself."""

    media_type = "application/pdf"
    format = "pdf"
    charset = None


class Png(JSONRenderer):
    """For `Accept: image/png`; the view returns the file itself."""

    media_type = "image/png"
    format = "png"
    charset = None


class Jpeg(JSONRenderer):
    """For `Accept: image/jpeg`; the view returns the file itself."""

    media_type = "image/jpeg"
    format = "jpg"
    charset = None


class EventStream(JSONRenderer):
    """For `Accept: text/event-stream`; the view returns the stream itself."""

    media_type = "text/event-stream"
    format = "events"
    charset = None


class AnyFile(JSONRenderer):
    """For any `Accept`; the view returns the file itself."""

    media_type = "*/*"
    format = "file"
    charset = None
