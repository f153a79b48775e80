"""Schemas of play-offs and of the night report."""

from dogclub.api.openapi.terms import (
    ID,
    MOMENT,
    NUMBER,
    TEXT,
    TRUTH,
    UUID,
    Json,
    about,
    at_times,
    many,
    maybe,
    one_of,
    ref,
    thing,
    wider,
)

PLAYOFF: Json = thing(
    id=ID,
    kind=one_of("groups", "knockout", "round-robin"),
    game=TEXT,
    night=maybe(ID),
    started_at=MOMENT,
    finished_at=maybe(MOMENT),
    called_off_at=maybe(MOMENT),
    winner=maybe(ref("Who")),
    loser=maybe(ref("Who")),
)
CHAIR: Json = thing(player=ID, name=TEXT, total=NUMBER, place=NUMBER)
PLAYOFF_TABLE: Json = thing(match=UUID, played=NUMBER, of=NUMBER, over=TRUTH, seats=many(CHAIR))
# A group without a table yet has only its letter and its cut.
GROUP: Json = at_times(
    wider(thing(group=TEXT, up=many({}), down=many({}), level=many({})), **PLAYOFF_TABLE["properties"]),
    *PLAYOFF_TABLE["properties"],
)
PAIRING: Json = thing(
    round=NUMBER,
    number=NUMBER,
    players=many(maybe(ref("Who"))),
    match=maybe(UUID),
    points=many({}),
    winner=maybe(ref("Who")),
)
_PLACE: Json = thing(place=NUMBER, player=ID, wins=NUMBER, difference=NUMBER, why=TEXT)
EVENING: Json = wider(
    PLAYOFF,
    advance=NUMBER,
    bottom=maybe(NUMBER, "How many of each group play for the other trophy; null: all the rest"),
    gone=about(many(ID), "Who went home before the final tables"),
    sits_out=about(many(ID), "Who sits out the finals, between those who go up and those who play off"),
    groups=many(GROUP),
    winners_table=maybe(PLAYOFF_TABLE),
    losers_table=maybe(PLAYOFF_TABLE),
    is_cut=TRUTH,
    if_it_ended_now=many(thing(prize=TEXT, who=TEXT, why=TEXT)),
)
PAIRS: Json = wider(PLAYOFF, pairings=many(PAIRING), standing=many(_PLACE))
CALL: Json = thing(label=TEXT, words=TEXT)
FIGURE_OF_NIGHT: Json = thing(label=TEXT, value={"type": ["number", "string"]}, unit=TEXT)
_SITTING: Json = thing(player=ID, name=TEXT, place=NUMBER, total=NUMBER, **{"from": TEXT})
REPORT: Json = thing(
    night=ID,
    headline=TEXT,
    opening=TEXT,
    paragraphs=many(TEXT),
    tables=many(thing(match=UUID, title=TEXT, game=TEXT, finished=TRUTH, places=many(_SITTING))),
    called_out=many(CALL),
    tagged=many(CALL),
    numbers=many(FIGURE_OF_NIGHT),
    next=TEXT,
)
