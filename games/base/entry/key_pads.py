"""The keys of a correction: a row of named pads a player, each with what stands and what is chosen (HR-DD-15).

A pad is one field of the form, drawn as radio buttons, so that it works without a script. Where there is more than
fits on keys, a field beside them takes what else it may be; `with_others` reads it.
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
    """One field: `keys` are (value, words); `beside` is the label of a field for anything else, "" for none."""

    field: str
    label: str
    stands: str
    value: str
    keys: Keys
    beside: str | Promise = ""

    @property
    def is_changed(self) -> bool:
        return self.value != self.stands

    @property
    def within(self) -> str:
        """The label after a name and a colon."""
        return inside(self.label)

    @property
    def has_words(self) -> bool:
        """Its keys hold more than a number or a sign."""
        return any(len(words) > 3 for _, words in self.keys)

    @property
    def drawn(self) -> list[tuple[str, str, bool]]:
        """The keys, and whether each is drawn as words; a figure is large beside words, too."""
        return [(value, words, self.has_words and not words.isdigit()) for value, words in self.keys]

    @property
    def is_word(self) -> bool:
        """The same of what is chosen."""
        return self.has_words and not self.words.isdigit()

    @property
    def other(self) -> str:
        """What is typed beside the keys."""
        return "" if self.value in dict(self.keys) else self.value

    @property
    def words(self) -> str:
        """What is chosen, as its key says it."""
        return dict(self.keys).get(self.value, self.value)

    @property
    def before(self) -> str:
        """What stands, in the same words."""
        return dict(self.keys).get(self.stands, self.stands)


@dataclass(frozen=True)
class Row:
    """The pads of one player, or of one thing with a name."""

    key: str
    name: str
    pads: Sequence[Pad]

    @property
    def has_words(self) -> bool:
        return any(pad.has_words for pad in self.pads)


@dataclass(frozen=True)
class Step:
    """A round to correct instead: its number on the sheet, and what stands on its key."""

    number: int
    label: str
    lines: Sequence[str] = ()


def pad(field: str, label: str, stands: object, keys: Keys, form: QueryDict, beside: str | Promise = "") -> Pad:
    """A pad with what the form chose; nonsense was never chosen."""
    now = "" if stands is None else str(stands)
    value = form.get(field, now).strip()[:LONGEST]
    return Pad(field, label, now, value if beside or value in dict(keys) else now, keys, beside)


def numbers(most: int, least: int = 0) -> Keys:
    """A key a number."""
    return [(str(number), minus(number)) for number in range(least, most + 1)]


def words(values: Iterable[str]) -> Keys:
    """A key a word."""
    return [(value, value) for value in values]


def with_others(form: QueryDict) -> QueryDict:
    """The form with what was typed beside the keys in place of a key; what stood there before yields to a key."""
    copy = form.copy()
    for field in [name.removesuffix(OTHER) for name in form if name.endswith(OTHER)]:
        typed = form.get(field + OTHER, "").strip()
        if field not in form or typed != form.get(field + WAS, ""):
            copy[field] = typed
    return copy
