"""Forms of players: one at a time, or a list of names."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.fields import NameField, WrittenField
from clubs.language.locales import either
from clubs.models import Club, Colour, FormerName, Player
from clubs.models.player import note_guest_change
from clubs.names import check_name, folded, looks, spelled, tidy_name
from clubs.players.search import KnownNames, looking_like

MOST_NAMES = 60
LONGEST_NAME = 60
NO_NAMES = gettext_lazy("Enter at least one name.")
IS_ANOTHER, LOOKS_LIKE = "is_another", "looks-like"
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
        else:
            self._ask_who(candidate)
        return data

    def _ask_who(self, candidate: Player) -> None:
        """Ask whether a new name that looks like another player’s is the same person; the answer is a box to tick."""
        is_new = (candidate.name, candidate.nickname) != (self.player.name, self.player.nickname)
        if not candidate.name or not is_new or self.data.get(IS_ANOTHER):
            return
        if other := looking_like(candidate.club, candidate.label, candidate.pk):
            self.fields[IS_ANOTHER] = forms.BooleanField(label=_("It is somebody else"), required=False)
            words = _("Is this {player}? The names look the same. If it is somebody else, say so.")
            self.add_error("name", ValidationError(words.format(player=other.label), code=LOOKS_LIKE))

    def save(self) -> Player:
        before, was_guest = (self.player.name, self.player.nickname), self.player.is_guest
        for name in FIELDS:
            setattr(self.player, name, self.cleaned_data[name])
        is_known = self.player.pk is not None
        self.player.save()
        if is_known and before != (self.player.name, self.player.nickname):
            FormerName.objects.create(player=self.player, name=before[0], nickname=before[1])
        if is_known and was_guest != self.player.is_guest:
            note_guest_change(self.player.club)
        return self.player


class TableForm(forms.Form):
    """A list of names, one a line."""

    names = WrittenField(
        label=gettext_lazy("Players"),
        help_text=gettext_lazy("Three to ten players make a table. You can add more any time."),
        error_messages={
            "required": NO_NAMES,
            "max_length": format_lazy(gettext_lazy("At most {most} names at once, please."), most=MOST_NAMES),
        },
        max_length=MOST_NAMES * (LONGEST_NAME + 2),
        widget=forms.Textarea(attrs={"rows": 7, "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        self.club = club
        self._known: dict[str, Player] = {}  # who is listed, by the spelling in the list
        super().__init__(*args, **kwargs)

    def clean_names(self) -> list[str]:
        names = [name for name in map(tidy_name, self.cleaned_data["names"].splitlines()) if name]
        if len(names) > MOST_NAMES:
            raise ValidationError(
                _("At most {most} names at once, please: this has {count}.").format(most=MOST_NAMES, count=len(names))
            )
        for number, name in enumerate(names, 1):
            self._check(name, number)
        known = KnownNames(self.club)
        self._known = {spelled(name): player for name in names if (player := _whose(known, name))}
        self._refuse_lookalikes(names)
        return names

    def _refuse_lookalikes(self, names: list[str]) -> None:
        first: dict[str, str] = {}
        for name in names:
            player = self._known.get(spelled(name))
            keys = {f"player {player.pk}"} if player else looks(name)
            if other := next((first[key] for key in keys if key in first), None):
                raise ValidationError(same_person(other, name))
            first.update(dict.fromkeys(keys, name))

    def _check(self, name: str, number: int) -> None:
        check_name(name)
        if len(name) > LONGEST_NAME:
            raise ValidationError(
                _("Line {number}: at most {longest} characters a name, please: this has {name}.").format(
                    number=number, longest=LONGEST_NAME, name=len(name)
                )
            )

    def save(self, founder: Player | None = None) -> list[Player]:
        """Return the named players in order, creating those the club does not have. If the founder is listed by the
        first name alone, the founder is renamed: “Edith Hallam” to “Edith”.
        """
        names = {spelled(name): name for name in self.cleaned_data["names"]}
        if founder and founder not in self._known.values():
            self._rename(founder, {key: name for key, name in names.items() if key not in self._known})
        for key, name in names.items():
            if key not in self._known:
                self._known[key] = Player.objects.create(club=self.club, name=name)
        return [self._known[key] for key in names]

    def _rename(self, founder: Player, new: dict[str, str]) -> None:
        first = folded(founder.name.split()[0])
        if key := next((key for key, name in new.items() if folded(name) == first), None):
            FormerName.objects.create(player=founder, name=founder.name, nickname=founder.nickname)
            founder.name = new[key]
            founder.save(update_fields=["name"])
            self._known[key] = founder


def same_person(name: str, other: str) -> str:
    """Return the error for two names of a list that may be one person."""
    if spelled(name) == spelled(other):
        return _("“{name}” is here twice. Add a surname or a nickname to one of them.").format(name=name)
    words = _("“{name}” and “{other}” look like one person. Add a surname or a nickname to one of them.")
    return words.format(name=name, other=other)


def _whose(known: KnownNames, name: str) -> Player | None:
    """Return the player of this name, or None for a new one. Raises ValidationError if it only looks like others."""
    if player := known.player_of(name):
        return player
    if others := known.looking_like(name):
        words = _(
            "“{name}” looks like {players}. If it is the same person, write that name; if it is somebody else, add a "
            "surname."
        )
        raise ValidationError(words.format(name=name, players=either([player.label for player in others])))
    return None


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
