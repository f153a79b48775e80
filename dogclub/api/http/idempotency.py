"""`Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a POST that is sent again gets its first response."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Club, Player
from clubs.security import decrypt, encrypt
from dogclub.api.http.messages import JSON
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import requester_of
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
