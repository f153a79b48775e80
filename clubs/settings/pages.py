"""The page of the club’s settings."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.access import Access, club_view
from clubs.locks import serialised
from clubs.models import Club, Role
from clubs.settings.forms import SETTINGS, SettingsForm


@club_view(Role.OWNER)
@serialised
def club_settings(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    form = SettingsForm(request.POST or None, initial={name: getattr(club, name) for name in SETTINGS})
    if form.is_valid():
        form.save(club)
        messages.success(request, _("Saved."))
        return redirect("club-settings", club.slug)
    return render(request, "clubs/settings/settings.html", {"access": access, "here": "manage", "form": form})
