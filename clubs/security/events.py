"""Events of a club that whoever runs the server must be able to find in the log."""

from typing import Any

from django.dispatch import Signal
from django.http import HttpRequest

from clubs.models import User

security_event = Signal()  # kind, and by their names the person or the key it was about
REFUSED = "refused_as"


def report_event(kind: str, *, subject: User | None = None, key: Any = None, detail: str = "") -> None:
    """`subject` is the person it was done to, `key` the row of an API key; `detail` a word of ours, never of theirs."""
    security_event.send(None, kind=kind, subject=subject, key=key, detail=detail)


def mark_refused(request: HttpRequest, kind: str) -> None:
    """The answer alone would not tell why: a 404 may stand for a club that is none of theirs."""
    setattr(request, REFUSED, kind)
