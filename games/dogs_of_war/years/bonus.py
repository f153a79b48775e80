"""The bonus for the winners of a battle: one of the keys, or free text for *Other* (DW-15)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

CAPTAIN = "Captain"  # an extra captain in the next year
LONGEST = 200


@dataclass(frozen=True)
class Bonus:
    """The winners’ bonus beside VP: `key` is "none", "captain" or "other"; `text` is the free text of *Other*."""

    key: str
    text: str

    @property
    def keys(self) -> list[tuple[str, str, bool]]:
        """Value, label and whether it is chosen, for each key."""
        words = {"none": _("None"), CAPTAIN.lower(): _("Captain"), "other": _("Other")}
        return [(key, label, key == self.key) for key, label in words.items()]

    @property
    def words(self) -> str:
        """The bonus as the payload holds it; "" for none."""
        return {"none": "", CAPTAIN.lower(): CAPTAIN}.get(self.key, self.text)


def in_words(written: str) -> str:
    """A captain in the language; any other bonus as somebody wrote it."""
    return _("Captain") if written.casefold() == CAPTAIN.casefold() else written


def bonus_of(values: Mapping[str, Any], battle: int, known: str = "") -> Bonus:
    """Return the bonus chosen in the form’s `values`. Without a key, as in forms that have none, the text decides, else
    the `known` bonus.
    """
    text = " ".join(str(values.get(f"bonus-{battle}", "")).split())[:LONGEST]
    words = text or known
    key = "none" if not words else CAPTAIN.lower() if words == CAPTAIN else "other"
    key = str(values.get(f"bonus-key-{battle}", key))
    return Bonus(key, words if key == "other" else "")


def bonus(form: QueryDict, battle: int) -> str:
    """Return the bonus of a battle (from 0) in the form, as the payload holds it."""
    return bonus_of(form.dict(), battle).words
