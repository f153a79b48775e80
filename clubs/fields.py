"""Form fields for names and days: normalised, validated, with messages in sentences."""

import re
from calendar import monthrange
from datetime import MAXYEAR, MINYEAR, date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.language.locales import date_format, ordinal
from clubs.names import NO_NAME, check_name, tidy_name

ISO_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)


class WrittenField(forms.CharField):
    """Text to be validated by `check_name`, which also refuses NUL, in place of Django's validator and its message."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.validators = [each for each in self.validators if not isinstance(each, ProhibitNullCharactersValidator)]


TOO_LONG = gettext_lazy("At most %(limit_value)d characters, please: this has %(show_value)d.")


class NameField(WrittenField):
    """A name in any script; unprintable characters are refused with an error at the field."""

    def __init__(self, *, max_length: int = 60, missing: str | Promise = NO_NAME, **kwargs: Any) -> None:
        messages = {
            "required": missing,
            "max_length": TOO_LONG,
            **kwargs.pop("error_messages", {}),
        }
        super().__init__(max_length=max_length, error_messages=messages, **kwargs)
        self.validators.append(check_name)

    def to_python(self, value: Any) -> str:
        return tidy_name(super().to_python(value) or "")


class ClubNameField(NameField):
    """The name of a club."""

    def __init__(self, **kwargs: Any) -> None:
        missing = gettext_lazy("Enter the club’s name.")
        super().__init__(label=gettext_lazy("Club name"), max_length=80, missing=missing, **kwargs)


class DayField(forms.DateField):
    """A date as 2026-11-26; for a day that its month does not have, the error names it and the month's last day."""

    def to_python(self, value: Any) -> date | None:
        try:
            return super().to_python(value)
        except ValidationError:
            if sentence := no_such_day(str(value)):
                raise ValidationError(sentence, "invalid") from None
            raise


def no_such_day(text: str) -> str:
    """Return why a well-formed date does not exist, or "" if it does or is not well-formed.

    >>> no_such_day("2027-02-30")
    'There is no 30 February 2027: enter a day up to the 28th.'
    """
    if not (parts := ISO_DAY.fullmatch(text.strip())):
        return ""
    year, month, day = map(int, parts.groups())
    if not MINYEAR <= year <= MAXYEAR:
        return _("There is no year {year}: enter the day as 2026-11-26.").format(year=year)
    if not 1 <= month <= 12:
        return _("There is no month {month}: enter one from 1 to 12.").format(month=month)
    last = monthrange(year, month)[1]
    if 1 <= day <= last:
        return ""
    words = _("There is no {day} {month}: enter a day up to the {last}.")
    return words.format(day=day, month=date_format(date(year, month, 1), "F Y"), last=ordinal(last))
