"""What the OpenAPI document is written in: shorthands for JSON Schemas, and one operation of an endpoint."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from drf_spectacular.utils import extend_schema

from dogclub.api.http.problem_types import KINDS, MEDIA_TYPE

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
NUMBER: Json = {"type": "integer"}
TRUTH: Json = {"type": "boolean"}
DECIMAL: Json = {"type": "number"}
MOMENT: Json = {"type": "string", "format": "date-time"}
DAY: Json = {"type": "string", "format": "date"}
UUID: Json = {"type": "string", "format": "uuid"}
LINK: Json = {"type": "string", "format": "uri-reference"}
FILE: Json = {"type": "string", "format": "binary"}
ID: Json = {"type": "integer", "minimum": 1, "maximum": 10**18 - 1}


def explained(schema: Json, description: str) -> Json:
    """Return the schema with a description."""
    return {**schema, "description": description}


def nullable(schema: Json, description: str = "") -> Json:
    """Return the schema or null.

    >>> nullable(NUMBER)
    {'anyOf': [{'type': 'integer'}, {'type': 'null'}]}
    """
    either = {"anyOf": [schema, {"type": "null"}]}
    return explained(either, description) if description else either


def array(schema: Json, description: str = "") -> Json:
    """Return the schema of a list."""
    schema = {"type": "array", "items": schema}
    return explained(schema, description) if description else schema


def one_of(*words: str) -> Json:
    """Return the schema of a text with these values."""
    return {"type": "string", "enum": list(words)}


def object_schema(**properties: Json) -> Json:
    """Return an object schema with exactly these keys, all of them required.

    >>> object_schema(id=NUMBER)["additionalProperties"]
    False
    """
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def extended(schema: Json, **properties: Json) -> Json:
    """Return the object schema with more keys."""
    return object_schema(**schema["properties"], **properties)


def open_object(schema: Json, description: str) -> Json:
    """Return the object schema with additional keys allowed, which the description explains."""
    return {**schema, "additionalProperties": True, "description": description}


def optional(schema: Json, *keys: str) -> Json:
    """Return the object schema with these keys optional."""
    return {**schema, "required": [key for key in schema["required"] if key not in keys]}


def ref(name: str) -> Json:
    """Return a reference to a schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def a_page(key: str, row: Json) -> Json:
    """Return the schema of one page of a list, with the link to the next."""
    return object_schema(**{key: array(row)}, next=nullable(LINK, "The address of the next page; null on the last one"))


# Converts JSON Schemas to the subset that client generators understand.


def renamed(value: Any, prefix: str, names: Mapping[str, str]) -> Any:
    """Return the schema with its references under `prefix` changed to the components of the document.

    >>> renamed({"$ref": "#/$defs/Move"}, "#/$defs/", {"Move": "DogsOfWarMove"})
    {'$ref': '#/components/schemas/DogsOfWarMove'}
    """
    if isinstance(value, dict):
        return {
            key: _led(each, prefix, names) if key == "$ref" else renamed(each, prefix, names)
            for key, each in value.items()
        }
    return [renamed(each, prefix, names) for each in value] if isinstance(value, list) else value


def _led(target: str, prefix: str, names: Mapping[str, str]) -> str:
    return str(ref(names[target.removeprefix(prefix)])["$ref"])


def portable(value: Any) -> Any:
    """Return an equivalent schema that client generators can read.

    It has no titles, since generators confuse types with equal ones, and no empty objects as defaults, which some
    refuse. Tuples become lists of a fixed size, an enum of one a constant with its type, and objects with any keys are
    declared so. An enum of numbers has its type, and a choice no constant as default: Java refuses either.

    >>> portable({"type": "array", "prefixItems": [{"type": "string"}] * 2, "items": False, "title": "Houses"})
    {'type': 'array', 'items': {'type': 'string'}, 'minItems': 2, 'maxItems': 2}
    """
    if isinstance(value, list):
        return [portable(each) for each in value]
    if not isinstance(value, dict):
        return value
    plain: Json = {key: each for key, each in value.items() if not _is_in_the_way(key, each)}
    if items := plain.pop("prefixItems", None):
        kinds = [each for at, each in enumerate(items) if each not in items[:at]]
        size = {"minItems": len(items), "maxItems": len(items)}
        plain |= {"items": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}, **size}
    if isinstance(plain.get("enum"), list) and len(plain["enum"]) == 1:
        plain |= constant(plain.pop("enum")[0])
    if isinstance(plain.get("enum"), list) and all(isinstance(each, int) for each in plain["enum"]):
        plain.setdefault("type", "integer")
    if any(each.get("enum", ()) == [plain.get("default")] for each in plain.get("anyOf", ())):
        del plain["default"]
    if plain.get("type") == "object" and not {"properties", "additionalProperties", "anyOf"} & set(plain):
        plain |= {"additionalProperties": True}
    return {key: portable(each) for key, each in plain.items()}


def constant(value: str | int) -> Json:
    """Return the schema of one value. Generators that do not look at the value take its type from `type`; with an
    `enum` as well, others would make a class of each value.

    >>> constant("bids")
    {'type': 'string', 'const': 'bids'}
    """
    return {"type": "string" if isinstance(value, str) else "integer", "const": value}


def _is_in_the_way(key: str, value: Any) -> bool:
    return (key == "title" and isinstance(value, str)) or (key == "default" and value == {})


# Operations.


Parameter = Json
JSON = "application/json"
OCTETS, FORM = "application/octet-stream", "multipart/form-data"
CHALLENGE: Json = {"description": "How to sign in: by a key", "required": True, "schema": TEXT}
LOCATION: Json = {"description": "Where to read what was made", "required": True, "schema": TEXT}
OF_PAGES = ("cursor", "limit")  # errors of query parameters that only lists have
WRITES = ("POST", "PUT", "PATCH", "DELETE")
READING, WRITING = (400, 404, 406, 429), (400, 404, 406, 409, 412, 413, 415, 422, 429)
SECURITY: list[Json] = [{"key": []}, {"session": []}]


def in_path(name: str, schema: Json, words: str) -> Parameter:
    """Return a path parameter with its description."""
    return {"name": name, "in": "path", "required": True, "schema": schema, "description": words}


def query_parameter(name: str, schema: Json, words: str) -> Parameter:
    """Return an optional query parameter with its description."""
    return {"name": name, "in": "query", "schema": schema, "description": words}


SLUG = in_path("slug", {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,60}$"}, "The club, as in its address")
NUMBERED = in_path("id", ID, "Its number")
MATCH_ID = in_path("id", UUID, "The match")
JOB_ID = in_path("id", UUID, "The job")

LIMIT = query_parameter("limit", {**NUMBER, "minimum": 1, "maximum": 200, "default": 50}, "How many a page")
CURSOR = query_parameter("cursor", {**TEXT, "maxLength": 400}, "Where the page begins: out of `next`")
PAGED = (LIMIT, CURSOR)
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "schema": TEXT,
    "description": "The ETag you have: 304 and no body while nothing has changed",
}
IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "schema": TEXT,
    "description": "The ETag you read: 412 and nothing written when it has changed meanwhile",
}

IDEMPOTENCY_KEY: Json = {
    "name": "Idempotency-Key",
    "in": "header",
    "schema": {**TEXT, "pattern": "^[!-~]{1,255}$"},
    "description": "A text of your own, such as a UUID: within a day the same request gets its first response again",
}


@dataclass(frozen=True)
class Operation:
    """`answers` maps each successful status to its schema, None for no body; `query` are the query parameters, `also`
    further error statuses.

    `public` needs no key, `matched` accepts If-Match, `held` may answer 304; `kind` is the media type of a successful
    response other than JSON. `files` takes an upload; `bare` makes the body optional.
    """

    id: str
    tag: str
    summary: str
    answers: Mapping[int, Json | None]
    path: Sequence[Parameter] = (SLUG,)
    query: Sequence[Parameter] = ()
    body: Json | None = None
    example: Any = None
    answer: Any = None
    public: bool = False
    matched: bool = False
    held: bool = True
    kind: str = JSON
    words: str = ""
    also: Sequence[int] = field(default=())
    files: bool = False
    bare: bool = False

    def document(self, method: str) -> Json:
        """Return the operation as OpenAPI."""
        operation: Json = {
            "operationId": self.id,
            "tags": [self.tag],
            "summary": self.summary,
            "parameters": self._parameters(method),
            "security": [] if self.public else SECURITY,
            "responses": self._good() | self._refused(method),
        }
        if self.words:
            operation["description"] = self.words
        if self.body is not None:
            content: Json = {"schema": self.body}
            content |= self._example(self.example)
            operation["requestBody"] = {"required": not self.bare, "content": {JSON: content}}
        if self.files:
            operation["requestBody"] = {"required": True, "content": self._file()}
        return operation

    def _file(self) -> Json:
        """Return the content types of an upload: a form, or the bytes themselves. The form comes first, since clients
        for TypeScript and Java that take the first of two do not compile otherwise.
        """
        form = {"type": "object", "properties": {"file": FILE}, "required": ["file"]}
        return {
            FORM: {"schema": form} | self._example(self.example and {"file": self.example}),
            OCTETS: {"schema": FILE} | self._example(self.example),
        }

    def _is_held(self, method: str) -> bool:
        return method == "GET" and self.held and not self.public

    def _parameters(self, method: str) -> list[Json]:
        headers = [IF_NONE_MATCH] if self._is_held(method) else [IF_MATCH] if self.matched else []
        repeatable = [IDEMPOTENCY_KEY] if method == "POST" and not self.public else []
        return [*self.path, *self.query, *headers, *repeatable]

    def _good(self) -> Json:
        good: Json = {str(status): self._answer(status, schema) for status, schema in self.answers.items()}
        if "201" in good:
            good["201"]["headers"] = {"Location": LOCATION}
        return good

    def _answer(self, status: int, schema: Json | None) -> Json:
        if schema is None:
            return {"description": "Done" if status < 300 else "Nothing has changed"}
        content: Json = {"schema": schema}
        return {"description": self.summary, "content": {self.kind: content | self._example(self.answer)}}

    def _example(self, value: Any) -> Json:
        return {} if value is None else {"example": value}

    def _refused(self, method: str) -> Json:
        statuses = {*(WRITING if method in WRITES else READING), *self.also, *(() if self.public else (401, 403))}
        names = {each["name"] for each in self.query}
        never = [code for code in OF_PAGES if code not in names]
        refusals: Json = {str(status): refusal(status, never) for status in sorted(statuses)}
        if "401" in refusals:
            refusals["401"]["headers"] = {"WWW-Authenticate": CHALLENGE}
        return ({"304": {"description": "You have it already"}} if self._is_held(method) else {}) | refusals


def refusal(status: int, never: Sequence[str] = ()) -> Json:
    """Return the response of an error status; its description lists what can be wrong, without the codes of `never`."""
    titles = dict.fromkeys(kind.title for code, kind in KINDS.items() if kind.status == status and code not in never)
    return {"description": "; ".join(titles) or "Refused", "content": {MEDIA_TYPE: {"schema": ref("Problem")}}}


def described(**operations: Operation) -> Callable[[Any], Any]:
    """Attach operations to an endpoint, one for each method: `@described(GET=PLAYERS, POST=NEW_PLAYER)`.

    The endpoint then refuses query parameters that its operation does not list.
    """

    def decorate(view: Any) -> Any:
        for method, operation in operations.items():
            view = extend_schema(operation=operation.document(method), methods=[method])(view)
        view.cls.query_parameters = {method: [each["name"] for each in op.query] for method, op in operations.items()}
        return view

    return decorate
