"""The server: one process, with the pages in a pool of threads and the background worker in one more."""

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
from dogclub.health.database import state
from dogclub.server.connections import WAITING
from dogclub.server.one_at_a_time import claim_database


class Command(BaseCommand):
    help = "Serves Dog Club without setting anything up first."
    requires_system_checks = []  # a port that is taken is said before any page is loaded

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (0.0.0.0: every network)")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-worker", action="store_true", help="another process does the background work")

    def handle(self, *args: Any, host: str, port: int, no_worker: bool, **options: Any) -> None:
        listener = listen(host, port)
        claim_database()
        refuse_unusable()
        run(listener, has_worker=not no_worker)


def refuse_unusable() -> None:
    """Raises CommandError with what is wrong with the database; one that is only older is fine."""
    if trouble := state(reads_all=True).trouble:
        raise CommandError(trouble)


def listen(host: str, port: int) -> socket.socket:
    """The open socket, or a sentence about why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP: only then does asyncio send the end of an answer without waiting 40 ms for the other side.
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
    from uvicorn import Config

    from dogclub.asgi import application
    from dogclub.live.server import Server
    from dogclub.server.connections import ACCEPTED, Connections, raise_file_limit
    from dogclub.server.protocol import Protocol

    loaded = get_resolver().url_patterns  # every page, before the first visitor
    assert loaded
    connection.close()  # nobody asks anything from this thread any more, and a pool may have it for others
    if has_worker:
        start_worker()  # now that all is here: of what two threads import at once, each may find half
    options: dict[str, Any] = {
        "http": partial(Protocol, Connections(raise_file_limit(), settings.TRUSTED_PROXIES)),
        "lifespan": "on",
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "backlog": ACCEPTED,  # asyncio takes in that many in one turn; the server lets more wait
        "ws": "none",
        "timeout_keep_alive": 30,
        # Whatever is still being made after this belongs to somebody who will ask again.
        "timeout_graceful_shutdown": 0.5,
        "forwarded_allow_ips": settings.TRUSTED_PROXIES,
    }
    try:
        Server(Config(application, **options)).run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn has said goodbye, and raises Ctrl-C again
        sys.stderr.write("\nStopped.\n")
        sys.stderr.flush()
        # As SIGTERM ends it: the background worker would complain at length that Python goes from under it.
        os._exit(0)
