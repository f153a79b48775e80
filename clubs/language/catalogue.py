"""What the engines say, by Django's catalogue."""

from django.utils.translation import gettext, ngettext

from clubs.language.figures import minus
from scoring.messages import speak_by


def connect() -> None:
    speak_by(_pattern, minus)


def _pattern(pattern: str, many: str | None, count: int) -> str:
    return gettext(pattern) if many is None else ngettext(pattern, many, count)
