"""The page to order a season book."""

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.models import Club
from dogclub.books.order_form import OrderForm, nothing_in, order_form
from dogclub.books.sections.book_request import PARTS, Volume
from dogclub.jobs.enqueue_from_page import enqueue_from_page
from games.match.printing import usual_paper

KEY = "season-book"


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def book(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """Show the form, and start the job; an order that is already being made leads to the existing job."""
    form = order_form(access, data=request.POST) if request.method == "POST" else _proposed(request, access)
    if form.is_bound and form.is_valid():
        wrong = nothing_in(club, form)
        if not wrong:
            return enqueue_from_page(request, access, KEY, form.asked, wants_mail=bool(form.cleaned_data.get("mail")))
        form.add_error("season", wrong)
    is_empty = not Volume(club, None).count
    context = {"access": access, "here": "more", "form": form, "is_empty": is_empty}
    return render(request, "dogclub/books/order.html", context, status=422 if form.is_bound else 200)


def _proposed(request: HttpRequest, access: Access) -> OrderForm:
    """Return the form for the season of the query, or the latest with matches, with all parts selected."""
    form = order_form(access)
    season_key = request.GET.get("season", "")
    season = season_key if season_key in form.known else form.newest
    form.initial = {"season": season, "paper": usual_paper(request), **dict.fromkeys(PARTS, True)}
    return form
