"""Are you coming? Three answers, one tap; who comes, how many tables that makes, and what is at stake."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.calendar.answers import give_answer, own_player
from clubs.calendar.nights import Refused
from clubs.locks import take_turns
from clubs.models import Club, Night
from clubs.models.answer import ARRIVALS
from leagues.nights.answer_page import answer_page, arrivals, saved_message
from leagues.nights.answer_stakes import stakes_for


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
@take_turns
def night_answers(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """A refused answer leaves what was typed on the page."""
    night = get_object_or_404(Night.objects.select_related("club"), club=club, pk=pk)
    error = ""
    if request.method == "POST":
        try:
            _write(request, access, night)
        except Refused as refused:
            error = str(refused)
        else:
            messages.success(request, saved_message(answer_page(night, access.player_id)))
            return redirect("night-answers", club.slug, pk)
    page = answer_page(night, access.player_id)
    typed = request.POST if error else {}
    context = {
        "access": access,
        "here": "nights",
        "night": night,
        "page": page,
        "stakes": stakes_for(night, page.player_id) if page.is_open and page.player_id else [],
        "error": error,
        "arrivals": arrivals(night, typed.get("arrives_after", page.mine.arrives_after if page.mine else 0)),
        "note": typed.get("note", page.mine.note if page.mine else ""),
        "guests": typed.get("guests", page.mine.guests if page.mine else ""),
    }
    return render(request, "leagues/nights/answers.html", context, status=422 if error else 200)


def _write(request: HttpRequest, access: Access, night: Night) -> None:
    player, form = own_player(access.club, access.player_id), request.POST
    after = form.get("arrives_after", "0")
    arrives = int(after) if after in {str(minutes) for minutes in ARRIVALS} else -1
    give_answer(night, player, form.get("answer", ""), form.get("note", ""), form.get("guests", ""), arrives)
