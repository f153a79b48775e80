"""The page “Are you coming?”, and answers by a signed link in an email."""

from http import HTTPStatus

from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view, private
from clubs.calendar.answers import (
    Answer,
    AnswerLink,
    LinkRefused,
    answers_of,
    give_answer,
    own_player,
    read_answer_token,
    why_closed,
)
from clubs.calendar.nights import Refused
from clubs.language.choice import follow_language
from clubs.models import Club, Night
from clubs.queries import lock_club, serialised
from clubs.responses import fragment, is_following, polled
from clubs.time_zone import follow_club
from leagues.nights.answers import AnswerPage, Stake, answer_page, arrivals, asked_arrival, saved_message, stakes_for

# The page “Are you coming?”: three answers, who comes, the tables that makes, what is at stake. It updates live.


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
@serialised
def night_answers(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """A refused answer shows the page again with what was typed, without live updates until the next request."""
    night = get_object_or_404(Night.objects.select_related("club"), club=club, pk=pk)
    if request.method != "POST":
        return _shown(request, access, night)
    try:
        _write(request, access, night)
    except Refused as refused:
        page = answer_page(night, access.player_id)
        return _rendered(request, access, page, _stakes(page), error=str(refused))
    messages.success(request, saved_message(answer_page(night, access.player_id)))
    return redirect("night" if request.POST.get("from") == "night" else "night-answers", club.slug, pk)


def _shown(request: HttpRequest, access: Access, night: Night) -> HttpResponseBase:
    page = answer_page(night, access.player_id)
    stakes = _stakes(page)
    rows = [
        (row.player.label, row.player.photo, row.pk, row.answer, row.note, row.guests, row.arrives_after)
        for row in page.answers.all
    ]
    lists = [[row.pk for row in each] for each in (page.answers.coming, page.answers.waiting)]
    about = (night.pk, night.starts_at, *night.about)
    club = (access.club.branding, access.club.slug, access.role, access.club.photos)
    depends = (*about, page.closed, page.heading, page.silent, page.player_id, rows, lists, stakes, club)
    return polled(request, depends, lambda since: _rendered(request, access, page, stakes, since))


def _stakes(page: AnswerPage) -> list[Stake]:
    return stakes_for(page.night, page.player_id) if page.is_open and page.player_id else []


def _rendered(
    request: HttpRequest, access: Access, page: AnswerPage, stakes: list[Stake], since: str = "", error: str = ""
) -> HttpResponse:
    mine, typed = page.mine, request.POST if error else {}
    context = {
        "access": access,
        "here": "nights",
        "night": page.night,
        "page": page,
        "follows": bool(since) and (not page.closed or is_following(request)),
        "stream": f"{page.night.get_absolute_url()}live/",
        "since": since,
        "stakes": stakes,
        "error": error,
        "arrivals": arrivals(page.night, typed.get("arrives_after", mine.arrives_after if mine else 0)),
        "note": typed.get("note", mine.note if mine else ""),
        "guests": typed.get("guests", mine.guests if mine else ""),
    }
    template = fragment(request, "leagues/nights/answers.html")
    return render(request, template, context, status=422 if error else 200)


def _write(request: HttpRequest, access: Access, night: Night) -> None:
    """Save the answer; note, guests and arrival stay unchanged where the form, on the night's page, has none."""
    player, form = own_player(access.club, access.player_id), request.POST
    mine = answers_of(night).of(player.pk) if "note" not in form else None
    note, guests = (mine.note, mine.guests) if mine else (form.get("note", ""), form.get("guests", ""))
    give_answer(night, player, form.get("answer", ""), note, guests, asked_arrival(form))


# Answers by a link in an email: recorded without signing in; the signed link identifies one member and one night.
# Security scanners open every link in an email, in browsers that run scripts, so nothing is recorded until a person
# presses a button of the page; the answer tapped in the email is the filled one. No other member is named.


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
    follow_language(request, link.night.club, link.membership.user, is_signed_in=False)
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
