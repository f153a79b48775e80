"""The page on which an organiser reminds those who have not answered for a night."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.calendar.answers import remind, silent_players, why_no_reminder
from clubs.calendar.nights import Refused
from clubs.models import Club, Night, Role
from clubs.queries import serialised
from dogclub.models import Reminder
from dogclub.notify.push.delivery import members_with_device
from dogclub.notify.reminders.addresses import by_player, reachable, that_want
from games.base.names import listed, shortened


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def night_remind(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """GET says who gets it and who cannot be reached; POST asks for it."""
    night = get_object_or_404(Night.objects.select_related("club"), club=club, pk=pk)
    if request.method == "POST":
        try:
            remind(night)
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("The reminder is on its way."))
        return redirect("night", club.slug, pk)
    reached = _reached(club)
    silent = list(silent_players(night))
    names = dict(zip((player.pk for player in silent), shortened([player.label for player in silent]), strict=True))
    context = {
        "access": access,
        "here": "nights",
        "night": night,
        "why": why_no_reminder(night),
        "gets": listed([name for key, name in names.items() if key in reached]),
        "missed": listed([name for key, name in names.items() if key not in reached]),
    }
    return render(request, "dogclub/notify/push/night_reminder.html", context)


def _reached(club: Club) -> set[int]:
    """Return the players whom the reminder reaches, by email or on a phone. Two queries."""
    by_email = that_want(reachable(club), Reminder.Kind.NIGHT)
    by_phone = members_with_device(club, push_settings__night=True)
    return {*by_player([*by_email, *by_phone])}
