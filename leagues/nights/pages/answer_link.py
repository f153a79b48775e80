"""Answers by a link in an email: recorded without signing in; the signed link identifies one member and one night.

Security scanners open every link in an email, so a GET records nothing: a script submits the form of the page at once,
and without scripts the tapped answer is the one filled button. No other member is named.
"""

from http import HTTPStatus

from allauth.core.ratelimit import consume_or_429
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import private
from clubs.calendar.answer_links import AnswerLink, LinkRefused, read_answer_token
from clubs.calendar.answers import Answer, give_answer, own_player, why_closed
from clubs.calendar.nights import Refused
from clubs.language.choice import follow_language
from clubs.locks import lock_club
from clubs.own_ways import follow_club
from leagues.nights.answers.page import AnswerPage, answer_page, arrivals, asked_arrival

REFUSED_STATUS = {"wrong": HTTPStatus.NOT_FOUND, "old": HTTPStatus.GONE, "left": HTTPStatus.GONE}


@require_http_methods(["GET", "HEAD", "POST"])
def answer_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """`?answer=` is the button that was tapped in the email."""
    too_many: HttpResponseBase | None = consume_or_429(request, action="answer")
    if too_many:
        return too_many
    try:
        link = read_answer_token(token)
    except LinkRefused as refused:
        page = render(
            request, "leagues/nights/answer_link/refused.html", {"why": refused.why}, status=REFUSED_STATUS[refused.why]
        )
        return private(page)
    follow_club(link.night.club)
    follow_language(request, link.night.club, link.membership.user)
    return private(_answered(request, link, token) if request.method == "POST" else _page(request, link, token))


def _answered(request: HttpRequest, link: AnswerLink, token: str) -> HttpResponse:
    """Save the answer and redirect; a refused answer shows the page with the error."""
    form = request.POST
    try:
        with transaction.atomic():
            club = lock_club(link.night.club)
            player = own_player(club, link.membership.player_id)
            note, guests = form.get("note", ""), form.get("guests", "")
            give_answer(link.night, player, form.get("answer", ""), note, guests, asked_arrival(form))
    except Refused as refused:
        status = HTTPStatus.CONFLICT if why_closed(link.night) else HTTPStatus.UNPROCESSABLE_ENTITY
        return _page(request, link, token, str(refused), status)
    return redirect(request.path)


def _page(
    request: HttpRequest, link: AnswerLink, token: str, error: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    page = answer_page(link.night, link.membership.player_id)
    tapped = request.GET.get("answer", "")
    is_new = tapped in Answer.values and (page.mine is None or page.mine.answer != tapped)
    typed = request.POST if error else {}
    context = {
        "link": link,
        "token": token,
        "club": link.night.club,
        "night": link.night,
        "page": page,
        "coming": _coming(page),
        "tapped": tapped if is_new and page.is_open and not error else "",
        "error": error if page.is_open else "",
        "arrivals": arrivals(link.night, typed.get("arrives_after", page.mine.arrives_after if page.mine else 0)),
        "note": typed.get("note", page.mine.note if page.mine else ""),
        "guests": typed.get("guests", page.mine.guests if page.mine else ""),
    }
    return render(request, "leagues/nights/answer_link/answer.html", context, status=status)


def _coming(page: AnswerPage) -> str:
    """Return `11 with you: two tables, of 6 and 5.`"""
    words = _("{count} with you: {tables}") if page.has_place else _("{count}: {tables}")
    return words.format(count=page.answers.taken, tables=page.tables_now)
