"""The inputs of one round, as a value that one template draws: on the correction page and on the paper page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict


@dataclass(frozen=True)
class Field:
    """One input: a `number`, a `text`, a `check` or, with `choices` of (value, words), a `choice`.

    `label` says it all alone; `short` is the head of a column, `seat` whose it is, and `what` what it is of theirs.
    A number is typed on paper's form; where it is corrected, `choices` are its keys, and `beside` is the label of a
    field for any other.
    """

    name: str
    label: str
    kind: str = "number"
    value: Any = ""
    short: str = ""
    seat: int | None = None
    choices: Sequence[tuple[str, str]] = ()
    what: str = ""
    beside: str = ""

    @property
    def text(self) -> str:
        """The value as it stands in the form."""
        return "" if self.value is None else str(self.value)

    @property
    def place(self) -> str:
        """Whose it is, as an error names it; nothing where it is nobody's."""
        return "" if self.seat is None else str(self.seat)

    @property
    def is_on(self) -> bool:
        return bool(self.value)


def filled(fields: Sequence[Field], form: QueryDict, *, is_sent: bool) -> list[Field]:
    """The fields as a form has them; a check that is off is not sent at all."""
    return [_filled(each, form, is_sent=is_sent) for each in fields]


def _filled(each: Field, form: QueryDict, *, is_sent: bool) -> Field:
    if each.kind == "check":
        return replace(each, value=bool(form.get(each.name))) if is_sent else each
    return replace(each, value=form[each.name]) if each.name in form else each
