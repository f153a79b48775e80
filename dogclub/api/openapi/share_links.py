"""Share links in the OpenAPI document."""

from dogclub.api.openapi.operation import (
    ID,
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
    explained,
    extended,
    in_path,
    nullable,
    object_schema,
    one_of,
    ref,
)

SHARE_LINKS = "Share links"
SHARE_LINK: Json = object_schema(
    id=UUID,
    kind=one_of("match", "report", "standings", "player", "head-to-head"),
    name=explained(TEXT, "What it shows, in words"),
    match=nullable(UUID),
    night=nullable(ID),
    season=nullable(ID, "Of standings and head-to-head: null for all time"),
    player=nullable(ID, "Whose page it is; of head-to-head one of the two"),
    opponent=nullable(ID, "Of head-to-head: the other"),
    game=explained(TEXT, "Of standings and head-to-head: a game, or all"),
    shared_by=explained(TEXT, "Who made it"),
    mine=TRUTH,
    created_at=MOMENT,
    expires_at=nullable(MOMENT, "Its last moment; null where it works until it is revoked"),
    opened=explained(NUMBER, "How often its page was opened; previews in chats do not count"),
)
SCHEMAS = {
    "ShareLink": SHARE_LINK,
    "NewlyMadeShareLink": extended(SHARE_LINK, url=explained(TEXT, "The link. It is told this once")),
}

LIST_SHARE_LINKS = Operation(
    "list_share_links",
    SHARE_LINKS,
    "The share links that work now",
    {200: a_page("links", ref("ShareLink"))},
    query=PAGED,
    words="All of the club for organisers, for everybody else their own.",
)
MAKE_SHARE_LINK = Operation(
    "make_share_link",
    SHARE_LINKS,
    "Make a share link",
    {201: ref("NewlyMadeShareLink")},
    body=ref("NewShareLink"),
    example={"kind": "match", "match": "0d6f0c4e-54ad-4a0e-9a39-f1d1e0f6f2a1", "expires": "month"},
    words="Whoever has the link sees that one thing without signing in, and its picture in a chat. The link is in "
    "this answer alone; only a hash of it is kept. Who may make one, and whether for more than a month, is a setting "
    "of the club. A key of the club itself cannot: a link names who shared it.",
)
REVOKE_SHARE_LINK = Operation(
    "revoke_share_link",
    SHARE_LINKS,
    "Revoke a share link, and its picture with it",
    {204: None},
    (SLUG, in_path("id", UUID, "The link")),
    words="Your own; organisers may revoke any. Whoever opens it then reads that it was revoked.",
)
