"""Records and sheets as JSON: the same documents for the command line, the API, import, export and backups."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from scoring import ENGINES, PLAYOFFS, engine
from scoring.base import Engine, Malformed, RuleError, Sheet, replay
from scoring.messages import Message, row, translated
from scoring.record_format import strict

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
    return entry_to_json(options)


def from_record(document: object) -> Match:
    """The engine, names by seat, number of seats at the start, options and entries of a record; raise Malformed where
    it is no record.
    """
    cleaned = strict.clean(document)
    if not isinstance(cleaned, dict):
        raise Malformed("malformed", Message("A record is one JSON object."))
    if "game" not in cleaned:
        known = row(game.key for game in ENGINES)
        message = Message("The key “game” is missing: say which one it is, such as {known}.", known=known)
        raise Malformed("malformed", message, field="game")
    game = engine(cleaned["game"])
    return (game, *game.record_format.read(cleaned))


def to_record(game: Engine[Any], names: Sequence[str], seats: int, options: Any, entries: Iterable[Any]) -> Json:
    """The record of a match: `names` by seat include late arrivals, `seats` is the number of seats at the start."""
    return game.record_format.write(names, seats, options, entries)


def sheet_json(game: Engine[Any], sheet: Sheet, names: Sequence[str]) -> Json:
    """A sheet as JSON with names for seats, exactly as the record format defines it."""
    return game.record_format.sheet(sheet, names)


def score(document: object) -> Json:
    """The sheet of a record or of a play-off as JSON; raise a RuleError with the sentence, the round and the player's
    name.

    >>> score({"record": 1, "game": "dirty-dog", "players": ["Ann", "Bo", "Cy"]})["next"]["to_bid"]
    'Bo'
    """
    playoff = PLAYOFFS.get(str(document.get("game"))) if isinstance(document, dict) else None
    if playoff is not None:
        return playoff.score(strict.clean(document))
    return sheet_json(*played(document))


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


def score_text(text: str | bytes) -> tuple[bool, Json]:
    """Score a record given as text: (True, sheet) or, where it breaks a rule, (False, error), both as JSON.

    >>> score_text("[]")[1]["error"]["code"]
    'malformed'
    """
    try:
        return True, score(read(text))
    except RuleError as error:
        return False, error_json(error)


def score_lines(lines: Iterable[str | bytes]) -> Iterator[tuple[bool, Json]]:
    """Yield the result of `score_text` for every line, in order; an error does not stop it, and blank lines are
    skipped.
    """
    return (score_text(line) for line in lines if line.strip())
