"""Live updates for draws: a draw that is created, changed, dealt or withdrawn changes the live topic of its night."""

from typing import Any

from django.db.models.signals import post_save

from games.live.signals import night_changed
from games.live.versions import ON_A_NIGHT
from leagues.models import NightDraw

FIELDS = ("night", "pk", "version", "dealt_at", "withdrawn_at")


def connect() -> None:
    """Connect the signal of NightDraw; called once, when all models are loaded."""
    ON_A_NIGHT.append((NightDraw, FIELDS))
    post_save.connect(_draw_saved, NightDraw, dispatch_uid="a draw, told")


def _draw_saved(instance: NightDraw, **_: Any) -> None:
    night_changed(instance.night)
