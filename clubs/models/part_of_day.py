"""What a moment is called in the club: Thursday night, Saturday afternoon."""

from datetime import datetime

from django.utils import timezone


def evening(moment: datetime) -> str:
    """In the club's own time zone."""
    local = timezone.localtime(moment)
    part = "morning" if local.hour in range(4, 12) else "afternoon" if local.hour in range(12, 17) else "night"
    return f"{local:%A} {part}"
