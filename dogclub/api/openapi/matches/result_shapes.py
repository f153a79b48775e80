"""Schemas of results: standings, statistics, ratings, records, trophies."""

from dogclub.api.openapi.matches.night_shapes import EVENING, PAIRS, PLAYOFF, REPORT
from dogclub.api.openapi.terms import (
    DECIMAL,
    ID,
    LINK,
    MOMENT,
    NUMBER,
    TEXT,
    TRUTH,
    UUID,
    Json,
    about,
    many,
    maybe,
    one_of,
    ref,
    thing,
    wider,
)

RATING: Json = thing(
    player=ID,
    name=TEXT,
    rating=about(DECIMAL, "The likely strength; a newcomer has 25"),
    plus_minus=about(DECIMAL, "How far off it may be, nineteen times in twenty"),
    at_least=about(DECIMAL, "The rating less what it may be off: what the list is ordered by"),
    provisional=about(TRUTH, "Provisional"),
    matches=NUMBER,
    since=about(MOMENT, "When their last match of the game ended"),
)
ASKED: Json = thing(
    metric=TEXT,
    mine=maybe(NUMBER, "Points, average places and best results in hundredths"),
    above=maybe(NUMBER),
    verdict=one_of("level", "decided", "unasked"),
)
STANDING_ROW: Json = thing(
    player=ID,
    name=TEXT,
    place=maybe(NUMBER, "None below the minimum of matches"),
    points=about(NUMBER, "In hundredths"),
    played=NUMBER,
    nights=NUMBER,
    wins=NUMBER,
    losses=NUMBER,
    total=NUMBER,
    best=maybe(NUMBER),
    decided=many(ASKED, "What was asked against the row above"),
)
RUNNER: Json = thing(
    player=ID,
    name=TEXT,
    points=many(NUMBER, "After each night, in hundredths"),
    places=many(maybe(NUMBER), "The row in the table, shared places in order; null before the first match"),
    played=many(TRUTH),
    won=many(TRUTH),
)
FIGURE: Json = thing(label=TEXT, value=DECIMAL, unit=TEXT)
MET: Json = thing(player=ID, name=TEXT, matches=NUMBER, ahead=NUMBER, behind=NUMBER)
AHEAD: Json = thing(
    matches=NUMBER, ahead=about(NUMBER, "How often the first finished higher"), behind=NUMBER, level=NUMBER
)
MEETING: Json = thing(
    match=UUID,
    game=TEXT,
    started_at=MOMENT,
    night=maybe(ID),
    players=about(NUMBER, "At the table"),
    total=NUMBER,
    other_total=NUMBER,
    finished=one_of("ahead", "behind", "level"),
)
TWO_PLAYERS: Json = wider(
    AHEAD,
    player=ID,
    name=TEXT,
    against=ref("Who"),
    game=maybe(TEXT, "null for all of them"),
    season=maybe(TEXT, "Its name; null for all of them"),
    longest_ahead=about(NUMBER, "Meetings in a row"),
    longest_behind=NUMBER,
    by_game=many(wider(AHEAD, game=TEXT)),
    by_size=many(wider(AHEAD, players=NUMBER), "By the number of players at the table"),
    meetings=many(MEETING, "The last hundred, the oldest first"),
)
TOTAL: Json = thing(
    match=UUID,
    started_at=MOMENT,
    place=NUMBER,
    total=NUMBER,
    average=maybe(DECIMAL, "Of the last five totals; null while there are fewer"),
)
FORM_NIGHT: Json = thing(
    started_at=about(MOMENT, "Of the first match"),
    season=about(TEXT, "Its name, or nothing"),
    matches=about(NUMBER, "How many the player finished; 0 for a night away"),
    total=maybe(DECIMAL, "Of that night, the average of several; null for a night away"),
    won=TRUTH,
    average=maybe(DECIMAL, "Of the last five nights played; null while there are fewer, and for a night away"),
)
STATISTICS: Json = thing(
    player=ID,
    name=TEXT,
    game=TEXT,
    season=maybe(TEXT, "Its name; null for all time"),
    matches=NUMBER,
    wins=NUMBER,
    losses=NUMBER,
    best=maybe(NUMBER),
    worst=maybe(NUMBER),
    figures=many(FIGURE),
    tables=many(thing(title=TEXT, heads=many(TEXT), rows=many(many(TEXT)))),
    called=about({"type": "object", "additionalProperties": NUMBER}, "Times, by call-out"),
    met=many(MET, "The hundred met most often; who finished higher"),
    totals=many(TOTAL, "The last forty matches, the oldest first"),
    nights=many(FORM_NIGHT, "The last twenty of the club on which the game was played, the oldest first"),
)
NEXT_NIGHT: Json = thing(
    night=ID,
    title=TEXT,
    starts_at=MOMENT,
    place=TEXT,
    closes_at=about(MOMENT, "When answers close"),
    closed=about(TEXT, "Why nobody can answer any more; else empty"),
    taken=about(NUMBER, "Places taken so far, guests included"),
    maybe=about(NUMBER, "How many may come"),
    answer=maybe(ref("NightAnswer"), "Yours"),
)
TO_CONFIRM: Json = thing(
    match=UUID,
    title=TEXT,
    words=about(TEXT, "What you came to, and who entered it"),
    seat=NUMBER,
    sheet=about(NUMBER, "The version of the sheet: sent with the confirmation"),
)
MY_SEASON: Json = thing(
    season=ID,
    name=TEXT,
    game=maybe(TEXT, "None across all games"),
    place=maybe(NUMBER, "None below the minimum of matches"),
    of=about(NUMBER, "How many are ranked"),
    points=about(NUMBER, "In hundredths"),
    nights=NUMBER,
    nights_past=about(NUMBER, "Of the season, up to today"),
    wins=NUMBER,
    words=about(TEXT, "How far it is to those beside you"),
)
MY_GAME: Json = thing(
    game=TEXT,
    matches=NUMBER,
    wins=NUMBER,
    nights=many(FORM_NIGHT, "The last twenty of the club on which the game was played, the oldest first"),
    bids=maybe(
        thing(
            title=TEXT,
            heads=many(TEXT),
            rows=many(many(TEXT)),
            club=many(maybe(NUMBER), "The club’s own rate beside each row, in per cent"),
        ),
        "null in a game without bids",
    ),
    records=many(thing(title=TEXT, value=NUMBER, match=UUID, words=TEXT), "Records of the club you hold"),
)
MY_PAGE: Json = thing(
    player=ID,
    name=TEXT,
    next_night=maybe(NEXT_NIGHT),
    to_confirm=many(TO_CONFIRM, "The newest first"),
    season=maybe(MY_SEASON, "The newest; null before your first result in it"),
    holds=many(thing(trophy=ID, name=TEXT, since=MOMENT, defended=NUMBER)),
    held=many(thing(trophy=ID, name=TEXT, times=NUMBER, last=MOMENT), "Every trophy you ever had"),
    form=maybe(MY_GAME, "In the game you played most; null before the first result"),
)
FAME: Json = thing(player=ID, name=TEXT, cups=NUMBER, cones=NUMBER, wins=NUMBER, best=maybe(NUMBER))
RECORD: Json = thing(title=TEXT, value=NUMBER, player=ID, name=TEXT, match=UUID, words=TEXT)
CALLED: Json = thing(term=TEXT, label=TEXT, times=NUMBER, most=many(TEXT), tagged=TRUTH)
HOLDER: Json = thing(
    player=ID,
    name=TEXT,
    since=MOMENT,
    days=NUMBER,
    defended=about(NUMBER, "The times it was kept, after the one it was taken"),
    back_to_back=TRUTH,
)
TROPHY: Json = thing(
    id=ID,
    name=TEXT,
    about=TEXT,
    game=maybe(TEXT, "None for a trophy of the whole club"),
    rule=one_of("winner", "loser", "hand"),
    retired_at=maybe(MOMENT),
    holders=many(ref("Holder"), "Several after a shared win"),
)
CHAIN_LINK: Json = thing(
    player=ID,
    name=TEXT,
    awarded_at=MOMENT,
    match=maybe(UUID),
    playoff=maybe(ID),
    night=maybe(ID),
    reason=TEXT,
    days=maybe(NUMBER, "Until it was taken next; null while it is held"),
    mark=about(TEXT, "Back-to-Back and the like, or nothing"),
    withdrawn_at=maybe(MOMENT),
    withdrawn_because=about(TEXT, "Why it does not stand any more"),
)
WHO: Json = thing(player=ID, name=TEXT)
_NEXT = maybe(LINK, "The address of the next page; null on the last one")
SCHEMAS: dict[str, Json] = {
    "Rating": RATING,
    "Who": WHO,
    "Ratings": thing(game=TEXT, ratings=many(ref("Rating"))),
    "StandingRow": STANDING_ROW,
    "Standings": thing(
        season=maybe(ID, "None for all time"),
        game=maybe(TEXT, "None across all games"),
        scheme=about({"type": "object"}, "How its points are counted"),
        rows=many(ref("StandingRow")),
    ),
    "Race": thing(
        season=maybe(ID), game=maybe(TEXT), nights=many(TEXT, "As they are read: 21 Nov"), players=many(RUNNER)
    ),
    "PlayerStatistics": STATISTICS,
    "MyPage": MY_PAGE,
    "TwoPlayers": TWO_PLAYERS,
    "ClubRecords": thing(game=TEXT, season=maybe(TEXT), fame=many(FAME), records=many(RECORD), called=many(CALLED)),
    "Holder": HOLDER,
    "Trophy": TROPHY,
    "TrophyChain": wider(TROPHY, chain=many(CHAIN_LINK), next=_NEXT),
    "Playoff": PLAYOFF,
    "PlayoffEvening": EVENING,
    "PlayoffPairs": PAIRS,
    "WholePlayoff": {"oneOf": [ref("PlayoffEvening"), ref("PlayoffPairs")]},
    "NightReport": REPORT,
}
