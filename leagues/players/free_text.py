"""What people write by hand about trophies and play-offs, and may name somebody in."""

from clubs.players.free_text import FreeText, register
from leagues.models import Award, NightDraw, Reseat, Trophy


def connect() -> None:
    register(
        FreeText(Trophy, "name", "club", "the name of a trophy", is_needed=True),
        FreeText(Trophy, "about", "club", "the words on a trophy"),
        FreeText(Award, "reason", "trophy__club", "the reason of an award", is_needed=True),
        FreeText(Award, "withdrawn_because", "trophy__club", "why an award was withdrawn"),
        FreeText(NightDraw, "reason", "night__club", "why it was drawn again"),
        FreeText(Reseat, "note", "playoff__club", "the note on a decision"),
    )
