"""The page on which an owner turns members' comments on nights and matches on; they are off by default."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.locks import serialised
from clubs.models import Club, Role

CHOICES = ("nobody", "members")


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.OWNER)
@serialised
def comment_settings(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    error = ""
    if request.method == "POST":
        who = request.POST.get("who", "")
        if who in CHOICES:
            club.has_comments = who == "members"
            club.save(update_fields=["has_comments"])
            messages.success(request, _("Saved."))
            return redirect("comment-settings", club.slug)
        error = _("Choose who can comment.")
    context = {"access": access, "here": "manage", "error": error}
    return render(request, "clubs/settings/comments.html", context, status=422 if error else 200)
