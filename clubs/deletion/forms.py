"""Forms that confirm a deletion by typing a text."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.fields import WrittenField
from clubs.names import tidy_name


class TypedForm(forms.Form):
    """`expected` is the text to type; case does not matter."""

    typed = WrittenField(
        label=gettext_lazy("Type it here"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, expected: str, label: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.expected = expected
        self.fields["typed"].label = label
        self.fields["typed"].error_messages["required"] = _("Type “{expected}” first.").format(expected=expected)

    def clean_typed(self) -> str:
        typed = tidy_name(self.cleaned_data["typed"])
        if typed.casefold() != tidy_name(self.expected).casefold():
            raise ValidationError(
                _("That doesn’t match “{expected}”. Type it exactly like that.").format(expected=self.expected)
            )
        return typed


class AccountForm(TypedForm):
    """`with_names` removes the players' names too; it is only asked if the account has players."""

    with_names = forms.BooleanField(
        label=gettext_lazy("Remove my name too"),
        required=False,
        help_text=gettext_lazy(
            "Each of your players becomes “Former member” and a number, also in reasons and notes. This cannot "
            "be undone. Otherwise the players keep their names."
        ),
    )
    field_order = ("with_names", "typed")

    def __init__(self, *args: Any, plays: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not plays:
            del self.fields["with_names"]
