"""The download of a person's own data, and the privacy page."""

from io import BytesIO

from allauth.core.ratelimit import consume_or_429
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from clubs.access import account
from clubs.accounts.second_factors import second_sign_in
from dogclub.privacy.own_data.collect import pack
from games import rules


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The public privacy page: what is stored about a person, where, how long and who sees it
    (docs/history/privacy.md).
    """
    return render(request, "dogclub/privacy/own_data/privacy.html", {"text": rules.privacy()})


@require_POST
@login_required
@second_sign_in
def my_data(request: HttpRequest) -> HttpResponseBase:
    """The ZIP, made within the request: ten years of a scorekeeper take a few seconds and little memory."""
    user = account(request)
    if user is None:
        raise Http404
    too_many: HttpResponseBase | None = consume_or_429(request, action="own_data", user=user)
    if too_many:
        return too_many
    now = timezone.now()
    file = BytesIO()
    pack(user, file, f"{now:%Y-%m-%d %H:%M} UTC")
    file.seek(0)
    answer = FileResponse(file, as_attachment=True, filename=f"dog-club-my-data-{now:%Y-%m-%d}.zip")
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
