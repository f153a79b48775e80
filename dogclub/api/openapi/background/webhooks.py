"""Webhooks in the OpenAPI document."""

from dogclub.api.openapi.background.background import STATE
from dogclub.api.openapi.operation import PAGED, SLUG, Operation, in_path
from dogclub.api.openapi.terms import (
    MOMENT,
    NUMBER,
    TEXT,
    UUID,
    Json,
    a_page,
    about,
    many,
    maybe,
    one_of,
    ref,
    thing,
    wider,
)
from dogclub.webhooks.events import EVENTS, TEST

HOOKS = "Webhooks"
ONE = (SLUG, in_path("id", UUID, "The address"))
HOOK: Json = thing(
    id=UUID,
    url=TEXT,
    events=many(one_of(*EVENTS), "Its events"),
    created_at=MOMENT,
    paused_at=maybe(MOMENT, "Since when nothing is sent, after days without an answer"),
    paused_because=TEXT,
)
DELIVERY: Json = thing(
    id=about(UUID, "Of the message, and of the job that sends it"),
    event=one_of(*EVENTS, TEST),
    state=STATE,
    tries=NUMBER,
    asked_at=MOMENT,
    finished_at=maybe(MOMENT),
    status=maybe(NUMBER, "What the address answered"),
    answer=TEXT,
    problem=TEXT,
)
SCHEMAS = {
    "Hook": HOOK,
    "Delivery": DELIVERY,
    "NewlyMadeHook": wider(HOOK, secret=about(TEXT, "To check the signatures with. It is shown this once")),
    "WholeHook": wider(HOOK, deliveries=many(ref("Delivery"), "The last twenty, the newest first")),
}

LIST_HOOKS = Operation("list_hooks", HOOKS, "The webhooks of a club", {200: a_page("hooks", ref("Hook"))}, asks=PAGED)
ADD_HOOK = Operation(
    "add_hook",
    HOOKS,
    "Add a webhook",
    {201: ref("NewlyMadeHook")},
    body=ref("NewHook"),
    example={"url": "https://dogs.example/told", "events": ["match.finished"]},
    words="Ten at most. The secret is in this answer alone: keep it, every delivery is signed with it.",
)
READ_HOOK = Operation("read_hook", HOOKS, "One webhook and its deliveries", {200: ref("WholeHook")}, ONE)
REMOVE_HOOK = Operation("remove_hook", HOOKS, "Remove a webhook", {204: None}, ONE)
TEST_HOOK = Operation("test_hook", HOOKS, "Send a test event", {202: ref("Job")}, ONE)
RESUME_HOOK = Operation("resume_hook", HOOKS, "Resume a paused webhook", {200: ref("Hook")}, ONE)
