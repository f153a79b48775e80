"""The comparison of two entries for one line, field by field."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from clubs.language.capitals import inside
from games.base.table_game import Difference
from games.rounds.fields import Field

COUNTED = ("number", "choice")  # kinds of fields that are also shown where they agree


def rows(where: str, mine: Sequence[Field], theirs: Sequence[Field]) -> list[Difference]:
    """The fields of two forms side by side: all that differ, and equal ones that help to choose.

    `where` names the line, such as `Round 3`. A field that only one of the forms has counts as empty in the other.
    """
    return list(_rows(where, mine, theirs))


def _rows(where: str, mine: Sequence[Field], theirs: Sequence[Field]) -> Iterator[Difference]:
    here, there = ({each.name: each for each in fields} for fields in (mine, theirs))
    for name, field in {**there, **here}.items():
        ours, others = _value(field, here.get(name)), _value(field, there.get(name))
        label = field.label if field.seat is not None else inside(field.label)
        row = Difference(f"{where}, {label}", ours, others, field.short or field.label, field.what)
        says = field.kind in COUNTED and name in here and here[name].text != ""
        if row.differs or says:
            yield row


def _value(like: Field, field: Field | None) -> str:
    """The value as the form shows it: `4`, `Bea`, `yes`."""
    text = field.text if field else ""
    if like.kind == "check":
        return _("yes") if field and field.is_on else _("no")
    return dict(like.choices).get(text, text) or _("nothing")
