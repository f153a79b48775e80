"""Types and constructors of the ASGI messages that pages need."""

import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, TypeAlias

from dogclub.api.http.problem_types import MEDIA_TYPE, problem_document
from dogclub.web.isolation import of_static_files

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]


def start(status: int, headers: Iterable[tuple[str, str]]) -> Message:
    """Return the message that begins a response."""
    # Django's Set-Cookie value begins with a space, which h11 refuses.
    encoded = [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
    return {"type": "http.response.start", "status": status, "headers": encoded}


def piece(body: bytes, *, more: bool = True) -> Message:
    """Return the message with a part of a response's body; `more` is False for the last one."""
    return {"type": "http.response.body", "body": body, "more_body": more}


async def refuse(send: Send, scope: Scope, status: int, code: str, sentence: str) -> None:
    """Send a response without calling any page: a problem document for the API, a line of text otherwise. The
    connection is closed.
    """
    is_api = scope["path"].startswith("/api/")
    body = json.dumps(problem_document(code, sentence, scope["path"], status=status)) if is_api else sentence
    kind = MEDIA_TYPE if is_api else "text/plain; charset=utf-8"
    headers = [("content-type", kind), ("content-length", str(len(body.encode()))), ("connection", "close")]
    headers += [*of_static_files().items(), ("cache-control", "no-store")]
    await send(start(status, headers))
    await send(piece(body.encode(), more=False))
