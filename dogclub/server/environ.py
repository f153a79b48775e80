"""The WSGI environ of an ASGI request."""

import sys
from collections.abc import Iterable
from typing import BinaryIO
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIEnvironment
from wsgiref.util import FileWrapper

from dogclub.server.messages import Scope


def environ_of(scope: Scope, body: BinaryIO, size: int) -> WSGIEnvironment:
    """Return the WSGI environ; `size` is the length of the body in bytes, whatever the request's headers state."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileWrapper,
    }
    environ.update(headers_of(scope["headers"]))
    environ["CONTENT_LENGTH"] = str(size)
    return environ


def headers_of(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return the headers under their CGI names. One with an underscore is dropped, since it could pass for another."""
    named: dict[str, str] = {}
    for name, value in headers:
        if b"_" in name:
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        text = value.decode("latin-1")
        between = "; " if key == "HTTP_COOKIE" else ","
        named[key] = f"{named[key]}{between}{text}" if key in named else text
    return named
