"""The API reference for people, generated from the OpenAPI document: every operation by resource, on one page."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from clubs.links.tokens import public_url
from dogclub.api.openapi.operation import JSON

Json = Mapping[str, Any]
NAMES = {"integer": "whole number", "number": "number", "string": "text", "boolean": "true or false", "null": "null"}
FORMATS = {"date-time": "moment", "date": "day", "uuid": "UUID", "uri-reference": "address"}
FEW_WORDS = 12


@dataclass(frozen=True)
class Field:
    """A key of an object as the reference shows it: type in words (`kind`), description, whether it is required."""

    name: str
    kind: str
    words: str
    is_needed: bool = False

    @property
    def pieces(self) -> list[str]:
        return pieces(self.words)


def pieces(words: str) -> list[str]:
    """Split a description at backticks: text and code in turn, text first.

    >>> pieces("Out of `next`")
    ['Out of ', 'next', '']
    """
    return words.replace("'", "’").split("`")


def fields_of(whole: Json, schema: Json) -> list[Field]:
    """Return the keys of an object schema, which may be a reference; `whole` is the OpenAPI document."""
    resolved = _looked_up(whole, schema)
    needed = resolved.get("required", ())
    return [
        Field(name, kind_of(each), _words(each), is_needed=name in needed)
        for name, each in resolved.get("properties", {}).items()
    ]


def parts_of(whole: Json, schema: Json) -> list[tuple[str, list[Field]]]:
    """Return the object schemas that its keys refer to by name, each with its keys."""
    inside = [name for each in _looked_up(whole, schema).get("properties", {}).values() for name in _names(each)]
    named = ((name, fields_of(whole, {"$ref": name})) for name in dict.fromkeys(inside))
    return [(name, fields) for name, fields in named if fields]


def _names(schema: Json) -> list[str]:
    if "$ref" in schema:
        return [str(schema["$ref"]).rpartition("/")[2]]
    inner = [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *([schema["items"]] if "items" in schema else [])]
    return [name for each in inner for name in _names(each)]


def _looked_up(whole: Json, schema: Json) -> Json:
    name = schema.get("$ref", "").rpartition("/")[2]
    resolved: Json = whole["components"]["schemas"][name] if name else schema
    return resolved


def _words(schema: Json) -> str:
    inner: Json = next((each for each in schema.get("anyOf", ()) if "description" in each), {})
    return str(schema.get("description") or inner.get("description", ""))


def kind_of(schema: Json) -> str:
    """Return the type of a schema in words.

    >>> kind_of({"anyOf": [{"type": "integer", "minimum": 1, "maximum": 9}, {"type": "null"}]})
    'whole number, 1 to 9, or null'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return ", or ".join(kind_of(each) for each in schema[choice])
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return _listed([str(each) or "nothing" for each in schema["enum"]])
    return _plain(schema)


def _listed(words: list[str]) -> str:
    return ", ".join(words[:FEW_WORDS]) + (", …" if len(words) > FEW_WORDS else "")


def _plain(schema: Json) -> str:
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    if kind == "object":
        return "object"
    if schema.get("format") == "binary":
        return "file"
    names = [NAMES.get(each, each) for each in ([kind] if isinstance(kind, str) else kind)]
    return FORMATS.get(schema.get("format", ""), " or ".join(names)) + _bounds(schema)


def _bounds(schema: Json) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None and most < 2**31 - 1:
        return f", {least} to {most}"
    return f", up to {schema['maxLength']} letters" if "maxLength" in schema else ""


# The page.


EXAMPLES = {"slug": "club"}  # path parameters whose shell variable has another name
A_FILE = "--data-binary @old.csv"
LINE = " \\\n  "  # line continuation of a shell


@dataclass(frozen=True)
class Answer:
    """A response as the page shows it; `kind` is its type in words."""

    status: str
    words: str
    kind: str


@dataclass(frozen=True)
class ReferenceEntry:
    """One operation as the page shows it; `parts` are the named types of its body."""

    key: str
    method: str
    path: str
    summary: str
    words: str
    parameters: Sequence[Field]
    body: Sequence[Field]
    body_kind: str
    parts: Sequence[tuple[str, Sequence[Field]]]
    answers: Sequence[Answer]
    refusals: Sequence[Answer]
    curl: str

    @property
    def pieces(self) -> list[str]:
        return pieces(self.words)


@dataclass(frozen=True)
class Chapter:
    """The operations of one resource."""

    name: str
    words: str
    operations: Sequence[ReferenceEntry]

    @property
    def anchor(self) -> str:
        """The anchor of the chapter, which differs from that of any operation."""
        return f"about-{self.name.lower().replace(' ', '-')}"


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """The reference, without sign-in: it shows how to call the API and no data."""
    base_url = public_url(request, "/").rstrip("/")
    return render(request, "dogclub/api/docs.html", {"chapters": chapters(base_url), "house": base_url})


@cache
def document() -> Any:
    """Return the OpenAPI document, generated once."""
    return SchemaGenerator().get_schema(request=None, public=True)


@lru_cache(maxsize=4)  # a server has few host names
def chapters(base_url: str) -> list[Chapter]:
    """Return the operations by resource, with examples for this base URL."""
    whole = document()
    operations = list(_operations(whole, base_url))
    return [
        Chapter(tag["name"], tag["description"], [each for name, each in operations if name == tag["name"]])
        for tag in whole["tags"]
    ]


def _operations(whole: Json, base_url: str) -> Iterator[tuple[str, ReferenceEntry]]:
    for path, methods in whole["paths"].items():
        for method, operation in methods.items():
            if "tags" in operation and "summary" in operation:
                yield operation["tags"][0], _entry(whole, base_url, path, method, operation)


def _entry(whole: Json, base_url: str, path: str, method: str, operation: Json) -> ReferenceEntry:
    content: Json = next(iter(operation.get("requestBody", {}).get("content", {}).values()), {})
    answers = [_answer(status, response) for status, response in operation["responses"].items()]
    return ReferenceEntry(
        key=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        words=operation.get("description", ""),
        parameters=[_parameter(each) for each in operation["parameters"]],
        body=fields_of(whole, content.get("schema", {})),
        body_kind=kind_of(content["schema"]) if content else "",
        parts=parts_of(whole, content.get("schema", {})),
        answers=[each for each in answers if each.status < "4"],
        refusals=[each for each in answers if each.status >= "4"],
        curl=_curl(base_url, path, method, operation),
    )


def _parameter(each: Json) -> Field:
    return Field(each["name"], kind_of(each["schema"]), each["description"], is_needed=each.get("required", False))


def _answer(status: str, response: Json) -> Answer:
    content: Json = next(iter(response.get("content", {}).values()), {})
    return Answer(status, response["description"], kind_of(content["schema"]) if content else "")


def _curl(base_url: str, path: str, method: str, operation: Json) -> str:
    """Return an example call for curl."""
    parts = ["curl" if method == "get" else f"curl -X {method.upper()}"]
    if operation["security"]:
        parts.append('-H "Authorization: Bearer $KEY"')
    content = operation.get("requestBody", {}).get("content", {})
    for kind in list(content)[-1:]:  # of an upload the bytes themselves
        parts.append(f'-H "Content-Type: {kind}"')
        parts.append(f"-d '{json.dumps(content[kind]['example'], ensure_ascii=False)}'" if kind == JSON else A_FILE)
    named = re.sub(r"\{(\w+)\}", lambda name: f"${EXAMPLES.get(name[1], name[1]).upper()}", path)
    return LINE.join([*parts, f"{base_url}{named}"])
