"""Text as the club writes it down: tidied, checked, and refused in a sentence."""

from typing import Any

from django import forms
from django.core.validators import ProhibitNullCharactersValidator

from clubs.names import check_name, tidy_name


class WrittenField(forms.CharField):
    """Text that check_name will look at: it refuses NUL with the other letters that cannot be printed, in our words."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.validators = [each for each in self.validators if not isinstance(each, ProhibitNullCharactersValidator)]


class NameField(WrittenField):
    """A name of any script; what cannot be printed is refused beside the field."""

    def __init__(self, *, max_length: int = 60, missing: str = "Enter a name.", **kwargs: Any) -> None:
        messages = {
            "required": missing,
            "max_length": "At most %(limit_value)d characters, please: this has %(show_value)d.",
            **kwargs.pop("error_messages", {}),
        }
        super().__init__(max_length=max_length, error_messages=messages, **kwargs)
        self.validators.append(check_name)

    def to_python(self, value: Any) -> str:
        return tidy_name(super().to_python(value) or "")
