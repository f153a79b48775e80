"""Bodies as they are read: the schema of a message type is the type itself."""

from typing import Any

import msgspec

from games.api import asked, shapes

BODIES = (
    shapes.NewPlayer,
    shapes.PlayerChange,
    shapes.NewSeason,
    shapes.SeasonChange,
    shapes.NewNight,
    shapes.NightChange,
    shapes.Coming,
    shapes.NewMatch,
    shapes.NewConfirmation,
    shapes.Message,
    shapes.Passing,
    asked.Asking,
    *asked.WISHES.values(),
    shapes.NewHook,
    shapes.ImportAnswers,
    shapes.ImportMends,
    shapes.Nothing,
)


def schemas() -> dict[str, Any]:
    """Every body by its name, with whatever it refers to."""
    _, found = msgspec.json.schema_components(dict.fromkeys(BODIES), ref_template="#/components/schemas/{name}")
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return plain
