"""Forms of invitations, spectator links and memberships."""

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from clubs.access import Access
from clubs.fields import NameField
from clubs.models import Club, Invitation, Membership, Player, Role

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
        offer(self.fields["player"], Player.objects.filter(free, club=membership.club_id).order_by("name"))


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
            field.queryset = club.memberships.filter(player=None).select_related("user").order_by("user__name", "pk")
