"""Forms of players: one at a time, or a list of names."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.fields import NameField, WrittenField
from clubs.models import Club, Colour, FormerName, Player
from clubs.names import check_name, tidy_name
from clubs.players import guests

MOST = 60
LONGEST = 60
FIELDS = ("name", "nickname", "initials", "colour", "is_guest")


class PlayerForm(forms.Form):
    """The form for a new or an existing player."""

    name = NameField(
        label=gettext_lazy("Name"),
        missing=gettext_lazy("Enter the player’s name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    nickname = NameField(
        label=gettext_lazy("Nickname"),
        required=False,
        max_length=30,
        help_text=gettext_lazy("Only needed when two players share a name."),
    )
    initials = NameField(
        label=gettext_lazy("Initials"),
        required=False,
        max_length=4,
        help_text=gettext_lazy("Up to four letters, for narrow sheets."),
    )
    colour = forms.ChoiceField(label=gettext_lazy("Colour"), choices=Colour.choices, required=False)
    is_guest = forms.BooleanField(label=gettext_lazy("Guest, not a club player"), required=False)

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        self.player = player
        super().__init__(*args, **kwargs)
        self.initial = {name: getattr(player, name) for name in FIELDS}

    def clean(self) -> dict[str, Any]:
        """Validate a copy of the player, so that refused values do not stay in the real one."""
        data = self.cleaned_data
        candidate = Player(
            pk=self.player.pk, club=self.player.club, name=data.get("name", ""), nickname=data.get("nickname", "")
        )
        candidate._state.adding = self.player._state.adding  # else validation would find the player itself
        try:
            candidate.validate_constraints()
        except ValidationError as error:
            self.add_error("nickname" if candidate.nickname else "name", error.messages)
        return data

    def save(self) -> Player:
        before, was_guest = (self.player.name, self.player.nickname), self.player.is_guest
        for name in FIELDS:
            setattr(self.player, name, self.cleaned_data[name])
        is_known = self.player.pk is not None
        self.player.save()
        if is_known and before != (self.player.name, self.player.nickname):
            FormerName.objects.create(player=self.player, name=before[0], nickname=before[1])
        if is_known and was_guest != self.player.is_guest:
            guests.note_guest_change(self.player.club)
        return self.player


class TableForm(forms.Form):
    """A list of names, one a line."""

    names = WrittenField(
        label=gettext_lazy("Players"),
        help_text=gettext_lazy("Three to ten players make a table. You can add more any time."),
        error_messages={
            "required": gettext_lazy("Enter at least one name."),
            "max_length": format_lazy(gettext_lazy("At most {most} names at once, please."), most=MOST),
        },
        max_length=MOST * (LONGEST + 2),
        widget=forms.Textarea(attrs={"rows": 7, "autocomplete": "off"}),
    )

    def clean_names(self) -> list[str]:
        names = [name for name in map(tidy_name, self.cleaned_data["names"].splitlines()) if name]
        if len(names) > MOST:
            raise ValidationError(
                _("At most {most} names at once, please: this has {count}.").format(most=MOST, count=len(names))
            )
        for number, name in enumerate(names, 1):
            self._check(name, number)
        folded = [name.casefold() for name in names]
        for name in names:
            if folded.count(name.casefold()) > 1:
                words = _("“{name}” is here twice. Add a surname or a nickname to one of them.")
                raise ValidationError(words.format(name=name))
        return names

    def _check(self, name: str, number: int) -> None:
        check_name(name)
        if len(name) > LONGEST:
            raise ValidationError(
                _("Line {number}: at most {longest} characters a name, please: this has {name}.").format(
                    number=number, longest=LONGEST, name=len(name)
                )
            )

    def save(self, club: Club, founder: Player | None = None) -> list[Player]:
        """Return the named players in order, creating those the club does not have. If the founder is listed by the
        first name alone, the founder is renamed: “Edith Hallam” to “Edith”.
        """
        known = {player.name.casefold(): player for player in reversed(club.players.all())}
        names = {name.casefold(): name for name in self.cleaned_data["names"]}
        first = founder.name.split()[0].casefold() if founder else ""
        if founder and first in names and first not in known and founder.name.casefold() not in names:
            FormerName.objects.create(player=founder, name=founder.name, nickname=founder.nickname)
            founder.name = names[first]
            founder.save(update_fields=["name"])
            known[first] = founder
        for name in self.cleaned_data["names"]:
            if name.casefold() not in known:
                known[name.casefold()] = Player.objects.create(club=club, name=name)
        return [known[name.casefold()] for name in self.cleaned_data["names"]]


class OtherForm(forms.Form):
    """The player with whom another one is merged. The choices are all others but former members; further players of
    the club pass validation, and the view refuses them with a sentence.
    """

    into = forms.ModelChoiceField(
        Player.objects.none(),
        label=gettext_lazy("Name to keep"),
        empty_label=None,
        error_messages={
            "required": gettext_lazy("Choose the other player."),
            "invalid_choice": gettext_lazy("This player is not in the club. Choose another."),
        },
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["into"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = Player.everybody.filter(club=player.club_id)
            others = Player.objects.filter(club=player.club_id, former=None).exclude(pk=player.pk)
            field.choices = [(other.pk, other.label) for other in others]
