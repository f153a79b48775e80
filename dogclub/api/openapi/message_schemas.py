"""Bodies as they are read: the schema of a message type is the type itself."""

from typing import Any

import msgspec

from dogclub.api.background import job_requests
from dogclub.api.http import messages

BODIES = (
    messages.NewPlayer,
    messages.PlayerChange,
    messages.NewSeason,
    messages.SeasonChange,
    messages.NewNight,
    messages.NightChange,
    messages.Coming,
    messages.NewDraw,
    messages.Deal,
    messages.NewMatch,
    messages.NewConfirmation,
    messages.Message,
    messages.Passing,
    job_requests.Asking,
    *job_requests.WISHES.values(),
    messages.NewHook,
    messages.ImportAnswers,
    messages.ImportMends,
    messages.Nothing,
)


def schemas() -> dict[str, Any]:
    """Every body by its name, with whatever it refers to."""
    _, components = msgspec.json.schema_components(dict.fromkeys(BODIES), ref_template="#/components/schemas/{name}")
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(components))
    return plain
