"""Schemas of play-offs and of the night report."""

from dogclub.api.openapi.terms import (
    ID,
    MOMENT,
    NUMBER,
    TEXT,
    TRUTH,
    UUID,
    Json,
    array,
    described,
    extended,
    nullable,
    object_schema,
    one_of,
    optional,
    ref,
)

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
EVENING: Json = extended(
    PLAYOFF,
    advance=NUMBER,
    bottom=nullable(NUMBER, "How many of each group play for the other trophy; null: all the rest"),
    gone=described(array(ID), "Who went home before the final tables"),
    sits_out=described(array(ID), "Who sits out the finals, between those who go up and those who play off"),
    groups=array(GROUP),
    winners_table=nullable(PLAYOFF_TABLE),
    losers_table=nullable(PLAYOFF_TABLE),
    is_cut=TRUTH,
    if_it_ended_now=array(object_schema(prize=TEXT, who=TEXT, why=TEXT)),
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
    tables=array(object_schema(match=UUID, title=TEXT, game=TEXT, finished=TRUTH, places=array(_SITTING))),
    called_out=array(CALL),
    tagged=array(CALL),
    numbers=array(FIGURE_OF_NIGHT),
    next=TEXT,
)
