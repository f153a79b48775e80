"""Nights in the OpenAPI document: calendar, answers, attendance, draws, series."""

from clubs.models import Night
from dogclub.api.openapi.operation import (
    ID,
    MOMENT,
    NUMBER,
    NUMBERED,
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
    in_path,
    nullable,
    object_schema,
    one_of,
    ref,
)

NIGHTS = "Nights"
ONE = (SLUG, NUMBERED)
NIGHT: Json = object_schema(
    id=ID,
    title=explained(TEXT, "By its own name, else by its day"),
    name=TEXT,
    season=nullable(ID),
    starts_at=MOMENT,
    place=TEXT,
    note=TEXT,
    places=nullable(NUMBER, "How many can come, guests included"),
    answers_close=explained(NUMBER, "Minutes before the start at which answers close"),
    series=nullable(UUID, "Shared by nights that were planned together"),
    moved_from=nullable(MOMENT, "When its series has it, where it was moved alone"),
    closed_at=nullable(MOMENT),
    known_times=explained(
        one_of(*Night.KnownTimes.values),
        "`start` where the end of an imported night is made up, `none` where both are",
    ),
    called_off_at=nullable(MOMENT),
    reason=explained(TEXT, "Why it was called off"),
    reminded_at=nullable(MOMENT, "When an organiser last reminded those without an answer"),
)
ATTENDANCE: Json = object_schema(
    player=ID,
    name=TEXT,
    state=one_of("here", "late", "away", "left"),
    host=nullable(ID, "Whose guest this is"),
    expected_at=nullable(MOMENT),
    arrived_at=nullable(MOMENT),
    left_at=nullable(MOMENT),
    minutes_late=nullable(NUMBER, "After the start"),
    match=nullable(UUID, "Where the player sits now"),
)
TABLE: Json = object_schema(
    match=UUID,
    game=TEXT,
    table=TEXT,
    version=NUMBER,
    finished_at=nullable(MOMENT),
    state=TEXT,
    round=nullable(NUMBER, "The one on the table"),
    rounds=nullable(NUMBER, "How many there will be, where anybody knows"),
    players=array(object_schema(player=ID, name=TEXT, place=NUMBER, total=NUMBER, left=TRUTH)),
)
A_DRAW: Json = object_schema(
    id=ID,
    game=TEXT,
    how=explained(one_of("random", "met", "spread", "rating"), "In which way it was drawn"),
    version=explained(NUMBER, "Increased by each change by hand; sent with the deal"),
    drawn_at=MOMENT,
    dealt_at=nullable(MOMENT),
    withdrawn_at=nullable(MOMENT, "When it was drawn again"),
    reason=explained(TEXT, "Why it was drawn again"),
    resting=array(ID),
    tables=array(object_schema(name=TEXT, players=array(object_schema(player=ID, name=TEXT)))),
    changes=explained(array(TEXT), "What was changed by hand, in words"),
)
AN_ANSWER: Json = object_schema(
    player=ID,
    name=TEXT,
    answer=one_of("yes", "maybe", "no"),
    has_place=explained(TRUTH, "Said yes, and is not on the waiting list"),
    note=TEXT,
    guests=array(TEXT),
    arrives_after=explained(NUMBER, "Minutes after the start; 0 on time"),
    answered_at=MOMENT,
)
ANSWERS: Json = object_schema(
    places=nullable(NUMBER, "How many can come, guests included"),
    taken=explained(NUMBER, "By those who come, and their guests"),
    closes_at=explained(MOMENT, "The start of the night, or some time before"),
    closed=explained(TEXT, "Why nobody can answer any more, whatever the time is; else empty"),
    answers=explained(array(ref("NightAnswer")), "Those who come, the waiting list, maybe, no; yeses in their order"),
)
SCHEMAS = {
    "Draw": A_DRAW,
    "Night": NIGHT,
    "Series": object_schema(planned=array(object_schema(starts_at=MOMENT, taken=TRUTH)), nights=array(ref("Night"))),
    "SeriesChanges": object_schema(
        changes=array(
            object_schema(
                night=nullable(ID, "Null for a new night"),
                what=one_of("stay", "move", "new", "remove", "call-off"),
                starts_at=explained(MOMENT, "When it will start"),
                answered=explained(array(TEXT), "Who said yes or maybe to it"),
            )
        ),
        coming=explained(NUMBER, "Nights that take place"),
    ),
    "Attendance": ATTENDANCE,
    "NightAnswer": AN_ANSWER,
    "NightAnswers": ANSWERS,
    "TableNow": TABLE,
    "WholeNight": extended(
        NIGHT, attendance=array(ref("Attendance")), draws=array(ref("Draw")), tables=array(ref("TableNow"))
    ),
}
LIST_NIGHTS = Operation(
    "list_nights",
    NIGHTS,
    "The nights, the last first",
    {200: a_page("nights", ref("Night"))},
    query=PAGED,
    words="For members, and for everybody where the club’s history is open. Nights to come are among them.",
)
ADD_NIGHT = Operation(
    "add_night",
    NIGHTS,
    "Create a night",
    {201: ref("Night")},
    body=ref("NewNight"),
    example={"starts_at": "2026-11-26T19:30:00Z", "place": "The back room"},
    words="For organisers. Seconds of `starts_at` do not count.",
)
READ_NIGHT = Operation(
    "read_night",
    NIGHTS,
    "One night: who is here, and its tables as they stand",
    {200: ref("WholeNight")},
    ONE,
    words="For everybody who may watch tonight. Totals that are not public yet are left out.",
)
CHANGE_NIGHT = Operation(
    "change_night",
    NIGHTS,
    "Change a night",
    {200: ref("WholeNight")},
    ONE,
    body=ref("NightChange"),
    example={"place": "The front room"},
    matched=True,
    words="For organisers; keys left out stay as they are. `moved_from` keeps the first date of a night of a series.",
)
CALL_OFF = Operation(
    "call_off_night",
    NIGHTS,
    "Call a night off",
    {200: ref("Night")},
    ONE,
    body=ref("CallOff"),
    bare=True,
    example={"reason": "Christmas Eve"},
    words="For organisers, before anybody is here; with a reason or without.",
)
CALL_ON = Operation(
    "call_on_night",
    NIGHTS,
    "Reinstate a night",
    {200: ref("Night")},
    ONE,
    words="For organisers. The answers given before are still there.",
)
REMIND = Operation(
    "remind_of_night",
    NIGHTS,
    "Remind those who have not answered",
    {200: ref("Night")},
    ONE,
    words="For organisers, at most once a day. It reaches members by email or on their phone.",
)
DRAW = Operation(
    "draw_tables",
    NIGHTS,
    "Draw the tables of a night, or draw them again",
    {201: ref("WholeNight")},
    ONE,
    body=ref("NewDraw"),
    example={"game": "dirty-dog"},
    words="A draw is kept and seen by all. Drawn again, the first one stays to be read, with the reason.",
)
DEAL = Operation(
    "deal_draw",
    NIGHTS,
    "Deal what was drawn",
    {200: ref("WholeNight")},
    ONE,
    body=ref("Deal"),
    example={"draw": 3, "version": 1, "first_jacks": [12, 15]},
    words="The same again is the same deal. A draw that was changed since is refused.",
)
ADD_SERIES = Operation(
    "add_series",
    NIGHTS,
    "Create nights that repeat, or preview them",
    {200: ref("Series"), 201: ref("Series")},
    body=ref("NewSeries"),
    example={"starts_at": "2026-11-26T19:30:00Z", "repeat": "weekly", "until": "2027-05-27", "preview": True},
    words="200 is a preview: `planned` says which days the club has a night on already; those are left out. "
    "At most a year at once.",
)
READ_SERIES = Operation(
    "read_series",
    NIGHTS,
    "The nights planned together with this one",
    {200: a_page("nights", ref("Night"))},
    ONE,
    PAGED,
    words="For members, and for everybody where the club’s history is open. In order, those called off "
    "included; 404 where the night has no series.",
)
CHANGE_SERIES = Operation(
    "change_series",
    NIGHTS,
    "Change how the nights of a series repeat, or preview it",
    {200: ref("SeriesChanges")},
    ONE,
    body=ref("SeriesChange"),
    example={"starts_at": "2026-12-04T19:30:00Z", "repeat": "weekly", "until": "2027-05-28", "preview": True},
    words="From the week of `starts_at`, or its month where there is one night a month. Nights that move keep their "
    "answers; those that go are called off where somebody is written down for them. Nights that were skipped, moved "
    "or added alone stay. Nothing is saved with `preview`.",
)
END_SERIES = Operation(
    "end_series",
    NIGHTS,
    "End a series after this night",
    {200: object_schema(removed=NUMBER, called_off=explained(NUMBER, "Kept, since somebody is written down for them"))},
    ONE,
    words="For organisers. Later nights are deleted, or called off where something was recorded for them.",
)
BRING_GUEST = Operation(
    "bring_guest",
    NIGHTS,
    "Say that a guest is here, and whose guest it is",
    {201: ref("Attendance")},
    ONE,
    body=ref("NewGuest"),
    example={"name": "Rex Tan", "host": 11},
    words="A name the club knows is that player, who is simply here.",
)
SAY_WHO_IS_HERE = Operation(
    "say_who_is_here",
    NIGHTS,
    "Say that somebody is here, comes late, stays away or has left",
    {200: ref("Attendance")},
    (*ONE, in_path("player", ID, "Who")),
    body=ref("Coming"),
    example={"state": "here"},
    words="For scorekeepers, while the night is open; the same again changes nothing.",
)
READ_ANSWERS = Operation(
    "read_answers",
    NIGHTS,
    "Who says they come to a night, and the waiting list",
    {200: ref("NightAnswers")},
    ONE,
    words="For members only, because answers have notes and guests. `has_place` is false on the waiting list.",
)
ANSWER = Operation(
    "answer_night",
    NIGHTS,
    "Say whether you come to a night",
    {200: ref("NightAnswer")},
    ONE,
    body=ref("NewAnswer"),
    example={"answer": "yes", "guests": ["Hal"]},
    words="For the player of your own account. A yes on a full night is a place on the waiting list. "
    "Once the night has begun or was called off, it is refused.",
)
