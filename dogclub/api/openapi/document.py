"""The parts of the OpenAPI document that belong to no single operation: tags, security, schemas and request bodies."""

from typing import Any

import msgspec
from django.conf import settings

from dogclub.api import attendance
from dogclub.api import comments as comment_bodies
from dogclub.api import imports as import_bodies
from dogclub.api import jobs as job_bodies
from dogclub.api import nights as night_bodies
from dogclub.api.http import messages
from dogclub.api.openapi import (
    background,
    branding,
    comments,
    imports,
    matches,
    nights,
    people,
    results,
    scoring,
    share_links,
    start,
)
from dogclub.api.openapi.operation import Json, portable
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
    night_bodies.NewNight,
    night_bodies.NightChange,
    night_bodies.NewSeries,
    night_bodies.SeriesChange,
    night_bodies.CallOff,
    attendance.NewGuest,
    attendance.Coming,
    attendance.NewAnswer,
    comment_bodies.CommentText,
    attendance.NewDraw,
    attendance.Deal,
    messages.NewMatch,
    messages.NewConfirmation,
    messages.NewSubstitute,
    messages.Message,
    messages.Passing,
    job_bodies.Asking,
    *job_bodies.REQUESTS.values(),
    messages.NewHook,
    messages.ChatChoice,
    messages.NewShareLink,
    messages.ImportAnswers,
    messages.ImportMends,
    import_bodies.ImportChange,
    messages.Nothing,
)


def body_schemas() -> dict[str, Any]:
    """Return the schema of every body by name, with the types it refers to."""
    _, components = msgspec.json.schema_components(dict.fromkeys(BODIES), ref_template="#/components/schemas/{name}")
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(components))
    return plain


TAGS = {
    start.START: "Where a program begins.",
    people.CLUBS: "Where everything else begins.",
    people.PLAYERS: "Active, inactive and former players.",
    nights.NIGHTS: "The calendar, attendance and night reports.",
    results.SEASONS: "The days points are counted over.",
    comments.COMMENTS: "What members say of a night or a match.",
    matches.MATCHES: "Tables, from the first seat to the last line.",
    matches.ENTRIES: "The ledger: what was written, line by line, for ever.",
    scoring.SHEETS: "A match as a document.",
    results.RESULTS: "Standings, statistics, ratings and records.",
    results.TROPHY_TAG: "Who holds what, and who held it before.",
    results.PLAYOFF_TAG: "Groups, cuts and final tables; pairings.",
    scoring.SCORING: "Scores a record for anybody; nothing is kept.",
    start.PROBLEM_TAG: "What can go wrong, and what to do.",
    start.LIVE: "Streams that say when something has changed; docs/developers/live.md says how.",
    imports.IMPORTS: "Old games in files: preview, import, undo.",
    imports.SHEET_PHOTOS: "Sheets of paper, read from a photo.",
    share_links.SHARE_LINKS: "One thing for somebody outside the club, without signing in.",
    background.HOOKS: "Webhooks for finished matches and trophies; docs/developers/webhooks.md says how.",
    background.JOBS: "Background jobs and their files.",
}
SECURITY: Json = {
    "key": {
        "type": "http",
        "scheme": "bearer",
        "description": "A key of yours or of the club, as in `Authorization: Bearer dk_live_…`.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": settings.SESSION_COOKIE_NAME,
        "description": "The browser’s session. Whatever writes also sends X-CSRFToken.",
    },
}


def schemas() -> dict[str, Any]:
    """Return all schemas of the document by name."""
    all_schemas = {**body_schemas(), **scoring.schemas()}
    resources = (
        people,
        branding,
        nights,
        comments,
        matches,
        results,
        share_links,
        imports,
        background,
        start,
    )
    for resource in resources:
        all_schemas |= resource.SCHEMAS
    all_schemas |= scoring.entry_schemas(all_schemas["DraftIn"], all_schemas["Entry"])
    return {name: portable(all_schemas[name]) for name in sorted(all_schemas)}


def complete(result: Json, **_: Any) -> Json:
    """drf-spectacular's last hook: add description, server, webhooks, schemas, security schemes and tags."""
    result["info"]["description"] = start.ABOUT
    result["servers"] = [{"url": "/", "description": "The server this document comes from"}]
    result["webhooks"] = background.webhooks()
    result["components"] = {"schemas": schemas(), "securitySchemes": SECURITY}
    result["tags"] = [{"name": name, "description": words} for name, words in TAGS.items()]
    return result
