"""What the first start makes and finds: a mark in the data folder, the secret key, and the address of the server."""

import os
import platform
import re
import secrets
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

from dogclub.configuration.environment import refuse, text

# A mark in the data folder while an installation has no database yet, so that none is taken for lost.


FIRST = "The first start has not made its database yet."
NEW = "A new database was asked for in place of one that is gone."
MARK = "no-database-yet"


def begin(var: Path, mark: str = FIRST) -> None:
    """Note that there is no database yet."""
    (var / MARK).write_text(f"{mark}\n", encoding="utf-8")


def mark_of(var: Path) -> str:
    """Return the mark, or "" where there has been a database."""
    try:
        return (var / MARK).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""


def end(var: Path) -> None:
    """Note that there is a database."""
    (var / MARK).unlink(missing_ok=True)


# The key that signs sessions and links: from the environment, or generated once and stored in var/.


INSTEAD = (
    "put back the one of the newest backup, or delete the file: Dog Club makes another one, people sign in again, and "
    "invitations and links to watch are made anew"
)


def secret_key(var: Path) -> str:
    """Return the key from SECRET_KEY, or from var/secret-key, which is generated if missing."""
    if key := text("SECRET_KEY"):
        _check_length("SECRET_KEY", key, "write at least 50 random ones, or leave it out: var/secret-key has one then")
        return key
    file = var / "secret-key"
    try:
        if not file.exists():
            _make_secret_key(file)
        key = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise refuse(str(file), f"cannot be read or made ({error})", INSTEAD) from error
    if len(key) < 50:
        raise refuse(str(file), "is empty or cut short", INSTEAD)
    return key


def former_secret_keys() -> list[str]:
    """Return earlier keys (SECRET_KEY_FALLBACKS), with which signatures are verified and data is decrypted, but nothing
    new is signed.
    """
    keys = [key.strip() for key in text("SECRET_KEY_FALLBACKS").split(",") if key.strip()]
    for key in keys:
        _check_length("SECRET_KEY_FALLBACKS", key, "write whole keys with commas between them, the newest first")
    return keys


def _check_length(variable: str, key: str, instead: str) -> None:
    if len(key) < 50 or len(set(key)) < 5:
        raise refuse(variable, f"has a key of only {len(key)} characters of {len(set(key))} kinds", instead)


def _make_secret_key(file: Path) -> None:
    """Write the key to a temporary file and link it into place, so that another process or a power cut leaves the whole
    key or none.
    """
    begin(file.parent)  # before the key, which shows that there was a database
    draft = file.with_name(f"secret-key.{os.getpid()}")
    draft.touch(mode=0o600)
    try:
        with draft.open("w", encoding="ascii") as content:
            content.write(secrets.token_urlsafe(60))
            content.flush()
            os.fsync(content.fileno())
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        draft.unlink()
    parent = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(parent)
    finally:
        os.close(parent)


# Sets BASE_URL and ALLOWED_HOSTS for the `start` command, before the settings read them.


EVERYWHERE = "0.0.0.0"
HERE = ("127.0.0.1", "localhost", "::1", EVERYWHERE, "::")  # none of them is an address for other machines
HIGHEST = 65535
NO_NETWORK = "Found no network to listen on. Connect this machine to the club’s network first."
ROUTES = Path("/proc/net/fib_trie")  # Linux lists every address of its interfaces there, second ones too
OWN = re.compile(r"\|-- (\S+)\s+/32 host LOCAL")
NAME = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*", re.IGNORECASE)


def set_address(arguments: Sequence[str]) -> None:
    """Set `BASE_URL`, and with --lan `ALLOWED_HOSTS`, unless the environment has them. `arguments` are those of
    `start`.
    """
    parser = ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", default="8000")
    parser.add_argument("--lan", action="store_true")
    options, _ = parser.parse_known_args(arguments)
    if not options.port.isdecimal() or int(options.port) > HIGHEST:
        return  # the command itself reports the error
    host = "localhost" if options.host in HERE else options.host
    if options.lan:
        found = addresses()
        if not found:
            sys.exit(NO_NETWORK)
        host = found[0]
        os.environ.setdefault("ALLOWED_HOSTS", ",".join(("localhost", "127.0.0.1", "[::1]", *found, *names())))
    shown = f"[{host}]" if ":" in host else host
    os.environ.setdefault("BASE_URL", f"http://{shown}:{options.port}")


def addresses() -> list[str]:
    """Return this machine's addresses in its networks, that of the way out first: of each interface those that are not
    public.
    """
    others = [each for each in of_interfaces() if not (ip_address(each).is_global or ip_address(each).is_loopback)]
    return list(dict.fromkeys((*way_out(), *others)))


def way_out() -> list[str]:
    """Return the address from which this machine reaches other networks, if any. Nothing is sent: connecting a datagram
    socket only looks up the route.
    """
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(("192.0.2.1", 9))
        return [str(sock.getsockname()[0])]
    return []


def of_interfaces() -> list[str]:
    """Return all IPv4 addresses of this machine; where the system does not list them, those of its name."""
    with suppress(OSError):
        return OWN.findall(ROUTES.read_text())
    with suppress(OSError):
        return [str(each[4][0]) for each in socket.getaddrinfo(platform.node(), None, socket.AF_INET)]
    return []


def names() -> list[str]:
    """Return the names under which this machine is known in its network; none where its name is no host name."""
    node = platform.node()
    return [node, f"{node.removesuffix('.local')}.local"] if NAME.fullmatch(node) else []
