"""Limits the number of connections, in total and for each address, so that no client can take them all."""

import resource
from collections import Counter
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

FILES = 8_192  # most files the process may have open
SPARE = 100  # files other than connections: the database in each thread, logs, static files
WAITING = 512  # connections in the kernel's backlog until they are accepted
ACCEPTED = 8  # connections accepted by one iteration of the event loop; an aborted one holds a file for four
OF_ONE = 256  # most connections of one address
REFUSED = 16  # refused connections that get a response at a time; more are aborted without one
Network = IPv4Network | IPv6Network


class Connections:
    """Counts connections by address. A trusted proxy connects for many clients, so only the total applies to it."""

    def __init__(self, most: int, proxies: str = "") -> None:
        self.most = most
        self.of_one = min(OF_ONE, most // 3)
        self.proxies = _networks(proxies)
        self._by_address: Counter[str] = Counter()
        self._address_of: dict[Any, str] = {}
        self._refused: set[Any] = set()

    def admit(self, connection: Any, address: str) -> bool:
        """Count the connection and return True, or False where a limit is reached. A refused one is counted apart until
        it leaves.
        """
        group = address_group(address)
        is_one_of_many = self._by_address[group] >= self.of_one and not self._is_proxy(address)
        if len(self._address_of) >= self.most or is_one_of_many:
            self._refused.add(connection)
            return False
        self._address_of[connection] = group
        self._by_address[group] += 1
        return True

    @property
    def is_overloaded(self) -> bool:
        """Whether more connections are refused right now than can be sent a response."""
        return len(self._refused) > REFUSED

    def release(self, connection: Any) -> None:
        """Stop counting a connection; called for refused ones too."""
        self._refused.discard(connection)
        if group := self._address_of.pop(connection, ""):
            self._by_address[group] -= 1
            if not self._by_address[group]:
                del self._by_address[group]

    def _is_proxy(self, address: str) -> bool:
        """Whether the address is a trusted proxy; a socket without an address (Unix socket) counts as one."""
        try:
            parsed = ip_address(address)
        except ValueError:
            return True
        return any(parsed in network for network in self.proxies)


def address_group(address: str) -> str:
    """Return the address, for IPv6 its /64 network, which one household has to itself; "socket" for a Unix socket."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address or "socket"
    return str(ip_network((parsed, 64), strict=False)) if isinstance(parsed, IPv6Address) else address


def _networks(proxies: str) -> list[Network]:
    """Return the networks of TRUSTED_PROXIES, which is separated by commas; `*` gives all addresses."""
    if proxies.strip() == "*":
        return [ip_network("0.0.0.0/0"), ip_network("::/0")]
    networks: list[Network] = []
    for name in proxies.split(","):
        with suppress(ValueError):  # a host name, which uvicorn compares literally
            networks.append(ip_network(name.strip(), strict=False))
    return networks


def raise_file_limit() -> int:
    """Raise the limit of open files, to FILES at most, and return how many of them may be connections."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        soft = wanted
    files = FILES if soft == resource.RLIM_INFINITY else soft
    return max(files - SPARE - REFUSED - 4 * ACCEPTED, 1)
