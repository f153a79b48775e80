"""Enqueueing of jobs from a page."""

from collections.abc import Mapping
from typing import Any

from allauth.core.ratelimit import consume_or_429
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

from clubs.access import Access
from dogclub.jobs.worker.enqueue import enqueue_once


def enqueue_from_page(
    request: HttpRequest, access: Access, kind: str, asked: Mapping[str, Any], *, wants_mail: bool = False
) -> HttpResponseBase:
    """Redirect to the job's page, to that of the same request while it is not done; 429 for a user over the hourly
    limit.
    """
    too_many: HttpResponseBase | None = consume_or_429(request, action="jobs", user=access.user)
    if too_many:
        return too_many
    with transaction.atomic():
        return redirect(enqueue_once(kind, access.club, access.user, asked, wants_mail=wants_mail))
