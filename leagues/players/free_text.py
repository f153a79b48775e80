"""Registers the free texts about trophies, awards, draws and play-offs, in which people may be named."""

from django.utils.translation import gettext_lazy

from clubs.players.free_text import FreeText, register
from leagues.models import Award, NightDraw, Reseat, Trophy


def connect() -> None:
    register(
        FreeText(Trophy, "name", "club", gettext_lazy("the name of a trophy"), is_needed=True),
        FreeText(Trophy, "about", "club", gettext_lazy("the words on a trophy")),
        FreeText(Award, "reason", "trophy__club", gettext_lazy("the reason of an award"), is_needed=True),
        FreeText(Award, "withdrawn_because", "trophy__club", gettext_lazy("why an award was withdrawn")),
        FreeText(NightDraw, "reason", "night__club", gettext_lazy("why it was drawn again")),
        FreeText(Reseat, "note", "playoff__club", gettext_lazy("the note on a decision")),
    )
