"""Records and sheets as JSON, the schemas of records, and a sheet as a text table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from scoring import ENGINES, PLAYOFFS, engine
from scoring.base import Engine, Malformed, PlayoffForm, RuleError, Sheet, replay
from scoring.messages import Message, row, translated
from scoring.record_format import strict
from scoring.record_format.parts import Names, Substitute
from scoring.table import aligned, minus

# Records and sheets as JSON: the same documents for the command line, the API, import, export and backups.


Json = dict[str, Any]
Match = tuple[Engine[Any], list[str], int, Any, list[Any]]

read = strict.read


def entry_from_json(game: Engine[Any], kind: str, payload: object) -> Any:
    """Read an entry strictly from its stored payload; the keys of its maps are put into a fixed order, since a database
    may not keep theirs. Raise Malformed where the kind or the payload does not fit the game.

    >>> entry_from_json(engine("dirty-dog"), "tricks", {"tricks": {"0": 1, "1": 0}}).tricks
    {0: 1, 1: 0}
    """
    return entry_from_stored(game, kind, strict.clean(payload))


def entry_from_stored(game: Engine[Any], kind: str, payload: object) -> Any:
    """As `entry_from_json`, out of a payload whose text and keys were checked when it was written."""
    if kind not in game.entries:
        raise Malformed("kind", _no_entry(kind, game))
    return strict.shape(_ordered(payload), game.entries[kind], seat_keys=True)


def _no_entry(kind: str, game: Engine[Any]) -> Message:
    known = row(game.entries)
    return Message("“{kind}” is not an entry of {game}: use one of {known}.", kind=kind, game=game.name, known=known)


def _ordered(value: Any) -> Any:
    """The value with the keys of every map sorted, shorter keys first, so that seat 2 comes before seat 10."""
    if isinstance(value, dict):
        keys = sorted(sorted(value), key=len)
        return {key: item if type(item := value[key]) is int else _ordered(item) for key in keys}
    return [_ordered(each) for each in value] if isinstance(value, list) else value


def entry_to_json(entry: Struct) -> Json:
    """The payload an entry is stored as; fields with their default value are left out.

    >>> from scoring.dirty_dog import Bids
    >>> entry_to_json(Bids({0: 1, 1: 0}, trump="hearts"))
    {'bids': {'0': 1, '1': 0}, 'trump': 'hearts'}
    """
    return msgspec.json.decode(msgspec.json.encode(entry), type=Json)


def options_from_json(game: Engine[Any], payload: object) -> Any:
    """Read a match's stored options strictly; maps are keyed by seat."""
    return strict.shape(strict.clean(payload), game.options, seat_keys=True)


def options_to_json(options: Struct) -> Json:
    """The options as they are stored, maps keyed by seat; fields with their default value are left out."""
    usual = {field.name: field.default for field in structs.fields(options)}
    # msgspec leaves out a text only if it is the same object as the default.
    return {name: value for name, value in entry_to_json(options).items() if getattr(options, name) != usual[name]}


def from_record(document: object) -> Match:
    """The engine, names by seat, number of seats at the start, options and entries of a record; raise Malformed where
    it is no record.
    """
    cleaned = strict.checked_object(strict.clean(document))
    if "game" not in cleaned:
        known = row(game.key for game in ENGINES)
        message = Message("The key “game” is missing: say which one it is, such as {known}.", known=known)
        raise Malformed("malformed", message, field="game")
    game = engine(cleaned["game"])
    names, seats, options, entries = game.record_format.read(cleaned)
    for each in cleaned.get("substitutes", ()):
        Names(names).seat(each["seat"], "substitutes")
    return game, names, seats, options, entries


def to_record(
    game: Engine[Any],
    names: Sequence[str],
    seats: int,
    options: Any,
    entries: Iterable[Any],
    substitutes: Sequence[Substitute] = (),
) -> Json:
    """The record of a match: `names` by seat include late arrivals, `seats` is the number of seats at the start."""
    record = game.record_format.write(names, seats, options, entries)
    return record | ({"substitutes": [entry_to_json(each) for each in substitutes]} if substitutes else {})


def sheet_json(game: Engine[Any], sheet: Sheet, names: Sequence[str]) -> Json:
    """A sheet as JSON with names for seats, exactly as the record format defines it."""
    return game.record_format.sheet(sheet, names)


def sheet_with_ties(game: Engine[Any], sheet: Sheet, names: Sequence[str]) -> Json:
    """A sheet as JSON together with what settled its ties: what a sheet for people shows."""
    return sheet_json(game, sheet, names) | game.record_format.ties(sheet, names)


def sheet_for_paper(game: Engine[Any], sheet: Sheet, names: Sequence[str]) -> Json:
    """A sheet as JSON together with what was agreed and what settled its ties: what a printed sheet may show."""
    return sheet_with_ties(game, sheet, names) | game.record_format.options(sheet, names)


def score_for_people(document: object) -> Json:
    """As `score`, of a match with what settled its ties."""
    if isinstance(document, dict) and str(document.get("game")) in PLAYOFFS:
        return score(document)
    return sheet_with_ties(*played(document)) | _substitutes(document)


def score(document: object) -> Json:
    """The sheet of a record or of a play-off as JSON; raise a RuleError with the sentence, the round and the player's
    name.

    >>> score({"record": 1, "game": "dirty-dog", "players": ["Ann", "Bo", "Cy"]})["next"]["to_bid"]
    'Bo'
    """
    playoff = PLAYOFFS.get(str(document.get("game"))) if isinstance(document, dict) else None
    if playoff is not None:
        return playoff.score(strict.clean(document))
    return sheet_json(*played(document)) | _substitutes(document)


def _substitutes(document: Any) -> Json:
    """Who took over a seat, as in the record; no key where nobody did."""
    found = strict.clean(document).get("substitutes")
    return {"substitutes": found} if found else {}


def played(document: object) -> tuple[Engine[Any], Sheet, list[str]]:
    """The engine, sheet and names by seat of a record; raise a RuleError, with names, where a rule is broken."""
    game, names, seats, options, entries = from_record(document)
    try:
        return game, replay(game, seats, options, entries), names
    except RuleError as error:
        error.name_players(names)
        raise


def error_json(error: RuleError) -> Json:
    """A RuleError as JSON, as the command line and the API return it; fields that are None are left out."""
    fields = {
        "code": error.code,
        "message": translated(error.message),
        "round": error.round,
        "player": error.player,
        "field": error.field,
    }
    return {"error": {key: value for key, value in fields.items() if value is not None}}


def score_text(text: str | bytes, scored: Callable[[object], Json] = score) -> tuple[bool, Json]:
    """Score a record given as text: (True, sheet) or, where it breaks a rule, (False, error), both as JSON.

    >>> score_text("[]")[1]["error"]["code"]
    'malformed'
    """
    try:
        return True, scored(read(text))
    except RuleError as error:
        return False, error_json(error)


def score_lines(lines: Iterable[str | bytes], scored: Callable[[object], Json] = score) -> Iterator[tuple[bool, Json]]:
    """Yield the result of `score_text` for every line, in order; an error does not stop it, and blank lines are
    skipped.
    """
    return (score_text(line, scored) for line in lines if line.strip())


# JSON Schemas of the records of all games, generated from the types that records are read into.


DIALECT = "https://json-schema.org/draft/2020-12/schema"


def games() -> tuple[str, ...]:
    """The keys of every document that has a schema: all games, then all play-offs.

    >>> games()[0], games()[-1]
    ('dirty-dog', 'dirty-dog-playoff')
    """
    return (*(game.key for game in ENGINES), *(playoff.key for playoff in PLAYOFFS.values()))


def schema(game: str) -> Json:
    """The JSON Schema of a game's record or play-off; raise Malformed where there is no such game.

    >>> schema("dirty-dog")["required"]
    ['record', 'game', 'players']
    """
    return _playoff(PLAYOFFS[game]) if game in PLAYOFFS else _schema(engine(game).record_format.record)


def _schema(*types: Any) -> Json:
    """The first type's schema, with all given types and those they refer to under `$defs`."""
    _, components = msgspec.json.schema_components(types)
    top = components.pop(types[0].__name__)
    schema = {"$schema": DIALECT, **top, "$defs": components}
    return msgspec.json.decode(msgspec.json.encode(schema), type=Json)


def _playoff(form: PlayoffForm) -> Json:
    """The schema of a play-off. Its document type leaves open which of `tables` a table is, so that errors can name the
    table; the alternatives are added here.
    """
    schema = _schema(form.document, *form.tables)
    choices = [{"$ref": f"#/$defs/{each.__name__}"} for each in form.tables]
    schema["properties"]["groups"]["items"] = {"anyOf": choices}
    for key in form.final_tables:
        schema["properties"][key] = {"anyOf": [*choices, {"type": "null"}], "default": None}
    return schema


# A sheet's JSON as an aligned text table for people: `manage.py score --text`.


def text(sheet: Json) -> str:
    """The sheet of a match or of a play-off as text, top totals [boxed] and bottom totals (circled).

    >>> from scoring.records import score
    >>> print(text(score({"record": 1, "game": "dirty-dog", "players": ["Ann", "Bo", "Cy", "Di"]})).splitlines()[-1])
    Next: hand 1, 1 card, Ann deals, Bo bids: 0 or 1.
    """
    lines = _match(sheet) if "rounds" in sheet else _playoff_text(sheet)
    return "\n".join(line.rstrip() for line in lines)


def _match(sheet: Json) -> Iterator[str]:
    game = engine(sheet["game"])
    if game.apart(sheet.get("options", {})):
        yield f"Rules: {game.rules_name(sheet['options'])}"
        yield ""
    table = game.record_format.text(sheet)
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
    for each in sheet.get("substitutes", ()):
        yield f"Note: from round {each['round']} on {each['player']} plays for {each['instead_of']}."
    yield from table.after


def _playoff_text(sheet: Json) -> Iterator[str]:
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
