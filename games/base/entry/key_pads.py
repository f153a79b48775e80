"""Key pads of the correction form: per player a row of labelled pads with the stored and the chosen value (HR-DD-15).

A pad is one form field, drawn as radio buttons, so that it works without a script. Where not every value has a key, a
text field next to the keys takes the others; `with_others` reads it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from clubs.language.capitals import inside
from clubs.language.figures import minus

Keys = Sequence[tuple[str, str]]
OTHER, WAS = "-other", "-other-was"
NUMBER = gettext_lazy("Other number")
LONGEST = 80


@dataclass(frozen=True)
class Pad:
    """One form field with its keys, (value, words) each.

    `stored` is the stored value, `value` the chosen one; `other_label` is the label of a text field for other values,
    "" for none.
    """

    field: str
    label: str
    stored: str
    value: str
    keys: Keys
    other_label: str | Promise = ""

    @property
    def is_changed(self) -> bool:
        return self.value != self.stored

    @property
    def within(self) -> str:
        """The label as it is written inside a sentence, after a name and a colon."""
        return inside(self.label)

    @property
    def has_words(self) -> bool:
        """Whether a key shows more than a number or a sign (over three characters)."""
        return any(len(words) > 3 for _, words in self.keys)

    @property
    def drawn(self) -> list[tuple[str, str, bool]]:
        """(value, words, whether it is drawn as words) per key; a number among words is drawn large."""
        return [(value, words, self.has_words and not words.isdigit()) for value, words in self.keys]

    @property
    def is_word(self) -> bool:
        """Whether the chosen value is drawn as words."""
        return self.has_words and not self.words.isdigit()

    @property
    def other(self) -> str:
        """The chosen value where no key has it, for the text field; else ""."""
        return "" if self.value in dict(self.keys) else self.value

    @property
    def words(self) -> str:
        """The label of the chosen key."""
        return dict(self.keys).get(self.value, self.value)

    @property
    def before(self) -> str:
        """The label of the stored value's key."""
        return dict(self.keys).get(self.stored, self.stored)


@dataclass(frozen=True)
class Row:
    """The pads of one player, or of another named item."""

    key: str
    name: str
    pads: Sequence[Pad]

    @property
    def has_words(self) -> bool:
        return any(pad.has_words for pad in self.pads)


@dataclass(frozen=True)
class Step:
    """A link to correct another round: its number on the sheet, and the text on its key."""

    number: int
    label: str
    lines: Sequence[str] = ()


def pad(field: str, label: str, stored: object, keys: Keys, form: QueryDict, other_label: str | Promise = "") -> Pad:
    """Return a pad with the value that the form chose; a value that is neither a key nor allowed by `other_label` is
    ignored.
    """
    now = "" if stored is None else str(stored)
    value = form.get(field, now).strip()[:LONGEST]
    return Pad(field, label, now, value if other_label or value in dict(keys) else now, keys, other_label)


def numbers(most: int, least: int = 0) -> Keys:
    """Return a key per number from `least` to `most`."""
    return [(str(number), minus(number)) for number in range(least, most + 1)]


def words(values: Iterable[str]) -> Keys:
    """Return a key per word, the word being its value too."""
    return [(value, value) for value in values]


def with_others(form: QueryDict) -> QueryDict:
    """Return the form with the text fields' values in place of the keys'.

    A text that is the same as when the page was drawn yields to a chosen key.
    """
    copy = form.copy()
    for field in [name.removesuffix(OTHER) for name in form if name.endswith(OTHER)]:
        typed = form.get(field + OTHER, "").strip()
        if field not in form or typed != form.get(field + WAS, ""):
            copy[field] = typed
    return copy
