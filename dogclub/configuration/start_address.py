"""Sets BASE_URL and ALLOWED_HOSTS for the `start` command, before the settings read them."""

import os
import platform
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

EVERYWHERE = "0.0.0.0"
HIGHEST = 65535
NO_NETWORK = "Found no network to listen on. Connect this machine to the club’s network first."


def set_address(arguments: Sequence[str]) -> None:
    """Set `BASE_URL`, and with --lan `ALLOWED_HOSTS`, unless the environment has them. `arguments` are those of
    `start`.
    """
    parser = ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--port", default="8000")
    parser.add_argument("--lan", action="store_true")
    options, _ = parser.parse_known_args(arguments)
    if not options.port.isdecimal() or int(options.port) > HIGHEST:
        return  # the command itself reports the error
    host = _on_the_network() if options.lan else "localhost"
    if options.lan:
        names = ("localhost", "127.0.0.1", "[::1]", host, platform.node(), f"{platform.node()}.local")
        os.environ.setdefault("ALLOWED_HOSTS", ",".join(names))
    os.environ.setdefault("BASE_URL", f"http://{host}:{options.port}")


def _on_the_network() -> str:
    try:
        return address()
    except OSError:
        sys.exit(NO_NETWORK)


def address() -> str:
    """Return this machine's address in its network. Nothing is sent: connecting a datagram socket only looks up the
    route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(("192.0.2.1", 9))
        return str(sock.getsockname()[0])
