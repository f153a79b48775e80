"""The winners' bonus of a battle: a key, and words of one's own for *Other* (DW-15)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

CAPTAIN = "Captain"  # counts next year
LONGEST = 200


@dataclass(frozen=True)
class Bonus:
    """What the winners of a battle get beside VP: one of the keys, and the words of *Other*."""

    key: str
    text: str

    @property
    def keys(self) -> list[tuple[str, str, bool]]:
        words = {"none": _("None"), CAPTAIN.lower(): _("Captain"), "other": _("Other")}
        return [(key, label, key == self.key) for key, label in words.items()]

    @property
    def words(self) -> str:
        return {"none": "", CAPTAIN.lower(): CAPTAIN}.get(self.key, self.text)


def in_words(written: str) -> str:
    """A captain in the language; any other bonus as somebody wrote it."""
    return _("Captain") if written.casefold() == CAPTAIN.casefold() else written


def bonus_of(values: Mapping[str, Any], battle: int, known: str = "") -> Bonus:
    """As it was chosen; without a key, as in forms that have none, what was written there, else what is `known`."""
    text = " ".join(str(values.get(f"bonus-{battle}", "")).split())[:LONGEST]
    words = text or known
    key = "none" if not words else CAPTAIN.lower() if words == CAPTAIN else "other"
    key = str(values.get(f"bonus-key-{battle}", key))
    return Bonus(key, words if key == "other" else "")


def bonus(form: QueryDict, battle: int) -> str:
    return bonus_of(form.dict(), battle).words
