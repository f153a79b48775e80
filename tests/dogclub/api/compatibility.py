"""Whether a client generated from one OpenAPI document still works with the server that another one describes.

    broken(old, new) -> ["GET /api/v1/games 200 games[].name: is gone"]

What a client sends must still be accepted, and what it reads must still be present. Games may be added, and with them
kinds of entries, and tie-breaks. Each release writes its document with `python -m tests.dogclub.api.compatibility`;
later documents are compared with it.
"""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.server import ROOT

Json = dict[str, Any]
RELEASED = ROOT / "tests" / "dogclub" / "api" / "released.json"
WORDS = ("description", "example", "summary", "tags", "title")
BOUNDS = ("maximum", "maxLength", "maxItems"), ("minimum", "minLength", "minItems")
GROWS = ("game", "kind", "tie_breaks")
NO_BOUND = float("inf")


class Schema(NamedTuple):
    """A schema (`piece`) and the whole document in which its references are resolved."""

    whole: Json
    piece: Json

    def of(self, piece: Json) -> "Schema":
        """Return the piece as a Schema of the same document, with its references resolved."""
        while "$ref" in piece:
            piece = self.whole["components"]["schemas"][piece["$ref"].rpartition("/")[2]]
        return Schema(self.whole, piece)

    @property
    def choices(self) -> "list[Schema]":
        """The alternatives of `anyOf` and `oneOf`, flattened; the schema itself where it has none."""
        found = self.of(self.piece)
        inner = found.piece.get("anyOf") or found.piece.get("oneOf")
        return [each for choice in inner for each in found.of(choice).choices] if inner else [found]


def broken(old: Json, new: Json) -> list[str]:
    """Return a sentence for each change that would break an old client."""
    return [words for path, methods in old["paths"].items() for words in _path(old, new, path, methods)]


def _path(old: Json, new: Json, path: str, methods: Json) -> Iterator[str]:
    for method, before in methods.items():
        here, after = f"{method.upper()} {path}", new["paths"].get(path, {}).get(method)
        if after is None:
            yield f"{here}: is gone"
        else:
            yield from _parameters(f"{here} ?", before["parameters"], after["parameters"], old, new)
            yield from _body(here, before, after, old, new)
            yield from _answers(here, before["responses"], after["responses"], old, new)


def _parameters(here: str, before: list[Json], after: list[Json], old: Json, new: Json) -> Iterator[str]:
    known, now = ({(each["in"], each["name"]): each for each in some} for some in (before, after))
    yield from (f"{here}{name}: is gone" for where, name in known if (where, name) not in now)
    yield from (f"{here}{key[1]}: is new and required" for key in now if now[key].get("required") and key not in known)
    for key in known.keys() & now.keys():
        yield from sent(f"{here}{key[1]}", Schema(old, known[key]["schema"]), Schema(new, now[key]["schema"]))


def _body(here: str, before: Json, after: Json, old: Json, new: Json) -> Iterator[str]:
    content, now = (each.get("requestBody", {}).get("content", {}) for each in (before, after))
    is_needed = after.get("requestBody", {}).get("required", False)
    yield from (f"{here}: needs a body now" for _ in now if is_needed and not content)
    for kind in content:
        if kind in now:
            yield from sent(f"{here} body", Schema(old, content[kind]["schema"]), Schema(new, now[kind]["schema"]))
        else:
            yield f"{here} body: is no longer taken as {kind}"


def _answers(here: str, before: Json, after: Json, old: Json, new: Json) -> Iterator[str]:
    for status, answer in before.items():
        for kind, content in answer.get("content", {}).items() if status < "3" else ():
            now = after.get(status, {}).get("content", {}).get(kind)
            if now is None:
                yield f"{here} {status}: no longer answers {kind}"
            else:
                yield from read(f"{here} {status}", Schema(old, content["schema"]), Schema(new, now["schema"]))


def sent(here: str, old: Schema, new: Schema) -> list[str]:
    """Return how the new schema refuses what an old client sends; `here` names the place in each sentence."""
    return _fits(here, old, new, is_sent=True)


def read(here: str, old: Schema, new: Schema) -> list[str]:
    """Return how a response of the new schema differs from what an old client can read."""
    return _fits(here, new, old, is_sent=False)


def _fits(here: str, value: Schema, into: Schema, *, is_sent: bool) -> list[str]:
    """Return why a value of the schema `value` may not be a value of `into`; empty where every one is. Where no choice
    of `into` accepts a choice of `value`, the choice with the fewest sentences counts.
    """
    found: list[str] = []
    known = {_kind(choice) for choice in into.choices}
    for each in value.choices:
        if not is_sent and None not in known and _kind(each) not in known:
            continue
        attempts: list[list[str]] = [_fits_one(here, each, choice, is_sent) for choice in into.choices]
        if [] not in attempts:
            nearest: list[str] = min(attempts, key=len)
            found += nearest
    return found


def _fits_one(here: str, value: Schema, into: Schema, is_sent: bool) -> list[str]:
    """Return why a value of `value` may not be a value of `into`; neither has alternatives of its own."""
    one, other, fits = value.piece, into.piece, partial(_fits, is_sent=is_sent)
    if not other:
        return []
    if wrong := _type(here, one, other):
        return [wrong]
    found = [*_keys(here, one, other, is_sent)]
    for name, inner in one.get("properties", {}).items():
        if name in other.get("properties", {}) and (is_sent or name not in GROWS):
            found += fits(f"{here}.{name}", value.of(inner), into.of(other["properties"][name]))
    if isinstance(one.get("items"), dict) and isinstance(other.get("items"), dict):
        found += fits(f"{here}[]", value.of(one["items"]), into.of(other["items"]))
    return found


def _kind(choice: Schema) -> Any:
    """The constant of the property `kind`, which distinguishes the choices of a union, or None."""
    return choice.piece.get("properties", {}).get("kind", {}).get("const")


def _type(here: str, one: Json, other: Json) -> str:
    """Return how type, enumeration or bounds of `one` exceed those of `other`, or ""."""
    kinds, wanted = (set(_listed(each.get("type"))) for each in (one, other))
    if wanted and not kinds <= wanted | ({"integer"} if "number" in wanted else set()):
        return f"{here}: is {sorted(kinds)}, where {sorted(wanted)} is known"
    values, known = (_listed(each.get("enum", each.get("const"))) for each in (one, other))
    if known and (not values or not set(map(str, values)) <= set(map(str, known))):
        return f"{here}: may be {values or 'anything'}, where {known} is known"
    over = [name for name in BOUNDS[0] if one.get(name, NO_BOUND) > other.get(name, NO_BOUND)]
    over += [name for name in BOUNDS[1] if one.get(name, -NO_BOUND) < other.get(name, -NO_BOUND)]
    return f"{here}: has another {over[0]}" if over else ""


def _keys(here: str, one: Json, other: Json, is_sent: bool) -> Iterator[str]:
    """Yield the keys that are sent and not accepted, or required and not sent; for a response, those that may be
    missing.
    """
    mine, theirs = one.get("properties", {}), other.get("properties", {})
    if is_sent and other.get("additionalProperties") is False:
        yield from (f"{here}.{name}: is no longer taken" for name in mine if name not in theirs)
    missing = (name for name in other.get("required", ()) if name not in one.get("required", ()))
    yield from (f"{here}.{name}: is {'required now' if is_sent else 'gone, or not always there'}" for name in missing)


def _listed(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def slim(value: Any) -> Any:
    """Return the JSON value without descriptions and other texts for people."""
    if isinstance(value, dict):
        return {key: slim(each) for key, each in value.items() if key not in WORDS or "type" in each or "$ref" in each}
    return [slim(each) for each in value] if isinstance(value, list) else value


def write(document: Json, file: Path = RELEASED) -> None:
    """Write the document with each operation and schema under a key of its own, so that a diff is readable."""
    paths = {
        f"{path} {method}": {name: operation[name] for name in ("parameters", "requestBody") if name in operation}
        | {"responses": {status: answer for status, answer in operation["responses"].items() if status < "3"}}
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    lines = {"operations": paths, "schemas": document["components"]["schemas"]}
    text = ",\n".join(f"{json.dumps(name)}: {{\n{_lines(each)}\n}}" for name, each in lines.items())
    file.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


def _lines(named: Json) -> str:
    """One line of JSON for each name, sorted, without texts for people."""
    return ",\n".join(
        f"{json.dumps(name)}: {json.dumps(slim(named[name]), ensure_ascii=False)}" for name in sorted(named)
    )


def released() -> Json:
    """The document of the last release, with the parts that `write` keeps."""
    kept = json.loads(RELEASED.read_text(encoding="utf-8"))
    paths: Json = {}
    for name, operation in kept["operations"].items():
        path, _, method = name.partition(" ")
        paths.setdefault(path, {})[method] = operation
    return {"paths": paths, "components": {"schemas": kept["schemas"]}}


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dogclub.settings")
    django.setup()
    from dogclub.api.reference import document

    write(document())
