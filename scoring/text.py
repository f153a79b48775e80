"""A sheet's JSON as an aligned text table for people: `manage.py score --text`."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scoring import engine
from scoring.table import aligned, minus

Json = Mapping[str, Any]


def text(sheet: Json) -> str:
    """The sheet of a match or of a play-off as text, top totals [boxed] and bottom totals (circled).

    >>> from scoring.records import score
    >>> print(text(score({"record": 1, "game": "dirty-dog", "players": ["Ann", "Bo", "Cy", "Di"]})).splitlines()[-1])
    Next: hand 1, 1 card, Ann deals, Bo bids: 0 or 1.
    """
    lines = _match(sheet) if "rounds" in sheet else _playoff(sheet)
    return "\n".join(line.rstrip() for line in lines)


def _match(sheet: Json) -> Iterator[str]:
    table = engine(sheet["game"]).record_format.text(sheet)
    yield from aligned([table.head, *table.rows])
    yield ""
    for rank in sheet["ranking"]:
        yield f"{rank['place']}. {', '.join(rank['players'])}: {minus(rank['points'])}"
    for title, key in (("Winner", "winners"), ("Loser", "losers"), *table.titles):
        if sheet.get(key):
            yield f"{title}: {', '.join(sheet[key])}"
    yield from _needs(sheet["needs"])
    for warning in sheet["warnings"]:
        yield f"Note: {warning['message']}"
    yield from table.after


def _playoff(sheet: Json) -> Iterator[str]:
    titles = ("winners_table", "Winners’ table"), ("losers_table", "Losers’ table")
    for key, title in (*titles, ("winners", "Winner"), ("losers", "Loser")):
        if sheet[key]:
            yield f"{title}: {', '.join(sheet[key])}"
    if sheet["crossover"]:
        yield "The loser trophy crosses over to the winners’ table."
    yield from _needs(sheet["needs"])


def _needs(needs: Iterable[Json]) -> Iterator[str]:
    for need in needs:
        cards = f" with {need['cards']} cards" if "cards" in need else ""
        yield f"Still to settle: {need['what'].replace('-', ' ')}{cards}: {', '.join(need['players'])}"
