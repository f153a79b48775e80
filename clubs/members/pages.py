"""Pages of a club's memberships and roles."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.accounts.second_factors import second_sign_in
from clubs.api_keys import made_by
from clubs.fields import NameField
from clubs.members.membership import LAST_OWNER, LastOwner, change_role, hand_over, leave_club
from clubs.members.password_link import why_none
from clubs.models import Club, Invitation, Membership, Player, Role
from clubs.players.search import name_key
from clubs.queries import serialised
from clubs.responses import page_of

# Forms of invitations, spectator links and memberships.


PEOPLE = [(1, gettext_lazy("one person")), (10, gettext_lazy("up to ten")), (50, gettext_lazy("up to fifty"))]

ROLES = {
    Role.MEMBER: gettext_lazy("Member: reads sheets and statistics"),
    Role.SCOREKEEPER: gettext_lazy("Scorekeeper: keeps score at the table"),
    Role.ORGANISER: gettext_lazy("Organiser: also players, invitations, corrections"),
    Role.OWNER: gettext_lazy("Owner: also roles and settings"),
}


def roles_up_to(role: Role) -> list[tuple[int, str | Promise]]:
    """Return the choices of roles up to this one."""
    return [(each.value, words) for each, words in ROLES.items() if each <= role]


def players_without_account(club: Club) -> QuerySet[Player]:
    return Player.objects.filter(club=club, membership=None, is_active=True)


def choose(field: forms.Field, choices: list[tuple[int, str | Promise]]) -> None:
    """Set the choices of a choice field."""
    if isinstance(field, forms.ChoiceField):
        field.choices = choices


def offer(field: forms.Field, rows: QuerySet[Player]) -> None:
    """Set the queryset of a model choice field."""
    if isinstance(field, forms.ModelChoiceField):
        field.queryset = rows


class InvitationForm(forms.Form):
    role = forms.TypedChoiceField(label=gettext_lazy("Role"), coerce=int, choices=roles_up_to(Role.OWNER))
    player = forms.ModelChoiceField(
        Player.objects.none(),
        required=False,
        label=gettext_lazy("Player"),
        empty_label=gettext_lazy("anybody"),
        help_text=gettext_lazy("Their results so far become this person’s. Only for one person."),
    )
    uses_left = forms.TypedChoiceField(label=gettext_lazy("Number of people"), coerce=int, choices=PEOPLE)

    def __init__(self, *args: Any, access: Access, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.access = access
        # An organiser cannot invite with a higher role than their own.
        choose(self.fields["role"], roles_up_to(access.role or Role.MEMBER))
        offer(self.fields["player"], players_without_account(access.club))

    def save(self) -> Invitation:
        data = self.cleaned_data
        uses = 1 if data["player"] else data["uses_left"]
        return Invitation.objects.create(
            club=self.access.club, created_by=self.access.user, role=data["role"], player=data["player"], uses_left=uses
        )


class WatchForm(forms.Form):
    label = NameField(
        label=gettext_lazy("Name"),
        required=False,
        help_text=gettext_lazy("So you know later which one to revoke, e.g. big screen or visitors."),
    )


class MembershipForm(forms.Form):
    """The role of a member, and the linked player."""

    role = forms.TypedChoiceField(label=gettext_lazy("Role"), coerce=int, choices=roles_up_to(Role.OWNER))
    player = forms.ModelChoiceField(
        Player.objects.none(), required=False, label=gettext_lazy("Player"), empty_label=gettext_lazy("nobody")
    )

    def __init__(self, *args: Any, membership: Membership, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"role": membership.role, "player": membership.player}
        # The club is a condition of its own: inside both alternatives PostgreSQL would read the players of all clubs.
        free = Q(membership=None, is_active=True) | Q(membership=membership)
        offer(self.fields["player"], Player.objects.filter(free, club=membership.club_id))


class AccountForm(forms.Form):
    """The member who is linked to a player; members with a player are not offered."""

    membership = forms.ModelChoiceField(
        Membership.objects.none(),
        label=gettext_lazy("Account"),
        empty_label=None,
        error_messages={
            "required": gettext_lazy("Choose an account."),
            "invalid_choice": gettext_lazy(
                "This account is not in the club, or is linked to a player already. Choose another."
            ),
        },
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["membership"]
        if isinstance(field, forms.ModelChoiceField):
            rows = club.memberships.filter(player=None).select_related("user")
            field.queryset = rows
            ordered = sorted(rows, key=lambda row: (name_key(row.user.name), row.pk))
            field.choices = [(row.pk, field.label_from_instance(row)) for row in ordered]


@require_safe
@club_view(Role.ORGANISER)
def people(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    members = club.memberships.select_related("user", "player").order_by("pk")
    rows = sorted(members, key=lambda row: (-row.role, name_key(row.user.name)))
    invitations = club.invitations.filter(revoked_at=None, uses_left__gt=0).select_related("player")
    open_ones = [each for each in invitations[:50] if each.is_open]
    context = {
        "access": access,
        "here": "manage",
        "page": page_of(request, rows),
        "invitations": open_ones,
        "has_unsent": any(each.email and each.sent_at is None for each in open_ones),
        "links": club.spectator_links.filter(revoked_at=None)[:50],
    }
    return render(request, "clubs/members/people.html", context)


def _keeps_keys(request: HttpRequest) -> bool:
    """Whether keys are to be kept, which must be explicit: a key kept by mistake would give a removed member access."""
    return "keep_keys" in request.POST


def _membership(club: Club, pk: int) -> Membership:
    return get_object_or_404(Membership.objects.select_related("club", "user", "player"), club=club, pk=pk)


@club_view(Role.OWNER)
@second_sign_in
@serialised
def membership(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    row = _membership(club, pk)
    form = MembershipForm(request.POST or None, membership=row)
    if form.is_valid():
        row.player = form.cleaned_data["player"]
        try:
            change_role(row, Role(form.cleaned_data["role"]), keep_keys=_keeps_keys(request))
        except LastOwner:
            form.add_error("role", LAST_OWNER)
        else:
            messages.success(request, _("{user}: saved.").format(user=row.user))
            return redirect("people", club.slug)
    context = {
        "access": access,
        "here": "manage",
        "form": form,
        "membership": row,
        "is_me": row.user == access.user,
        "keys": made_by(row.user, club),
        "why_no_link": why_none(row),
    }
    return render(request, "clubs/members/membership.html", context)


@require_POST
@club_view(Role.OWNER)
@second_sign_in
def membership_end(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    row = _membership(club, pk)
    try:
        leave_club(row, keep_keys=_keeps_keys(request))
    except LastOwner:
        messages.error(request, LAST_OWNER)
        return redirect("people", club.slug)
    messages.success(request, _("{person} was removed from the club. The results stay.").format(person=row.user))
    return redirect("account") if row.user == access.user else redirect("people", club.slug)


@require_POST
@club_view(Role.OWNER)
@second_sign_in
def club_hand_over(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Make another member the owner; the previous owner stays as organiser."""
    heir = _membership(club, pk)
    if heir.user != access.user:
        hand_over(club, club.memberships.get(user=access.user), heir)
        messages.success(request, _("{person} owns the club now. You are an organiser.").format(person=heir.user))
    return redirect("people", club.slug)
