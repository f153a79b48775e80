"""Seasons, and operations on results: standings, statistics, ratings, records, trophies, play-offs, night reports."""

from dogclub.api.openapi.operation import (
    FILE,
    ID,
    NUMBERED,
    PAGED,
    SLUG,
    TEXT,
    Operation,
    a_page,
    array,
    in_path,
    object_schema,
    one_of,
    query_parameter,
    ref,
)
from dogclub.api.openapi.result_shapes import SCHEMAS as SCHEMAS
from scoring import ENGINES

RESULTS, TROPHY_TAG, PLAYOFF_TAG, NIGHTS = "Results", "Trophies", "Play-offs", "Nights"
ONE = (SLUG, NUMBERED)
KEYS = tuple(game.key for game in ENGINES)
GAME = query_parameter("game", {**one_of(*KEYS), "default": KEYS[0]}, "The key of a game")
NUMBER_OR_ALL = {**TEXT, "pattern": "^(all|[0-9]{1,18})$"}
SEASON = query_parameter("season", {**NUMBER_OR_ALL, "default": "all"}, "A number, or all")
OF_RULES = "^(all|written|[0-9a-f]{8})$"
RULES = query_parameter(
    "rules",
    {**TEXT, "pattern": OF_RULES},
    "By which rules, of those in `by_rules`: the first of them where it is left out",
)

RATINGS = Operation(
    "ratings",
    RESULTS,
    "Ratings: the estimated strength of every player",
    {200: ref("Ratings")},
    query=(GAME,),
    words="For members, and for everybody where the club’s history is open. The highest cautious estimate first.",
)
REPORT = Operation(
    "night_report",
    NIGHTS,
    "The night report",
    {200: ref("NightReport")},
    ONE,
    words="For members, and for everybody where the club’s history is open. Made from the sheets as they are "
    "now: a correction changes it.",
)
SHAPE = query_parameter("shape", one_of("wide", "square"), "1200 by 630 pixels, or 1080 by 1080")
REPORT_PICTURE = Operation(
    "report_picture",
    NIGHTS,
    "The night as a picture",
    {200: FILE},
    ONE,
    (SHAPE,),
    kind="image/png",
    held=False,
    words="For members, once a match of the night is finished.",
)
TABLE = (
    query_parameter("season", NUMBER_OR_ALL, "A number, or all; unless told, the newest with a result"),
    query_parameter("game", one_of(*KEYS, "all"), "A game, or all; unless told, the one most of the club plays"),
)
STANDINGS = Operation(
    "standings",
    RESULTS,
    "The table of a season, with what put each row below the one above it",
    {200: ref("Standings")},
    query=TABLE,
    words="For members, and for everybody where the club’s history is open. Points are in hundredths: 250 is "
    "2½. `decided` has what was asked against the row above.",
)
RACE = Operation(
    "race",
    RESULTS,
    "Points and places of a season after each of its nights",
    {200: ref("Race")},
    query=TABLE,
    words="For members, and for everybody where the club’s history is open. Points are in hundredths: 250 is "
    "2½. Nothing for all time, which has no nights.",
)
PRINT_STANDINGS = Operation(
    "print_standings",
    RESULTS,
    "The table on paper, or as a poster (A3, Tabloid)",
    {200: FILE},
    query=(*TABLE, query_parameter("paper", one_of("a4", "letter", "a3", "tabloid"), "The size; as for sheets")),
    kind="application/pdf",
    held=False,
    words="For members, and for everybody where the club’s history is open. The PDF of the page of standings.",
)
STANDINGS_PICTURE = Operation(
    "standings_picture",
    RESULTS,
    "The table as a picture",
    {200: FILE},
    query=(*TABLE, SHAPE),
    kind="image/png",
    held=False,
    words="For members, once somebody is ranked.",
)
STATISTICS = Operation(
    "player_statistics",
    RESULTS,
    "All figures of a player in a game",
    {200: ref("PlayerStatistics")},
    ONE,
    (GAME, SEASON, RULES),
    words="For members, and for everybody where the club’s history is open. As on the player’s page; takes the "
    "season, the game and the rules.",
)
MY_PAGE = Operation(
    "my_page",
    RESULTS,
    "Your own page: the next night, what waits to be confirmed, and how you stand",
    {200: ref("MyPage")},
    words="Of the player you are in the club. What nobody but you reads there is here as well.",
)
PLAYER_PICTURE = Operation(
    "player_picture",
    RESULTS,
    "Your own page as a picture",
    {200: FILE},
    ONE,
    (SHAPE,),
    kind="image/png",
    held=False,
    words="Of the player you are in the club, once a match is finished; nobody else’s.",
)
ALL_GAMES = query_parameter("game", {**one_of(*KEYS, "all"), "default": "all"}, "The key of a game, or all")
TWO_PLAYERS = Operation(
    "two_players",
    RESULTS,
    "Two players against each other: who finished higher in every meeting",
    {200: ref("TwoPlayers")},
    (*ONE, in_path("other", ID, "The number of the other player")),
    (ALL_GAMES, SEASON),
    words="For members, and for everybody where the club’s history is open. 404 where both are the same player.",
)
HALL = Operation(
    "club_records",
    RESULTS,
    "The records of a game, and what was called out",
    {200: ref("ClubRecords")},
    query=(GAME, SEASON),
    words="For members, and for everybody where the club’s history is open. The best and worst of a game with "
    "who did it, the most cups, and how often each call-out was heard.",
)
TROPHIES = Operation(
    "trophies",
    TROPHY_TAG,
    "Every current trophy, with who holds it",
    {200: object_schema(trophies=array(ref("Trophy")))},
    words="For members, and for everybody where the club’s history is open. Without retired ones.",
)
TROPHY = Operation(
    "trophy",
    TROPHY_TAG,
    "One trophy and its chain, the newest first",
    {200: ref("TrophyChain")},
    ONE,
    PAGED,
    words="For members, and for everybody where the club’s history is open. An award that was withdrawn stays "
    "in it, with its reason.",
)
PASS_ON = Operation(
    "pass_trophy_on",
    TROPHY_TAG,
    "Pass a trophy on by hand",
    {201: ref("Trophy")},
    ONE,
    body=ref("Passing"),
    example={"player": 11, "reason": "for the cake"},
    words="For organisers, with a reason that the chain keeps. The next match played for it may move it again.",
)
PLAYOFFS = Operation(
    "playoffs",
    PLAYOFF_TAG,
    "The play-offs of a club",
    {200: a_page("playoffs", ref("Playoff"))},
    query=PAGED,
    words="For members, and for everybody where the club’s history is open.",
)
PLAYOFF = Operation(
    "playoff",
    PLAYOFF_TAG,
    "One play-off as it stands",
    {200: ref("WholePlayoff")},
    ONE,
    words="Groups with their tables, who goes up, and the final tables; of a tournament its pairings.",
)


# Seasons and their schemes.


SEASONS = "Seasons"

LIST_SEASONS = Operation(
    "list_seasons",
    SEASONS,
    "The seasons of a club",
    {200: a_page("seasons", ref("Season"))},
    query=PAGED,
    words="For members, and for everybody where the club’s history is open. The newest first.",
)
ADD_SEASON = Operation(
    "add_season",
    SEASONS,
    "Create a season",
    {201: ref("Season")},
    body=ref("NewSeason"),
    example={"name": "Autumn 2026", "starts_on": "2026-09-01", "ends_on": "2026-12-31"},
    words="Seasons never overlap. Nights and matches of these days come into it, and the tables follow.",
)
READ_SEASON = Operation(
    "read_season",
    SEASONS,
    "One season",
    {200: ref("Season")},
    ONE,
    words="For members, and for everybody where the club’s history is open.",
)
CHANGE_SEASON = Operation(
    "change_season",
    SEASONS,
    "Change, close or open a season",
    {200: ref("Season")},
    ONE,
    body=ref("SeasonChange"),
    example={"closed": True},
    matched=True,
    words="For organisers; keys left out stay as they are. Nights and matches of days that it gains or loses follow.",
)
TABLE_OF_SEASON = (*ONE, in_path("game", TEXT, "The key of a game, or `all` for the table across all games"))
READ_POINTS = Operation(
    "read_points",
    SEASONS,
    "How the points of a season are counted",
    {200: ref("Scheme")},
    TABLE_OF_SEASON,
    words="For members, and for everybody where the club’s history is open.",
)
CHANGE_POINTS = Operation(
    "change_points",
    SEASONS,
    "Change how the points of a season are counted",
    {200: ref("Scheme")},
    TABLE_OF_SEASON,
    body=ref("Scheme"),
    example={"way": "places", "places": [5, 3, 2], "coming": 1, "tie_breaks": ["wins", "meetings"]},
    matched=True,
    words="The whole scheme: what is left out has its default. The tables are recalculated. "
    "A closed season is refused.",
)
