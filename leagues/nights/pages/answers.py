"""The page “Are you coming?”: three answers, who comes, the tables that makes, what is at stake. It updates live."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.calendar.answers import give_answer, own_player
from clubs.calendar.nights import Refused
from clubs.locks import serialised
from clubs.models import Club, Night
from clubs.web.conditional import fragment, is_following, polled
from leagues.nights.answers.page import AnswerPage, answer_page, arrivals, asked_arrival, saved_message
from leagues.nights.answers.stakes import Stake, stakes_for


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
    return redirect("night-answers", club.slug, pk)


def _shown(request: HttpRequest, access: Access, night: Night) -> HttpResponseBase:
    page = answer_page(night, access.player_id)
    stakes = _stakes(page)
    rows = [
        (row.player.label, row.player.photo, row.pk, row.answer, row.note, row.guests, row.arrives_after)
        for row in page.answers.all
    ]
    lists = [[row.pk for row in each] for each in (page.answers.coming, page.answers.waiting)]
    about = (night.pk, night.starts_at, night.name, night.place, night.places, night.answers_close)
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
    player, form = own_player(access.club, access.player_id), request.POST
    arrives = asked_arrival(form)
    give_answer(night, player, form.get("answer", ""), form.get("note", ""), form.get("guests", ""), arrives)
