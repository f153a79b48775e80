"""The form fields of one round as data; one template draws them on the correction page and on the paper form."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict


@dataclass(frozen=True)
class Field:
    """One form field: a `number`, a `text`, a `check` or, with `choices` of (value, words), a `choice`.

    `label` is its full label, `short` the column heading, `seat` the seat it belongs to (None: to no player), and
    `what` its meaning without the player. On the correction page a number has `choices` as keys, and `other_label`
    is the label of a text field for other values.
    """

    name: str
    label: str
    kind: str = "number"
    value: Any = ""
    short: str = ""
    seat: int | None = None
    choices: Sequence[tuple[str, str]] = ()
    what: str = ""
    other_label: str = ""

    @property
    def text(self) -> str:
        """The value as form text."""
        return "" if self.value is None else str(self.value)

    @property
    def place(self) -> str:
        """The seat as it ends the field name of an error; "" if it belongs to no player."""
        return "" if self.seat is None else str(self.seat)

    @property
    def is_on(self) -> bool:
        return bool(self.value)


def filled(fields: Sequence[Field], form: QueryDict, *, is_sent: bool) -> list[Field]:
    """The fields with the form's values; an unticked check is missing from a form, so `is_sent` says whether it was
    submitted.
    """
    return [_filled(each, form, is_sent=is_sent) for each in fields]


def _filled(each: Field, form: QueryDict, *, is_sent: bool) -> Field:
    if each.kind == "check":
        return replace(each, value=bool(form.get(each.name))) if is_sent else each
    return replace(each, value=form[each.name]) if each.name in form else each
