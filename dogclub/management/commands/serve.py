"""`./run serve`: the server in one process, with pages in a thread pool and the background worker in more threads."""

import errno
import os
import socket
import sys
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.urls import get_resolver

from dogclub.background import start_worker
from dogclub.database import claim_database
from dogclub.jobs.rebuild import start_computing
from dogclub.management.server import collect, refuse_older, refuse_unusable
from dogclub.server.protocol import WAITING


class Command(BaseCommand):
    help = "Serves Dog Club; a database that is not up to date is refused, not changed."
    requires_system_checks = []  # so that a taken port is reported before any page is loaded

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (0.0.0.0: every network)")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-worker", action="store_true", help="another process does the background work")

    def handle(self, *args: Any, host: str, port: int, no_worker: bool, **options: Any) -> None:
        listener = listen(host, port)
        claim_database()
        refuse_unusable()
        refuse_older()
        collect(self.stderr)
        run(listener, has_worker=not no_worker)


def listen(host: str, port: int) -> socket.socket:
    """Return the listening socket. Raises CommandError with the reason where there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With IPPROTO_TCP asyncio sets TCP_NODELAY; else the end of a response could wait 40 ms for an acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(WAITING)
    except OverflowError as error:
        raise CommandError(f"{port} is not a port; choose one between 1024 and 65535.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandError(
                f"Port {port} is taken. Stop the other one, or choose another: --port {port + 1}."
            ) from error
        raise CommandError(f"Cannot listen on {host}:{port}: {error.strerror}.") from error
    return listener


def run(listener: socket.socket, *, has_worker: bool = True) -> None:
    """Serve on the socket until the process is stopped, with the background worker in threads if `has_worker`."""
    from uvicorn import Config

    from dogclub.asgi import application
    from dogclub.management.server import Server
    from dogclub.server.protocol import ACCEPTED, Connections, Protocol, raise_file_limit

    loaded = get_resolver().url_patterns  # loads every page before the first request
    assert loaded
    connection.close()  # this thread makes no more queries, so its connection goes back to the pool
    if has_worker:
        start_worker()  # after all imports: two threads that import a module at once may see half of it
    if not settings.REDIS_URL:
        start_computing()
    options: dict[str, Any] = {
        "http": partial(Protocol, Connections(raise_file_limit(), settings.TRUSTED_PROXIES)),
        "lifespan": "on",
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "backlog": ACCEPTED,  # asyncio accepts that many per iteration; the socket's own backlog is larger
        "ws": "none",
        "timeout_keep_alive": 30,
        # Requests that take longer than this are cut off; their clients will retry.
        "timeout_graceful_shutdown": 0.5,
        "forwarded_allow_ips": settings.TRUSTED_PROXIES,
    }
    try:
        Server(Config(application, **options)).run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn has shut down, and raises Ctrl-C again
        sys.stderr.write("\nStopped.\n")
        sys.stderr.flush()
        # At once, as with SIGTERM: the background worker would log errors while the interpreter shuts down.
        os._exit(0)
