"""Clubs and their players in the OpenAPI document."""

from dogclub.api.openapi.operation import (
    FILE,
    ID,
    MOMENT,
    NUMBER,
    NUMBERED,
    PAGED,
    TEXT,
    TRUTH,
    Json,
    Operation,
    a_page,
    array,
    explained,
    nullable,
    object_schema,
    one_of,
    ref,
)

CLUBS, PLAYERS = "Clubs", "Players"
CLUB: Json = object_schema(
    slug=TEXT,
    name=TEXT,
    created_at=MOMENT,
    role=nullable(one_of("member", "scorekeeper", "organiser", "owner"), "Your role with this key"),
    can_record=explained(TRUTH, "May keep score tonight"),
    can_organise=explained(TRUTH, "May manage players, seasons and nights"),
    history_is_open=explained(TRUTH, "Anybody with the link may read the sheets"),
    url=explained(TEXT, "Its page"),
)
SETTINGS: Json = object_schema(
    name=TEXT,
    history_is_open=explained(TRUTH, "Anybody with the link may read the sheets"),
    guests_rank=explained(TRUTH, "Guests have a place in the standings"),
    all_time=explained(one_of("wins", "places"), "How the tables of all time count"),
    grace_minutes=explained(NUMBER, "Who comes within so many minutes of the start is on time"),
    time_zone=explained(TEXT, "Such as Europe/London; empty: the server’s"),
    language=explained(TEXT, "Such as en-gb, for what is sent; empty: English"),
    sharing=explained(one_of("off", "organisers", "members"), "Who may make share links"),
    links_expire=explained(TRUTH, "Share links last a month at most"),
    chances=explained(one_of("off", "match", "wall"), "Where chances are shown; wall: on the match page as well"),
    recap_page=explained(TRUTH, "A scored hand has a page of its own; else the next one opens at once"),
    has_comments=explained(TRUTH, "Members comment on nights and matches"),
    confirm=explained(one_of("nobody", "opponent", "every-seat"), "Who confirms a sheet before its result counts"),
    one_device_one_seat=TRUTH,
    correction_hours=nullable(NUMBER, "How long scorekeepers may correct a final sheet; null: organisers alone"),
)
EMAILS: Json = object_schema(
    night=explained(TRUTH, "A night is tomorrow and you have not answered"),
    confirmation=explained(TRUTH, "A sheet waits for your confirmation"),
    report=explained(TRUTH, "The night report is out"),
    trophy=explained(TRUTH, "Your trophy was taken"),
    digest=explained(TRUTH, "Once a week, in place of the reports"),
    digest_day=one_of("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    digest_hour=explained(NUMBER, "From 8 to 20, by the club’s clock"),
    refused=nullable(TEXT, "What the mail server said when it refused your address; null while it takes what is sent"),
)
NOTIFICATIONS: Json = object_schema(
    night=explained(TRUTH, "A night is tomorrow and you have not answered"),
    seat=explained(TRUTH, "A place came free for you"),
    confirmation=explained(TRUTH, "A sheet waits for your confirmation"),
    trophy=explained(TRUTH, "Your trophy was taken"),
    quiet_from=explained(NUMBER, "From 0 to 23, by the club’s clock"),
    quiet_until=explained(NUMBER, "From 0 to 23; the same as quiet_from: no quiet hours"),
    devices=explained(NUMBER, "On how many browsers you turned notifications on"),
)
GAME: Json = object_schema(
    key=TEXT,
    name=TEXT,
    least=explained(NUMBER, "The fewest players"),
    most=explained(NUMBER, "The most"),
    rule_version=TEXT,
    entries=array(TEXT, "The kinds of entries its sheet is written with"),
)
PLAYER: Json = object_schema(
    id=ID,
    name=TEXT,
    nickname=TEXT,
    initials=TEXT,
    colour=TEXT,
    label=explained(TEXT, "As it stands on sheets; no two of a club are alike"),
    state=one_of("plays", "rests", "former"),
    guest=TRUTH,
    photo=nullable(TEXT, "Where the picture is read; null: none, or not shown to you"),
    called_before=array(TEXT),
)
SCHEMAS: dict[str, Json] = {
    "Club": CLUB,
    "Settings": SETTINGS,
    "Emails": EMAILS,
    "Notifications": NOTIFICATIONS,
    "Game": GAME,
    "Player": PLAYER,
}
BEA = {"name": "Bea Marlowe", "nickname": "", "initials": "BM", "colour": "green", "guest": False}

READ_MEMBER_PHOTO = Operation(
    "read_member_photo",
    PLAYERS,
    "The photo of a player",
    {200: FILE},
    (*Operation.path, NUMBERED),
    kind="image/jpeg",
    words="Square, 256 pixels a side. 404 where there is none, and for whoever the club does not show photos to.",
)
PUT_MEMBER_PHOTO = Operation(
    "put_member_photo",
    PLAYERS,
    "Change your own photo",
    {204: None},
    (*Operation.path, NUMBERED),
    matched=True,
    files=True,
    also=(413,),
    words="As the player you are, by your session or a key of yours. JPEG, PNG or WebP of at most 10 MB, and HEIC "
    "where the server reads it. It is turned upright and its middle cut square; nothing else of the file is kept.",
)
REMOVE_MEMBER_PHOTO = Operation(
    "remove_member_photo",
    PLAYERS,
    "Remove a photo",
    {204: None},
    (*Operation.path, NUMBERED),
    matched=True,
    words="Your own; organisers remove any. Where there is none, nothing happens.",
)

LIST_CLUBS = Operation(
    "list_clubs",
    CLUBS,
    "The clubs you are in",
    {200: a_page("clubs", ref("Club"))},
    (),
    PAGED,
    words="For a club’s key the one club. `role`, `can_record` and `can_organise` say what the key may do there.",
)
READ_CLUB = Operation(
    "read_club",
    CLUBS,
    "One club",
    {200: ref("Club")},
    words="`role`, `can_record` and `can_organise` say what the key may do there.",
)
READ_SETTINGS = Operation(
    "read_settings",
    CLUBS,
    "The settings of a club",
    {200: ref("Settings")},
    words="For organisers; only owners may change them, in the browser.",
)
CHANGE_SETTINGS = Operation(
    "change_settings",
    CLUBS,
    "Change the settings of a club",
    {200: ref("Settings")},
    body=ref("SettingsChange"),
    example={"grace_minutes": 15},
    matched=True,
    words="For owners, and so for no key: only the browser’s session. What is left out stays.",
)
READ_EMAILS = Operation(
    "read_emails",
    CLUBS,
    "Which emails you get from a club",
    {200: ref("Emails")},
    also=(409,),
    words="Your own alone, by your session or a key of yours: a club’s key stands for no member and is answered 409.",
)
CHANGE_EMAILS = Operation(
    "change_emails",
    CLUBS,
    "Choose which emails you get from a club",
    {200: ref("Emails")},
    body=ref("EmailChange"),
    example={"digest": True, "digest_day": "friday", "digest_hour": 9},
    matched=True,
    words="Your own alone, by your session or a key of yours. What is left out stays. Emails about signing in and "
    "security are always sent.",
)
READ_NOTIFICATIONS = Operation(
    "read_notifications",
    CLUBS,
    "What your devices are notified of",
    {200: ref("Notifications")},
    also=(409,),
    words="Your own alone, as with emails. A browser is turned on by hand, on the page Notifications.",
)
CHANGE_NOTIFICATIONS = Operation(
    "change_notifications",
    CLUBS,
    "Choose what your devices are notified of",
    {200: ref("Notifications")},
    body=ref("NotificationChange"),
    example={"seat": True, "quiet_from": 23, "quiet_until": 7},
    matched=True,
    words="Your own alone, as with emails. What is left out stays.",
)
LIST_GAMES = Operation(
    "list_games",
    CLUBS,
    "The games this server knows",
    {200: object_schema(games=array(ref("Game")))},
    (),
    public=True,
    words="With the fewest and the most players, and what is entered in each. Needs no key.",
)
LIST_PLAYERS = Operation(
    "list_players",
    PLAYERS,
    "All players",
    {200: a_page("players", ref("Player"))},
    query=PAGED,
    words="For members, and for everybody where the club’s history is open. Active, resting and former ones; "
    "one that was merged appears as the player it became.",
)
ADD_PLAYER = Operation(
    "add_player",
    PLAYERS,
    "Add a player",
    {201: ref("Player")},
    body=ref("NewPlayer"),
    example=BEA,
    words="Scorekeepers may: somebody may bring a guest. Two players who share a name need a nickname.",
)
ADDED_MEMBER: Json = object_schema(
    name=TEXT,
    email=TEXT,
    outcome=explained(
        one_of("invited", "added", "here", "question", "no-invitation"),
        "added: without an invitation; question: nothing happens until it is answered",
    ),
    new=explained(TRUTH, "A player is added"),
    player=nullable(NUMBER, "The player of the club that this is; null: a new one, or nobody yet"),
    candidates=array(NUMBER, "The players of the club who may be the same person"),
    problem=explained(TEXT, "What to correct; empty: nothing"),
)
ADDED_MEMBERS: Json = object_schema(
    people=array(ref("AddedMember"), "In the order of the request"),
    added=explained(NUMBER, "How many players are added"),
    invited=explained(NUMBER, "How many are invited"),
)
SCHEMAS |= {"AddedMember": ADDED_MEMBER, "AddedMembers": ADDED_MEMBERS}
ADD_MEMBERS = Operation(
    "add_members",
    PLAYERS,
    "Add members and invite them by email",
    {200: ref("AddedMembers")},
    body=ref("NewMembers"),
    example={"people": [{"name": "Hal Brook", "email": "hal@brook.example"}], "preview": True},
    also=(409,),
    words="For organisers. With `preview` nothing is saved. A name like that of a player is a `question`: send it "
    "again with `player` or `is_another`. Sending the same list again adds and invites nobody twice.",
)
READ_PLAYER = Operation(
    "read_player",
    PLAYERS,
    "One player",
    {200: ref("Player")},
    (*Operation.path, NUMBERED),
    words="For members, and for everybody where the club’s history is open. `called_before` has former names.",
)
CHANGE_PLAYER = Operation(
    "change_player",
    PLAYERS,
    "Change a player",
    {200: ref("Player")},
    (*Operation.path, NUMBERED),
    body=ref("PlayerChange"),
    example={"nickname": "the elder"},
    matched=True,
    words="What is left out stays. `resting` marks somebody inactive: not offered for new matches; results stay.",
)
