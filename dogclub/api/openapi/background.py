"""Jobs and their files, webhooks and chats in the OpenAPI document."""

from dogclub.api.openapi.operation import (
    FILE,
    ID,
    JOB_ID,
    JSON,
    MOMENT,
    NUMBER,
    PAGED,
    SLUG,
    TEXT,
    TRUTH,
    UUID,
    Json,
    Operation,
    a_page,
    array,
    constant,
    explained,
    extended,
    in_path,
    nullable,
    object_schema,
    one_of,
    ref,
)
from dogclub.models import Chat
from dogclub.notify.webhooks.delivery import CORRECTED, EVENTS, FINISHED, MOVED, REOPENED, TEST

# Jobs and their files in the OpenAPI document.


JOBS = "Jobs"
STATE = one_of("queued", "running", "done", "failed", "cancelled")
RESULT: Json = object_schema(name=TEXT, content_type=TEXT, size=NUMBER, sha256=TEXT, url=TEXT)
STEP: Json = object_schema(label=TEXT, done=NUMBER, of=NUMBER, words=TEXT, is_done=TRUTH)
JOB: Json = object_schema(
    id=UUID,
    kind=TEXT,
    title=TEXT,
    state=STATE,
    percent={**NUMBER, "minimum": 0, "maximum": 100},
    now=explained(TEXT, "Current step"),
    steps=array(STEP),
    problem=explained(TEXT, "Why it failed, or why it is tried again"),
    asked_at=MOMENT,
    started_at=nullable(MOMENT),
    finished_at=nullable(MOMENT),
    result={"type": "object"},
    file=nullable(RESULT, "Once it is done, where it leaves one"),
)
SCHEMAS: dict[str, Json] = {"Job": JOB}
ONE = (SLUG, JOB_ID)

LIST_JOBS = Operation(
    "list_jobs",
    JOBS,
    "The work of a club, the newest first",
    {200: a_page("jobs", ref("Job"))},
    query=PAGED,
    words="Those of the kinds that your role may see, whoever asked for them.",
)
ASK_JOB = Operation(
    "ask_for_job",
    JOBS,
    "Start a job",
    {202: ref("Job")},
    body=ref("Asking"),
    example={"kind": "season-book", "asked": {"season": "all", "paper": "a4"}},
    words="`asked` is AskedBook for season-book, AskedNight for night-sheets and night-report, AskedTable for table, "
    "AskedArchive for archive, and empty for rebuild. An archive is for owners, and for keys of the scope `archive`. "
    "The same again, while it is not done, is the same job. Its `file` says where to fetch what it has made.",
)
READ_JOB = Operation(
    "read_job",
    JOBS,
    "One job: how far it is, and what came of it",
    {200: ref("Job")},
    ONE,
    words="Ask again until `state` is done, failed or cancelled; the ETag saves the body meanwhile.",
)
CANCEL_JOB = Operation(
    "cancel_job",
    JOBS,
    "Cancel a job",
    {200: ref("Job")},
    ONE,
    words="At once where it waits, else as soon as it next reports its progress. Nothing half done stays.",
)
RETRY_JOB = Operation(
    "retry_job",
    JOBS,
    "Retry a job that failed or was cancelled",
    {200: ref("Job")},
    ONE,
    words="From the beginning, with as many tries as at first.",
)
JOB_FILE = Operation(
    "job_file",
    JOBS,
    "The file of a job; resume a broken download with Range",
    {
        200: FILE,
        206: FILE,
        416: None,
    },
    ONE,
    kind="*/*",
    words="404 until the job is done, and again once the file has been deleted: files are kept for a month.",
)


# Webhooks in the OpenAPI document.


HOOKS = "Webhooks"
ONE_WEBHOOK = (SLUG, in_path("id", UUID, "The address"))
HOOK: Json = object_schema(
    id=UUID,
    url=TEXT,
    events=array(one_of(*EVENTS), "Its events"),
    created_at=MOMENT,
    paused_at=nullable(MOMENT, "Since when nothing is sent, after days without an answer"),
    paused_because=TEXT,
)
DELIVERY: Json = object_schema(
    id=explained(UUID, "Of the message, and of the job that sends it"),
    event=one_of(*EVENTS, TEST),
    state=STATE,
    tries=NUMBER,
    asked_at=MOMENT,
    finished_at=nullable(MOMENT),
    status=nullable(NUMBER, "What the address answered"),
    answer=TEXT,
    problem=TEXT,
)
SCHEMAS |= {
    "Hook": HOOK,
    "Delivery": DELIVERY,
    "NewlyMadeHook": extended(HOOK, secret=explained(TEXT, "To check the signatures with. It is shown this once")),
    "WholeHook": extended(HOOK, deliveries=array(ref("Delivery"), "The last twenty, the newest first")),
}

LIST_HOOKS = Operation(
    "list_hooks",
    HOOKS,
    "The webhooks of a club",
    {200: a_page("hooks", ref("Hook"))},
    query=PAGED,
    words="For organisers; without those that were removed. Secrets are never in it.",
)
ADD_HOOK = Operation(
    "add_hook",
    HOOKS,
    "Add a webhook",
    {201: ref("NewlyMadeHook")},
    body=ref("NewHook"),
    example={"url": "https://dogs.example/told", "events": ["match.finished"]},
    words="Ten at most. The secret is in this answer alone: keep it, every delivery is signed with it.",
)
READ_HOOK = Operation(
    "read_hook",
    HOOKS,
    "One webhook and its deliveries",
    {200: ref("WholeHook")},
    ONE_WEBHOOK,
    words="The last twenty deliveries, each with what the address answered.",
)
REMOVE_HOOK = Operation(
    "remove_hook",
    HOOKS,
    "Remove a webhook",
    {204: None},
    ONE_WEBHOOK,
    words="Nothing more is sent, and deliveries that wait are dropped.",
)
TEST_HOOK = Operation(
    "test_hook",
    HOOKS,
    "Send a test event",
    {202: ref("Job")},
    ONE_WEBHOOK,
    words="Sends `hook.test` once, without further tries; what came of it is in the job.",
)
RESUME_HOOK = Operation(
    "resume_hook",
    HOOKS,
    "Resume a paused webhook",
    {200: ref("Hook")},
    ONE_WEBHOOK,
    words="Events of the pause are not sent. On one that is not paused it changes nothing.",
)


# The chat of a club in the OpenAPI document.


CHAT: Json = object_schema(
    service=one_of(*Chat.Service.values),
    address=explained(TEXT, "The beginning of the address; the rest would let anybody post"),
    posts=array(one_of(*Chat.Post.values), "What is posted"),
    created_at=MOMENT,
    paused_at=nullable(MOMENT, "Since when nothing is posted, because the chat refuses it or does not answer"),
    paused_because=TEXT,
)
SCHEMAS |= {"Chat": CHAT}

READ_CHAT = Operation(
    "read_chat",
    HOOKS,
    "The chat a club posts to",
    {200: ref("Chat")},
    (SLUG,),
    words="For organisers. 404 for a club without one.",
)
CHANGE_CHAT = Operation(
    "change_chat",
    HOOKS,
    "Choose the chat a club posts to",
    {200: ref("Chat")},
    (SLUG,),
    body=ref("ChatChoice"),
    example={"service": "mattermost", "url": "https://chat.example/hooks/4f2a", "posts": ["results"]},
    matched=True,
    words="Ends a pause. Without `url` the address stays, if the service does.",
)
STOP_CHAT = Operation(
    "stop_chat",
    HOOKS,
    "Post nothing more to the chat",
    {204: None},
    (SLUG,),
    words="The address is forgotten, and posts that wait are dropped.",
)
TEST_CHAT = Operation(
    "test_chat",
    HOOKS,
    "Send a test post to the chat",
    {202: ref("Job")},
    (SLUG,),
    words="Sent once, without further tries; what came of it is in the job.",
)


# The messages that a webhook gets: the section `webhooks` of the document.


_CLUB: Json = object_schema(slug=TEXT, name=TEXT)
_PLAYER: Json = object_schema(player=ID, name=TEXT)
_REOPENED: Json = object_schema(
    match=UUID,
    version=NUMBER,
    game=TEXT,
    table=TEXT,
    night=nullable(ID),
    season=nullable(ID),
    started_at=MOMENT,
    address=explained(TEXT, "The page of the match"),
)
_FINISHED: Json = extended(
    _REOPENED,
    finished_at=MOMENT,
    rounds=NUMBER,
    seats=array(
        object_schema(
            seat=explained(NUMBER, "Its number, from 0, as entries know it"),
            player=ID,
            name=TEXT,
            total=NUMBER,
            place=NUMBER,
            winner=TRUTH,
            loser=TRUTH,
        )
    ),
)
_MOVED: Json = object_schema(
    trophy=ID,
    name=TEXT,
    **{"from": array(_PLAYER, "Who held it; two after a shared win, nobody at first"), "to": array(_PLAYER)},
    because=explained(TEXT, "The reason, where it was passed on by hand"),
    address=explained(TEXT, "The page of the trophy"),
)
MESSAGES: dict[str, tuple[str, Json]] = {
    FINISHED: ("A match has a result", _FINISHED),
    CORRECTED: ("A line of a finished match was changed; it is still finished", _FINISHED),
    REOPENED: ("The end of a match was undone, and its result no longer counts", _REOPENED),
    MOVED: ("A trophy has another holder", _MOVED),
    TEST: ("A test, asked for by an organiser", object_schema(words=TEXT)),
}
_SIGNED = tuple(
    {"name": name, "in": "header", "required": True, "schema": TEXT, "description": words}
    for name, words in (
        ("webhook-id", "Of the message; the same for every try"),
        ("webhook-timestamp", "Seconds since 1970"),
        ("webhook-signature", "`v1,` and the signature, as Standard Webhooks has it"),
    )
)


def webhooks() -> dict[str, Json]:
    """Return the webhooks of the document, by event: the message that is posted, and what its receiver may answer."""
    return {event: {"post": _message(event, summary, data)} for event, (summary, data) in MESSAGES.items()}


def _message(event: str, summary: str, data: Json) -> Json:
    body = object_schema(id=UUID, event=constant(event), at=MOMENT, club=_CLUB, data=data)
    return {
        "summary": summary,
        "tags": [HOOKS],
        "security": [],
        "parameters": list(_SIGNED),
        "requestBody": {"required": True, "content": {JSON: {"schema": body}}},
        "responses": {
            "2XX": {"description": "Received"},
            "410": {"description": "Gone: the webhook is removed"},
            "default": {"description": "Anything else is tried again, nine times in a day and a half"},
        },
    }
