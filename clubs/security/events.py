"""Events of a club for the server's security log."""

from typing import Any

from django.dispatch import Signal
from django.http import HttpRequest

from clubs.models import User

security_event = Signal()  # sent with kind, subject, key and detail
REFUSED = "refused_as"


def report_event(kind: str, *, subject: User | None = None, key: Any = None, detail: str = "") -> None:
    """Send an event. `subject` is the person affected, `key` the row of an API key; `detail` is a fixed word, never
    user input.
    """
    security_event.send(None, kind=kind, subject=subject, key=key, detail=detail)


def mark_refused(request: HttpRequest, kind: str) -> None:
    """Store on the request why it is refused: the response does not show it, as a 404 may be for a club of others."""
    setattr(request, REFUSED, kind)
