"""The page of a club's terminology."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.models import Club, Role
from clubs.queries import serialised
from clubs.responses import saved
from leagues.terms.catalogue import TermsForm


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def club_terms(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    form = TermsForm(request.POST if request.method == "POST" else None, club=club)
    if form.is_valid():
        form.save()
        messages.success(request, saved())
        return redirect("club-terms", club.slug)
    context = {"access": access, "here": "manage", "form": form}
    return render(request, "leagues/terms/terms.html", context, status=422 if form.errors else 200)
