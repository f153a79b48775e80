"""Forms for trophies: a new one, its name and description, and passing one on by hand."""

from copy import copy
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.fields import NameField, WrittenField
from clubs.models import Club, Player
from clubs.names import check_name
from games.registry import TABLE_GAMES
from leagues.models import Trophy

CLUB = "club"


def games() -> list[tuple[str, str]]:
    """Return the choices of the game field, with the whole club first."""
    return [(CLUB, _("the whole club")), *((table_game.key, table_game.name) for table_game in TABLE_GAMES)]


class ReasonField(WrittenField):
    """The reason of an award; required, because it is stored with the award permanently."""

    def __init__(self, **kwargs: Any) -> None:
        messages = {
            "required": gettext_lazy("Enter a short reason. It is shown with the trophy."),
            "max_length": gettext_lazy("At most %(limit_value)d characters, please: this has %(show_value)d."),
        }
        super().__init__(max_length=300, label=gettext_lazy("Why"), error_messages=messages, **kwargs)
        self.validators.append(check_name)


WAYS = (
    (Trophy.Rule.WINNER, gettext_lazy("goes to the winner of every match played for it")),
    (Trophy.Rule.LOSER, gettext_lazy("goes to last place of every match played for it")),
    (Trophy.Rule.HAND, gettext_lazy("is awarded by hand")),
)


class TrophyForm(forms.Form):
    """A new trophy, or an existing one, whose game and rule cannot be changed."""

    name = NameField(label=gettext_lazy("Name"), max_length=40, missing=gettext_lazy("Enter the trophy’s name."))
    about = WrittenField(
        required=False,
        max_length=200,
        label=gettext_lazy("Description"),
        error_messages={
            "max_length": gettext_lazy("At most %(limit_value)d characters, please: this has %(show_value)d.")
        },
    )
    rule = forms.ChoiceField(label=gettext_lazy("How it is won"), choices=WAYS)
    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=games)

    def __init__(self, *args: Any, trophy: Trophy, **kwargs: Any) -> None:
        self.trophy = trophy
        super().__init__(*args, **kwargs)
        self.initial = {name: getattr(trophy, name) for name in self.fields} | {"game": trophy.game or CLUB}
        if trophy.pk:
            del self.fields["rule"], self.fields["game"]

    def clean_game(self) -> str:
        game: str = self.cleaned_data["game"]
        return "" if game == CLUB else game

    def clean_about(self) -> str:
        about: str = self.cleaned_data["about"]
        if about:
            check_name(about)
        return about

    def clean(self) -> dict[str, Any]:
        """Validate a copy of the trophy, so that rejected values do not remain in the original."""
        data = self.cleaned_data
        candidate = copy(self.trophy)
        candidate.name, candidate.rule = data.get("name", ""), data.get("rule", self.trophy.rule)
        candidate.game = data.get("game", self.trophy.game)
        if candidate.rule != Trophy.Rule.HAND and not candidate.game:
            self.add_error("game", _("Choose a game. Only trophies awarded by hand can be for the whole club."))
            return data
        try:
            candidate.validate_constraints()
        except ValidationError as error:
            self.add_error("name", error.messages)
        return data

    def save(self) -> Trophy:
        for name in self.fields:
            setattr(self.trophy, name, self.cleaned_data[name])
        self.trophy.save()
        return self.trophy


class PassForm(forms.Form):
    """Passing a trophy on by hand: to whom, and why."""

    player = forms.ModelChoiceField(
        Player.objects.none(),
        label=pgettext_lazy("person", "To"),
        empty_label=gettext_lazy("Choose a player"),
        error_messages={
            "required": gettext_lazy("Choose who gets it."),
            "invalid_choice": gettext_lazy("Choose a player of the club."),
        },
    )
    reason = ReasonField()

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = club.players.filter(is_active=True)


class WithdrawForm(forms.Form):
    reason = ReasonField(help_text=gettext_lazy("The award stays visible, struck through."))
