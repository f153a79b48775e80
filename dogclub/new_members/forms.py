"""The form of a pasted list."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.fields import WrittenField
from clubs.models import Role
from clubs.players.forms import NO_NAMES
from dogclub.new_members.paste import Person, people_in
from dogclub.new_members.preview import MOST, Answers

LONGEST_LINE = 400
TOO_MANY = gettext_lazy("At most {most} people at once, please.")


class PasteForm(forms.Form):
    """The list, the answers so far, and what the new members may do and get."""

    people = WrittenField(
        label=gettext_lazy("Names and email addresses"),
        help_text=gettext_lazy(
            "One person a line, in any order: copied from a spreadsheet, an email or a chat. Only names is fine too."
        ),
        error_messages={
            "required": NO_NAMES,
            "max_length": format_lazy(TOO_MANY, most=MOST),
        },
        max_length=MOST * LONGEST_LINE,
        widget=forms.Textarea(attrs={"rows": 7, "autocomplete": "off", "spellcheck": "false"}),
    )
    send = forms.BooleanField(
        label=gettext_lazy("Send the invitations now"),
        help_text=gettext_lazy(
            "Or later, all at once, from Members and roles. Each link works for 14 days and for one person."
        ),
        required=False,
        initial=True,
    )
    keeps_score = forms.BooleanField(
        label=gettext_lazy("They may keep score"),
        help_text=gettext_lazy("Otherwise they see everything and answer for themselves."),
        required=False,
    )

    def clean_people(self) -> list[Person]:
        people = people_in(self.cleaned_data["people"])
        if not people:
            raise ValidationError(NO_NAMES)
        if len(people) > MOST:
            words = _("At most {most} people at once, please: this has {count}.")
            raise ValidationError(words.format(most=MOST, count=len(people)))
        return people

    @property
    def role(self) -> Role:
        return Role.SCOREKEEPER if self.cleaned_data["keeps_score"] else Role.MEMBER


def answers_in(data: Any) -> Answers:
    """Return the answers of a posted form: each is a person’s key, after the player's for one who is in the club.
    Malformed ones are no answers, so that it is asked again.
    """
    pairs = [value.partition(":") for value in data.getlist("same")]
    same = {key: int(player) for player, _colon, key in pairs if player.isdecimal() and len(player) < 19}
    return Answers(same, frozenset(data.getlist("new")))
