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
    array,
    described,
    extended,
    nullable,
    object_schema,
    one_of,
    ref,
)
from dogclub.webhooks.events import EVENTS, TEST

HOOKS = "Webhooks"
ONE = (SLUG, in_path("id", UUID, "The address"))
HOOK: Json = object_schema(
    id=UUID,
    url=TEXT,
    events=array(one_of(*EVENTS), "Its events"),
    created_at=MOMENT,
    paused_at=nullable(MOMENT, "Since when nothing is sent, after days without an answer"),
    paused_because=TEXT,
)
DELIVERY: Json = object_schema(
    id=described(UUID, "Of the message, and of the job that sends it"),
    event=one_of(*EVENTS, TEST),
    state=STATE,
    tries=NUMBER,
    asked_at=MOMENT,
    finished_at=nullable(MOMENT),
    status=nullable(NUMBER, "What the address answered"),
    answer=TEXT,
    problem=TEXT,
)
SCHEMAS = {
    "Hook": HOOK,
    "Delivery": DELIVERY,
    "NewlyMadeHook": extended(HOOK, secret=described(TEXT, "To check the signatures with. It is shown this once")),
    "WholeHook": extended(HOOK, deliveries=array(ref("Delivery"), "The last twenty, the newest first")),
}

LIST_HOOKS = Operation("list_hooks", HOOKS, "The webhooks of a club", {200: a_page("hooks", ref("Hook"))}, query=PAGED)
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
