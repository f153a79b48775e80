"""The pages on which a club is started, and its settings, comments and languages are chosen."""

from typing import cast
from urllib.parse import urlencode

from allauth.account.forms import SignupForm
from allauth.account.utils import complete_signup
from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, account, club_view
from clubs.accounts.pages import PersonForm
from clubs.accounts.second_factors import BY_DEMO
from clubs.calendar.nights import tonight
from clubs.language.choice import choose, is_known
from clubs.members.membership import MOST_OWNED, TOO_MANY, OwnsEnough, create_club
from clubs.models import Club, Night, Role, User
from clubs.players.forms import MOST_NAMES, TableForm
from clubs.queries import serialised
from clubs.responses import saved
from clubs.settings.forms import SETTINGS, FoundingForm, SettingsForm

# The page of the club’s settings.


@club_view(Role.OWNER)
@serialised
def club_settings(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    form = SettingsForm(request.POST or None, initial={name: getattr(club, name) for name in SETTINGS})
    if form.is_valid():
        form.save(club)
        messages.success(request, saved())
        return redirect("club-settings", club.slug)
    return render(request, "clubs/settings/settings.html", {"access": access, "here": "manage", "form": form})


# The form at the foot of any page that sets the language of the browser, and of the account if signed in.


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """`language` is a code; "" restores that of the browser. `next` is the page to return to. The demo's accounts,
    which several people share, keep it in the session alone.
    """
    wished = request.POST.get("language", "")
    if wished and not is_known(wished):
        raise BadRequest("“language” is not one that Dog Club speaks.")
    user = account(request)
    if user is not None and BY_DEMO not in request.session:
        user.language = wished
        user.save(update_fields=["language"])
    back = request.POST.get("next", "")
    response = redirect(back if url_has_allowed_host_and_scheme(back, None) else "/")
    choose(request, response, wished, is_signed_in=user is not None)
    return response


# The page on which an owner turns members' comments on nights and matches on; they are off by default.


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
            messages.success(request, saved())
            return redirect("comment-settings", club.slug)
        error = _("Choose who can comment.")
    context = {"access": access, "here": "manage", "error": error}
    return render(request, "clubs/settings/comments.html", context, status=422 if error else 200)


# Starting a club in three screens: the club and its owner, the players, the first match.


TABLE = 10  # most players at one table; more are drawn into groups


@sensitive_post_parameters("password1")
def start(request: HttpRequest) -> HttpResponseBase:
    """The first screen. A signed-in user is not asked for an account."""
    user = account(request)
    if user:
        return _start_signed_in(request, user)
    too_many: HttpResponseBase | None = consume_or_429(request, action="signup")
    return too_many or _start_with_account(request)


def _start_signed_in(request: HttpRequest, user: User) -> HttpResponseBase:
    """Limited by clubs owned, and by clubs an hour."""
    club_form = FoundingForm(request.POST or None)
    person = PersonForm(request.POST or None, initial={"name": user.name})
    if club_form.is_valid() and person.is_valid():
        too_many: HttpResponseBase | None = consume_or_429(request, action="found", user=user)
        if too_many:
            return too_many
        try:
            with transaction.atomic():
                person.signup(request, user)
                club = create_club(club_form.cleaned_data["club"], user)
        except OwnsEnough:
            club_form.add_error(None, str(TOO_MANY).format(most=MOST_OWNED))
        else:
            return redirect("start-players", club.slug)
    return render(request, "clubs/settings/start.html", {"club_form": club_form, "person": person})


def _start_with_account(request: HttpRequest) -> HttpResponseBase:
    club_form = FoundingForm(request.POST or None)
    person = SignupForm(request.POST or None)
    if club_form.is_valid() and person.is_valid():
        user, answer = person.try_save(request)
        if not answer:
            club = create_club(club_form.cleaned_data["club"], user)
            answer = complete_signup(request, user, None, reverse("start-players", args=[club.slug]))
        return cast(HttpResponseBase, answer)
    return render(request, "clubs/settings/start.html", {"club_form": club_form, "person": person})


@club_view(Role.ORGANISER)
@serialised
def start_players(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """The second screen; the third is the first match, or the draw of tonight for more players than fit one table."""
    names = "\n".join(club.players.filter(is_active=True).values_list("name", flat=True)[:MOST_NAMES])
    form = TableForm(request.POST or None, initial={"names": f"{names}\n"}, club=club)
    if form.is_valid():
        founder = club.players.filter(pk=access.player_id).first() if access.player_id else None
        players = form.save(founder)
        if len(players) > TABLE:
            night = tonight(club) or Night.objects.create(club=club, starts_at=timezone.now())
            return redirect(f"{night.get_absolute_url()}setup/")
        query = urlencode([("player", player.pk) for player in players])
        return redirect(f"{club.get_absolute_url()}matches/new/?{query}")
    return render(request, "clubs/settings/start_players.html", {"form": form, "club": club, "access": access})
