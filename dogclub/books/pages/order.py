"""The page a season book is ordered on."""

from typing import Any

from django.db import transaction
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.models import Club
from dogclub.books.book_request import PARTS, Volume, volume
from dogclub.books.order_form import OrderForm
from dogclub.jobs import ask_once
from dogclub.models import Job

KEY = "season-book"
OVER = Q(matches__finished_at__isnull=False) | Q(matches__abandoned_at__isnull=False, matches__rounds__gt=0)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def book(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """The same order given twice leads to the book that is being made already."""
    form = order_form(access, data=request.POST) if request.method == "POST" else _proposed(request, access)
    if form.is_bound and form.is_valid():
        wrong = nothing_in(club, form)
        if not wrong:
            return redirect(_ordered(club, access, form))
        form.add_error("season", wrong)
    is_empty = not Volume(club, None).count
    context = {"access": access, "here": "matches", "form": form, "is_empty": is_empty}
    return render(request, "games/books/order.html", context, status=422 if form.is_bound else 200)


def order_form(access: Access, **more: Any) -> OrderForm:
    """With the seasons there are; one query."""
    seasons = [(each, each.over) for each in access.club.seasons.annotate(over=Count("matches", filter=OVER))]
    return OrderForm(seasons, has_address=bool(access.user and access.user.email), **more)


def _proposed(request: HttpRequest, access: Access) -> OrderForm:
    """The season that was looked at, or else the newest one that has something to tell; everything in it."""
    form = order_form(access)
    asked = request.GET.get("season", "")
    season = asked if asked in form.known else form.newest
    form.initial = {"season": season, "paper": "a4", **dict.fromkeys(PARTS, True)}
    return form


def nothing_in(club: Club, form: OrderForm) -> str:
    """A sentence where the book of a valid order would be empty."""
    wanted = volume(club, form.asked)
    if wanted is None or wanted.count:
        return ""
    name = wanted.name if wanted.season else club.name
    return f"{name} has no finished match yet, so its book would be empty. Finish one, or choose another season."


def _ordered(club: Club, access: Access, form: OrderForm) -> Job:
    with transaction.atomic():
        return ask_once(KEY, club, access.user, form.asked, wants_mail=bool(form.cleaned_data.get("mail")))
