"""The server: one process, with the pages in a pool of threads and the background worker in one more."""

import errno
import resource
import socket
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from dogclub.background import start_worker

FILES = 8_192  # open at once, streams among them


class Command(BaseCommand):
    help = "Serves Dog Club until it is stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (0.0.0.0: every network)")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-worker", action="store_true", help="another process does the background work")

    def handle(self, *args: Any, host: str, port: int, no_worker: bool, **options: Any) -> None:
        listener = listen(host, port)
        make_room()
        if not no_worker:
            start_worker()
        run(listener)


def listen(host: str, port: int) -> socket.socket:
    """The open socket, or a sentence about why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP: only then does asyncio send the end of an answer without waiting 40 ms for the other side.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(512)
    except OverflowError as error:
        raise CommandError(f"{port} is not a port; choose one between 1024 and 65535.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandError(
                f"Port {port} is taken. Stop the other one, or choose another: --port {port + 1}."
            ) from error
        raise CommandError(f"Cannot listen on {host}:{port}: {error.strerror}.") from error
    return listener


def make_room() -> None:
    """As many open files as the machine allows: each stream is one."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), most))


def run(listener: socket.socket) -> None:
    from uvicorn import Config

    from dogclub.asgi import application
    from dogclub.live.server import Server
    from dogclub.live.wire import Protocol

    options: dict[str, Any] = {
        "http": Protocol,
        "lifespan": "on",
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "ws": "none",
        "timeout_keep_alive": 30,
        # Whatever is still being made after this belongs to somebody who will ask again.
        "timeout_graceful_shutdown": 0.5,
        "forwarded_allow_ips": settings.TRUSTED_PROXIES,
    }
    Server(Config(application, **options)).run(sockets=[listener])
