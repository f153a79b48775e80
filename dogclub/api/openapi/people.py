"""Clubs and the players of one."""

from dogclub.api.openapi.operation import NUMBERED, PAGED, Operation
from dogclub.api.openapi.terms import (
    ID,
    MOMENT,
    NUMBER,
    TEXT,
    TRUTH,
    Json,
    a_page,
    about,
    many,
    maybe,
    one_of,
    ref,
    thing,
)

CLUBS, PLAYERS = "Clubs", "Players"
CLUB: Json = thing(
    slug=TEXT,
    name=TEXT,
    created_at=MOMENT,
    role=maybe(one_of("member", "scorekeeper", "organiser", "owner"), "Your role with this key"),
    can_record=about(TRUTH, "May keep score tonight"),
    can_organise=about(TRUTH, "May manage players, seasons and nights"),
    history_is_open=about(TRUTH, "Anybody with the link may read the sheets"),
    url=about(TEXT, "Its page"),
)
GAME: Json = thing(
    key=TEXT,
    name=TEXT,
    least=about(NUMBER, "The fewest players"),
    most=about(NUMBER, "The most"),
    rule_version=TEXT,
    entries=many(TEXT, "The kinds of entries its sheet is written with"),
)
PLAYER: Json = thing(
    id=ID,
    name=TEXT,
    nickname=TEXT,
    initials=TEXT,
    colour=TEXT,
    label=about(TEXT, "As it stands on sheets; no two of a club are alike"),
    state=one_of("plays", "rests", "former"),
    guest=TRUTH,
    called_before=many(TEXT),
)
SCHEMAS = {"Club": CLUB, "Game": GAME, "Player": PLAYER}
BEA = {"name": "Bea Marlowe", "nickname": "", "initials": "BM", "colour": "green", "guest": False}

LIST_CLUBS = Operation("list_clubs", CLUBS, "The clubs you are in", {200: a_page("clubs", ref("Club"))}, (), PAGED)
READ_CLUB = Operation("read_club", CLUBS, "One club", {200: ref("Club")})
LIST_GAMES = Operation(
    "list_games", CLUBS, "The games this server knows", {200: thing(games=many(ref("Game")))}, (), public=True
)
LIST_PLAYERS = Operation("list_players", PLAYERS, "All players", {200: a_page("players", ref("Player"))}, asks=PAGED)
ADD_PLAYER = Operation(
    "add_player",
    PLAYERS,
    "Add a player",
    {201: ref("Player")},
    body=ref("NewPlayer"),
    example=BEA,
    words="Scorekeepers may: somebody may bring a guest. Two players who share a name need a nickname.",
)
READ_PLAYER = Operation("read_player", PLAYERS, "One player", {200: ref("Player")}, (*Operation.path, NUMBERED))
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
