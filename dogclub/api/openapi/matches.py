"""Matches and entries in the OpenAPI document."""

from dogclub.api.openapi.operation import (
    DECIMAL,
    ID,
    MATCH_ID,
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
    explained,
    extended,
    nullable,
    object_schema,
    one_of,
    query_parameter,
    ref,
)
from scoring import ENGINES

MATCHES, ENTRIES = "Matches", "Entries"
GAME = one_of(*(game.key for game in ENGINES))
ONE = (MATCH_ID,)
SEAT: Json = object_schema(
    seat=explained(NUMBER, "Its number, from 0, as entries know it"),
    player=ID,
    name=TEXT,
    total=NUMBER,
    place=NUMBER,
    winner=TRUTH,
    loser=TRUTH,
)
MATCH: Json = object_schema(
    id=UUID,
    game=GAME,
    rule_version=TEXT,
    rules_label=explained(TEXT, "The club’s rules that it is played by, such as “§2 Kennel rules”; empty: as written"),
    table=TEXT,
    night=nullable(ID),
    season=nullable(ID),
    for_trophy=TRUTH,
    started_at=MOMENT,
    finished_at=nullable(MOMENT),
    abandoned_at=nullable(MOMENT),
    version=explained(NUMBER, "Grows by one with every write: write against it"),
    rounds=NUMBER,
    seats=array(ref("Seat")),
)
SAID: Json = object_schema(
    says=one_of("right", "wrong", "settled", "corrected, still final"),
    seat=nullable(NUMBER, "Null where an organiser spoke for all"),
    sheet=explained(NUMBER, "The `sheet_version` they saw"),
    totals=array(nullable(NUMBER), "What it came to then, by seat"),
    note=TEXT,
    at=MOMENT,
    same_device=array(explained(NUMBER, "A seat"), "For whom the same device spoke as well"),
)
SUBSTITUTE: Json = object_schema(
    seat=NUMBER,
    player=explained(ID, "Who took over"),
    instead_of=explained(ID, "Who played until then"),
    round=explained(NUMBER, "The `number` in the sheet of the first round they play"),
    takes_result=explained(TRUTH, "The result is theirs from then on"),
    at=MOMENT,
)
OPEN_MATCH: Json = extended(
    MATCH,
    confirm=explained(one_of("nobody", "opponent", "every seat"), "Who was asked to confirm it, when it began"),
    played_at=nullable(MOMENT, "When the sheet was complete; `finished_at` is when it was also confirmed"),
    sheet_version=explained(NUMBER, "That of the newest entry: confirm against it"),
    waits_for=array(explained(NUMBER, "A seat"), "Who has not confirmed it yet; where one is enough, any of them"),
    confirmations=array(ref("Said"), "What was said of it and still counts"),
    substitutes=array(ref("Substitute"), "Who took over a seat, in the order in which it was written"),
    next_number=explained(NUMBER, "The next free line of the sheet"),
    options=explained({"type": "object"}, "What was agreed, by seats; the defaults are left out"),
    sheet=ref("Sheet"),
)
ENTRY: Json = object_schema(
    id=UUID,
    number=NUMBER,
    revision=NUMBER,
    version=explained(NUMBER, "The match's after it was written"),
    kind=TEXT,
    payload=nullable({"type": "object"}, "Null where the line was undone, or while it is hidden"),
    hidden=explained(TRUTH, "Nobody may read yet what it says"),
    note=TEXT,
    player=nullable(ID, "Who sat down with it"),
    recorded_at=MOMENT,
    received_at=MOMENT,
)
WRITTEN: Json = object_schema(
    version=NUMBER, again=explained(TRUTH, "It stood there before"), entries=array(ref("Entry"))
)
PENCIL: Json = object_schema(
    device=nullable(
        TEXT, "As the table sees it, such as “Bea’s phone”; null where anybody who may keep the score writes"
    ),
    since=nullable(MOMENT),
)
CHANCES: Json = object_schema(
    match=UUID,
    calculated=explained(
        TRUTH, "False until they are worked out for the sheet as it stands, a moment after each round"
    ),
    club_matches=explained(NUMBER, "How many finished matches the club had when this one began"),
    matches_needed=explained(NUMBER, "With fewer there are no rounds here"),
    rounds=array(
        object_schema(
            round=explained(NUMBER, "0 before the first"),
            seats=array(
                object_schema(
                    seat=NUMBER,
                    player=ID,
                    win=explained(DECIMAL, "From 0 to 1; those of a round add up to 1"),
                    last=explained(DECIMAL, "The chance to finish last, likewise"),
                    out=explained(TRUTH, "Cannot win any more, by arithmetic"),
                    safe=explained(TRUTH, "Cannot finish last any more"),
                )
            ),
        )
    ),
    turned_by=nullable(NUMBER, "The round that turned it, so far or for good; null before the third"),
)
REMOVED: Json = object_schema(
    id=UUID,
    game=GAME,
    table=TEXT,
    started_at=MOMENT,
    players=array(ID),
    reason=TEXT,
    removed_at=MOMENT,
    erased_at=explained(MOMENT, "When it is erased for good"),
)
SCHEMAS = {
    "Chances": CHANCES,
    "Entry": ENTRY,
    "Match": MATCH,
    "OpenMatch": OPEN_MATCH,
    "Pencil": PENCIL,
    "RemovedMatch": REMOVED,
    "Said": SAID,
    "Seat": SEAT,
    "Substitute": SUBSTITUTE,
    "Written": WRITTEN,
}

_BIDS = {"bids": {"1": 0, "2": 1, "3": 0, "4": 0, "0": 1}, "trump": "hearts"}
_DRAFT = {"id": "6f9a1c52-8d0e-4b39-9a51-0c1c8f5f4a10", "number": 1, "kind": "bids", "payload": _BIDS}
_NEW = {
    "id": "0d6f0c4e-54ad-4a0e-9a39-f1d1e0f6f2a1",
    "game": "dirty-dog",
    "players": [11, 12, 13, 14, 15],
    "options": {"max_cards": 7},
    "table": "1",
}
_FILTERS = (
    query_parameter("game", GAME, "Only of this game"),
    query_parameter("player", ID, "Only those this player sat at"),
    query_parameter("season", ID, "Only of this season"),
    query_parameter("night", ID, "Only of this night"),
    query_parameter("finished", one_of("true", "false"), "Only those with a result, or only those without"),
)

LIST_MATCHES = Operation(
    "list_matches",
    MATCHES,
    "The matches of a club, the newest first",
    {200: a_page("matches", ref("Match"))},
    query=(*_FILTERS, *PAGED),
    words="For members, and for everybody where the club’s history is open. Without what is not public yet; the"
    " sheet is at `read_match`.",
)
START_MATCH = Operation(
    "start_match",
    MATCHES,
    "Start a match",
    {200: ref("OpenMatch"), 201: ref("OpenMatch")},
    body=ref("NewMatch"),
    example=_NEW,
    words="With an id of your own a lost answer costs nothing: the same again is 200 and the same match, another "
    "content under that id is 409. Options are those of the game's record, by the players' labels.",
)
READ_MATCH = Operation(
    "read_match",
    MATCHES,
    "One match with its sheet",
    {200: ref("OpenMatch")},
    ONE,
    words="`version` is what a write names; `next_number` is the next free line. Without what is not public yet.",
)
ABANDON = Operation(
    "abandon_match",
    MATCHES,
    "Stop without a result",
    {200: ref("OpenMatch")},
    ONE,
    matched=True,
    words="For organisers. What was entered stays, no result counts, and `reopen_match` goes on from there. "
    "Refused for a finished match.",
)
REOPEN = Operation(
    "reopen_match",
    MATCHES,
    "Reopen an abandoned match",
    {200: ref("OpenMatch")},
    ONE,
    matched=True,
    words="For organisers. The match goes on where it was stopped.",
)
REMOVE = Operation(
    "remove_match",
    MATCHES,
    "Remove a match that was entered by mistake",
    {204: None},
    ONE,
    (query_parameter("reason", TEXT, "Why, for the list of removed matches"),),
    matched=True,
    also=(409,),
    words="For organisers. It is gone from every list, figure and file at once; `take_back_match` brings it back for "
    "two weeks, then it is erased. 409 where a play-off was dealt by it.",
)
LIST_REMOVED = Operation(
    "list_removed_matches",
    MATCHES,
    "The removed matches that can be taken back, those removed last first",
    {200: a_page("removed_matches", ref("RemovedMatch"))},
    (SLUG,),
    PAGED,
    words="For organisers.",
)
TAKE_BACK = Operation(
    "take_back_match",
    MATCHES,
    "Take a removed match back",
    {200: ref("OpenMatch")},
    (SLUG, MATCH_ID),
    also=(409,),
    words="For organisers. It is as it was, and counts again. 409 where its place in a play-off was dealt again, or "
    "two of its players were merged.",
)
CONFIRM = Operation(
    "confirm_match",
    MATCHES,
    "Confirm or dispute a complete sheet",
    {200: ref("OpenMatch"), 201: ref("OpenMatch")},
    ONE,
    body=ref("NewConfirmation"),
    example={"says": "right", "seat": 2, "sheet": 41},
    matched=True,
    also=(409,),
    words="Only where the club asks for it. The match is final with the last confirmation it waits for. Where one "
    "opponent is enough, whoever wrote on the sheet last is none. What is written on it takes every confirmation back, "
    "unless an organiser corrects a match that is final.",
)
SUBSTITUTE_SEAT = Operation(
    "substitute_player",
    MATCHES,
    "Let somebody take over a seat",
    {201: ref("OpenMatch")},
    ONE,
    body=ref("NewSubstitute"),
    example={"seat": 2, "player": 16, "round": 7},
    matched=True,
    also=(409,),
    words="For scorekeepers. No figure of the sheet changes: each round counts for whoever played it, place and "
    "trophies for the seat’s `player`. 409 where they sit at a table already.",
)
END_SUBSTITUTION = Operation(
    "end_substitution",
    MATCHES,
    "Take the last substitution back",
    {200: ref("OpenMatch")},
    ONE,
    matched=True,
    also=(409,),
    words="For scorekeepers. The newest of `substitutes` is as if it had never been; 409 where there is none.",
)
READ_PENCIL = Operation(
    "read_pencil",
    MATCHES,
    "Which device keeps the score",
    {200: ref("Pencil")},
    ONE,
    words="For members. It binds the table’s own pages: what programs write is not held up by it.",
)
LIST_ENTRIES = Operation(
    "list_entries",
    ENTRIES,
    "All entries of the sheet, in every revision",
    {200: a_page("entries", ref("Entry"))},
    ONE,
    PAGED,
    words="By the time they were written, so that earlier pages never change: a corrected line has several, the"
    " last one holds.",
)
WRITE_ENTRIES = Operation(
    "write_entries",
    ENTRIES,
    "Add entries to the sheet, all or none",
    {200: ref("Written"), 201: ref("Written")},
    ONE,
    body=ref("Message"),
    example={"version": 0, "drafts": [_DRAFT]},
    matched=True,
    also=(409,),
    words="In order, in one transaction. The same ids again get the same answer and change nothing. A stale version "
    "or another content is 409 with both sides; a breach of the rules is 422 with the round and the player. A number "
    "that stands already corrects that line; without a payload it is undone.",
)
READ_CHANCES = Operation(
    "read_chances",
    MATCHES,
    "How likely each player was to win and to finish last, after each round",
    {200: ref("Chances")},
    ONE,
    words="404 for games without chances (all but Dirty Dog), and where the club shows none.",
)
