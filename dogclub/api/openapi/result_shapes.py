"""Schemas of results: seasons, standings, statistics, ratings, records, trophies."""

from dogclub.api.openapi.operation import (
    DAY,
    DECIMAL,
    ID,
    LINK,
    MOMENT,
    NUMBER,
    TEXT,
    TRUTH,
    UUID,
    Json,
    array,
    explained,
    extended,
    nullable,
    object_schema,
    one_of,
    optional,
    ref,
)

SEASON: Json = object_schema(id=ID, name=TEXT, starts_on=DAY, ends_on=DAY, closed=TRUTH)
RATING: Json = object_schema(
    player=ID,
    name=TEXT,
    rating=explained(DECIMAL, "The likely strength; a newcomer has 25"),
    plus_minus=explained(DECIMAL, "How far off it may be, nineteen times in twenty"),
    at_least=explained(DECIMAL, "The rating less what it may be off: what the list is ordered by"),
    provisional=explained(TRUTH, "Provisional"),
    matches=NUMBER,
    since=explained(MOMENT, "When their last match of the game ended"),
)
ASKED: Json = object_schema(
    metric=TEXT,
    mine=nullable(NUMBER, "Points, average places and best results in hundredths"),
    above=nullable(NUMBER),
    verdict=one_of("level", "decided", "unasked"),
)
STANDING_ROW: Json = object_schema(
    player=ID,
    name=TEXT,
    place=nullable(NUMBER, "None below the minimum of matches"),
    points=explained(NUMBER, "In hundredths"),
    played=NUMBER,
    nights=NUMBER,
    wins=NUMBER,
    losses=NUMBER,
    total=NUMBER,
    best=nullable(NUMBER),
    decided=array(ASKED, "What was asked against the row above"),
)
RUNNER: Json = object_schema(
    player=ID,
    name=TEXT,
    points=array(NUMBER, "After each night, in hundredths"),
    places=array(nullable(NUMBER), "The row in the table, shared places in order; null before the first match"),
    played=array(TRUTH),
    won=array(TRUTH),
)
FIGURE: Json = object_schema(label=TEXT, value=DECIMAL, unit=TEXT)
MET: Json = object_schema(player=ID, name=TEXT, matches=NUMBER, ahead=NUMBER, behind=NUMBER)
AHEAD: Json = object_schema(
    matches=NUMBER, ahead=explained(NUMBER, "How often the first finished higher"), behind=NUMBER, level=NUMBER
)
MEETING: Json = object_schema(
    match=UUID,
    game=TEXT,
    started_at=MOMENT,
    night=nullable(ID),
    players=explained(NUMBER, "At the table"),
    total=NUMBER,
    other_total=NUMBER,
    finished=one_of("ahead", "behind", "level"),
)
TWO_PLAYERS: Json = extended(
    AHEAD,
    player=ID,
    name=TEXT,
    against=ref("Who"),
    game=nullable(TEXT, "null for all of them"),
    season=nullable(TEXT, "Its name; null for all of them"),
    longest_ahead=explained(NUMBER, "Meetings in a row"),
    longest_behind=NUMBER,
    by_game=array(extended(AHEAD, game=TEXT)),
    by_size=array(extended(AHEAD, players=NUMBER), "By the number of players at the table"),
    meetings=array(MEETING, "The last hundred, the oldest first"),
)
TOTAL: Json = object_schema(
    match=UUID,
    started_at=MOMENT,
    place=NUMBER,
    total=NUMBER,
    average=nullable(DECIMAL, "Of the last five totals; null while there are fewer, and for “all” rules"),
)
FORM_NIGHT: Json = object_schema(
    started_at=explained(MOMENT, "Of the first match"),
    season=explained(TEXT, "Its name, or nothing"),
    matches=explained(NUMBER, "How many the player finished; 0 for a night away"),
    total=nullable(DECIMAL, "Of that night, the average of several; null for a night away"),
    won=TRUTH,
    average=nullable(DECIMAL, "Of the last five nights played; null while there are fewer, and for a night away"),
)
STATISTICS: Json = object_schema(
    player=ID,
    name=TEXT,
    game=TEXT,
    season=nullable(TEXT, "Its name; null for all time"),
    rules=explained(
        TEXT, "Whose matches are counted: “written”, a key, or “all”; empty where all are by the same rules"
    ),
    by_rules=array(
        object_schema(rules=TEXT, words=explained(TEXT, "How they are called"), matches=NUMBER),
        "The rules by which the player has matches, where there are several: points by different rules do not compare",
    ),
    matches=NUMBER,
    wins=NUMBER,
    losses=NUMBER,
    best=nullable(NUMBER),
    worst=nullable(NUMBER),
    figures=array(FIGURE),
    tables=array(object_schema(title=TEXT, heads=array(TEXT), rows=array(array(TEXT)))),
    called=explained({"type": "object", "additionalProperties": NUMBER}, "Times, by call-out"),
    met=array(MET, "The hundred met most often; who finished higher"),
    totals=array(TOTAL, "The last forty matches, the oldest first"),
    nights=array(FORM_NIGHT, "The last twenty of the club on which the game was played, the oldest first"),
)
NEXT_NIGHT: Json = object_schema(
    night=ID,
    title=TEXT,
    starts_at=MOMENT,
    place=TEXT,
    closes_at=explained(MOMENT, "When answers close"),
    closed=explained(TEXT, "Why nobody can answer any more; else empty"),
    taken=explained(NUMBER, "Places taken so far, guests included"),
    maybe=explained(NUMBER, "How many may come"),
    answer=nullable(ref("NightAnswer"), "Yours"),
)
TO_CONFIRM: Json = object_schema(
    match=UUID,
    title=TEXT,
    words=explained(TEXT, "What you came to, and who entered it"),
    seat=NUMBER,
    sheet=explained(NUMBER, "The version of the sheet: sent with the confirmation"),
)
MY_SEASON: Json = object_schema(
    season=ID,
    name=TEXT,
    game=nullable(TEXT, "None across all games"),
    place=nullable(NUMBER, "None below the minimum of matches"),
    of=explained(NUMBER, "How many are ranked"),
    points=explained(NUMBER, "In hundredths"),
    nights=NUMBER,
    nights_past=explained(NUMBER, "Of the season, up to today"),
    wins=NUMBER,
    words=explained(TEXT, "How far it is to those beside you"),
)
MY_GAME: Json = object_schema(
    game=TEXT,
    rules=explained(TEXT, "By which rules nights and bids are counted; empty where all matches are by the same"),
    matches=NUMBER,
    wins=NUMBER,
    nights=array(FORM_NIGHT, "The last twenty of the club on which the game was played, the oldest first"),
    bids=nullable(
        object_schema(
            title=TEXT,
            heads=array(TEXT),
            rows=array(array(TEXT)),
            club=array(nullable(NUMBER), "The club’s own rate beside each row, in per cent"),
        ),
        "null in a game without bids",
    ),
    records=array(object_schema(title=TEXT, value=NUMBER, match=UUID, words=TEXT), "Records of the club you hold"),
)
MY_PAGE: Json = object_schema(
    player=ID,
    name=TEXT,
    next_night=nullable(NEXT_NIGHT),
    to_confirm=array(TO_CONFIRM, "The newest first"),
    season=nullable(MY_SEASON, "The newest; null before your first result in it"),
    holds=array(object_schema(trophy=ID, name=TEXT, since=MOMENT, defended=NUMBER)),
    held=array(object_schema(trophy=ID, name=TEXT, times=NUMBER, last=MOMENT), "Every trophy you ever had"),
    form=nullable(MY_GAME, "In the game you played most; null before the first result"),
)
RULES: Json = explained(TEXT, "The rules of its match in words; empty where it was played as written")
FAME: Json = object_schema(
    player=ID,
    name=TEXT,
    cups=NUMBER,
    cones=NUMBER,
    wins=NUMBER,
    best=nullable(NUMBER, "By the rules as written, where the player has such a match"),
    rules=RULES,
)
RECORD: Json = object_schema(title=TEXT, value=NUMBER, player=ID, name=TEXT, match=UUID, words=TEXT, rules=RULES)
CALLED: Json = object_schema(term=TEXT, label=TEXT, times=NUMBER, most=array(TEXT), tagged=TRUTH)
HOLDER: Json = object_schema(
    player=ID,
    name=TEXT,
    since=MOMENT,
    days=NUMBER,
    defended=explained(NUMBER, "The times it was kept, after the one it was taken"),
    back_to_back=TRUTH,
)
TROPHY: Json = object_schema(
    id=ID,
    name=TEXT,
    about=TEXT,
    game=nullable(TEXT, "None for a trophy of the whole club"),
    rule=one_of("winner", "loser", "hand"),
    retired_at=nullable(MOMENT),
    holders=array(ref("Holder"), "Several after a shared win"),
)
CHAIN_LINK: Json = object_schema(
    player=ID,
    name=TEXT,
    awarded_at=MOMENT,
    match=nullable(UUID),
    playoff=nullable(ID),
    night=nullable(ID),
    reason=TEXT,
    days=nullable(NUMBER, "Until it was taken next; null while it is held"),
    mark=explained(TEXT, "Back-to-Back and the like, or nothing"),
    withdrawn_at=nullable(MOMENT),
    withdrawn_because=explained(TEXT, "Why it does not stand any more"),
)
WHO: Json = object_schema(player=ID, name=TEXT)
_NEXT = nullable(LINK, "The address of the next page; null on the last one")


# Schemas of play-offs and of the night report.


PLAYOFF: Json = object_schema(
    id=ID,
    kind=one_of("groups", "knockout", "round-robin"),
    game=TEXT,
    night=nullable(ID),
    started_at=MOMENT,
    finished_at=nullable(MOMENT),
    called_off_at=nullable(MOMENT),
    winner=nullable(ref("Who")),
    loser=nullable(ref("Who")),
)
CHAIR: Json = object_schema(player=ID, name=TEXT, total=NUMBER, place=NUMBER)
PLAYOFF_TABLE: Json = object_schema(match=UUID, played=NUMBER, of=NUMBER, over=TRUTH, seats=array(CHAIR))
# A group without a table yet has only its letter and its cut.
GROUP: Json = optional(
    extended(object_schema(group=TEXT, up=array({}), down=array({}), level=array({})), **PLAYOFF_TABLE["properties"]),
    *PLAYOFF_TABLE["properties"],
)
PAIRING: Json = object_schema(
    round=NUMBER,
    number=NUMBER,
    players=array(nullable(ref("Who"))),
    match=nullable(UUID),
    points=array({}),
    winner=nullable(ref("Who")),
)
_PLACE: Json = object_schema(place=NUMBER, player=ID, wins=NUMBER, difference=NUMBER, why=TEXT)
_TAKING: Json = object_schema(
    rule=explained(TEXT, "`winner` or `loser`"),
    prize=TEXT,
    players=array(nullable(ref("Who"))),
    total=NUMBER,
    how=explained(TEXT, 'What decided it, in a few words; "" if nothing is to be said'),
    why=TEXT,
    tie_break=array(object_schema(name=TEXT, figure=TEXT, words=TEXT)),
    crosses=explained(TRUTH, "Whether the loser’s trophy went to the winners’ table"),
    last=array(object_schema(day=DAY, names=TEXT)),
    run=TEXT,
)
EVENING: Json = extended(
    PLAYOFF,
    advance=NUMBER,
    bottom=nullable(NUMBER, "How many of each group play for the other trophy; null: all the rest"),
    gone=explained(array(ID), "Who went home before the final tables"),
    sits_out=explained(array(ID), "Who sits out the finals, between those who go up and those who play off"),
    groups=array(GROUP),
    winners_table=nullable(PLAYOFF_TABLE),
    losers_table=nullable(PLAYOFF_TABLE),
    is_cut=TRUTH,
    if_it_ended_now=array(object_schema(prize=TEXT, who=TEXT, why=TEXT)),
    ended=explained(array(_TAKING), "Who took which trophy, once it is over"),
)
PAIRS: Json = extended(PLAYOFF, pairings=array(PAIRING), standing=array(_PLACE))
CALL: Json = object_schema(label=TEXT, words=TEXT)
FIGURE_OF_NIGHT: Json = object_schema(label=TEXT, value={"type": ["number", "string"]}, unit=TEXT)
_SITTING: Json = object_schema(player=ID, name=TEXT, place=NUMBER, total=NUMBER, **{"from": TEXT})
REPORT: Json = object_schema(
    night=ID,
    headline=TEXT,
    opening=TEXT,
    paragraphs=array(TEXT),
    tables=array(
        object_schema(match=UUID, title=TEXT, game=TEXT, finished=TRUTH, places=array(_SITTING), ties=array(TEXT))
    ),
    called_out=array(CALL),
    tagged=array(CALL),
    numbers=array(FIGURE_OF_NIGHT),
    next=TEXT,
)

SCHEMAS: dict[str, Json] = {
    "Season": SEASON,
    "Rating": RATING,
    "Who": WHO,
    "Ratings": object_schema(game=TEXT, ratings=array(ref("Rating"))),
    "StandingRow": STANDING_ROW,
    "Standings": object_schema(
        season=nullable(ID, "None for all time"),
        game=nullable(TEXT, "None across all games"),
        scheme=explained({"type": "object"}, "How its points are counted"),
        rules=array(
            object_schema(
                rules=explained(TEXT, "“written” or a key, as in a scheme’s `rules`, where “written” is an empty text"),
                words=explained(TEXT, "How they are called"),
                matches=NUMBER,
            ),
            "By which rules its matches were played; empty where all were played as written",
        ),
        rows=array(ref("StandingRow")),
    ),
    "Race": object_schema(
        season=nullable(ID), game=nullable(TEXT), nights=array(TEXT, "As they are read: 21 Nov"), players=array(RUNNER)
    ),
    "PlayerStatistics": STATISTICS,
    "MyPage": MY_PAGE,
    "TwoPlayers": TWO_PLAYERS,
    "ClubRecords": object_schema(
        game=TEXT, season=nullable(TEXT), fame=array(FAME), records=array(RECORD), called=array(CALLED)
    ),
    "Holder": HOLDER,
    "Trophy": TROPHY,
    "TrophyChain": extended(TROPHY, chain=array(CHAIN_LINK), next=_NEXT),
    "Playoff": PLAYOFF,
    "PlayoffEvening": EVENING,
    "PlayoffPairs": PAIRS,
    "WholePlayoff": {"oneOf": [ref("PlayoffEvening"), ref("PlayoffPairs")]},
    "NightReport": REPORT,
}
