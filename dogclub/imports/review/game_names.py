"""Earlier answers about the names of other programs' games, reused for the club's next file."""

from collections.abc import Mapping
from typing import Any

from clubs.models import Club
from dogclub.imports.parsed.game_names import GAME_OF
from dogclub.models import ImportBatch

WRITTEN = (ImportBatch.State.DONE, ImportBatch.State.UNDONE)


def called(answers: Mapping[str, Any]) -> dict[str, str]:
    """Return the answers about games of an import, by their keys among the corrections."""
    return {key: value for key, value in answers.get("mends", {}).items() if key.startswith(GAME_OF)}


def remembered(club: Club, source: str) -> dict[str, Any]:
    """Return the answers a new import begins with: the latest on each game in written imports of the same program."""
    past = club.imports.filter(source=source, state__in=WRITTEN, made__games_called__isnull=False)
    corrections: dict[str, str] = {}
    for made in past.order_by("done_at").values_list("made", flat=True):
        corrections |= made["games_called"]
    return {"mends": corrections} if corrections else {}
