"""Schemas of request bodies, generated from their types."""

from typing import Any

import msgspec

from dogclub.api.background import imports, jobs
from dogclub.api.http import messages
from dogclub.api.nights import bodies
from scoring.standings import Scheme

BODIES = (
    messages.SettingsChange,
    messages.EmailChange,
    messages.NotificationChange,
    messages.BrandingChange,
    messages.TermsChange,
    messages.RulesChange,
    messages.NewPlayer,
    messages.NewMembers,
    messages.PlayerChange,
    Scheme,
    messages.NewSeason,
    messages.SeasonChange,
    bodies.NewNight,
    bodies.NightChange,
    bodies.NewSeries,
    bodies.SeriesChange,
    bodies.CallOff,
    bodies.NewGuest,
    bodies.Coming,
    bodies.NewAnswer,
    bodies.CommentText,
    bodies.NewDraw,
    bodies.Deal,
    messages.NewMatch,
    messages.NewConfirmation,
    messages.NewSubstitute,
    messages.Message,
    messages.Passing,
    jobs.Asking,
    *jobs.REQUESTS.values(),
    messages.NewHook,
    messages.ChatChoice,
    messages.NewShareLink,
    messages.ImportAnswers,
    messages.ImportMends,
    imports.ImportChange,
    messages.Nothing,
)


def schemas() -> dict[str, Any]:
    """Return the schema of every body by name, with the types it refers to."""
    _, components = msgspec.json.schema_components(dict.fromkeys(BODIES), ref_template="#/components/schemas/{name}")
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(components))
    return plain
